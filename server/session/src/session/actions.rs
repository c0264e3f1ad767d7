//! Actions of players in a game in progress.

use ggn_core::Side;

use super::Session;
use crate::domain::{ChoiceWord, CommitOutcome, PieceType, Refusal, SquareName, UnixMs};
use crate::gambit::Points;
use crate::protocol::player::{Action, Question};
use crate::seat::player::Response;
use crate::touch_move::{Choice, Commit, Touched};

impl Session {
    /// Applies an action that needs a game in progress.
    pub(super) fn play(&mut self, side: Side, action: Action, at: UnixMs) -> Result<Response, Refusal> {
        self.game.check_active()?;
        match action {
            Action::Commit { from, to, promotion } => {
                self.commit(side, (from, to), promotion, at)?;
            }
            Action::Choose { from, to, choice } => {
                let touched = Touched::Board(self.game.square(from)?);
                self.choose(side, touched, to, Some(&choice), at)?;
            }
            Action::Drop { piece, to, choice } => {
                let touched = Touched::Hand(self.game.piece(piece)?);
                self.choose(side, touched, to, choice.as_ref(), at)?;
            }
            Action::Pass {} => {
                self.game.pass(side, at)?;
            }
            Action::Ask { question: Question::Any } => self.game.ask_for_tries(side, at)?,
            Action::Move { from, to, promotion } => {
                let outcome = self.commit(side, (from, Some(to)), promotion, at)?;
                let is_refused = matches!(outcome, CommitOutcome::Refused(_));
                let (from, to) = (self.game.square(from)?, self.game.square(to)?);
                let reason = if is_refused { self.game.illegal_reason(side, from, to) } else { None };
                return Ok(Response::Moved(Ok(outcome), reason));
            }
            Action::Allocate { amount } => self.game.bid(side, Points(amount), at)?,
            Action::Retreat { position } => {
                let to = self.game.square(position)?;
                self.game.retreat(side, to, at)?;
            }
            Action::Resign => self.game.resign(side),
            Action::OfferDraw => self.game.offer_draw(side),
            Action::RespondDraw { accept } => self.game.respond_draw(side, accept),
            // Handled by `act`, in every state of the game.
            Action::OfferRematch {}
            | Action::RespondRematch { .. }
            | Action::SetName { .. }
            | Action::ShareMarks { .. }
            | Action::Subscribe { .. }
            | Action::Unsubscribe { .. }
            | Action::Identify { .. } => {}
        }
        Ok(Response::Update)
    }

    /// Touches a piece, and moves it if there is a destination.
    fn commit(
        &mut self,
        side: Side,
        (from, to): (SquareName, Option<SquareName>),
        promotion: Option<PieceType>,
        at: UnixMs,
    ) -> Result<CommitOutcome, Refusal> {
        let from = self.game.square(from)?;
        let to = to.map(|to| self.game.square(to)).transpose()?;
        if promotion.is_some_and(|kind| !self.game.can_become(kind)) {
            return Err(Refusal::NoSuchPromotion);
        }
        self.game.commit(side, Commit::of_board(from, to, promotion), at)
    }

    /// Touches a piece on the board or in the hand, and moves it if there is a destination, with a choice by its word.
    fn choose(
        &mut self,
        side: Side,
        touched: Touched,
        to: Option<SquareName>,
        choice: Option<&ChoiceWord>,
        at: UnixMs,
    ) -> Result<CommitOutcome, Refusal> {
        let to = to.map(|to| self.game.square(to)).transpose()?;
        let choice = choice.map(|word| self.game.choice(side, word)).transpose()?;
        let choice = choice.unwrap_or(Choice::Promotion(None));
        self.game.commit(side, Commit { touched, to, choice }, at)
    }
}
