//! The position from which a command starts.

use ggn_core::notation::feen::Feen;
use ggn_core::notation::fen;
use ggn_core::{Counters, Position, Ruleset};

use super::Failure;

/// Where to start from, if not from the ruleset's initial position.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(crate) struct Start {
    /// Start from this FEN position (games of 8x8 chess only).
    #[arg(long, allow_hyphen_values = true)]
    fen: Option<String>,
    /// Start from this FEEN position.
    #[arg(long, allow_hyphen_values = true)]
    feen: Option<String>,
}

impl Start {
    /// The position, and the counts beside it.
    pub(crate) fn position(&self, rules: &Ruleset) -> Result<(Position, Counters), Failure> {
        if let Some(text) = &self.fen {
            let setup = fen::parse(text)?;
            let counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
            return Ok((rules.position(&setup.feen)?, counters));
        }
        if let Some(text) = &self.feen {
            let feen: Feen = text.parse()?;
            return Ok((rules.position(&feen)?, Counters::default()));
        }
        Ok((rules.initial().clone(), Counters::default()))
    }
}
