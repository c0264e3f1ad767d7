//! Reasons why a position is impossible under a ruleset.

use std::fmt;

use crate::notation::qpi::Qpi;

/// Reason why a position is impossible. Pieces are written as QPI, squares as CELL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// The board has another size.
    #[error("the board is {found}, the game's is {expected}")]
    WrongBoard {
        /// Sizes found, as `9x10`.
        found: String,
        /// Sizes expected.
        expected: String,
    },
    /// The style-turn field names styles that the game does not have.
    #[error("the styles are {found}, the game's are {expected}")]
    WrongStyles {
        /// Styles found, first side's before the second's.
        found: String,
        /// Styles expected.
        expected: String,
    },
    /// A piece that the game does not have.
    #[error("{piece} on {square} is no piece of this game")]
    UnknownPiece {
        /// The piece.
        piece: Qpi,
        /// Its square.
        square: String,
    },
    /// A hand holds a piece that it cannot hold in this game.
    #[error("the hand of {side} cannot hold {piece} in this game")]
    ImpossibleHand {
        /// Side of the hand.
        side: String,
        /// Held piece.
        piece: Qpi,
    },
    /// A piece stands on a square where it can never be.
    #[error("{piece} cannot stand on {square}")]
    Misplaced {
        /// The piece.
        piece: Qpi,
        /// Its square.
        square: String,
    },
    /// A piece stands on a possible square, but a condition on other squares does not hold.
    #[error("{piece} cannot stand on {square}: {at} is not as it must be")]
    Contradicted {
        /// The piece.
        piece: Qpi,
        /// Its square.
        square: String,
        /// Square whose condition does not hold.
        at: String,
    },
    /// Too few or too many of a role.
    #[error("{side} has {found} × {role}, expected {expected}")]
    Count {
        /// Side.
        side: String,
        /// Name of the role for people.
        role: String,
        /// Number found.
        found: u32,
        /// Number expected.
        expected: String,
    },
    /// More markers that last a single move than moves in a turn.
    #[error("{found} pieces bear a mark that falls after one move; one move can set only one")]
    ManyMarkers {
        /// Number of marked pieces.
        found: usize,
    },
    /// The side to move owns a piece with a marker that must have expired.
    #[error("{piece} on {square} belongs to the side to move; its mark has fallen by now")]
    StaleMarker {
        /// The piece.
        piece: Qpi,
        /// Its square.
        square: String,
    },
    /// The side that is not to move is in check.
    #[error("{side} is in check, but it is the other side's turn")]
    InactiveInCheck {
        /// Side that is not to move.
        side: String,
    },
}

/// Reasons why a position is impossible; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImpossibleSetup(pub(crate) Vec<SetupFault>);

impl ImpossibleSetup {
    /// Returns the reasons, in the order of the board.
    #[must_use]
    pub fn faults(&self) -> &[SetupFault] {
        &self.0
    }
}

impl fmt::Display for ImpossibleSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for ImpossibleSetup {}
