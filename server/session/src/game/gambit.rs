//! State of a game with duels besides its board: points, the current duel or retreat, and the turns so far.

use std::sync::Arc;

use ggn_core::{BySide, Move, Position, Square};

use crate::domain::UnixMs;
use crate::gambit::{Duel, Ledger, Points, Regeneration, Resolution, RetreatOption, Terms};

/// State of duels, with all its secrets.
// Requirement gambit-31.
#[derive(Clone, Debug)]
pub(crate) struct Gambit {
    /// Numbers of the duels.
    pub(crate) terms: Arc<Terms>,
    /// Points of both sides.
    pub(crate) ledger: Ledger,
    /// Current stage.
    pub(crate) stage: Stage,
    /// Position at the start of the turn.
    pub(crate) turn_began: Position,
    /// The turns, one for each ply.
    pub(crate) turns: Vec<Turn>,
    /// The duel of a retreat that the end of the game interrupted: both sides have spent their bids, but there is no ply.
    pub(crate) broken_off: Option<Resolution>,
}

impl Gambit {
    /// Creates the state at the start of a game.
    // Requirement gambit-25.
    pub(crate) fn new(terms: Arc<Terms>, initial: &Position) -> Gambit {
        let ledger = Ledger::new(terms.profile().initial);
        let turn_began = initial.clone();
        Gambit { terms, ledger, stage: Stage::Move, turn_began, turns: Vec::new(), broken_off: None }
    }

    /// Ends duels with the game. Sealed bids stay secret and are not spent.
    pub(crate) fn break_off(&mut self) {
        if let Stage::Retreat(retreating) = std::mem::replace(&mut self.stage, Stage::Move) {
            self.broken_off = Some(retreating.resolution);
        }
    }
}

/// Stage of a game in progress.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// A move is due.
    Move,
    /// Bids of both sides are due.
    Bids(Box<Bidding>),
    /// The attacker's choice of a square to retreat to is due.
    Retreat(Box<Retreating>),
}

/// A contested capture.
#[derive(Clone, Debug)]
pub(crate) struct Bidding {
    /// The capture.
    pub(crate) mv: Move,
    /// Square of the attacking piece.
    pub(crate) from: Square,
    /// Destination of the capture.
    pub(crate) to: Square,
    /// Square of the defending piece; differs from `to` en passant.
    pub(crate) defended: Square,
    /// The bids.
    pub(crate) duel: Duel,
    /// Bid of each side, known to itself.
    pub(crate) own: BySide<Option<Points>>,
    /// Deadline for bids.
    pub(crate) until: UnixMs,
}

/// A failed capture whose piece has yet to retreat.
#[derive(Clone, Debug)]
pub(crate) struct Retreating {
    /// The capture.
    pub(crate) mv: Move,
    /// Square of origin.
    pub(crate) from: Square,
    /// Resolution of the duel.
    pub(crate) resolution: Resolution,
    /// Choices of the attacker, known to the attacker alone.
    pub(crate) offers: Vec<RetreatOption>,
    /// Deadline for the choice.
    pub(crate) until: UnixMs,
}

/// Duel, retreat and regeneration of a ply.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// The duel, if there was one.
    pub(crate) duel: Option<Resolution>,
    /// The retreat, if the duel failed.
    pub(crate) retreat: Option<Retreat>,
    /// Regeneration of the turn; `None` if the turn continues after this ply.
    pub(crate) regained: Option<Regeneration>,
}

/// Retreat of the piece of a failed capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Retreat {
    /// Square of the piece; `None` if it was lost.
    pub(crate) to: Option<Square>,
    /// Price that was paid.
    pub(crate) cost: Points,
}
