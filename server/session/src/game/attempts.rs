//! Attempts and questions before a moderator who answers them, as in Kriegspiel: nothing is bound, and every attempt and question has its answer.

use ggn_core::{Side, Square};

use super::{Game, RefusedTry};
use crate::domain::limits::TRIES_KEPT;
use crate::domain::{Announcement, CommitOutcome, ModeratorText, Refusal, UnixMs};
use crate::hearing::of_pawn_tries;
use crate::moderator::{
    self, AnyAnswer, Attempts, Moment, PawnTries, Reply, Turn, Verdict, announce_refusal, announce_reply,
};
use crate::touch_move::{Choice, Commit, Touched, choice_need_of, legal_move_of};

/// The present turn before a moderator who answers attempts.
#[derive(Clone, Debug)]
pub(crate) struct AttemptedTurn {
    answers: Attempts,
    turn: Turn,
    tries: PawnTries,
}

impl Game {
    /// Begins the turn of the side to move: announces its pawn tries, where the moderator does so, and forgets what was refused before.
    pub(super) fn begin_turn(&mut self, at: UnixMs) {
        let Some(attempted) = self.attempted_turn() else { return };
        let (moment, names) = (self.next_move(at), &self.data.names);
        let announced = of_pawn_tries(&self.board, &self.moderator, names, &attempted.tries, moment);
        self.attempted = Some(Box::new(attempted));
        self.announce(announced);
    }

    fn attempted_turn(&self) -> Option<AttemptedTurn> {
        let answers = self.moderator.attempts()?;
        let tries = PawnTries::of(&self.board, &self.moderator);
        Some(AttemptedTurn { answers, turn: Turn::begin(&self.moderator, &tries), tries })
    }

    /// Returns the moment of an announcement about the move that is about to be made.
    fn next_move(&self, at: UnixMs) -> Moment {
        Moment { ply: self.plies().saturating_add(1), at }
    }

    /// Answers an attempt of the side to move.
    ///
    /// A choice of promotion is asked for before anything else is looked at: geometry and own pieces alone tell that it is due.
    pub(super) fn answer_attempt(
        &mut self,
        by: Side,
        commit: Commit,
        at: UnixMs,
    ) -> Result<CommitOutcome, Refusal> {
        // Nothing is bound: a piece that is only touched stays where it is.
        if commit.to.is_none() {
            return Ok(CommitOutcome::Touched);
        }
        let need = choice_need_of(&self.board, commit);
        if need.is_due && !need.may_be_plain && !commit.choice.is_made() {
            return Err(Refusal::PromotionRequired);
        }
        // A letter is ignored where no way of the move takes one.
        let commit = match commit.choice {
            Choice::Promotion(_) if !need.is_due => Commit { choice: Choice::Promotion(None), ..commit },
            Choice::Promotion(_) | Choice::Exact(_) => commit,
        };
        let attempt = commit.attempt(self.board.rules()).ok_or(Refusal::NoSuchPiece)?;
        let legal = legal_move_of(&self.board, commit);
        let Some(mut attempted) = self.attempted.take().map(|turn| *turn).or_else(|| self.attempted_turn())
        else {
            return Err(Refusal::WrongPhase);
        };
        let verdict = attempted.turn.judge(&self.board, &self.moderator, attempted.answers, (attempt, legal));
        self.attempted = Some(Box::new(attempted));
        match verdict {
            Verdict::Made(mv) => Ok(CommitOutcome::Made { captures: self.make(&mv, None, at) }),
            Verdict::Refused(refusal) => {
                Ok(self.refuse_attempt(by, (Some(commit.touched), commit.to), refusal, at))
            }
        }
    }

    /// Announces and records the answer to an attempt that is not made.
    pub(super) fn refuse_attempt(
        &mut self,
        by: Side,
        tried: (Option<Touched>, Option<Square>),
        refusal: moderator::Refusal,
        at: UnixMs,
    ) -> CommitOutcome {
        let announcement = announce_refusal(&self.moderator, self.next_move(at), by, refusal);
        self.refuse(by, tried, announcement, refusal.text(by), at)
    }

    /// Announces and records a refused try.
    pub(super) fn refuse(
        &mut self,
        by: Side,
        (touched, to): (Option<Touched>, Option<Square>),
        announcement: Option<Announcement>,
        text: ModeratorText,
        at: UnixMs,
    ) -> CommitOutcome {
        let ply = self.plies().saturating_add(1);
        let is_announced =
            announcement.as_ref().is_some_and(|announcement| announcement.audience.includes(by));
        self.announce(announcement);
        if self.tries.len() >= TRIES_KEPT {
            self.tries.pop_front();
        }
        self.tries.push_back(RefusedTry { ply, by, touched, to, text, at });
        if is_announced { CommitOutcome::Refused(text) } else { CommitOutcome::RefusedSilently }
    }

    /// Answers the question of a player whether they have a pawn try.
    pub(crate) fn ask_for_tries(&mut self, by: Side, at: UnixMs) -> Result<(), Refusal> {
        if self.board.position().turn() != by {
            return Err(Refusal::NotYourTurn);
        }
        let attempted = self.attempted.take().map(|turn| *turn).or_else(|| self.attempted_turn());
        let mut attempted = attempted.ok_or(Refusal::NoQuestions)?;
        let answer = attempted.turn.ask(&self.moderator, attempted.answers, &attempted.tries);
        self.attempted = Some(Box::new(attempted));
        let moment = self.next_move(at);
        let announcement = match answer {
            AnyAnswer::Has => announce_reply(&self.moderator, moment, by, Reply::HasAny, None),
            AnyAnswer::No => announce_reply(&self.moderator, moment, by, Reply::NoAny, None),
            AnyAnswer::Refused(refusal) => announce_refusal(&self.moderator, moment, by, refusal),
        };
        self.announce(announcement);
        Ok(())
    }
}
