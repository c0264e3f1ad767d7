//! Entering, moving and leaving in a room.

use std::borrow::Cow;

use ggn_core::Side;

use super::Session;
use crate::domain::{
    self, ChoiceWord, Color, ConnId, GameStatus, PieceName, RoomCode, RoomToken, SeatId, SquareName,
};
use crate::output::Output;
use crate::protocol::player::CloseReason;
use crate::protocol::rooms::room_error_frame;
use crate::protocol::rooms::{
    Claim, Entrance, ErrorCode, Intent, IntentMessage, LEFT, MoveChoice, Refusal, fatal_close,
};
use crate::seat::{Seat, SeatProtocol, room};
use crate::touch_move::{Choice, Commit, Touched};
use crate::view::{Viewer, observe};

/// Promotion of a move in chess that does not name one.
// Requirement rooms-31.
const USUAL_PROMOTION: &str = "queen";

/// Refusal of an acknowledgement of an unsent message.
const UNSENT: Refusal = Refusal {
    code: ErrorCode::InvalidMessage,
    message: Cow::Borrowed("`ack` is beyond what this seat was sent"),
    rules: None,
    reason: None,
};

/// Outcome of an intent.
enum IntentOutcome {
    /// It was applied; the outputs contain everything to be sent.
    Applied,
    /// A sign of life, which is answered by a heartbeat.
    Alive,
    /// The socket is closed after the end of the game has been sent.
    Left,
    /// The socket is closed. The game never began, and its end is not announced.
    Dissolved,
}

/// Seat assigned to a request to enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeatAssignment {
    /// A seat that its player returns to.
    Held(Side),
    /// An open seat.
    Open(Side, RoomCode),
}

impl Session {
    /// Returns the code of the room, if the game is played in one.
    #[must_use]
    pub fn room_code(&self) -> Option<RoomCode> {
        Side::BOTH.into_iter().find_map(|side| Some(self.room_at(side)?.code()))
    }

    /// Returns the seat that a request to enter would take back; `None` if it would take an open one.
    ///
    /// # Errors
    ///
    /// Returns an error if it gets no seat. [`Input::Enter`](crate::Input::Enter) then has no effect but the answer.
    pub fn seat_in_room(&self, entrance: &Entrance) -> Result<Option<SeatId>, Refusal> {
        self.assign_room_seat(entrance).map(|seat| match seat {
            SeatAssignment::Held(side) => Some(SeatId(side.into())),
            SeatAssignment::Open(..) => None,
        })
    }

    pub(super) fn is_room(&self) -> bool {
        self.game.is_room
    }

    fn room_at(&self, side: Side) -> Option<&room::SentState> {
        match &self.seats[side].as_ref()?.protocol {
            SeatProtocol::Room(sent) => Some(sent),
            SeatProtocol::Player(_) => None,
        }
    }

    // Requirements rooms-14, rooms-18, rooms-26, rooms-63, rooms-67, rooms-72, rooms-73.
    fn assign_room_seat(&self, entrance: &Entrance) -> Result<SeatAssignment, Refusal> {
        let Some(code) = self.room_code().filter(|_| self.game.status != GameStatus::Finished) else {
            return Err(ErrorCode::RoomNotFound.into());
        };
        if entrance.claim == Claim::Nothing {
            let open = Side::BOTH.into_iter().find(|side| self.seats[*side].is_none());
            return open.map(|side| SeatAssignment::Open(side, code)).ok_or(ErrorCode::RoomFull.into());
        }
        // Both tokens are compared in any case, so that the time taken does not disclose which seat the token holds.
        let [first, second] = Side::BOTH
            .map(|side| self.room_at(side).map_or(0.into(), |sent| sent.is_held_by(&entrance.claim)));
        if !bool::from(first | second) {
            return Err(ErrorCode::BadToken.into());
        }
        let side = if first.into() { Side::First } else { Side::Second };
        if self.room_at(side).is_some_and(|sent| sent.can_have(entrance.ack)) {
            Ok(SeatAssignment::Held(side))
        } else {
            Err(UNSENT)
        }
    }

