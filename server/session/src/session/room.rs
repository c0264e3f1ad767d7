//! How players of a room come in, move, and go.

use std::borrow::Cow;

use ggn_core::Side;

use super::Session;
use crate::ids::{ConnId, RoomCode, RoomToken, SeatId};
use crate::output::Output;
use crate::protocol::player::Color;
use crate::protocol::player::{CloseReason, GameStatus, SquareName};
use crate::protocol::rooms::{Claim, Entrance, ErrorCode, Intent, LEFT, Refusal, Said, fatal_close};
use crate::seat::{Seat, Speech, room};
use crate::touch_move::Commit;
use crate::view::{Viewer, observe, room_error_frame};

/// What a promoting piece becomes whose player does not say.
const USUAL_PROMOTION: &str = "queen";

/// The answer to an acknowledgement of what there is not.
const UNSENT: Refusal = Refusal {
    code: ErrorCode::InvalidMessage,
    message: Cow::Borrowed("`ack` is beyond what this seat was sent"),
};

/// What comes of something that a player says.
enum Reply {
    /// What it changed, and whoever has to hear of that is told.
    Done,
    /// An answer that says nothing.
    Alive,
    /// The end of the socket, once the end of the game has been told.
    Goodbye,
    /// The end of the socket, and of a game that never began: there is nothing to tell.
    Nothing,
}

/// The seat that a way in leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// One that its player comes back to.
    Held(Side),
    /// One that nobody has yet.
    Open(Side, RoomCode),
}

impl Session {
    /// The code of the room, if the game is played in one.
    #[must_use]
    pub fn room_code(&self) -> Option<RoomCode> {
        Side::BOTH.into_iter().find_map(|side| Some(self.room_at(side)?.code()))
    }

    /// The seat that a way into the room would take back, `None` if it would take an open one.
    ///
    /// # Errors
    ///
    /// When it leads to no seat. [`Input::Enter`](crate::Input::Enter) then has no effect but the answer.
    pub fn seat_in_room(&self, entrance: &Entrance) -> Result<Option<SeatId>, Refusal> {
        self.place_in_room(entrance).map(|place| match place {
            Place::Held(side) => Some(SeatId(side.into())),
            Place::Open(..) => None,
        })
    }

    pub(super) fn is_room(&self) -> bool {
        self.game.tells_facts
    }

    fn room_at(&self, side: Side) -> Option<&room::Told> {
        match &self.seats[side].as_ref()?.speech {
            Speech::Room(told) => Some(told),
            Speech::Player(_) => None,
        }
    }

    fn place_in_room(&self, entrance: &Entrance) -> Result<Place, Refusal> {
        let Some(code) = self.room_code().filter(|_| self.game.status != GameStatus::Finished) else {
            return Err(ErrorCode::RoomNotFound.into());
        };
        if entrance.claim == Claim::Nothing {
            let open = Side::BOTH.into_iter().find(|side| self.seats[*side].is_none());
            return open.map(|side| Place::Open(side, code)).ok_or(ErrorCode::RoomFull.into());
        }
        // Both seats are asked, whatever the first one says: the time taken does not tell which one a token holds.
        let [first, second] = Side::BOTH
            .map(|side| self.room_at(side).map_or(0.into(), |told| told.is_held_by(&entrance.claim)));
        if !bool::from(first | second) {
            return Err(ErrorCode::BadToken.into());
        }
        let side = if first.into() { Side::First } else { Side::Second };
        if self.room_at(side).is_some_and(|told| told.can_have(entrance.ack)) {
            Ok(Place::Held(side))
        } else {
            Err(UNSENT)
        }
    }

    pub(super) fn enter(
        &mut self,
        conn: ConnId,
        entrance: &Entrance,
        fresh: RoomToken,
        out: &mut Vec<Output>,
    ) {
        let (side, is_new) = match self.place_in_room(entrance) {
            Ok(Place::Held(side)) => (side, false),
            Ok(Place::Open(side, code)) => {
                self.claim(side, Seat::of_room(code, fresh));
                (side, true)
            }
            Err(refusal) => {
                let frame = room_error_frame(&refusal, entrance.sent + 1, self.now);
                out.push(Output::Send { conn, frame });
                out.push(Output::Close { conn, reason: fatal_close(refusal.code) });
                return;
            }
        };
        self.game.attendance.arrive(side);
        self.waiting_since = None;
        let now = observe(&self.game, Viewer::Seat(side));
        let Some(seat) = &mut self.seats[side] else { return };
        seat.inputs += 1;
        let before = seat.conn.replace(conn);
        out.push(Output::Seated { conn, seat: SeatId(side.into()) });
        if let Some(told) = seat.room() {
            told.acknowledge(entrance.ack);
            let frames = told.enter(&now, &self.game.heard[side], is_new, entrance.sent, self.now);
            out.extend(frames.into_iter().map(|frame| Output::Send { conn, frame }));
        }
        if let Some(before) = before.filter(|before| *before != conn) {
            out.push(Output::Close { conn: before, reason: CloseReason::SUPERSEDED });
        }
    }

