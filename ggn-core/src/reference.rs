//! Slow, obvious interpreter of movement tables: it reads the rows for every query.
//!
//! It is the oracle for faster code, so it stays as close to the wording of the rules as possible.

mod placement;

use smallvec::SmallVec;

use crate::movement::{Location, Move, MoveEffect, Transition};
use crate::notation::cell::Cell;
use crate::notation::ggn;
use crate::notation::lcn;
use crate::notation::qpi::Qpi;
use crate::piece::{Piece, PieceId};
use crate::position::Position;
use crate::ruleset::table::{Condition, Possibility};
use crate::ruleset::{Captured, Ruleset, Taker};
use crate::{Side, Square};

/// Returns the indices of the possibilities of a row of raw GGN that hold on a board. The piece on the source is not checked.
///
/// `enemy` means a piece of the opponent of `side`; `at` returns the piece on a square.
///
/// ```
/// use ggn_core::{Side, notation::ggn::Ggn, reference};
/// let table = Ggn::parse(br#"{ "C:N": { "b1": { "c3": [{ "must": { "c3": "empty" } }, { "must": { "c3": "enemy" } }] } } }"#)
///     .map_err(|faults| format!("{faults:?}"))?;
/// let enemy = "c:p".parse().ok();
/// assert_eq!(reference::matching(&table.rows[0].possibilities, Side::First, |_| None), [0]);
/// assert_eq!(reference::matching(&table.rows[0].possibilities, Side::First, |_| enemy), [1]);
/// # Ok::<(), String>(())
/// ```
// Requirement sashite-13.
pub fn matching(
    possibilities: &[ggn::Possibility],
    side: Side,
    at: impl Fn(Cell) -> Option<Qpi>,
) -> Vec<usize> {
    let is = |&(cell, condition): &(Cell, lcn::Condition)| match (condition, at(cell)) {
        (lcn::Condition::Empty, stands) => stands.is_none(),
        (lcn::Condition::Enemy, stands) => stands.is_some_and(|piece| piece.side() != side),
        (lcn::Condition::Piece(required), stands) => stands == Some(required),
    };
    let holds = |possibility: &ggn::Possibility| {
        possibility.must.conditions.iter().all(is) && !possibility.deny.conditions.iter().any(is)
    };
    possibilities
        .iter()
        .enumerate()
        .filter(|(_, possibility)| holds(possibility))
        .map(|(index, _)| index)
        .collect()
}

/// Returns whether a possibility of a piece of `side` holds, where `at` returns the piece on a square.
pub(crate) fn holds(
    rules: &Ruleset,
    possibility: &Possibility,
    side: Side,
    at: impl Fn(Square) -> Option<PieceId>,
) -> bool {
    let is = |&(square, condition): &(Square, Condition)| match (condition, at(square)) {
        (Condition::Empty, stands) => stands.is_none(),
        (Condition::Enemy, stands) => stands.is_some_and(|piece| rules.is_enemy(piece, side)),
        (Condition::Piece(required), stands) => stands == Some(required),
    };
    possibility.must.iter().all(is) && !possibility.deny.iter().any(is)
}

