//! Limits on moves that give check or mate: the constraint `gives-no-check`, and the limits on drops of single pieces and promotions to them.
//!
//! They ask what the other side could do after a move, which no row says. The interpreter generates its moves without them and
//! then passes them through [`keep_permitted`].

use crate::Side;
use crate::movement::{Location, Move};
use crate::piece::DropLimit;
use crate::position::Position;
use crate::ruleset::{Constraint, Ruleset};

/// Answers about positions, by the generator that plays.
pub(crate) struct Answers<'a> {
    /// Returns the position after a move.
    pub(crate) after: &'a dyn Fn(&Position, &Move) -> Position,
    /// Returns whether a terminal piece of a side can be captured.
    pub(crate) in_check: &'a dyn Fn(&Position, Side) -> bool,
    /// Returns whether the side to move has a legal move.
    pub(crate) can_move: &'a dyn Fn(&Position) -> bool,
}

/// Removes the moves that exceed a limit.
pub(crate) fn keep_permitted(
    rules: &Ruleset,
    position: &Position,
    moves: &mut Vec<Move>,
    answers: &Answers<'_>,
) {
    if rules.limits_checks() {
        moves.retain(|mv| exceeded(rules, position, mv, answers).is_none());
    }
}

/// Returns the limit that a move exceeds.
pub(crate) fn exceeded(
    rules: &Ruleset,
    position: &Position,
    mv: &Move,
    answers: &Answers<'_>,
) -> Option<DropLimit> {
    let limit = limit(rules, mv)?;
    let after = (answers.after)(position, mv);
    let enemy = rules.side_of(mv.piece).opponent();
    let is_exceeded = (answers.in_check)(&after, enemy)
        && match limit {
            DropLimit::NoCheck => true,
            // In a turn of several moves the other side is not mated yet.
            DropLimit::NoMate => after.turn() == enemy && !(answers.can_move)(&after),
        };
    is_exceeded.then_some(limit)
}

/// Returns the stricter of the limits that hold for a move.
fn limit(rules: &Ruleset, mv: &Move) -> Option<DropLimit> {
    if rules.constraints().contains(&Constraint::GivesNoCheck) {
        return Some(DropLimit::NoCheck);
    }
    if mv.promotion.and_then(|to| rules.piece(to)).is_some_and(|piece| piece.promotes_without_check) {
        return Some(DropLimit::NoCheck);
    }
    rules.piece(mv.piece)?.drop_limit.filter(|_| mv.source == Location::Hand)
}
