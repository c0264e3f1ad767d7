//! Terminal pieces exposed by a failed capture: captured by a move, or lost by a declaration of mate.

use super::{Arrival, Game, Step};
use crate::check::terminals;
use crate::ending::Ending;
use crate::movement::{Move, MoveEffect};
use crate::notation::cgsn::Status;
use crate::reference;
use crate::ruleset::endings::{Automatic, Verdict};
use crate::ruleset::{Constraint, EndStatus, Goal};
use crate::{Side, Square};

impl Game {
    /// Returns the legal moves that would capture a terminal piece of the other side. There are some only if that side has exposed one, which is
    /// possible by a failed capture ([`Game::repulse`], [`Game::forfeit`]). Like all legal moves they keep the own terminal pieces safe, and there
    /// are none once the game has ended.
    ///
    /// Such a move is played, or fails, like any other capture. If the ruleset guards terminal pieces, playing it ends the game by
    /// [`Goal::Extinction`], and the capturing side has won.
    pub fn royal_captures(&self) -> impl Iterator<Item = &Move> {
        self.legal_moves().iter().filter(|mv| self.takes_royal(mv, &self.planned(mv)))
    }

    /// Returns whether a legal move of the side to move captures nothing, for callers that do not allow every capture. The answer does not depend on
    /// whether the game has ended.
    #[must_use]
    pub fn has_quiet_move(&self) -> bool {
        self.legal.iter().any(|mv| self.planned(mv).captured.is_empty())
    }

    /// Ends the game by mate of a side where the caller's rules say so and the ruleset does not: the side's capture has failed and has exposed a terminal
    /// piece, or the side is in check and the caller does not allow the captures that it has. This replaces any other end that the last move
    /// has brought about.
    ///
    /// Has no effect if no terminal piece of that side can be captured, or if the players themselves have ended the game.
    pub fn declare_mate(&mut self, side: Side) {
        let is_open = self.rules.in_check(&self.position, side);
        if !is_open || self.ending.is_some_and(|ending| is_by_players(ending.status)) {
            return;
        }
        let verdict =
            self.rules.endings().automatic.iter().find_map(|(ending, verdict)| {
                matches!(ending, Automatic::Checkmate { .. }).then_some(*verdict)
            });
        self.ending = Some(verdict.unwrap_or(Verdict::Loss).ending(Status::Checkmate, side, || None));
        let gave = self.history.last_mut().filter(|played| played.check && played.by != side);
        if let Some(played) = gave
            && let Some(move_alone) = played.san.strip_suffix('+')
        {
            played.san = format!("{move_alone}#");
        }
    }

    /// Examines the result of a step. A side that has captured a guarded terminal piece has won, and the position is not examined further.
    pub(super) fn arrival(&self, mv: &Move, step: &Step) -> Arrival {
        let guards = self.rules.constraints().contains(&Constraint::RoyalSafety);
        let is_spared = self.rules.constraints().contains(&Constraint::DupleCheck)
            && step
                .after
                .pieces()
                .any(|(_, piece)| self.rules.side_of(piece) != step.by && self.rules.is_terminal(piece));
        if !guards || is_spared || !self.takes_royal(mv, &step.effect) {
            return self.look(&step.after, step.counters, Some((mv, step)));
        }
        let won = Ending { status: EndStatus::Goal(Goal::Extinction), winner: Some(step.by) };
        Arrival {
            legal: Vec::new(),
            in_check: false,
            gives_check: false,
            identity: None,
            goal_counts: step.goal_counts,
            move_count: None,
            ending: Some(won),
        }
    }

    /// Returns the effect of a move by its row alone.
    fn planned(&self, mv: &Move) -> MoveEffect {
        reference::row_transition(&self.rules, &self.position, mv).1
    }

    /// Returns whether a move with this effect captures a terminal piece of the other side that can be in check.
    fn takes_royal(&self, mv: &Move, effect: &MoveEffect) -> bool {
        let other = self.rules.side_of(mv.piece).opponent();
        let is_royal = |&(square, _): &(Square, _)| {
            terminals(&self.rules, &self.position, other).any(|(royal, _)| royal == square)
        };
        effect.captured.iter().any(is_royal)
    }
}

/// Returns whether a player ended the game, rather than the position.
fn is_by_players(status: EndStatus) -> bool {
    matches!(
        status.cgsn(),
        Some(Status::Resignation | Status::Agreement | Status::Timelimit | Status::Illegalmove)
    )
}
