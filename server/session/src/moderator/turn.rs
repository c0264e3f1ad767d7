//! Attempts and questions of one turn, as a moderator answers them who is asked: by what the player could know.

use std::collections::BTreeSet;

use ggn_core::{Attempt, Game, Location, Move, OwnPieces, Prospect, Square, prospect};

use super::facts::PawnTries;
use super::policy::Moderator;
use super::sections::{AfterYes, Attempts, BeforeTurn, Refusal};

/// Memory of the present turn. It holds nothing that its player does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Attempts that were refused.
    refused: BTreeSet<Attempt>,
    question: Question,
    /// Knowledge of the pawn tries before the first attempt.
    known: KnownTries,
}

/// State of the question for pawn tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Question {
    #[default]
    Open,
    /// Answered, and nothing follows.
    Answered,
    /// Answered no.
    No,
    /// Answered yes, and a pawn try is due.
    Due,
}

/// Knowledge of a player about their pawn tries, by announcements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum KnownTries {
    /// Nothing, or that there is one.
    #[default]
    Any,
    /// That pieces on these squares alone have one; none, if empty.
    From(BTreeSet<Square>),
}

/// Verdict on an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move is made.
    Made(Move),
    /// The attempt is refused.
    Refused(Refusal),
}

/// Answer to the question for pawn tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyAnswer {
    /// There is one.
    Has,
    /// There is none.
    No,
    /// The question is not open to the player.
    Refused(Refusal),
}

impl Turn {
    /// Begins a turn, whose player hears of these pawn tries.
    #[must_use]
    pub fn begin(moderator: &Moderator, tries: &PawnTries) -> Turn {
        let known = match moderator.tries().before_turn {
            Some(BeforeTurn::Sources) => KnownTries::From(tries.sources().collect()),
            Some(BeforeTurn::Whether | BeforeTurn::Count) if tries.count() == 0 => {
                KnownTries::From(BTreeSet::new())
            }
            Some(BeforeTurn::Whether | BeforeTurn::Count) | None => KnownTries::Any,
        };
        Turn { known, ..Turn::default() }
    }

    /// Returns the verdict on an attempt of the side to move, and remembers a refusal. `legal` is the legal move that it names, if there is one.
    ///
    /// Everything is evaluated before the verdict is chosen, so that the time of a refusal discloses no more than its text.
    pub fn judge(
        &mut self,
        game: &Game,
        moderator: &Moderator,
        answers: Attempts,
        (attempt, legal): (Attempt, Option<Move>),
    ) -> Verdict {
        let position = game.position();
        let own = OwnPieces::new(game.rules(), position.turn(), position.pieces());
        let prospect = prospect(game.rules(), &own, position.hand(position.turn()), attempt);
        let pawn = source(attempt).filter(|&square| is_pawn(game, moderator, &own, square));
        let pawn_try = pawn.filter(|_| prospect == Prospect::Capture);
        let is_denied = pawn_try.is_some_and(|square| self.denies(square));
        let is_repeated = self.refused.contains(&attempt);
        if self.question == Question::Due && (pawn_try.is_none() || is_repeated) {
            return Verdict::Refused(answers.withheld);
        }
        if prospect == Prospect::Impossible || is_denied {
            return Verdict::Refused(answers.knowable);
        }
        if is_repeated {
            return Verdict::Refused(answers.repeated);
        }
        if let Some(mv) = legal {
            return Verdict::Made(mv);
        }
        if self.question == Question::Due && moderator.tries().ask == Some(AfterYes::OneTry) {
            self.question = Question::Answered;
            self.refused.clear();
        }
        self.refused.insert(attempt);
        Verdict::Refused(answers.hidden)
    }

    /// Returns whether the player has to make a pawn try.
    #[must_use]
    pub fn requires_pawn_try(&self) -> bool {
        self.question == Question::Due
    }

    /// Returns whether the player knows that no pawn try from a square succeeds.
    fn denies(&self, square: Square) -> bool {
        self.question == Question::No
            || matches!(&self.known, KnownTries::From(squares) if !squares.contains(&square))
    }

    /// Returns the answer to the question whether the side to move has a pawn try.
    pub fn ask(&mut self, moderator: &Moderator, answers: Attempts, tries: &PawnTries) -> AnyAnswer {
        let Some(after) = moderator.tries().ask.filter(|_| self.question == Question::Open) else {
            return AnyAnswer::Refused(answers.withheld);
        };
        if tries.count() == 0 {
            self.question = Question::No;
            return AnyAnswer::No;
        }
        self.question = match after {
            AfterYes::Free => Question::Answered,
            AfterYes::OneTry | AfterYes::UntilMade => Question::Due,
        };
        AnyAnswer::Has
    }
}

/// Returns the legal move that an attempt names by its squares and letters.
pub(super) fn find(game: &Game, attempt: Attempt) -> Option<Move> {
    let rules = game.rules();
    let letter = |id| rules.piece(id).map(|piece| piece.qpi.pin.letter);
    let is_it = |mv: &Move| match attempt {
        Attempt::Move { source, destination, promotion } => {
            mv.source == Location::Square(source)
                && mv.destination == Location::Square(destination)
                && mv.promotion.and_then(letter) == promotion
        }
        Attempt::Drop { piece, destination } => {
            mv.source == Location::Hand
                && mv.destination == Location::Square(destination)
                && letter(mv.piece) == Some(piece)
        }
    };
    // All moves are looked at: the time to find the first depends on pieces that the player does not see.
    game.legal_moves().iter().filter(|mv| mv.placed.is_none() && is_it(mv)).fold(None, |_, mv| Some(*mv))
}

fn source(attempt: Attempt) -> Option<Square> {
    match attempt {
        Attempt::Move { source, .. } => Some(source),
        Attempt::Drop { .. } => None,
    }
}

fn is_pawn(game: &Game, moderator: &Moderator, own: &OwnPieces, square: Square) -> bool {
    let piece = own.piece_at(square).and_then(|piece| game.rules().piece(piece));
    piece.is_some_and(|piece| moderator.is_pawn(&piece.name))
}
