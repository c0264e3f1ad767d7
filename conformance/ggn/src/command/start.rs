//! The position from which a command starts.

use std::sync::Arc;

use authoring::diagnose::position_hint;
use authoring::moves;
use ggn_core::notation::feen::{Feen, ParseFeenError};
use ggn_core::{Counters, Game, ImpossibleSetup, Position, Rules};

use super::Failure;

/// A position, if not the ruleset's initial one.
#[derive(clap::Args)]
pub(crate) struct Setup {
    /// Start from this FEN position, in the letters of the ruleset: `…/4K4[PPp] w - - 0 1`.
    #[arg(long, allow_hyphen_values = true, conflicts_with = "feen")]
    fen: Option<String>,
    /// Start from this FEEN position.
    #[arg(long, allow_hyphen_values = true)]
    feen: Option<String>,
}

/// Start, if not the ruleset's initial position, and the moves played first.
#[derive(clap::Args)]
pub(crate) struct Start {
    #[command(flatten)]
    setup: Setup,
    /// Play these moves first, each in UCI, SAN or PMN, in one argument ("e2e4 e7e5 Nf3").
    #[arg(long, allow_hyphen_values = true)]
    moves: Option<String>,
    /// Let the covered pieces hide those of this FEEN position, which is that of the start otherwise.
    #[arg(long, allow_hyphen_values = true)]
    deal: Option<String>,
}

impl Start {
    /// Returns the game from there on; its first moves are those that were asked for.
    pub(crate) fn game(&self, rules: &Arc<Rules>) -> Result<Game, Failure> {
        let (position, counters) = self.setup.position(rules, Rules::position)?;
        let mut game = match &self.deal {
            None => Game::from_position(Arc::clone(rules), position, counters),
            Some(text) => {
                let deal = rules.read_deal(&position, &read_feen(text)?)?;
                Game::from_deal(Arc::clone(rules), position, counters, deal)
            }
        };
        moves::play_line(&mut game, self.moves.as_deref().unwrap_or_default())?;
        Ok(game)
    }
}

/// Reads a FEEN, or says why it is none.
fn read_feen(text: &str) -> Result<Feen, String> {
    text.parse().map_err(|why: ParseFeenError| match position_hint(text) {
        Some(hint) => format!("{why}\n{hint}"),
        None => why.to_string(),
    })
}

impl Setup {
    /// Returns the position, read as the rules read it.
    pub(crate) fn position(
        &self,
        rules: &Rules,
        read: fn(&Rules, &Feen) -> Result<Position, ImpossibleSetup>,
    ) -> Result<(Position, Counters), Failure> {
        if let Some(text) = &self.fen {
            let dialect = rules.fen_dialect().ok_or("FEN has boards of files and ranks only; use --feen")?;
            let setup = dialect.parse(text)?;
            let counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
            return Ok((read(rules, &setup.feen)?, counters));
        }
        if let Some(text) = &self.feen {
            return Ok((read(rules, &read_feen(text)?)?, Counters::default()));
        }
        Ok((rules.initial().clone(), Counters::default()))
    }
}
