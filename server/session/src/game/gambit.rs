//! What a game with bids has beside its board: the book of points, the duel or the retreat that is on, and what each turn was.

use std::sync::Arc;

use ggn_core::{BySide, Move, Position, Square};

use crate::gambit::{Duel, Ledger, Offer, Points, Regeneration, Resolution, Terms};
use crate::ids::UnixMs;

/// A game with bids, with all its secrets.
#[derive(Clone, Debug)]
pub(crate) struct Gambit {
    /// The numbers.
    pub(crate) terms: Arc<Terms>,
    /// What both sides have.
    pub(crate) ledger: Ledger,
    /// What is awaited.
    pub(crate) stage: Stage,
    /// How the board stood when the turn began.
    pub(crate) turn_began: Position,
    /// What each ply was beside its move, the first ply first.
    pub(crate) turns: Vec<Turn>,
    /// The duel after which the game ended before its piece had fallen back: no ply came of it, but both have spent their bids.
    pub(crate) broken_off: Option<Resolution>,
}

impl Gambit {
    /// Both sides have what they begin with, and a move is awaited.
    pub(crate) fn new(terms: Arc<Terms>, initial: &Position) -> Gambit {
        let ledger = Ledger::new(terms.profile().initial);
        let turn_began = initial.clone();
        Gambit { terms, ledger, stage: Stage::Move, turn_began, turns: Vec::new(), broken_off: None }
    }

    /// The game is over. Bids that were not yet opened stay sealed, and nothing of them is spent.
    pub(crate) fn break_off(&mut self) {
        if let Stage::Retreat(retreating) = std::mem::replace(&mut self.stage, Stage::Move) {
            self.broken_off = Some(retreating.resolution);
        }
    }
}

/// What is awaited in a game that is on.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// A move.
    Move,
    /// The bids of both sides.
    Bids(Box<Bidding>),
    /// The attacker's choice of where to fall back to.
    Retreat(Box<Retreating>),
}

/// A capture that is bid for.
#[derive(Clone, Debug)]
pub(crate) struct Bidding {
    /// The capture.
    pub(crate) mv: Move,
    /// Whence the piece comes that captures.
    pub(crate) from: Square,
    /// Whither the capture leads.
    pub(crate) to: Square,
    /// Where the piece stands that would be captured; not `to` where it is taken in passing.
    pub(crate) defended: Square,
    /// The bids.
    pub(crate) duel: Duel,
    /// What each side has bid, for itself to know.
    pub(crate) own: BySide<Option<Points>>,
    /// Until when bids are taken.
    pub(crate) until: UnixMs,
}

/// A capture that has failed, and whose piece has yet to fall back.
#[derive(Clone, Debug)]
pub(crate) struct Retreating {
    /// The capture.
    pub(crate) mv: Move,
    /// Whence the piece came.
    pub(crate) from: Square,
    /// What came of the duel.
    pub(crate) resolution: Resolution,
    /// What the attacker may choose, and nobody else may know.
    pub(crate) offers: Vec<Offer>,
    /// Until when the choice is taken.
    pub(crate) until: UnixMs,
}

/// What a ply was beside its move.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// The duel, if there was one.
    pub(crate) duel: Option<Resolution>,
    /// Where the piece fell back to, and what was paid for it, if the duel failed.
    pub(crate) retreat: Option<Retreat>,
    /// What the turn brought back to its side; nothing where the turn goes on after this ply.
    pub(crate) regained: Option<Regeneration>,
}

/// Where the piece of a capture that failed has fallen back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Retreat {
    /// Where it stands; nowhere if it is lost.
    pub(crate) to: Option<Square>,
    /// What was paid.
    pub(crate) cost: Points,
}
