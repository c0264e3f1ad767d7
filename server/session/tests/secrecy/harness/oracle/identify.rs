//! Keys that players show. Nobody else learns of them, and nothing that is sent depends on them.

use ggn_core::Side;
use session::protocol::player::{Action, ErrorCode};

use super::{Answer, Model};

impl Model {
    /// Returns the answer to a key, which a seat is given once, and before its first move; `None` to any other action, and once the game is over.
    pub(super) fn identify(&mut self, side: Side, action: &Action) -> Option<Answer> {
        let Action::Identify { key, .. } = action else { return None };
        if self.rest.over {
            return None;
        }
        let has_moved = self.board.history().iter().any(|played| played.by == side);
        let seat = self.rest.seats[side].as_mut()?;
        let is_known = seat.key.as_ref() == Some(key);
        if !is_known && (has_moved || seat.key.is_some()) {
            return Some(Answer::Error(ErrorCode::WrongPhase));
        }
        seat.key = Some(key.clone());
        Some(Answer::Update)
    }
}
