//! A whole game before a moderator who is asked: attempts and questions in, answers out. Tools use it; a session has the same parts.

use std::sync::Arc;

use ggn_core::{Attempt, Game, Rules, Side};

use super::facts::{MoveFacts, PawnTries};
use super::policy::Moderator;
use super::sections::{Attempts, Refusal, Reply};
use super::turn::{AnyAnswer, Turn, Verdict, find};
use crate::domain::Audience;

/// A game with its moderator.
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    moderator: Arc<Moderator>,
    answers: Attempts,
    turn: Turn,
    tries: PawnTries,
}

/// Answer to an attempt or a question, with its audience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub kind: AnswerKind,
    /// Audience of the answer; `None` if nobody hears it.
    pub audience: Option<Audience>,
}

/// Answer to an attempt or a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// The move is made.
    Made(Box<Made>),
    /// The attempt is not made, or the question not answered.
    Refused(Refusal),
    /// There is a pawn try.
    HasAny,
    /// There is no pawn try.
    NoAny,
}

/// Facts of a move that was made, and of the turn that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Facts of the move.
    pub facts: MoveFacts,
    /// Pawn tries of the side to move.
    pub tries: PawnTries,
}

impl Referee {
    /// Creates a referee of a game; `None` if the moderator answers no attempts. The rules should be [`Moderator::moderated`].
    #[must_use]
    pub fn new(rules: Arc<Rules>, moderator: Arc<Moderator>) -> Option<Referee> {
        Referee::of(Game::new(rules), moderator)
    }

    /// Creates a referee of a game that goes on from here.
    #[must_use]
    pub fn of(game: Game, moderator: Arc<Moderator>) -> Option<Referee> {
        let answers = moderator.attempts()?;
        let tries = PawnTries::of(&game, &moderator);
        let turn = Turn::begin(&moderator, &tries);
        Some(Referee { game, moderator, answers, turn, tries })
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the moderator.
    #[must_use]
    pub fn moderator(&self) -> &Moderator {
        &self.moderator
    }

    /// Answers an attempt of the side to move; a legal one is played.
    pub fn attempt(&mut self, attempt: Attempt) -> Answer {
        let by = self.game.position().turn();
        let legal = find(&self.game, attempt);
        let mv = match self.turn.judge(&self.game, &self.moderator, self.answers, (attempt, legal)) {
            Verdict::Refused(refusal) => return self.refused(by, refusal),
            Verdict::Made(mv) => mv,
        };
        let facts =
            self.game.play(&mv).is_ok().then(|| MoveFacts::of_last(&self.game, &self.moderator)).flatten();
        let Some(facts) = facts else { return self.refused(by, self.answers.hidden) };
        self.tries = PawnTries::of(&self.game, &self.moderator);
        self.turn = Turn::begin(&self.moderator, &self.tries);
        let audience = facts.audience.resolve(by);
        Answer { kind: AnswerKind::Made(Box::new(Made { facts, tries: self.tries.clone() })), audience }
    }

    /// Answers the question of the side to move whether it has a pawn try.
    pub fn ask(&mut self) -> Answer {
        let by = self.game.position().turn();
        let (kind, reply) = match self.turn.ask(&self.moderator, self.answers, &self.tries) {
            AnyAnswer::Refused(refusal) => return self.refused(by, refusal),
            AnyAnswer::Has => (AnswerKind::HasAny, Reply::HasAny),
            AnyAnswer::No => (AnswerKind::NoAny, Reply::NoAny),
        };
        let audience = self.moderator.audience_of_reply(reply).and_then(|audience| audience.resolve(by));
        Answer { kind, audience }
    }

    fn refused(&self, by: Side, refusal: Refusal) -> Answer {
        let audience = self.moderator.audience_of_refusal(refusal).resolve(by);
        Answer { kind: AnswerKind::Refused(refusal), audience }
    }
}
