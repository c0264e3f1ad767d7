//! Mirrors of a board, which turn the pieces, squares and rows of one side into those of the other.

use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Place, Possibility};
use ggn_core::notation::lcn::{Condition, Lcn};
use ggn_core::notation::qpi::Qpi;

/// A half of the game turned into the other: sides change, and some of the board's dimensions are turned around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mirror<'r> {
    sizes: &'r [u8],
    /// For each dimension, whether it is turned around.
    turned: [bool; Cell::DIMENSIONS_MAX],
}

impl<'r> Mirror<'r> {
    /// Returns every mirror of a board: first the last dimension alone, then all, then the others.
    pub(super) fn all(sizes: &'r [u8]) -> Vec<Mirror<'r>> {
        let count = sizes.len();
        let (last, every) = (1usize << (count - 1), (1usize << count) - 1);
        let others = (1..every).filter(|&mask| mask != last);
        let mut masks = vec![last, every];
        masks.extend(others);
        let mirror =
            |mask: usize| Mirror { sizes, turned: [0, 1, 2].map(|dimension| mask >> dimension & 1 == 1) };
        masks.into_iter().map(mirror).collect()
    }

    pub(super) fn cell(&self, cell: Cell) -> Cell {
        let mut coordinates = [0; Cell::DIMENSIONS_MAX];
        let given = cell.coordinates();
        for (((turned, &at), &size), kept) in
            self.turned.iter().zip(given).zip(self.sizes).zip(coordinates.iter_mut())
        {
            *kept = if *turned { size.saturating_sub(1).saturating_sub(at) } else { at };
        }
        coordinates.get(..given.len()).and_then(Cell::new).unwrap_or(cell)
    }

    pub(super) fn place(&self, place: Place) -> Place {
        match place {
            Place::Hand => Place::Hand,
            Place::Cell(cell) => Place::Cell(self.cell(cell)),
        }
    }

    pub(super) fn lcn(&self, lcn: &Lcn) -> Lcn {
        let mirror = |&(cell, condition): &(Cell, Condition)| {
            let condition = match condition {
                Condition::Piece(piece) => Condition::Piece(other_side(piece)),
                Condition::Empty | Condition::Enemy => condition,
            };
            (self.cell(cell), condition)
        };
        sorted(Lcn { conditions: lcn.conditions.iter().map(mirror).collect() })
    }

    pub(super) fn row(&self, row: RowKey) -> RowKey {
        (other_side(row.0), self.place(row.1), self.place(row.2))
    }

    pub(super) fn way(&self, way: &Possibility) -> Possibility {
        Possibility { must: self.lcn(&way.must), deny: self.lcn(&way.deny) }
    }
}

/// Returns the same piece of the other side.
pub(super) fn other_side(piece: Qpi) -> Qpi {
    let mut piece = piece;
    piece.sin.side = piece.sin.side.opponent();
    piece.pin.side = piece.pin.side.opponent();
    piece
}

/// A piece, where it stands, where it goes.
pub(super) type RowKey = (Qpi, Place, Place);

/// Returns the conditions in the order of their squares.
pub(super) fn sorted(mut lcn: Lcn) -> Lcn {
    lcn.conditions.sort_by_key(|(cell, _)| *cell);
    lcn
}
