//! Sight: the squares that a side sees by what its pieces can do, in games whose players see no further.

use crate::movement::{Location, Transition};
use crate::{Position, Rules, Side, Square, reference};

/// Returns the squares that a side sees, from `a1` on: those of its own pieces, those to which one of them could go, and those on which it could
/// capture, if it were the side's turn. Safety of royal pieces does not matter, and neither does the hand: a piece that is not on the
/// board sees nothing.
///
/// A square that a piece could only capture on is not seen while nothing is there, and a piece that blocks the way of another and cannot be
/// captured by it is not seen either.
///
/// ```
/// use ggn_core::{Position, Rules, Side, Square, sight};
/// fn is_seen(rules: &Rules, position: &Position, side: Side, square: Square) -> bool {
///     sight(rules, position, side).binary_search(&square).is_ok()
/// }
/// ```
#[must_use]
pub fn sight(rules: &Rules, position: &Position, side: Side) -> Vec<Square> {
    let own = position.pieces().filter(|&(_, piece)| rules.is_own(piece, side)).map(|(square, _)| square);
    let mut seen: Vec<Square> = own.collect();
    let turn = turn_of(rules, position, side);
    for mv in rules.pseudo_legal_moves(&turn).iter().filter(|mv| mv.source != Location::Hand) {
        seen.extend(mv.destination.square());
        let (_, effect) = reference::row_transition(rules, &turn, mv);
        seen.extend(effect.captured.iter().map(|&(square, _)| square));
    }
    seen.extend(just_passed(rules, position, side));
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// Returns the squares that a piece of the side has just passed over and on which another could capture. The side knows that nothing is there, as
/// where it could capture in passing itself.
fn just_passed(rules: &Rules, position: &Position, side: Side) -> Vec<Square> {
    let is_marked = |piece| rules.is_own(piece, side) && rules.expires(piece).is_some();
    if !position.pieces().any(|(_, piece)| is_marked(piece)) {
        return Vec::new();
    }
    let enemy = rules.pieces().find(|(_, piece)| piece.side() != side);
    let is_attacked = |over: Square| {
        enemy.is_some_and(|(enemy, _)| {
            reference::attackers(rules, position, side, over, enemy).next().is_some()
        })
    };
    let passings = rules.passings().into_iter();
    let stands = passings.filter(|passing| {
        position.piece_at(passing.square) == Some(passing.piece)
            && is_marked(passing.piece)
            && position.piece_at(passing.over).is_none()
    });
    stands.map(|passing| passing.over).filter(|&over| is_attacked(over)).collect()
}

/// Returns the position at a side's turn: the present one, or the one after a move of the other side that changes nothing but the turn.
fn turn_of(rules: &Rules, position: &Position, side: Side) -> Position {
    if position.turn() == side {
        return position.clone();
    }
    let mut transition = Transition { passes_turn: true, ..Transition::default() };
    reference::drop_marks(rules, position, position.turn(), &mut transition);
    position.after(&transition)
}
