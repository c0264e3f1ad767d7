//! Pieces that a move places when its own piece has arrived: the choices, and the change by one of them.

use super::holds;
use crate::movement::{Location, Move, Placement, Transition};
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{PlacedFrom, Placing};
use crate::{Side, Square};

/// Returns a move with each choice of a placement, and without one if that is a choice.
pub(super) fn choices(rules: &Ruleset, position: &Position, mv: &Move, placing: &Placing) -> Vec<Move> {
    let side = rules.side_of(mv.piece);
    let after = position.after(&super::row_transition(rules, position, mv).0);
    let mut moves: Vec<Move> = placing.optional.then_some(*mv).into_iter().collect();
    let pieces = placing.pieces.iter().filter(|&&piece| {
        let is_held = || position.hand(side).iter().any(|&(held, _)| held == piece);
        placing.from != PlacedFrom::Hand || is_held()
    });
    let squares = squares(rules, &after, mv, placing);
    for &piece in pieces {
        let placed = |&square: &Square| Move { placed: Some(Placement { piece, square }), ..*mv };
        moves.extend(squares.iter().map(placed));
    }
    moves
}

/// Returns the empty squares on which a piece may be placed.
fn squares(rules: &Ruleset, after: &Position, mv: &Move, placing: &Placing) -> Vec<Square> {
    let is_open = |square: &Square| after.piece_at(*square).is_none();
    let all = (0..rules.shape().squares()).filter_map(Square::from_index);
    let squares: Vec<Square> = if placing.on.is_empty() { all.collect() } else { placing.on.clone() };
    let squares = squares.into_iter().filter(is_open);
    let Some(along) = placing.along else { return squares.collect() };
    let lands = rules.table().effect(mv.possibility).and_then(|effect| effect.lands);
    let Some(from) = lands.or(mv.destination.square()) else { return Vec::new() };
    let leads = |to: &Square| {
        let row = rules.table().row(along, Location::Square(from), Location::Square(*to));
        let side = rules.side_of(along);
        row.is_some_and(|row| {
            rules.table().possibilities(row).any(|(_, way)| holds(rules, way, side, |at| after.piece_at(at)))
        })
    };
    squares.filter(leads).collect()
}

/// Adds the change by a placement to that of its move.
pub(super) fn add(
    position: &Position,
    side: Side,
    placed: Placement,
    from: PlacedFrom,
    transition: &mut Transition,
) {
    match from {
        PlacedFrom::Supply => {}
        PlacedFrom::Hand => transition.hands.push((side, placed.piece, -1)),
        PlacedFrom::Board => {
            let stood = position.pieces().filter(|&(_, piece): &(Square, PieceId)| piece == placed.piece);
            transition.board.extend(stood.map(|(square, _)| (square, None)));
        }
    }
    transition.board.push((placed.square, Some(placed.piece)));
}