/// Returns every pseudo-legal move of the side to move: the moves that the tables allow, without regard to constraints.
pub(crate) fn pseudo_legal(rules: &Ruleset, position: &Position) -> Vec<Move> {
    let side = position.turn();
    // A marker that expires when the other side moves may still be there at the second move of a turn; the piece moves as what it expires to.
    #[cfg(feature = "mechanic")]
    let unmarked = |piece| rules.expires(piece).unwrap_or(piece);
    #[cfg(not(feature = "mechanic"))]
    let unmarked = |piece| piece;
    let on_board = position
        .pieces()
        .filter(|&(_, piece)| rules.mover(position, piece) == side)
        .map(|(square, piece)| (unmarked(piece), Location::Square(square)));
    // A hand may hold pieces of either side; a side drops only its own.
    let in_hand = position
        .hand(side)
        .iter()
        .filter(|&&(piece, _)| rules.side_of(piece) == side)
        .map(|&(piece, _)| (piece, Location::Hand));
    let in_supply = rules.pieces().filter(|(_, piece)| piece.is_supplied && piece.side() == side);
    let in_supply = in_supply.map(|(piece, _)| (piece, Location::Hand));
    let mut moves = Vec::with_capacity(48);
    for (piece, source) in on_board.chain(in_hand).chain(in_supply) {
        for row in rules.table().rows(piece, source) {
            let found = rules
                .table()
                .possibilities(row)
                .find(|(_, possibility)| holds(rules, possibility, side, |square| position.piece_at(square)));
            let Some((index, _)) = found else { continue };
            let destination = row.destination;
            let plain =
                Move { piece, source, destination, promotion: None, placed: None, possibility: index };
            let effect = rules.table().effect(index);
            let before = moves.len();
            match effect.and_then(|effect| effect.promotes.as_ref()) {
                None => moves.push(plain),
                // A hit does not reach the destination, so it promotes nothing.
                #[cfg(feature = "mechanic")]
                Some(_) if is_hit(rules, position, &plain) => moves.push(plain),
                Some(promotes) => {
                    if promotes.optional {
                        moves.push(plain);
                    }
                    let is_allowed = !promotes.is_of_last || count_of_role(rules, position, side, piece) == 1;
                    let choices = promotes
                        .choices
                        .iter()
                        .filter(|&&to| is_allowed && has_room(rules, position, side, to));
                    moves.extend(choices.map(|&choice| Move { promotion: Some(choice), ..plain }));
                }
            }
            if let Some(placing) = effect.and_then(|effect| effect.places.as_ref()) {
                let chosen: Vec<Move> = moves.drain(before..).collect();
                moves.extend(chosen.iter().flat_map(|mv| placement::choices(rules, position, mv, placing)));
            }
        }
    }
    moves
}

/// Returns whether a side may promote to a piece: whether the limit of its role leaves room for one more.
fn has_room(rules: &Ruleset, position: &Position, side: Side, piece: PieceId) -> bool {
    let Some(limit) = rules.piece(piece).and_then(|piece| piece.promotion_limit) else { return true };
    count_of_role(rules, position, side, piece) < limit as usize
}

/// Returns the number of a side's pieces on the board that have the role of a piece.
fn count_of_role(rules: &Ruleset, position: &Position, side: Side, piece: PieceId) -> usize {
    let role = |piece| rules.piece(piece).map(Piece::role);
    let is_alike = |other: PieceId| rules.side_of(other) == side && role(other) == role(piece);
    position.pieces().filter(|&(_, other)| is_alike(other)).count()
}

/// Returns whether a move would capture a piece that survives it.
#[cfg(feature = "mechanic")]
fn is_hit(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let hit_points = rules.mechanics().hit_points;
    hit_points.is_some_and(|points| points.is_hit(position, &row_transition(rules, position, mv).1))
}

/// Returns the transition and the effect of a move by its row alone, without mechanics.
// Requirements sashite-15, sashite-18, sashite-24, sashite-29, sashite-31, sashite-33.
pub(crate) fn row_transition(rules: &Ruleset, position: &Position, mv: &Move) -> (Transition, MoveEffect) {
    let side = rules.mover(position, mv.piece);
    let row_effect = rules.table().effect(mv.possibility);
    let mut transition = Transition { passes_turn: true, ..Transition::default() };
    let mut effect = MoveEffect { promoted: mv.promotion, ..MoveEffect::default() };

    drop_marks(rules, position, side, &mut transition);
    match mv.source {
        Location::Square(square) => transition.board.push((square, None)),
        Location::Hand if rules.piece(mv.piece).is_some_and(|piece| piece.is_supplied) => {}
        Location::Hand => transition.hands.push((side, mv.piece, -1)),
    }
    let aside = row_effect.map_or(&[][..], |effect| effect.takes.as_slice());
    let carries = row_effect.map_or(&[][..], |effect| effect.carries.as_slice());
    let leaves =
        |square| mv.source == Location::Square(square) || carries.iter().any(|&(from, _)| from == square);
    for &square in aside.iter().chain(mv.destination.square().iter()) {
        if let Some(taken) = position.piece_at(square).filter(|_| !leaves(square)) {
            take(rules, side, (square, taken), &mut transition, &mut effect);
        }
    }
    let carried: SmallVec<[_; 1]> =
        carries.iter().filter_map(|&(from, to)| Some((from, to, position.piece_at(from)?))).collect();
    transition.board.extend(carried.iter().map(|&(from, _, _)| (from, None)));
    for (from, to, piece) in carried {
        transition.board.push((to, Some(rules.moved(piece))));
        effect.carried.push((from, to));
    }
    for &square in row_effect.map_or(&[][..], |effect| &effect.revokes) {
        let is_taken = mv.destination == Location::Square(square) || aside.contains(&square);
        let enemy = position.piece_at(square).filter(|&piece| rules.is_enemy(piece, side) && !is_taken);
        let changed = enemy.map(|piece| rules.moved(piece)).filter(|changed| Some(*changed) != enemy);
        transition.board.extend(changed.map(|changed| (square, Some(changed))));
    }
    let arriving = mv
        .promotion
        .or(row_effect.and_then(|effect| effect.becomes))
        .unwrap_or_else(|| rules.moved(mv.piece));
    match mv.destination {
        Location::Square(square) => {
            let lands = row_effect.and_then(|effect| effect.lands).unwrap_or(square);
            transition.board.push((lands, Some(arriving)));
        }
        Location::Hand => transition.hands.push((side, arriving, 1)),
    }
    if let Some(placed) = mv.placed
        && let Some(placing) = row_effect.and_then(|effect| effect.places.as_ref())
    {
        placement::add(position, side, placed, placing.from, &mut transition);
    }
    (transition, effect)
}

