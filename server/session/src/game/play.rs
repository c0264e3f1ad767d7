//! Moves of a game: evaluation of commits, and the consequences of a ply.

use std::collections::BTreeSet;

use ggn_core::notation::cgsn::Status;
use ggn_core::{Cause, EndStatus, Ending, Goal, Happening, Location, Move, Played, Rules, Side, Stop};

use super::gambit::Turn;
use super::{Game, Outcome};
use crate::domain::{
    CapturedClass, CommitOutcome, Direction, EndReason, Event, Payload, PieceType, Refusal, UnixMs,
};
use crate::gambit::Resolution;
use crate::moderator::{Captured, Drop, Moment, MoveFacts, MoveSummary, announce_move, announce_try};
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
        match evaluate(&self.board, self.open_moves(), rules, None, commit).step {
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
        let kind = |id| {
            self.board.rules().piece(id).and_then(|piece: &ggn_core::Piece| PieceType::new(piece.letter()))
        };
        let captured: Vec<PieceType> =
            played.effect.captured.iter().filter_map(|&(_, piece)| kind(piece)).collect();
        let facts = MoveFacts::of_last(&self.board, &self.moderator);
        let capture = facts.as_ref().and_then(|facts| self.captured_payload(facts));
        let is_drop = played.mv.source == Location::Hand;
        let drop =
            is_drop.then(|| Drop { kind: facts.as_ref().and_then(|facts| facts.dropped).and_then(kind) });
        let directions = facts.map(|facts| unordered(facts.directions)).unwrap_or_default();
        let mechanic_events = mechanic_events(self.board.rules(), by, &played.effect.happenings);
        let happened = MoveSummary {
            by,
            captured: !captured.is_empty(),
            hit: played.effect.is_hit(),
            repulsed: played.effect.is_repulsed(),
            tag: played.tag.as_deref(),
            // What comes from the hand with another face up has not been promoted: the word would tell the drop.
            promoted: played.effect.promoted.filter(|_| !is_drop).and_then(kind),
            mechanic_events: &mechanic_events,
            capture: capture.as_ref(),
            drop,
            check: played.check,
            directions: &directions,
            ending,
        };
        let moment = Moment { ply: self.plies(), at };
        let announcements = announce_move(&self.moderator, moment, &happened);
        self.touched = None;
        self.played_at.push(at);
        // For draw offers, a contested capture counted as a move when it was attempted. An offer made since then stays open.
        if turn.duel.is_none() {
            self.draw.record_move(by);
        }
        for kind in captured {
            *self.captured[by].entry(kind).or_default() += 1;
        }
        if let Some(kind) = capture.and_then(|payload| payload.captured_type) {
            *self.announced_kinds[by].entry(kind).or_default() += 1;
        }
        self.announce(announcements);
        self.book(by, turn);
        if let Some(Ending { status, winner }) = ending {
            self.finish(Outcome { reason: reason(status), winner });
        } else {
            self.pass_clock(by, at);
            self.begin_turn(at);
        }
    }

    /// Returns the particulars of a capture that the moderator announces.
    fn captured_payload(&self, facts: &MoveFacts) -> Option<Payload> {
        let letter = |id| {
            self.board.rules().piece(id).and_then(|piece: &ggn_core::Piece| PieceType::new(piece.letter()))
        };
        let (captured, captured_type) = match facts.captured {
            Some(Captured::Pawn) => (Some(CapturedClass::Pawn), None),
            Some(Captured::Piece) => (Some(CapturedClass::Piece), None),
            Some(Captured::Kind(piece)) => (None, letter(piece)),
            None => (None, None),
        };
        let square = facts.capture_square.and_then(|square| self.data.names.square(square));
        Payload { square, captured, captured_type, ..Payload::default() }.unless_empty()
    }
}

/// Returns directions in the order of their kinds. The order of the checking pieces would tell more than the directions.
fn unordered(mut directions: Vec<Direction>) -> Vec<Direction> {
    directions.sort_unstable();
    directions
}

/// Returns the announced effects of the mechanics besides a hit: each once for each affected side, regardless of the number of pieces.
fn mechanic_events(rules: &Rules, by: Side, happenings: &[Happening]) -> Vec<(Event, Side)> {
    let event = |happening: &Happening| match *happening {
        // A hit is announced in place of the move.
        Happening::Hit { .. } => None,
        Happening::Destroyed { cause: Cause::Blast, .. } => Some((Event::Exploded, by)),
        Happening::Destroyed { piece, cause: Cause::Poison, .. } => {
            Some((Event::Fell, rules.piece(piece)?.side()))
        }
        Happening::Poisoned { piece, .. } => Some((Event::Poisoned, rules.piece(piece)?.side())),
        Happening::Healed { piece, .. } => Some((Event::Healed, rules.piece(piece)?.side())),
    };
    // Sorted by event and side, so that the order of the squares does not show.
    let events: BTreeSet<(Event, Side)> = happenings.iter().filter_map(event).collect();
    events.into_iter().collect()
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
