//! A move, and what it changes.

use smallvec::SmallVec;

use crate::piece::PieceId;
use crate::{Side, Square};

/// Where a move starts or ends: on a square, or in the mover's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// The mover's hand.
    Hand,
    /// A square.
    Square(Square),
}

impl Location {
    /// The square, unless this is the hand.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        match self {
            Location::Hand => None,
            Location::Square(square) => Some(square),
        }
    }
}

/// A move of one ruleset, as its generator gives it: the piece, its way, and by which row of the tables it is possible.
///
/// Text is not a move: notations are turned into one of a position's legal moves by [`crate::Game::find`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece, as it is before the move.
    pub piece: PieceId,
    /// Where it stands.
    pub source: Location,
    /// Where it goes.
    pub destination: Location,
    /// What it becomes by the player's choice.
    pub promotion: Option<PieceId>,
    /// Index of the possibility that holds, in the ruleset's table.
    pub(crate) possibility: u32,
}

/// One change of a position: every square and hand that is different afterwards, and whether the turn passes.
///
/// This is the only thing that changes a position, whatever it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// Squares and what stands on them afterwards. A later entry overrides an earlier one for the same square.
    pub board: SmallVec<[(Square, Option<PieceId>); 6]>,
    /// Hands and by how much the number of a piece in them changes.
    pub hands: SmallVec<[(Side, PieceId, i32); 1]>,
    /// Whether the other side is to move afterwards.
    pub passes_turn: bool,
    /// Squares and how many points what stands on them has afterwards. A later entry overrides an earlier one for the same square.
    #[cfg(feature = "mechanic")]
    pub points: Vec<(Square, u8)>,
    /// How many moves of the present turn have been made afterwards.
    #[cfg(feature = "mechanic")]
    pub made: u8,
}

/// What a move did to pieces, told apart from how the position stores it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deed {
    /// Pieces taken, with the square on which each stood.
    pub captured: SmallVec<[(Square, PieceId); 1]>,
    /// Other pieces of the mover's that were carried along: from, to.
    pub carried: SmallVec<[(Square, Square); 1]>,
    /// What the piece became by choice.
    pub promoted: Option<PieceId>,
    /// What the ruleset's mechanics did, in that order.
    #[cfg(feature = "mechanic")]
    pub happenings: Vec<Happening>,
    /// What became of the move if it was a capture that failed.
    #[cfg(feature = "mechanic")]
    pub repulsed: Option<Repulse>,
}

impl Deed {
    /// Whether the move would have captured a piece that survived it: the attacker then stayed as and where it was.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        #[cfg(feature = "mechanic")]
        return self.happenings.iter().any(|happening| matches!(happening, Happening::Hit { .. }));
        #[cfg(not(feature = "mechanic"))]
        false
    }

    /// Whether the move was a capture that failed: nothing was taken, and the piece did not arrive.
    #[must_use]
    pub fn is_repulsed(&self) -> bool {
        #[cfg(feature = "mechanic")]
        return self.repulsed.is_some();
        #[cfg(not(feature = "mechanic"))]
        false
    }

    /// Whether the move captured, or hit what it would have captured.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty() || self.is_hit()
    }
}

/// A capture that failed.
#[cfg(feature = "mechanic")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repulse {
    /// Pieces that the move would have taken, as they were before it, with the square on which each stands.
    pub spared: SmallVec<[(Square, PieceId); 1]>,
    /// Where the piece stands that tried: where it came from, or where it retreated to. Nowhere if it was lost.
    pub stands: Option<Square>,
}

#[cfg(feature = "mechanic")]
impl Repulse {
    /// Whether the piece that tried was lost.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.stands.is_none()
    }
}

/// Why a move cannot be a capture that fails. Whatever was asked, nothing has changed.
#[cfg(feature = "mechanic")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NotRepulsed {
    /// The move itself cannot be played.
    #[error(transparent)]
    Move(#[from] crate::IllegalMove),
    /// The move takes nothing, so that nothing can repulse it.
    #[error("the move captures nothing")]
    NoCapture,
    /// The piece comes from the hand.
    #[error("what comes from the hand has no square to fall back to, nor to be lost from")]
    FromHand,
    /// The piece can stand neither on a square that is occupied or not on the board, nor where it wanted to go.
    #[error("the piece cannot fall back to that square")]
    Retreat,
    /// A terminal piece is not lost by a capture of its own.
    #[error("a terminal piece cannot be lost by a capture that fails")]
    Terminal,
}

/// Something that a mechanic did with a piece. Pieces are named as they were when it happened to them, the move itself being done.
#[cfg(feature = "mechanic")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// It was to be captured and survived.
    Hit {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// How many points it has left; at least one.
        left: u8,
    },
    /// It stands on a poisoned square and survived.
    Poisoned {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// How many points it has left; at least one.
        left: u8,
    },
    /// It gained points.
    Healed {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// How many points it has now.
        points: u8,
    },
    /// It left the game, and nobody captured it.
    Destroyed {
        /// Where it stood.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// By what.
        cause: Cause,
    },
}

/// What destroys a piece that nobody captures.
#[cfg(feature = "mechanic")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A capture nearby, or its own.
    Blast,
    /// The square on which it stood.
    Poison,
}