    /// Takes what the player at a socket says. Gives the socket back if it is to be closed once everything has been told.
    pub(super) fn said(&mut self, conn: ConnId, said: Said, out: &mut Vec<Output>) -> Option<ConnId> {
        // Another socket may have taken the seat since.
        let side = self.side_of(conn)?;
        let reply = self.obey(side, said);
        let at = self.now;
        let told = self.seats[side].as_mut()?.room()?;
        match reply {
            Ok(Reply::Done) => None,
            Ok(Reply::Alive) => {
                out.push(Output::Send { conn, frame: told.answer_heartbeat(at) });
                None
            }
            Ok(Reply::Goodbye) => Some(conn),
            Ok(Reply::Nothing) => {
                self.show_out(conn, LEFT, out);
                None
            }
            Err(refusal) => {
                out.push(Output::Send { conn, frame: told.refuse(&refusal, at) });
                if refusal.code.is_fatal() {
                    self.show_out(conn, fatal_close(refusal.code), out);
                }
                None
            }
        }
    }

    /// Closes the socket of a seat; its player is away from now on.
    pub(super) fn show_out(&mut self, conn: ConnId, reason: CloseReason, out: &mut Vec<Output>) {
        out.push(Output::Close { conn, reason });
        self.closed(conn);
    }

    fn obey(&mut self, side: Side, Said { claim, ack, intent }: Said) -> Result<Reply, Refusal> {
        let seat = self.seats[side].as_mut();
        let told = seat.and_then(Seat::room).ok_or(ErrorCode::RoomNotFound)?;
        let may_go_unsaid = match intent {
            Intent::Heartbeat => claim == Claim::Nothing,
            // What could not be read has no token to look at.
            Intent::Refused(_) => true,
            Intent::Move { .. } | Intent::Leave => false,
        };
        if !may_go_unsaid && !bool::from(told.is_held_by(&claim)) {
            return Err(ErrorCode::BadToken.into());
        }
        if !told.can_have(ack) {
            return Err(UNSENT);
        }
        told.acknowledge(ack);
        match intent {
            Intent::Refused(refusal) => Err(refusal),
            Intent::Heartbeat => Ok(Reply::Alive),
            Intent::Leave => {
                match self.game.status {
                    GameStatus::Waiting => {
                        self.game.dissolve();
                        return Ok(Reply::Nothing);
                    }
                    GameStatus::Active => self.game.resign(side),
                    GameStatus::Finished => {}
                }
                Ok(Reply::Goodbye)
            }
            Intent::Move { from, to, promote_to } => {
                self.room_move(side, [from, to], promote_to.as_deref()).map(|()| Reply::Done)
            }
        }
    }

    fn room_move(
        &mut self,
        side: Side,
        names: [SquareName; 2],
        promote_to: Option<&str>,
    ) -> Result<(), Refusal> {
        let data = &self.game.data;
        let [Some(from), Some(to)] = names.map(|name| data.names.square_of(name)) else {
            return Err(Refusal::invalid("there is no such square on this board"));
        };
        let promotion = data.promotion_named(promote_to.unwrap_or(USUAL_PROMOTION));
        if promote_to.is_some() && promotion.is_none() {
            return Err(Refusal::invalid("no piece of this game can become that"));
        }
        match self.game.status {
            GameStatus::Waiting => {
                let message = "the game begins when the second player has joined".into();
                return Err(Refusal { code: ErrorCode::NotYourTurn, message });
            }
            GameStatus::Finished => return Err(ErrorCode::GameOver.into()),
            GameStatus::Active => {}
        }
        if self.game.board.position().turn() != side {
            return Err(ErrorCode::NotYourTurn.into());
        }
        let commit = Commit { from, to: Some(to), promotion };
        if self.game.attempt(side, commit, self.now) {
            return Ok(());
        }
        let [from_name, to_name] = names;
        let you = Color::from(side).into();
        Err(observe(&self.game, Viewer::Seat(side)).illegal(you, from_name, from, to_name))
    }
}
