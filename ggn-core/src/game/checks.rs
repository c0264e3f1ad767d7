//! Checks that a side has given by one move after the other.

use super::Played;
use crate::check::checkers;
use crate::piece::Role;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// Returns the roles of the pieces that give check in a position that the history has led to by one more move; then those of the checks before it,
/// back to the first of the moves of the same side that all gave check.
pub(super) fn in_a_row(rules: &Ruleset, history: &[Played], position: &Position) -> Vec<Vec<Role>> {
    let by = position.turn().opponent();
    let earlier = history.iter().rev().filter(|played| played.by == by);
    let checks = earlier.take_while(|played| played.check).map(|played| &played.after);
    std::iter::once(position).chain(checks).map(|position| checkers(rules, position)).collect()
}
