//! Moves, their transitions and their effects.

use smallvec::SmallVec;

use crate::piece::PieceId;
use crate::{Side, Square};

/// Start or end of a move: a square, or the hand of the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// Hand of the side that moves.
    Hand,
    /// A square.
    Square(Square),
}

impl Location {
    /// Returns the square; `None` for the hand.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        match self {
            Location::Hand => None,
            Location::Square(square) => Some(square),
        }
    }
}

/// Move of one ruleset, as its generator produces it: the piece, its source and destination, and the row of the tables that allows it.
///
/// [`crate::Game::find`] turns a notation into one of a position's legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Piece before the move.
    pub piece: PieceId,
    /// Source.
    pub source: Location,
    /// Destination.
    pub destination: Location,
    /// Piece that the player chose for a promotion.
    pub promotion: Option<PieceId>,
    /// Piece that the player chose to place besides, and its square.
    pub placed: Option<Placement>,
    /// Index of the possibility that holds, in the ruleset's table.
    pub(crate) possibility: u32,
}

/// Piece that a move places on an empty square, when its own piece has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The piece.
    pub piece: PieceId,
    /// Its square.
    pub square: Square,
}

/// Change of a position: every square and hand that differs afterwards, and whether the turn passes.
///
/// Nothing else changes a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// Squares with the piece on each afterwards. A later entry overrides an earlier one for the same square.
    pub board: SmallVec<[(Square, Option<PieceId>); 6]>,
    /// Changes of the number of a piece in a hand.
    pub hands: SmallVec<[(Side, PieceId, i32); 1]>,
    /// True if the other side is to move afterwards.
    pub passes_turn: bool,
    /// Squares with the points of the piece on each afterwards. A later entry overrides an earlier one for the same square.
    #[cfg(feature = "mechanic")]
    pub points: Vec<(Square, u8)>,
    /// Number of moves of the present turn made afterwards.
    #[cfg(feature = "mechanic")]
    pub made: u8,
}

/// Effect of a move on pieces, independent of how the position stores them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEffect {
    /// Captured pieces, each with the square on which it stood.
    pub captured: SmallVec<[(Square, PieceId); 1]>,
    /// Other pieces of the same side that were carried along: from, to.
    pub carried: SmallVec<[(Square, Square); 1]>,
    /// Piece that the player chose for a promotion.
    pub promoted: Option<PieceId>,
    /// Events caused by the ruleset's mechanics, in order.
    #[cfg(feature = "mechanic")]
    pub happenings: Vec<Happening>,
    /// Details of a capture that failed.
    #[cfg(feature = "mechanic")]
    pub repulsed: Option<Repulse>,
}

impl MoveEffect {
    /// Returns whether the move would have captured a piece that survived it. The attacker then stayed unchanged on its square.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        #[cfg(feature = "mechanic")]
        return self.happenings.iter().any(|happening| matches!(happening, Happening::Hit { .. }));
        #[cfg(not(feature = "mechanic"))]
        false
    }

    /// Returns whether the move was a capture that failed: nothing was captured, and the piece did not reach its destination.
    #[must_use]
    pub fn is_repulsed(&self) -> bool {
        #[cfg(feature = "mechanic")]
        return self.repulsed.is_some();
        #[cfg(not(feature = "mechanic"))]
        false
    }

    /// Returns whether the move captured a piece, or hit a piece that survived.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty() || self.is_hit()
    }
}

/// Reason why a move is not played. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// No piece of the side to move stands on the source.
    #[error("no piece of the side to move is there")]
    NoPiece,
    /// The move needs a choice of what the piece becomes.
    #[error("the move needs a choice of what the piece becomes")]
    PromotionMissing,
    /// The piece cannot be promoted to that, or not at all.
    #[error("the piece cannot become that by this move")]
    PromotionImpossible,
    /// The move is possible, but its operator in PMN does not match its effect.
    #[error("the move is possible, but not written that way")]
    Operator,
    /// The tables or the constraints do not allow it.
    #[error("the move is not legal")]
    Illegal,
}

/// Capture that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repulse {
    /// Pieces that the move would have captured, as they were before it, each with its square.
    pub spared: SmallVec<[(Square, PieceId); 1]>,
    /// Square of the attacker afterwards: its source, or the square to which it retreated. `None` if it was lost.
    pub stands: Option<Square>,
}

impl Repulse {
    /// Returns whether the attacker was lost.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.stands.is_none()
    }
}

/// Reason why a move cannot be a capture that fails. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NotRepulsed {
    /// The move itself cannot be played.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// The move captures nothing.
    #[error("the move captures nothing")]
    NoCapture,
    /// The piece comes from the hand.
    #[error("what comes from the hand has no square to fall back to, nor to be lost from")]
    FromHand,
    /// The square is occupied, not on the board, or the destination of the move.
    #[error("the piece cannot fall back to that square")]
    Retreat,
    /// A terminal piece cannot be lost by a failed capture.
    #[error("a terminal piece cannot be lost by a capture that fails")]
    Terminal,
}

/// Event caused by a mechanic. Pieces are named as they were when it happened, after the move itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// Piece hit by a capture that it survived.
    Hit {
        /// Source.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// Points left; at least one.
        left: u8,
    },
    /// Piece on a poisoned square that survived.
    Poisoned {
        /// Source.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// Points left; at least one.
        left: u8,
    },
    /// Piece that gained points.
    Healed {
        /// Source.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// Points afterwards.
        points: u8,
    },
    /// Piece that left the game without being captured.
    Destroyed {
        /// Square on which it stood.
        square: Square,
        /// The piece.
        piece: PieceId,
        /// Cause of the destruction.
        cause: Cause,
    },
}

/// Cause that destroys a piece without capturing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Capture nearby, or its own.
    Blast,
    /// Poisoned square on which it stood.
    Poison,
}
