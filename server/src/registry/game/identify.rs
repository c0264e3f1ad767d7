//! Keys that players show in a game: their signatures are checked before they reach the session.

use session::ConnId;
use session::protocol::player::{Action, Command, ErrorCode};

use super::GameTask;
use crate::player_key::{has_signed, seat_text};

impl GameTask {
    /// Returns the error for a key without its signature over this seat.
    pub(super) fn refused_key(&self, conn: ConnId, command: &Command) -> Option<ErrorCode> {
        let Action::Identify { key, signature } = &command.action else { return None };
        // Who has no seat is told so by the session.
        let seat = self.host.seat_at(conn)?;
        let text = seat_text(&self.id, seat.0);
        (!has_signed(key, signature, &text)).then_some(ErrorCode::Malformed)
    }
}
