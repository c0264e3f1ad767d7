//! Seats of newcomers: which one a hello gets, and the refusal where there is none.

use ggn_core::Side;

use super::Session;
use crate::domain::{CommandId, ConnId, JoinAs, SeatId, Token};
use crate::output::Output;
use crate::protocol::player::{CloseReason, ErrorCode, Hello};
use crate::seat::Seat;
use crate::view::Frame;

/// Refusal of a seat to a hello. It has no effect on the game, and the journal does not need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelloRefused {
    code: ErrorCode,
    message: &'static str,
}

impl HelloRefused {
    /// Returns the answer to the hello.
    #[must_use]
    pub fn frame(self, ack: Option<CommandId>) -> Frame {
        Frame::error(self.code, self.message, ack)
    }

    /// Returns the reason to close the socket, if it is of no further use.
    #[must_use]
    pub fn close_reason(self) -> Option<CloseReason> {
        (self.code == ErrorCode::SpectatorsDisabled).then_some(CloseReason::SPECTATORS_DISABLED)
    }
}

/// Seat assigned to a hello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeatAssignment {
    /// A seat that its player returns to.
    Held(Side),
    /// An open seat.
    Open(Side),
}

impl Session {
    /// Returns the seat that a hello would take back; `None` if it would take an open one.
    ///
    /// # Errors
    ///
    /// Returns an error if the hello gets no seat. [`Input::Hello`](crate::Input::Hello) then has no effect but the answer.
    pub fn seat_for(&self, conn: ConnId, hello: &Hello) -> Result<Option<SeatId>, HelloRefused> {
        self.assign_seat(conn, hello).map(|seat| match seat {
            SeatAssignment::Held(side) => Some(SeatId(side.into())),
            SeatAssignment::Open(_) => None,
        })
    }

    /// Returns the answer to a newcomer for whom there is no seat, as if both were taken.
    #[must_use]
    pub fn refusal_when_full(&self, hello: &Hello) -> HelloRefused {
        let code = match hello.join_as {
            JoinAs::Auto => ErrorCode::SpectatorsDisabled,
            JoinAs::W | JoinAs::B => ErrorCode::SlotTaken,
        };
        HelloRefused { code, message: self.refusal_of_newcomer(code) }
    }

    pub(super) fn hello(&mut self, conn: ConnId, hello: Hello, fresh: Token, out: &mut Vec<Output>) {
        let side = match self.assign_seat(conn, &hello) {
            Ok(SeatAssignment::Held(side)) => side,
            Ok(SeatAssignment::Open(side)) => {
                self.claim(side, Seat::of_player(fresh));
                side
            }
            Err(away) => {
                out.push(Output::Send { conn, frame: away.frame(hello.id) });
                out.extend(away.close_reason().map(|reason| Output::Close { conn, reason }));
                return;
            }
        };
        self.attach(side, conn, hello.id, out);
    }

    fn assign_seat(&self, conn: ConnId, hello: &Hello) -> Result<SeatAssignment, HelloRefused> {
        let malformed = |message| HelloRefused { code: ErrorCode::Malformed, message };
        if hello.game_id != self.game.id || self.is_room() {
            return Err(malformed("this socket is for another game"));
        }
        let held = hello.token.as_ref().and_then(|token| self.side_of_token(token));
        match (self.side_of(conn), held) {
            // A socket keeps the seat that it has.
            (Some(seated), Some(side)) if seated != side => Err(malformed("this socket has the other seat")),
            (Some(side), _) | (None, Some(side)) => Ok(SeatAssignment::Held(side)),
            (None, None) => match self.open_seat(hello.join_as) {
                Ok(side) => Ok(SeatAssignment::Open(side)),
                Err(code) => Err(HelloRefused { code, message: self.refusal_of_newcomer(code) }),
            },
        }
    }

    /// Returns the message to a newcomer without a seat. Where spectators are allowed it says so.
    // Requirement blind-63.
    fn refusal_of_newcomer(&self, code: ErrorCode) -> &'static str {
        if code == ErrorCode::SpectatorsDisabled && self.game.social.spectators.allowed {
            "both seats are taken; the game can be watched by its link for spectators"
        } else {
            code.message()
        }
    }

    /// Returns the open seat that a newcomer gets.
    fn open_seat(&self, wished: JoinAs) -> Result<Side, ErrorCode> {
        let is_open = |side: Side| self.seats[side].is_none();
        let colour = match wished {
            JoinAs::Auto => {
                return Side::BOTH
                    .into_iter()
                    .find(|side| is_open(*side))
                    .ok_or(ErrorCode::SpectatorsDisabled);
            }
            JoinAs::W => Side::First,
            JoinAs::B => Side::Second,
        };
        if is_open(colour) { Ok(colour) } else { Err(ErrorCode::SlotTaken) }
    }
}
