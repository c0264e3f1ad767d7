//! `turn`: a turn has several moves. Each of them is a move like any other, and constraints hold for each.

use super::Outcome;
use crate::legality;
use crate::movement::Transition;
use crate::position::Position;
use crate::reference;

/// How many moves a turn has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) moves: u8,
    /// Whether a move that gives check ends the turn.
    pub(crate) check_ends: bool,
}

impl Turn {
    /// Sees whether the turn goes on: unless its moves are made, or a check ends it, or there is no other legal move to make.
    pub(super) fn act(self, before: &Position, outcome: &mut Outcome<'_>) {
        let made = before.moves_made().saturating_add(1);
        let enemy = outcome.mover().opponent();
        let has_checked = || legality::in_check(outcome.rules, &outcome.after, enemy);
        if made >= self.moves || (self.check_ends && has_checked()) {
            return;
        }
        let goes_on = Transition { passes_turn: false, made, ..outcome.transition.clone() };
        if reference::has_legal_move(outcome.rules, &before.after(&goes_on)) {
            outcome.transition = goes_on;
        }
    }
}
