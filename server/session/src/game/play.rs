//! Moves of a game: evaluation of commits, and the consequences of a ply.

use ggn_core::notation::cgsn::Status;
use ggn_core::{EndStatus, Ending, Goal, Move, Played, Side, Stop};

use super::gambit::Turn;
use super::{Game, Outcome};
use crate::domain::{CommitOutcome, EndReason, Refusal, UnixMs};
use crate::gambit::Resolution;
use crate::hearing::of_move;
use crate::moderator::{Moment, announce_try};
use crate::touch_move::{Commit, Evaluation, Step, TouchRules, evaluate, evaluate_pass};

impl Game {
    /// Commits a player to a piece. An error has no effect, except that a piece may be touched afterwards.
    // Requirements blind-2, blind-70, blind-119.
    pub(crate) fn commit(&mut self, by: Side, commit: Commit, at: UnixMs) -> Result<CommitOutcome, Refusal> {
        if self.is_contested() {
            return Err(Refusal::WrongPhase);
        }
        if self.board.position().turn() != by {
            return Err(Refusal::NotYourTurn);
        }
        if self.moderator.attempts().is_some() {
            return self.answer_attempt(by, commit, at);
        }
        let rules = TouchRules {
            binds: self.touch_move,
            // By sight, the other way would tell of squares that are not seen.
            wont_help_includes_blocked: self.sights.is_some() || self.moderator.wont_help_includes_blocked(),
        };
        let evaluation = evaluate(&self.board, self.open_moves(), rules, self.touched, commit);
        let evaluation = self.refuse_captures(evaluation, commit);
        self.settle_try(by, evaluation, Some(commit), at)
    }

    /// Passes for a player, where the rules let a side pass.
    pub(crate) fn pass(&mut self, by: Side, at: UnixMs) -> Result<CommitOutcome, Refusal> {
        if self.is_contested() {
            return Err(Refusal::WrongPhase);
        }
        if self.board.position().turn() != by {
            return Err(Refusal::NotYourTurn);
        }
        if let Some(answers) = self.moderator.attempts() {
            // Games before such a moderator have no passes.
            return Ok(self.refuse_attempt(by, (None, None), answers.knowable, at));
        }
        let evaluation = evaluate_pass(&self.board, self.touched);
        self.settle_try(by, evaluation, None, at)
    }

    /// Applies the result of a try: of a commit, or of a pass.
    fn settle_try(
        &mut self,
        by: Side,
        evaluation: Evaluation,
        commit: Option<Commit>,
        at: UnixMs,
    ) -> Result<CommitOutcome, Refusal> {
        self.touched = evaluation.touched;
        match evaluation.step {
            Step::Error(code) => Err(code),
            Step::Silent => Ok(CommitOutcome::Touched),
            Step::Refuse(event) => {
                let ply = self.plies().saturating_add(1);
                let announcement = announce_try(&self.moderator, Moment { ply, at }, by, event);
                let tried = (commit.map(|commit| commit.touched), commit.and_then(|commit| commit.to));
                Ok(self.refuse(by, tried, announcement, event.text(by), at))
            }
            Step::Play(mv) => {
                if self.contest(by, &mv, at) {
                    return Ok(CommitOutcome::Contested);
                }
                Ok(CommitOutcome::Made { captures: self.make(&mv, None, at) })
            }
        }
    }

    /// Makes a move without the touch-move rule. Returns false for an illegal move, which is neither recorded nor announced. An error has no effect.
    pub(crate) fn attempt(&mut self, by: Side, commit: Commit, at: UnixMs) -> Result<bool, Refusal> {
        self.check_active()?;
        if self.board.position().turn() != by {
            return Err(Refusal::NotYourTurn);
        }
        let rules = TouchRules { binds: false, wont_help_includes_blocked: true };
        let step = evaluate(&self.board, self.open_moves(), rules, None, commit).step;
        self.make_step(step, at)
    }

