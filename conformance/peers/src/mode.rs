//! Perft modes, shared by both libraries and the report.

use serde::{Deserialize, Serialize};

/// Treatment of the last ply in perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// Legal moves are counted without making them (bulk counting).
    Bulk,
    /// Every move is made.
    Full,
}

impl Mode {
    pub(crate) const ALL: [Mode; 2] = [Mode::Bulk, Mode::Full];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Bulk => "bulk",
            Mode::Full => "full",
        }
    }

    /// Maximum number of nodes of one run: some tenths of a second, or much less if `quick`.
    pub(crate) fn nodes_max(self, quick: bool) -> u64 {
        match (self, quick) {
            (Mode::Bulk, false) => 200_000_000,
            (Mode::Full, false) => 16_000_000,
            (Mode::Bulk, true) => 5_000_000,
            (Mode::Full, true) => 700_000,
        }
    }
}
