//! Messages to a client of the lobby, and their frames.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{GameId, PersonName, Token, UnixMs};
use crate::terms::CreateGame;
use crate::view::{Frame, WireMessage};

/// A message to a client of the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum LobbyMessage {
    /// All seeks, the oldest first. The first message, and the answer to a key.
    Seeks {
        /// The seeks.
        seeks: Vec<SeekView>,
        /// Time of the server, by which a key is signed for.
        now: UnixMs,
    },
    /// A new seek.
    Seek(SeekView),
    /// A seek that is there no more: it was taken, withdrawn, or too old.
    Gone {
        /// Its number.
        seek: u64,
    },
    /// The own seek waits for an opponent.
    Waiting {
        /// Its number.
        seek: u64,
    },
    /// The own seek has waited too long, and is there no more.
    Withdrawn {},
    /// A game was created for the client and an opponent.
    Paired {
        /// The game.
        game_id: GameId,
        /// Token of the own seat.
        token: Token,
    },
    /// A request had no effect.
    Error {
        /// Reason.
        code: LobbyErrorCode,
        /// Reason in words, for a developer.
        message: String,
    },
    /// Asks for a sign of life.
    Ping {},
}

/// A seek as everybody in the lobby sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeekView {
    /// Its number.
    pub seek: u64,
    /// The game that is asked for, with the server's defaults for what the seeker left out; the side is that of the seeker.
    pub game: CreateGame,
    /// Name of the seeker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub name: Option<PersonName>,
}

/// Reason why a request in the lobby had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LobbyErrorCode {
    /// The message cannot be read, or there is no such game.
    Malformed,
    /// The seek is not there any more.
    Gone,
    /// A game is being created for the client already.
    Engaged,
    /// The name is refused by the word filter.
    NameRefused,
    /// Too many requests in too short a time, or too many games.
    RateLimited,
    /// The lobby has as many seeks as it may have, or the server cannot create another game now.
    Unavailable,
}

impl WireMessage for LobbyMessage {}

/// Makes the first message: all seeks.
#[must_use]
pub fn seeks_frame(seeks: Vec<SeekView>, now: UnixMs) -> Frame {
    Frame::of(&LobbyMessage::Seeks { seeks, now })
}

/// Makes the message about a new seek.
#[must_use]
pub fn seek_frame(seek: SeekView) -> Frame {
    Frame::of(&LobbyMessage::Seek(seek))
}

/// Makes the message about a seek that is there no more.
#[must_use]
pub fn gone_frame(seek: u64) -> Frame {
    Frame::of(&LobbyMessage::Gone { seek })
}

/// Makes the message that the own seek waits.
#[must_use]
pub fn waiting_frame(seek: u64) -> Frame {
    Frame::of(&LobbyMessage::Waiting { seek })
}

/// Makes the message that the own seek has waited too long.
#[must_use]
pub fn withdrawn_frame() -> Frame {
    Frame::of(&LobbyMessage::Withdrawn {})
}

/// Makes the message about a game that was created.
#[must_use]
pub fn paired_frame(game_id: GameId, token: Token) -> Frame {
    Frame::of(&LobbyMessage::Paired { game_id, token })
}

/// Makes an error.
#[must_use]
pub fn error_frame(code: LobbyErrorCode, message: &str) -> Frame {
    Frame::of(&LobbyMessage::Error { code, message: message.to_owned() })
}

/// Makes a ping.
#[must_use]
pub fn ping_frame() -> Frame {
    Frame::of(&LobbyMessage::Ping {})
}
