//! Movements, and the parts of a file that give them.

use std::fmt;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::Place;
use ggn_core::notation::qpi::Qpi;

use super::ast::Span;
use super::board::{Board, Mirror};

/// From where to where a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Movement {
    pub(super) piece: Qpi,
    /// None for the hand.
    pub(super) source: Option<Cell>,
    /// None for the hand.
    pub(super) destination: Option<Cell>,
}

impl Movement {
    /// Returns the other side's movement.
    pub(super) fn mirrored(self, board: &Board, mirror: Mirror) -> Movement {
        let cell = |cell| board.mirrored(cell, mirror);
        Movement {
            piece: board.opposite(self.piece),
            source: self.source.map(cell),
            destination: self.destination.map(cell),
        }
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}→{}", self.piece, place(self.source), place(self.destination))
    }
}

/// The part of a file that gives a possibility, by its first and last byte.
pub(super) type Origin = (usize, usize);

/// Returns the origin that a span is.
pub(super) fn origin(span: &Span) -> Origin {
    (span.start, span.end)
}

/// Returns the start or end of a move as a table writes it.
pub(super) fn place(cell: Option<Cell>) -> Place {
    cell.map_or(Place::Hand, Place::Cell)
}
