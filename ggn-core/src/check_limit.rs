//! Limits on moves that give check or mate: the constraint `gives-no-check`, and the limits on drops of single pieces.
//!
//! They ask what the other side could do after a move, which no row says. Both generators make their moves without them and then pass them through
//! [`keep_permitted`].

use crate::Side;
use crate::movement::{Location, Move};
use crate::piece::DropLimit;
use crate::position::Position;
use crate::ruleset::{Constraint, Ruleset};

/// Limit that a move may exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckLimit {
    /// No check.
    NoCheck,
    /// No mate.
    NoMate,
}

/// Answers about positions, by the generator that plays.
pub(crate) struct Answers<'a> {
    /// Returns the position after a move.
    pub(crate) after: &'a dyn Fn(&Position, &Move) -> Position,
    /// Returns whether a terminal piece of a side can be captured.
    pub(crate) in_check: &'a dyn Fn(&Position, Side) -> bool,
    /// Returns whether the side to move has a legal move.
    pub(crate) can_move: &'a dyn Fn(&Position) -> bool,
}

/// Returns whether the ruleset limits any move.
pub(crate) fn has_limits(rules: &Ruleset) -> bool {
    rules.constraints().contains(&Constraint::GivesNoCheck)
        || rules.pieces().any(|(_, piece)| piece.drop_limit.is_some())
}

/// Removes the moves that exceed a limit.
pub(crate) fn keep_permitted(
    rules: &Ruleset,
    position: &Position,
    moves: &mut Vec<Move>,
    answers: &Answers<'_>,
) {
    if has_limits(rules) {
        moves.retain(|mv| exceeded(rules, position, mv, answers).is_none());
    }
}

/// Returns the limit that a move exceeds.
pub(crate) fn exceeded(
    rules: &Ruleset,
    position: &Position,
    mv: &Move,
    answers: &Answers<'_>,
) -> Option<CheckLimit> {
    let limit = limit(rules, mv)?;
    let after = (answers.after)(position, mv);
    let enemy = rules.side_of(mv.piece).opponent();
    let is_exceeded = (answers.in_check)(&after, enemy)
        && match limit {
            CheckLimit::NoCheck => true,
            // In a turn of several moves the other side is not mated yet.
            CheckLimit::NoMate => after.turn() == enemy && !(answers.can_move)(&after),
        };
    is_exceeded.then_some(limit)
}

/// Returns the stricter of the limits that hold for a move.
fn limit(rules: &Ruleset, mv: &Move) -> Option<CheckLimit> {
    if rules.constraints().contains(&Constraint::GivesNoCheck) {
        return Some(CheckLimit::NoCheck);
    }
    let drop_limit = rules.piece(mv.piece).and_then(|piece| piece.drop_limit);
    match drop_limit.filter(|_| mv.source == Location::Hand)? {
        DropLimit::NoCheck => Some(CheckLimit::NoCheck),
        DropLimit::NoMate => Some(CheckLimit::NoMate),
    }
}
