//! What pieces stand ready for, whosever turn it is and whatever stands in the way: who could take another along, and who could be taken on a
//! square that it passed over. Protocols that speak of rights (`KQkq`, `e3`) ask here.

use std::collections::BTreeSet;

use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::ruleset::table::Condition;

/// A marked piece that could be taken aside, and where the one that takes it would arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passing {
    /// Where the marked piece stands.
    pub square: Square,
    /// The piece.
    pub piece: PieceId,
    /// The square that it passed over.
    pub over: Square,
}

impl Ruleset {
    /// The pieces that could take another of their side along: whence, and where the other stands. Asked is what the rows say of pieces of that
    /// side; that squares are empty or unattacked is not.
    ///
    /// ```
    /// use ggn_core::{Position, Ruleset, Side};
    /// fn may_still_castle(rules: &Ruleset, position: &Position, side: Side) -> bool {
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
                Condition::Piece(asked) if self.side_of(asked) == side => {
                    position.piece_at(square) == Some(asked)
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

    /// Every way in which a marked piece could be taken aside, by its square.
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
