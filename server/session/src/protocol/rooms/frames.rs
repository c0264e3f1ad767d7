//! Frames of the room protocol.

use super::VERSION;
use super::intent::{Refusal, RefusedRules};
use super::server::{
    self, Delta, ErrorMessage, GameEnd, GameOver, Heartbeat, Message, RoomCreated, RoomJoined, Sent,
};
use crate::domain::{Announcement, RoomCode, RoomToken, UnixMs};
use crate::view::{Frame, Observation, WireMessage};

impl WireMessage for Sent {}

/// Data of a frame of a room besides the observation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomStamp {
    /// The number among the frames of the seat.
    pub(crate) seq: u64,
    /// Time of sending.
    pub(crate) ts: UnixMs,
}

impl Frame {
    /// Makes the frame about the new room, for its creator.
    // Requirement rooms-20.
    pub(crate) fn room_created(
        seen: &Observation,
        code: RoomCode,
        token: &RoomToken,
        stamp: RoomStamp,
    ) -> Option<Frame> {
        let (token, color, mode) = (token.clone(), seen.color()?.into(), seen.room_mode());
        let created = RoomCreated { code, token, color, mode, ruleset: seen.room_ruleset() };
        Some(Frame::in_room(Message::RoomCreated(created), stamp))
    }

    /// Makes the frame about the taken seat, for the second player.
    // Requirement rooms-23.
    pub(crate) fn room_joined(
        seen: &Observation,
        code: RoomCode,
        token: &RoomToken,
        stamp: RoomStamp,
    ) -> Option<Frame> {
        let joined = RoomJoined {
            code,
            token: token.clone(),
            color: seen.color()?.into(),
            active_rules: seen.overlays.to_vec(),
            mode: seen.room_mode(),
            ruleset: seen.room_ruleset(),
        };
        Some(Frame::in_room(Message::RoomJoined(joined), stamp))
    }

    /// Makes the frame with everything that a player in a room may know.
    // Requirements rooms-36, rooms-40, rooms-41.
    pub(crate) fn room_state(
        seen: &Observation,
        announcements: Vec<Announcement>,
        moves: &[String],
        stamp: RoomStamp,
    ) -> Option<Frame> {
        let sight = seen.room.as_ref()?;
        let state = server::State {
            fen: sight.fen.clone(),
            facts: sight.facts.to_vec(),
            active_rules: seen.overlays.to_vec(),
            turn: seen.table.board.to_move.into(),
            last_seq: stamp.seq,
            move_history: moves.to_vec(),
            ply: seen.table.ply,
            announcements: seen.is_blind().then_some(announcements),
        };
        Some(Frame::in_room(Message::State(Box::new(state)), stamp))
    }

    /// Makes the frame about the changes of a move.
    pub(crate) fn room_delta(delta: &Delta, stamp: RoomStamp) -> Frame {
        Frame::in_room(Message::Delta(Box::new(delta.clone())), stamp)
    }

    /// Makes the frame about the end of the game, if it is over.
    // Requirement rooms-56.
    pub(crate) fn room_end(seen: &Observation, stamp: RoomStamp) -> Option<Frame> {
        let (sight, GameOver { winner, reason }) = (seen.room.as_ref()?, seen.game_over()?);
        let end = GameEnd { winner, reason, final_fen: sight.fen.clone() };
        Some(Frame::in_room(Message::End(end), stamp))
    }

    /// Makes an error whose text does not depend on what the player may not know.
    // Requirement rooms-57.
    pub(crate) fn room_error(refusal: &Refusal, stamp: RoomStamp) -> Frame {
        let (code, message) = (refusal.code, refusal.message.clone().into_owned());
        let RefusedRules { ruleset, overlays, required } =
            refusal.rules.as_deref().cloned().unwrap_or_default();
        let some = |ids: Vec<String>| (!ids.is_empty()).then_some(ids);
        let error = ErrorMessage {
            code,
            message,
            fatal: code.is_fatal(),
            ruleset,
            ruleset_ids: some(overlays),
            required: some(required),
            reason: refusal.reason,
        };
        Frame::in_room(Message::Error(error), stamp)
    }

    /// Makes the answer to a heartbeat.
    pub(crate) fn room_heartbeat(stamp: RoomStamp) -> Frame {
        Frame::in_room(Message::Heartbeat(Heartbeat {}), stamp)
    }

    // Requirements rooms-2, rooms-5.
    fn in_room(message: Message, RoomStamp { seq, ts }: RoomStamp) -> Frame {
        Frame::of(&Sent { v: VERSION, seq, ts, message })
    }
}

/// Makes an error for a socket without a seat; `seq` is its number among the socket's messages.
#[must_use]
pub fn room_error_frame(refusal: &Refusal, seq: u64, ts: UnixMs) -> Frame {
    Frame::room_error(refusal, RoomStamp { seq, ts })
}

/// Makes the answer to a heartbeat of a socket without a seat.
#[must_use]
pub fn room_heartbeat_frame(seq: u64, ts: UnixMs) -> Frame {
    Frame::room_heartbeat(RoomStamp { seq, ts })
}
