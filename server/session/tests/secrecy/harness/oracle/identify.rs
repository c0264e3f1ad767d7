//! Keys that players show: nobody else learns of them, and nothing that is sent depends on them. Also actions that have no effect before the end.

use ggn_core::Side;
use session::protocol::player::{Action, ErrorCode};

use super::{Answer, Model};

/// Returns whether an action is refused until the game is over, whatever it has: an offer of a rematch or its answer, and marks to be shared.
pub(super) fn is_for_the_end(action: &Action) -> bool {
    matches!(action, Action::OfferRematch {} | Action::RespondRematch { .. } | Action::ShareMarks { .. })
}

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
