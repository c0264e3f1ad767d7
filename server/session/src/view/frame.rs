//! The text of the wire, and the only ways to come by one.

use serde::Serialize;

use super::observation::Observation;
use crate::ids::{CommandId, RoomCode, RoomToken, Token, UnixMs};
use crate::protocol::events::{Ping, Pong, ServerEvent};
use crate::protocol::player::{
    Announcement, Color, ErrorCode, ErrorMessage, Joined, PeerPresence, PeerStatus, Refusal, RematchNotice,
    ServerMessage, Update, You,
};
use crate::protocol::rooms;

/// A message as it goes over the wire. Its text is private, and no text can become one:
///
/// ```
/// use session::view::Frame;
/// fn frame() -> Frame {
///     session::protocol::player::ping_frame()
/// }
/// # assert_eq!(frame().as_str(), r#"{"type":"ping"}"#);
/// ```
///
/// ```compile_fail,E0423
/// use session::view::Frame;
/// fn frame() -> Frame {
///     Frame(String::from(r#"{"type":"ping"}"#))
/// }
/// ```
///
/// ```compile_fail,E0277
/// use session::view::Frame;
/// fn frame() -> Frame {
///     String::from(r#"{"type":"ping"}"#).into()
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(String);

/// The bytes that are kept ready for a frame: an update of a whole army fits without growing.
const FRAME_ROOM: usize = 1_536;

/// What stands on a frame beside what is observed.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    /// The number among the viewer's frames.
    pub(crate) seq: u64,
    /// The client's name for what it answers.
    pub(crate) ack: Option<CommandId>,
    /// When it is sent.
    pub(crate) at: UnixMs,
}

/// What stands on a frame of a room beside what is observed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomStamp {
    /// The number among the frames of the seat.
    pub(crate) seq: u64,
    /// When it is sent.
    pub(crate) ts: UnixMs,
}

