//! Marks that players share once the game is over.

use ggn_core::Side;

use super::Session;
use crate::domain::{GameStatus, Mark};
use crate::protocol::player::ErrorCode;
use crate::seat::player::Response;

impl Session {
    /// Shares the marks of a player with the other one and with spectators. This is done once, and not before the end: marks that the other player saw during
    /// the game would be talk about it.
    pub(super) fn share_marks(&mut self, side: Side, marks: &[Mark]) -> Response {
        let game = &mut self.game;
        if game.status != GameStatus::Finished {
            return Response::Error(ErrorCode::NotYourTurn, "marks can be shared once the game is over");
        }
        if !game.has_marks() {
            return Response::Error(ErrorCode::WrongPhase, "the players of this game have no marks");
        }
        if game.marks[side].is_some() {
            return Response::Error(ErrorCode::WrongPhase, "the marks are shared already");
        }
        match game.check_marks(side, marks) {
            Ok(()) => {
                game.marks[side] = Some(marks.into());
                Response::Marks
            }
            Err(message) => Response::Error(ErrorCode::Malformed, message),
        }
    }
}
