//! Frames of the player protocol.

use super::client::Refusal;
use super::server::{
    ErrorMessage, Joined, PeerStatus, RematchNotice, ServerMessage, SharedMarksNotice, Update, You,
};
use super::words::ErrorCode;
use crate::domain::{Announcement, Color, CommandId, GameStatus, Token, UnixMs};
use crate::view::{Frame, Observation, PeerPresence, WireMessage};

impl WireMessage for ServerMessage {}

/// Data of a frame besides the observation.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    /// Number among the viewer's frames.
    pub(crate) seq: u64,
    /// Id of the message that this answers.
    pub(crate) ack: Option<CommandId>,
    /// Time of sending.
    pub(crate) at: UnixMs,
}

impl Frame {
    /// Makes the answer to a `hello`; `None` for a spectator.
    pub(crate) fn joined(
        seen: &Observation,
        announcements: Vec<Announcement>,
        token: &Token,
        stamp: Stamp,
    ) -> Option<Frame> {
        let table = &seen.table;
        let peer = seen.peer()?;
        Some(Frame::of(&ServerMessage::Joined(Box::new(Joined {
            you: match seen.color()? {
                Color::W => You::White,
                Color::B => You::Black,
            },
            token: token.clone(),
            view: table.board.clone(),
            announcements,
            game_status: table.status,
            mode: seen.mode,
            highlighting_enabled: seen.highlighting_enabled,
            aids: seen.aids,
            seq: stamp.seq,
            ack: stamp.ack,
            touched_piece: table.touched,
            touched_drop: table.touched_drop,
            draw_offer: table.draw_offer,
            tally: table.tally.clone(),
            peer,
            end_reason: table.end_reason,
            winner: table.winner,
            moderator: seen.moderator.to_string(),
            ruleset: seen.ruleset.to_string(),
            overlays: seen.overlays.to_vec(),
            gambit: seen.gambit.as_deref().map(str::to_owned),
            ply: table.ply,
            moves: seen.moves.clone(),
            start: seen.start.clone(),
            commitment: seen.commitment.clone(),
            seen_moves: seen.seen_moves.clone(),
            record: table.record.as_deref().cloned(),
            rematch: seen.rematch.clone(),
            shared_marks: seen.shared_marks(),
            seats_taken: table.status == GameStatus::Waiting
                && seen.people.players.iter().all(|person| person.is_taken),
            clock: table.clock,
            now: (table.clock.is_some() || peer.grace_until.is_some()).then_some(stamp.at),
            names: seen.player_names(),
            chat: seen.people.chat,
            watch_id: seen.watch_id,
        }))))
    }

    // Requirement blind-68.
    pub(crate) fn update(seen: &Observation, announcements: Vec<Announcement>, stamp: Stamp) -> Frame {
        let table = &seen.table;
        Frame::of(&ServerMessage::Update(Box::new(Update {
            view: table.board.clone(),
            new_announcements: announcements,
            game_status: table.status,
            touched_piece: table.touched,
            touched_drop: table.touched_drop,
            draw_offer: table.draw_offer,
            end_reason: table.end_reason,
            winner: table.winner,
            seq: stamp.seq,
            ack: stamp.ack,
            tally: table.tally.clone(),
            ply: table.ply,
            latest_move: table.latest_move.clone(),
            latest_seen_move: table.latest_seen_move.clone(),
            record: table.record.as_deref().cloned(),
            clock: table.clock,
            now: table.clock.map(|_| stamp.at),
            names: seen.player_names(),
        })))
    }

    /// Makes the frame about the presence of the other player; `None` for a spectator.
    pub(crate) fn peer_status(seen: &Observation, Stamp { seq, at, .. }: Stamp) -> Option<Frame> {
        let PeerPresence { connected, grace_until } = seen.peer()?;
        let color = seen.color()?.other();
        let now = grace_until.map(|_| at);
        Some(Frame::of(&ServerMessage::PeerStatus(PeerStatus { color, connected, grace_until, now, seq })))
    }

    /// Makes the frame about the rematch, if one was offered.
    pub(crate) fn rematch(seen: &Observation, stamp: Stamp) -> Option<Frame> {
        let rematch = seen.rematch.clone()?;
        Some(Frame::of(&ServerMessage::Rematch(RematchNotice { rematch, seq: stamp.seq, ack: stamp.ack })))
    }

    /// Makes the frame with the marks that players have shared, if one of them has.
    pub(crate) fn shared_marks(seen: &Observation, stamp: Stamp) -> Option<Frame> {
        let Stamp { seq, ack, at: _ } = stamp;
        let marks = seen.shared_marks()?;
        Some(Frame::of(&ServerMessage::SharedMarks(SharedMarksNotice { marks, seq, ack })))
    }

    /// Makes an error whose text does not depend on the state of the board.
    pub(crate) fn error(code: ErrorCode, message: &'static str, ack: Option<CommandId>) -> Frame {
        Frame::of(&ServerMessage::Error(ErrorMessage { code, message: message.to_owned(), ack }))
    }
}

/// Makes an error that needs no game.
#[must_use]
pub fn error_frame(code: ErrorCode, ack: Option<&CommandId>) -> Frame {
    Frame::error(code, code.message(), ack.cloned())
}

/// Makes the answer to a command from a socket without a seat.
#[must_use]
pub fn hello_first_frame(ack: Option<&CommandId>) -> Frame {
    Frame::error(ErrorCode::Malformed, "say `hello` first", ack.cloned())
}

/// Makes a ping.
#[must_use]
pub fn ping_frame() -> Frame {
    Frame::of(&ServerMessage::Ping {})
}

/// Makes the answer to a message that could not be decoded.
pub(crate) fn refusal_frame(refusal: &Refusal) -> Frame {
    Frame::of(&ServerMessage::Error(ErrorMessage {
        code: refusal.code,
        message: refusal.message.clone(),
        ack: refusal.id.clone(),
    }))
}