    /// Passes without the touch-move rule, as [`Game::attempt`] moves.
    pub(crate) fn attempt_pass(&mut self, by: Side, at: UnixMs) -> Result<bool, Refusal> {
        self.check_active()?;
        if self.board.position().turn() != by {
            return Err(Refusal::NotYourTurn);
        }
        let step = evaluate_pass(&self.board, None).step;
        self.make_step(step, at)
    }

    /// Makes the move of a step, if it has one; returns whether it does.
    fn make_step(&mut self, step: Step, at: UnixMs) -> Result<bool, Refusal> {
        match step {
            Step::Play(mv) => {
                self.make(&mv, None, at);
                Ok(true)
            }
            Step::Error(refusal) => Err(refusal),
            Step::Silent | Step::Refuse(_) => Ok(false),
        }
    }

    /// Makes a move, after a duel if there was one. Returns whether it captured or hit a piece.
    pub(super) fn make(&mut self, mv: &Move, fought: Option<Resolution>, at: UnixMs) -> bool {
        let Ok(played) = self.board.play(mv) else { return false };
        let played = played.clone();
        self.follow(&played, Turn { duel: fought, retreat: None, regained: None }, at);
        played.effect.is_capture()
    }

    /// Applies the consequences of a ply: announcements, identities, counts, regeneration, and the end of the game.
    // Requirements blind-22, blind-80.
    pub(super) fn follow(&mut self, played: &Played, turn: Turn, at: UnixMs) {
        let by = played.by;
        self.identities.update(played, &self.data.ruleset);
        self.look_again(played);
        if let Some(gambit) = &self.gambit {
            gambit.terms.profile().failed_check_defence.adjudicate(&mut self.board);
        }
        let ending = self.board.ending();
        let moment = Moment { ply: self.plies(), at };
        let heard = of_move(&self.board, &self.moderator, &self.data.names, played, moment);
        self.touched = None;
        self.played_at.push(at);
        // For draw offers, a contested capture counted as a move when it was attempted. An offer made since then stays open.
        if turn.duel.is_none() {
            self.draw.record_move(by);
        }
        for kind in heard.captured {
            *self.captured[by].entry(kind).or_default() += 1;
        }
        for kind in heard.captured_covered {
            *self.captured_covered[by].entry(kind).or_default() += 1;
        }
        if let Some(kind) = heard.announced_kind {
            *self.announced_kinds[by].entry(kind).or_default() += 1;
        }
        self.announce(heard.announcements);
        self.book(by, turn);
        if let Some(Ending { status, winner }) = ending {
            self.finish(Outcome { reason: reason(status), winner });
            self.stop_clock(at);
        } else {
            self.pass_clock(by, at);
            self.begin_turn(at);
        }
        self.left_after.extend(self.clock.map(|clock| clock.reading().left_ms[by]));
    }
}

/// Returns the end reason of an ending; `None` for an ending without one.
// Requirement blind-87.
fn reason(status: EndStatus) -> Option<EndReason> {
    let status = match status {
        EndStatus::Cgsn(status) => status,
        EndStatus::Stop(stop) => {
            return Some(match stop {
                Stop::Passes => EndReason::Passes,
                Stop::Facing => EndReason::Facing,
                Stop::Full => EndReason::Full,
            });
        }
        EndStatus::Goal(goal) => {
            return Some(match goal {
                Goal::Captures => EndReason::Captures,
                Goal::Promotions => EndReason::Promotions,
                Goal::Checks => EndReason::Checks,
                Goal::Arrival => EndReason::Arrival,
                Goal::Extinction => EndReason::Extinction,
            });
        }
    };
    match status {
        Status::Checkmate => Some(EndReason::Checkmate),
        Status::Stalemate => Some(EndReason::Stalemate),
        Status::Insufficient => Some(EndReason::Insufficient),
        Status::Movelimit => Some(EndReason::FiftyMove),
        Status::Repetition => Some(EndReason::Threefold),
        Status::Resignation => Some(EndReason::Resign),
        Status::Agreement => Some(EndReason::DrawAgreed),
        Status::Timelimit => Some(EndReason::Timeout),
        Status::Check
        | Status::Stale
        | Status::Nomove
        | Status::Bareking
        | Status::Mareking
        | Status::Illegalmove => None,
    }
}