    // Requirement rooms-62.
    pub(super) fn enter(
        &mut self,
        conn: ConnId,
        entrance: &Entrance,
        fresh: RoomToken,
        out: &mut Vec<Output>,
    ) {
        let (side, is_new) = match self.assign_room_seat(entrance) {
            Ok(SeatAssignment::Held(side)) => (side, false),
            Ok(SeatAssignment::Open(side, code)) => {
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
        if let Some(sent) = seat.room() {
            sent.acknowledge(entrance.ack);
            let frames = sent.enter(&now, &self.game.announced[side], is_new, entrance.sent, self.now);
            out.extend(frames.into_iter().map(|frame| Output::Send { conn, frame }));
        }
        if let Some(before) = before.filter(|before| *before != conn) {
            out.push(Output::Close { conn: before, reason: CloseReason::SUPERSEDED });
        }
    }

    /// Applies a message of the player at a socket. Returns the socket if it has to be closed after everything has been sent.
    pub(super) fn room_intent(
        &mut self,
        conn: ConnId,
        message: IntentMessage,
        out: &mut Vec<Output>,
    ) -> Option<ConnId> {
        // Another socket may have taken the seat since.
        let side = self.side_of(conn)?;
        let reply = self.apply_intent(side, message);
        let at = self.now;
        let sent = self.seats[side].as_mut()?.room()?;
        match reply {
            Ok(IntentOutcome::Applied) => None,
            Ok(IntentOutcome::Alive) => {
                out.push(Output::Send { conn, frame: sent.answer_heartbeat(at) });
                None
            }
            Ok(IntentOutcome::Left) => Some(conn),
            Ok(IntentOutcome::Dissolved) => {
                self.disconnect(conn, LEFT, out);
                None
            }
            Err(refusal) => {
                out.push(Output::Send { conn, frame: sent.refuse(&refusal, at) });
                if refusal.code.is_fatal() {
                    self.disconnect(conn, fatal_close(refusal.code), out);
                }
                None
            }
        }
    }

    /// Closes the socket of a seat; its player is absent from then on.
    pub(super) fn disconnect(&mut self, conn: ConnId, reason: CloseReason, out: &mut Vec<Output>) {
        out.push(Output::Close { conn, reason });
        self.closed(conn);
    }

    // Requirements rooms-7, rooms-13, rooms-28, rooms-29.
    fn apply_intent(
        &mut self,
        side: Side,
        IntentMessage { claim, ack, intent }: IntentMessage,
    ) -> Result<IntentOutcome, Refusal> {
        let seat = self.seats[side].as_mut();
        let sent = seat.and_then(Seat::room).ok_or(ErrorCode::RoomNotFound)?;
        let needs_no_token = match intent {
            Intent::Heartbeat => claim == Claim::Nothing,
            // An unreadable message has no token to check.
            Intent::Refused(_) => true,
            Intent::Move { .. } | Intent::Drop { .. } | Intent::Pass | Intent::Leave => false,
        };
        if !needs_no_token && !bool::from(sent.is_held_by(&claim)) {
            return Err(ErrorCode::BadToken.into());
        }
        if !sent.can_have(ack) {
            return Err(UNSENT);
        }
        sent.acknowledge(ack);
        match intent {
            Intent::Refused(refusal) => Err(refusal),
            Intent::Heartbeat => Ok(IntentOutcome::Alive),
            Intent::Leave => {
                match self.game.status {
                    GameStatus::Waiting => {
                        self.game.dissolve();
                        return Ok(IntentOutcome::Dissolved);
                    }
                    GameStatus::Active => self.game.resign(side),
                    GameStatus::Finished => {}
                }
                Ok(IntentOutcome::Left)
            }
            Intent::Move { from, to, choice } => {
                self.room_move(side, [from, to], &choice).map(|()| IntentOutcome::Applied)
            }
            Intent::Drop { piece, to, choice } => {
                self.room_drop(side, piece, to, choice.as_ref()).map(|()| IntentOutcome::Applied)
            }
            Intent::Pass => made(self.game.attempt_pass(side, self.now)?).map(|()| IntentOutcome::Applied),
        }
    }

    // Requirements rooms-30, rooms-32, rooms-33, rooms-34, rooms-35, rooms-61.
    fn room_move(&mut self, side: Side, names: [SquareName; 2], choice: &MoveChoice) -> Result<(), Refusal> {
        let [from_name, to_name] = names;
        let (from, to) = (self.game.square(from_name)?, self.game.square(to_name)?);
        let promotion = |name: &str| self.game.data.promotion_named(name);
        let choice = match choice {
            MoveChoice::Usual if self.game.is_of_named_ruleset() => Choice::Promotion(None),
            MoveChoice::Usual => Choice::Promotion(promotion(USUAL_PROMOTION)),
            MoveChoice::Promotion(name) => {
                Choice::Promotion(Some(promotion(name).ok_or(domain::Refusal::NoSuchPromotion)?))
            }
            MoveChoice::Exact(word) => self.game.choice(side, word)?,
        };
        let commit = Commit { touched: Touched::Board(from), to: Some(to), choice };
        match self.game.attempt(side, commit, self.now).map_err(Refusal::from) {
            Ok(true) => Ok(()),
            Err(refusal) if refusal.code != ErrorCode::IllegalMove => Err(refusal),
            Ok(false) | Err(_) => {
                let you = Color::from(side).into();
                Err(observe(&self.game, Viewer::Seat(side)).illegal(you, from_name, from, to_name))
            }
        }
    }

    /// Drops a piece. A refusal says nothing about the board.
    fn room_drop(
        &mut self,
        side: Side,
        piece: PieceName,
        to: SquareName,
        choice: Option<&ChoiceWord>,
    ) -> Result<(), Refusal> {
        let (piece, to) = (self.game.piece(piece)?, self.game.square(to)?);
        let choice = choice.map(|word| self.game.choice(side, word)).transpose()?;
        let choice = choice.unwrap_or(Choice::Promotion(None));
        let commit = Commit { touched: Touched::Hand(piece), to: Some(to), choice };
        made(self.game.attempt(side, commit, self.now)?)
    }
}

/// Returns the refusal of a move that was not made.
fn made(is_made: bool) -> Result<(), Refusal> {
    if is_made { Ok(()) } else { Err(ErrorCode::IllegalMove.into()) }
}