/// Removes the markers that expire when `side` completes its move: those of the other side.
// Requirements sashite-34, sashite-56.
pub(crate) fn drop_marks(rules: &Ruleset, position: &Position, side: Side, transition: &mut Transition) {
    if rules.has_markers() {
        let fallen = position.pieces().filter(|&(_, piece)| rules.side_of(piece) != side);
        transition
            .board
            .extend(fallen.filter_map(|(square, piece)| Some((square, Some(rules.expires(piece)?)))));
    }
}

/// Captures the piece on a square, for `side`.
pub(crate) fn take(
    rules: &Ruleset,
    side: Side,
    (square, taken): (Square, PieceId),
    transition: &mut Transition,
    effect: &mut MoveEffect,
) {
    transition.board.push((square, None));
    effect.captured.push((square, taken));
    if let Captured::Hand(kept) = rules.captured()
        && let Some(&(_, kept)) = kept.iter().find(|&&(piece, _)| piece == taken)
    {
        transition.hands.push((side, kept, 1));
    }
}

/// Returns the pieces of `by` that have a row capturing `supposed` if it stood on `target`, with every other piece unchanged.
///
/// A piece with a marker attacks as what it expires to: the marked piece has no rows, but it can give check.
pub(crate) fn attackers<'a>(
    rules: &'a Ruleset,
    position: &'a Position,
    by: Side,
    target: Square,
    supposed: PieceId,
) -> impl Iterator<Item = Square> + 'a {
    let at = move |square| if square == target { Some(supposed) } else { position.piece_at(square) };
    let attacks = move |square: Square, piece| {
        let piece = rules.expires(piece).unwrap_or(piece);
        let row = rules.table().row(piece, Location::Square(square), Location::Square(target));
        row.is_some_and(|row| rules.table().possibilities(row).any(|(_, way)| holds(rules, way, by, at)))
    };
    let own = position.pieces().filter(move |&(_, piece)| rules.side_of(piece) == by);
    own.filter(move |&(square, piece)| attacks(square, piece)).map(|(square, _)| square)
}

/// Returns the rows by which pieces of `by` capture on `target` without arriving there. Markers count as in [`attackers`].
pub(crate) fn takers_aside<'a>(
    rules: &'a Ruleset,
    position: &'a Position,
    by: Side,
    target: Square,
) -> impl Iterator<Item = &'a Taker> + 'a {
    let takes = move |taker: &&Taker| {
        let stands = position.piece_at(taker.source);
        stands.map(|piece| rules.expires(piece).unwrap_or(piece)) == Some(taker.piece)
            && rules.side_of(taker.piece) == by
            && rules
                .table()
                .possibilities
                .get(taker.possibility as usize)
                .is_some_and(|way| holds(rules, way, by, |square| position.piece_at(square)))
    };
    rules.takers(target).iter().filter(takes)
}