impl Frame {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, for sending without a copy.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }

    /// The answer to a `hello`; `None` to who has no seat.
    pub(crate) fn joined(
        seen: &Observation,
        heard: Vec<Announcement>,
        token: &Token,
        stamp: Stamp,
    ) -> Option<Frame> {
        let table = &seen.table;
        Some(Frame::of(&ServerMessage::Joined(Box::new(Joined {
            you: match seen.color()? {
                Color::W => You::White,
                Color::B => You::Black,
            },
            token: token.clone(),
            view: table.board.clone(),
            announcements: heard,
            game_status: table.status,
            mode: seen.mode,
            highlighting_enabled: seen.highlighting_enabled,
            seq: stamp.seq,
            ack: stamp.ack,
            touched_piece: table.touched,
            draw_offer: table.draw_offer,
            tally: table.tally.clone(),
            peer: seen.peer()?,
            end_reason: table.end_reason,
            winner: table.winner,
            moderator: seen.moderator.to_string(),
            ruleset: seen.ruleset.to_string(),
            overlays: seen.overlays.to_vec(),
            gambit: seen.gambit.as_deref().map(str::to_owned),
            ply: table.ply,
            record: table.record.as_deref().cloned(),
            rematch: seen.rematch,
            clock: table.clock,
            now: table.clock.map(|_| stamp.at),
            names: seen.player_names(),
            chat: seen.people.chat,
        }))))
    }

    pub(crate) fn update(seen: &Observation, heard: Vec<Announcement>, stamp: Stamp) -> Frame {
        let table = &seen.table;
        Frame::of(&ServerMessage::Update(Box::new(Update {
            view: table.board.clone(),
            new_announcements: heard,
            game_status: table.status,
            touched_piece: table.touched,
            draw_offer: table.draw_offer,
            end_reason: table.end_reason,
            winner: table.winner,
            seq: stamp.seq,
            ack: stamp.ack,
            tally: table.tally.clone(),
            ply: table.ply,
            record: table.record.as_deref().cloned(),
            clock: table.clock,
            now: table.clock.map(|_| stamp.at),
            names: seen.player_names(),
        })))
    }

    /// Whether the other player is there; `None` to who has no seat.
    pub(crate) fn peer_status(seen: &Observation, seq: u64) -> Option<Frame> {
        let PeerPresence { connected, grace_until } = seen.peer()?;
        let color = seen.color()?.other();
        Some(Frame::of(&ServerMessage::PeerStatus(PeerStatus { color, connected, grace_until, seq })))
    }

    /// The frame about the next game; `None` while nobody has made one.
    pub(crate) fn rematch(seen: &Observation, stamp: Stamp) -> Option<Frame> {
        let offer = seen.rematch?;
        Some(Frame::of(&ServerMessage::Rematch(RematchNotice {
            game_id: offer.game_id,
            from: offer.from,
            seq: stamp.seq,
            ack: stamp.ack,
        })))
    }

    /// An error, with words that do not depend on the state of the board.
    pub(crate) fn error(code: ErrorCode, message: &'static str, ack: Option<CommandId>) -> Frame {
        Frame::of(&ServerMessage::Error(ErrorMessage { code, message: message.to_owned(), ack }))
    }

    /// The word that a room is there, for who made it.
    pub(crate) fn room_created(
        seen: &Observation,
        code: RoomCode,
        token: &RoomToken,
        stamp: RoomStamp,
    ) -> Option<Frame> {
        let (token, color, mode) = (token.clone(), seen.color()?.into(), seen.room_mode());
        let created = rooms::RoomCreated { code, token, color, mode };
        Some(Frame::in_room(rooms::Message::RoomCreated(created), stamp))
    }

    /// The word that the second seat is taken, for who has it.
    pub(crate) fn room_joined(
        seen: &Observation,
        code: RoomCode,
        token: &RoomToken,
        stamp: RoomStamp,
    ) -> Option<Frame> {
        let joined = rooms::RoomJoined {
            code,
            token: token.clone(),
            color: seen.color()?.into(),
            active_rules: seen.overlays.to_vec(),
            mode: seen.room_mode(),
        };
        Some(Frame::in_room(rooms::Message::RoomJoined(joined), stamp))
    }

    /// All that a player in a room may know.
    pub(crate) fn room_state(
        seen: &Observation,
        heard: Vec<Announcement>,
        moves: &[String],
        stamp: RoomStamp,
    ) -> Option<Frame> {
        let sight = seen.room.as_ref()?;
        let state = rooms::State {
            fen: sight.fen.clone(),
            facts: sight.facts.to_vec(),
            active_rules: seen.overlays.to_vec(),
            turn: seen.table.board.to_move.into(),
            last_seq: stamp.seq,
            move_history: moves.to_vec(),
            ply: seen.table.ply,
            announcements: seen.is_blind().then_some(heard),
        };
        Some(Frame::in_room(rooms::Message::State(Box::new(state)), stamp))
    }

    /// What a move changed of that.
    pub(crate) fn room_delta(delta: &rooms::Delta, stamp: RoomStamp) -> Frame {
        Frame::in_room(rooms::Message::Delta(Box::new(delta.clone())), stamp)
    }

    /// The end of the game, once there is one.
    pub(crate) fn room_end(seen: &Observation, stamp: RoomStamp) -> Option<Frame> {
        let (sight, rooms::GameOver { winner, reason }) = (seen.room.as_ref()?, seen.game_over()?);
        let end = rooms::GameEnd { winner, reason, final_fen: sight.fen.clone() };
        Some(Frame::in_room(rooms::Message::End(end), stamp))
    }

    /// An error in a room, with words that do not depend on what the player may not know.
    pub(crate) fn room_error(refusal: &rooms::Refusal, stamp: RoomStamp) -> Frame {
        let (code, message) = (refusal.code, refusal.message.clone().into_owned());
        Frame::in_room(
            rooms::Message::Error(rooms::ErrorMessage { code, message, fatal: code.is_fatal() }),
            stamp,
        )
    }

    /// The answer to a sign of life.
    pub(crate) fn room_heartbeat(stamp: RoomStamp) -> Frame {
        Frame::in_room(rooms::Message::Heartbeat(rooms::Heartbeat {}), stamp)
    }

    fn in_room(message: rooms::Message, RoomStamp { seq, ts }: RoomStamp) -> Frame {
        Frame::of(&rooms::Sent { v: rooms::VERSION, seq, ts, message })
    }

    /// Whatever a leak makes of a frame.
    #[cfg(feature = "leaks")]
    pub(super) fn leaking(text: String) -> Frame {
        Frame(text)
    }

    pub(super) fn of(message: &impl Serialize) -> Frame {
        let mut text = Vec::with_capacity(FRAME_ROOM);
        // A wire type is plain data with string keys; the serializer has nothing to refuse in it, and the tests write every one of them.
        let written = serde_json::to_writer(&mut text, message).is_ok();
        Frame(String::from_utf8(text).ok().filter(|_| written).unwrap_or_default())
    }
}

