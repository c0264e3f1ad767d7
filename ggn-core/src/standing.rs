//! Standing rights of pieces, independent of the side to move and of blocking pieces: pieces that could carry another along, and pieces that
//! could be captured on a square that they passed over. Protocols with fields for both (`KQkq`, `e3`) need them.

use std::collections::BTreeSet;

use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::ruleset::table::Condition;

/// Marked piece that could be captured on a square that it passed over, and the destination of the capturing piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passing {
    /// Square of the marked piece.
    pub square: Square,
    /// The piece.
    pub piece: PieceId,
    /// Square that it passed over.
    pub over: Square,
}

impl Ruleset {
    /// Returns the pieces that could carry another of their side along, as pairs of squares: the piece, the carried piece. Only the conditions of the rows on
    /// pieces of that side are checked, not that squares are empty or unattacked.
    ///
    /// ```
    /// use ggn_core::{Position, Rules, Side};
    /// fn may_still_castle(rules: &Rules, position: &Position, side: Side) -> bool {
    ///     let is_theirs = |square| position.piece_at(square).and_then(|piece| rules.piece(piece)).is_some_and(|piece| piece.side() == side);
    ///     rules.companions(position).iter().any(|&(mover, _)| is_theirs(mover))
    /// }
    /// ```
    #[must_use]
    pub fn companions(&self, position: &Position) -> BTreeSet<(Square, Square)> {
        let mut found = BTreeSet::new();
        for (from, piece) in position.pieces() {
            let side = self.side_of(piece);
            let stands = |&(square, condition): &(Square, Condition)| match condition {
                Condition::Piece(required) if self.side_of(required) == side => {
                    position.piece_at(square) == Some(required)
                }
                Condition::Piece(_) | Condition::Empty | Condition::Enemy => true,
            };
            for row in self.table().rows(piece, Location::Square(from)) {
                for (index, way) in self.table().possibilities(row) {
                    let Some(effect) = self.table().effect(index) else { continue };
                    if !effect.carries.is_empty() && way.must.iter().all(stands) {
                        found.extend(effect.carries.iter().map(|&(carried, _)| (from, carried)));
                    }
                }
            }
        }
        found
    }

    /// Returns every capture of a passed-over piece that the tables allow, sorted by the square of the marked piece.
    #[must_use]
    pub fn passings(&self) -> BTreeSet<Passing> {
        let mut found = BTreeSet::new();
        for (taker, _, row) in self.table().iter() {
            let Some(over) = row.destination.square() else { continue };
            for (index, way) in self.table().possibilities(row) {
                let Some(effect) = self.table().effect(index) else { continue };
                let taken = way.must.iter().filter_map(|&(square, condition)| match condition {
                    Condition::Piece(piece) => Some((square, piece)),
                    Condition::Empty | Condition::Enemy => None,
                });
                let taken = taken.filter(|(square, piece)| {
                    effect.takes.contains(square)
                        && self.expires(*piece).is_some()
                        && self.side_of(*piece) != self.side_of(taker)
                });
                found.extend(taken.map(|(square, piece)| Passing { square, piece, over }));
            }
        }
        found
    }
}
