//! The text of the wire, and the only ways to come by one.

use super::observation::Observation;
use crate::ids::{CommandId, Token};
use crate::protocol::player::{
    Announcement, Color, ErrorCode, ErrorMessage, Joined, PeerStatus, Refusal, RematchNotice, ServerMessage,
    Update, You,
};

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

    pub(crate) fn joined(seen: &Observation, heard: Vec<Announcement>, token: &Token, stamp: Stamp) -> Frame {
        let table = &seen.table;
        Frame::of(&ServerMessage::Joined(Box::new(Joined {
            you: match seen.you {
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
            peer: seen.peer,
            end_reason: table.end_reason,
            winner: table.winner,
            moderator: seen.moderator.to_string(),
            ruleset: seen.ruleset.to_string(),
            ply: table.ply,
            record: table.record.as_deref().cloned(),
            rematch: seen.rematch,
        })))
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
        })))
    }

    pub(crate) fn peer_status(seen: &Observation, seq: u64) -> Frame {
        let color = match seen.you {
            Color::W => Color::B,
            Color::B => Color::W,
        };
        Frame::of(&ServerMessage::PeerStatus(PeerStatus {
            color,
            connected: seen.peer.connected,
            grace_until: seen.peer.grace_until,
            seq,
        }))
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

    /// Whatever a leak makes of a frame.
    #[cfg(feature = "leaks")]
    pub(super) fn leaking(text: String) -> Frame {
        Frame(text)
    }

    fn of(message: &ServerMessage) -> Frame {
        let mut text = Vec::with_capacity(FRAME_ROOM);
        // A wire type is plain data with string keys; the serializer has nothing to refuse in it, and the tests write every one of them.
        let written = serde_json::to_writer(&mut text, message).is_ok();
        Frame(String::from_utf8(text).ok().filter(|_| written).unwrap_or_default())
    }
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
        self.peer != before.peer
    }

    /// Whether a next game was made since `before`.
    pub(crate) fn differs_in_rematch(&self, before: &Observation) -> bool {
        self.rematch != before.rematch
    }
}