/// An error for a socket that has no seat of a room; `seq` is its number among the socket's messages.
#[must_use]
pub fn room_error_frame(refusal: &rooms::Refusal, seq: u64, ts: UnixMs) -> Frame {
    Frame::room_error(refusal, RoomStamp { seq, ts })
}

/// The answer to a sign of life of a socket that has no seat of a room.
#[must_use]
pub fn room_heartbeat_frame(seq: u64, ts: UnixMs) -> Frame {
    Frame::room_heartbeat(RoomStamp { seq, ts })
}

/// An error that needs no game.
#[must_use]
pub fn error_frame(code: ErrorCode, ack: Option<&CommandId>) -> Frame {
    Frame::error(code, code.message(), ack.cloned())
}

/// The answer to a command from a socket that has no seat.
#[must_use]
pub fn hello_first_frame(ack: Option<&CommandId>) -> Frame {
    Frame::error(ErrorCode::Malformed, "say `hello` first", ack.cloned())
}

/// The question whether the client is still there.
#[must_use]
pub fn ping_frame() -> Frame {
    Frame::of(&ServerMessage::Ping {})
}

/// The answer to the question whether the connection is alive. It says what was asked, and the time.
#[must_use]
pub fn pong_frame(ping: Ping, now: UnixMs) -> Frame {
    Frame::of(&ServerEvent::Pong(Pong { timestamp: ping.timestamp, server_time: now }))
}

/// What an engine says first to the host whose own it is. An engine cannot be made from a game, so no player's is behind it.
pub(crate) fn engine_greeting(engine: &ggn_core::engine::Engine) -> Vec<Frame> {
    engine.greet().into_iter().map(Frame).collect()
}

/// What an engine answers to its host.
pub(crate) fn engine_answers(engine: &mut ggn_core::engine::Engine, message: &[u8]) -> Vec<Frame> {
    engine.handle(message).into_iter().map(Frame).collect()
}

/// What is said to a host whose messages come too fast.
pub(crate) fn too_fast_frame() -> Frame {
    Frame(ggn_core::engine::too_fast())
}

/// The answer to a message that could not be read.
pub(crate) fn refusal_frame(refusal: &Refusal) -> Frame {
    Frame::of(&ServerMessage::Error(ErrorMessage {
        code: refusal.code,
        message: refusal.message.clone(),
        ack: refusal.id.clone(),
    }))
}

impl Observation {
    /// Whether a viewer who saw `before` needs an update to see this.
    pub(crate) fn differs_on_the_table(&self, before: &Observation) -> bool {
        self.table != before.table
    }

    /// Whether the other player came or went since `before`.
    pub(crate) fn differs_in_presence(&self, before: &Observation) -> bool {
        self.peer() != before.peer()
    }

    /// Whether a next game was made since `before`.
    pub(crate) fn differs_in_rematch(&self, before: &Observation) -> bool {
        self.rematch != before.rematch
    }
}
