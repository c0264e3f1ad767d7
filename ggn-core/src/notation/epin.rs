//! EPIN: a PIN token with the mark that tells whether the piece has its own side's style.

use super::pin::Pin;

/// A piece on a FEEN board: a PIN and its derivation mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epin {
    /// The piece.
    pub pin: Pin,
    /// Whether the piece has the other player's style (`'`).
    pub derived: bool,
}
