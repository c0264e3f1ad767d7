//! Pieces of both sides that face each other along a straight line.

use crate::piece::Role;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Side, Square};

/// Returns whether a piece of these roles faces one of the other side along a straight line, with no piece between.
pub(crate) fn are_facing(rules: &Ruleset, position: &Position, pieces: &[Role]) -> bool {
    let squares = |side: Side| {
        let is_it = move |piece| {
            rules.piece(piece).is_some_and(|piece| piece.side() == side && pieces.contains(&piece.role()))
        };
        position.pieces().filter(move |&(_, piece)| is_it(piece)).map(|(square, _)| square)
    };
    let is_empty = |square: &Square| position.piece_at(*square).is_none();
    let faces = |one, other| rules.shape().between(one, other).is_some_and(|path| path.iter().all(is_empty));
    squares(Side::First).any(|one| squares(Side::Second).any(|other| faces(one, other)))
}
