//! Changes that a move makes: by its row, by the ruleset's mechanics, and by the turn, which may go on.

#[cfg(feature = "mechanic")]
use crate::mechanic::{self, Outcome};
#[cfg(feature = "mechanic")]
use crate::movement::NotRepulsed;
use crate::movement::{Move, MoveEffect, Transition};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
#[cfg(feature = "mechanic")]
use crate::ruleset::mechanics::Turn;
#[cfg(feature = "mechanic")]
use crate::{Square, check, legality};

/// Returns the transition of a move, and what it does to other pieces.
pub(crate) fn transition(rules: &Ruleset, position: &Position, mv: &Move) -> (Transition, MoveEffect) {
    #[cfg(feature = "mechanic")]
    if !rules.mechanics().is_empty() {
        return with_turn(Outcome::of(rules, position, mv), position);
    }
    reference::row_transition(rules, position, mv)
}

/// Returns the transition of a capture that fails, after which its piece stands on `stands`, or is lost if there is no such square.
#[cfg(feature = "mechanic")]
pub(crate) fn repulsed(
    rules: &Ruleset,
    position: &Position,
    mv: &Move,
    stands: Option<Square>,
) -> Result<(Transition, MoveEffect), NotRepulsed> {
    Ok(with_turn(mechanic::repulsed(rules, position, mv, stands)?, position))
}

/// Decides whether the turn goes on after a move, and ends the outcome with that.
#[cfg(feature = "mechanic")]
fn with_turn(mut outcome: Outcome<'_>, before: &Position) -> (Transition, MoveEffect) {
    if let Some(turn) = &outcome.rules.mechanics().turn {
        turn.act(before, &mut outcome);
    }
    (outcome.transition, outcome.effect)
}

#[cfg(feature = "mechanic")]
impl Turn {
    /// Lets the turn go on, unless all its moves are made, a check ends it, or no other legal move is left.
    fn act(self, before: &Position, outcome: &mut Outcome<'_>) {
        let made = before.moves_made().saturating_add(1);
        let enemy = outcome.mover().opponent();
        let has_checked = || check::in_check(outcome.rules, &outcome.after, enemy);
        if made >= self.moves || (self.check_ends && has_checked()) {
            return;
        }
        let goes_on = Transition { passes_turn: false, made, ..outcome.transition.clone() };
        if legality::has_legal_move(outcome.rules, &before.after(&goes_on)) {
            outcome.transition = goes_on;
        }
    }
}
