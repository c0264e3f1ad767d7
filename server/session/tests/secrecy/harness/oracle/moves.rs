//! Moves of any form: from a square or from the hand, with the letter of a promotion or the word of a choice, and passes.

use std::sync::Arc;

use ggn_core::engine::read_choice;
use ggn_core::{Side, Square};
use session::protocol::player::{ChoiceWord, ErrorCode, PieceName, SquareName};

use super::super::attempts;
use super::super::verdict::{Choice, CommitRequest, Touch, Verdict, decide_commit, decide_pass};
use super::duel::Turn;
use super::{Answer, CHOICES, Effect, Model};

impl Model {
    pub(super) fn choose(
        &mut self,
        side: Side,
        from: SquareName,
        to: Option<SquareName>,
        choice: &ChoiceWord,
        effect: &mut Effect,
    ) -> Answer {
        let found = (self.square(from).map(Touch::Board), self.target(to), self.word(side, choice));
        let (Some(touch), Some(to), Some(choice)) = found else {
            return Answer::Error(ErrorCode::Malformed);
        };
        self.decide(side, CommitRequest { touch, to, choice }, effect)
    }

    pub(super) fn drop(
        &mut self,
        side: Side,
        piece: PieceName,
        to: Option<SquareName>,
        choice: Option<&ChoiceWord>,
        effect: &mut Effect,
    ) -> Answer {
        let rules = self.board.rules();
        let piece = piece.as_str().parse().ok().and_then(|qpi| rules.piece_id(qpi));
        let choice = choice.map_or(Some(Choice::Letter(None)), |word| self.word(side, word));
        let found = (piece.map(Touch::Hand), self.target(to), choice);
        let (Some(touch), Some(to), Some(choice)) = found else {
            return Answer::Error(ErrorCode::Malformed);
        };
        self.decide(side, CommitRequest { touch, to, choice }, effect)
    }

    pub(super) fn commit(
        &mut self,
        side: Side,
        from: SquareName,
        to: Option<SquareName>,
        promotion: Option<char>,
        effect: &mut Effect,
    ) -> Answer {
        let found = (self.square(from), self.target(to));
        let (Some(from), Some(to)) = found else {
            return Answer::Error(ErrorCode::Malformed);
        };
        if promotion.is_some_and(|kind| !CHOICES.contains(kind)) {
            return Answer::Error(ErrorCode::Malformed);
        }
        let (touch, choice) = (Touch::Board(from), Choice::Letter(promotion));
        self.decide(side, CommitRequest { touch, to, choice }, effect)
    }

    fn decide(&mut self, side: Side, wish: CommitRequest, effect: &mut Effect) -> Answer {
        if let Some(error) = self.refusal_of_any_move(side) {
            return error;
        }
        if let Some(answers) = self.policy.attempts {
            let policy = Arc::clone(&self.policy);
            let verdict = attempts::decide(&mut self.rest.turn, &self.board, &policy, answers, wish);
            return self.carry_out(side, verdict, effect);
        }
        // By sight, a player is not told apart what is blocked and what only seems so.
        let includes_blocked = self.plays_by_sight() || self.policy.wont_help_includes_blocked;
        let open = self.open_moves();
        let judged = decide_commit(
            (&self.board, &open),
            includes_blocked,
            self.manner.touch_move,
            self.rest.touched,
            wish,
        );
        let (verdict, touched) = self.without_captures(wish.touch, judged);
        self.rest.touched = touched;
        self.carry_out(side, verdict, effect)
    }

    pub(super) fn pass(&mut self, side: Side, effect: &mut Effect) -> Answer {
        if let Some(error) = self.refusal_of_any_move(side) {
            return error;
        }
        if let Some(answers) = self.policy.attempts {
            // No game before such a moderator has passes.
            return self.carry_out(side, Verdict::Refused(answers.knowable.word()), effect);
        }
        let verdict = decide_pass(&self.board, self.rest.touched);
        self.carry_out(side, verdict, effect)
    }

    fn refusal_of_any_move(&self, side: Side) -> Option<Answer> {
        if self.is_contested() {
            return Some(Answer::Error(ErrorCode::WrongPhase));
        }
        (self.turn() != side).then_some(Answer::Error(ErrorCode::NotYourTurn))
    }

    fn carry_out(&mut self, side: Side, verdict: Verdict, effect: &mut Effect) -> Answer {
        match verdict {
            Verdict::Error(code) => return Answer::Error(code),
            Verdict::Silence => {}
            Verdict::Refused(event) => {
                self.say(event, self.board.plies() + 1, side, serde_json::Value::Null, effect);
            }
            Verdict::Made(mv) => {
                if !self.contest(side, mv, effect) {
                    self.make(side, mv, Turn::default(), effect);
                }
            }
        }
        Answer::Update
    }

    /// Returns the destination; the outer `None` for a square of another board.
    fn target(&self, to: Option<SquareName>) -> Option<Option<Square>> {
        to.map_or(Some(None), |to| self.square(to).map(Some))
    }

    /// Reads the word of a choice.
    fn word(&self, side: Side, word: &ChoiceWord) -> Option<Choice> {
        read_choice(self.board.rules(), side, word.as_str()).map(Choice::Word)
    }

    pub(super) fn square(&self, name: SquareName) -> Option<Square> {
        self.board.rules().shape().square(name.as_str().parse().ok()?)
    }
}
