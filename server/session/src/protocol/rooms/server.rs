//! Messages of the server in a room. They are plain data, filled from an observation in `frames`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{Color, ErrorCode, Mode, Reason, Winner};
use crate::domain::{Announcement, RoomCode, RoomToken, UnixMs};
use crate::protocol::player::RefusalReason;
use crate::view::Fact;

/// A message of the server as it is on the wire.
// Requirement rooms-12.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ServerMessage")]
pub struct Sent {
    /// The version of the protocol, 1.
    pub v: u32,
    /// The number of this message. Those of a seat grow, whichever sockets they go to.
    pub seq: u64,
    /// Time of sending.
    pub ts: UnixMs,
    /// The content.
    #[serde(flatten)]
    pub message: Message,
}

/// Content of a message of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "payload")]
pub enum Message {
    /// A room was created; answers `room.create`, and `room.join` of its creator while there is no other player.
    #[serde(rename = "room.created")]
    RoomCreated(RoomCreated),
    /// The client has the second seat; answers `room.join`.
    #[serde(rename = "room.joined")]
    RoomJoined(RoomJoined),
    /// Everything that the player may know.
    #[serde(rename = "game.state")]
    State(Box<State>),
    /// Changes of a move.
    #[serde(rename = "game.delta")]
    Delta(Box<Delta>),
    /// The game is over.
    #[serde(rename = "game.end")]
    End(GameEnd),
    /// A message had no effect.
    #[serde(rename = "error")]
    Error(ErrorMessage),
    /// Answers `heartbeat`. An extension.
    #[serde(rename = "heartbeat")]
    Heartbeat(Heartbeat),
}

/// See [`Message::RoomCreated`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomCreated {
    /// Code of the room, for the second player.
    pub code: RoomCode,
    /// Token of the seat, required in every further message.
    pub token: RoomToken,
    /// The creator's side.
    pub color: Color,
    /// `blind` in a blind room, else left out. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Mode")]
    pub mode: Option<Mode>,
    /// The id of the ruleset, if it is another than chess. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub ruleset: Option<String>,
}

/// See [`Message::RoomJoined`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomJoined {
    /// The code of the room.
    pub code: RoomCode,
    /// Token of the seat, required in every further message.
    pub token: RoomToken,
    /// The client's side.
    pub color: Color,
    /// The ids of the house rules, in their order.
    pub active_rules: Vec<String>,
    /// `blind` in a blind room, else left out. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Mode")]
    pub mode: Option<Mode>,
    /// The id of the ruleset, if it is another than chess. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub ruleset: Option<String>,
}

/// See [`Message::State`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The position as FEN, as far as the player sees it.
    pub fen: String,
    /// All facts that the player has.
    pub facts: Vec<Fact>,
    /// The ids of the house rules, in their order.
    pub active_rules: Vec<String>,
    /// The side to move.
    pub turn: Color,
    /// The number of this message. Its content includes all messages with lower numbers.
    // Requirement rooms-42.
    pub last_seq: u64,
    /// The moves, oldest first; in a blind room the player's own.
    pub move_history: Vec<String>,
    /// Number of moves made by both sides together. An extension.
    pub ply: u32,
    /// In a blind room, all announcements to this player. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Announcement>")]
    pub announcements: Option<Vec<Announcement>>,
}

/// See [`Message::Delta`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delta {
    /// The facts that are new, or have a new value.
    pub inserted: Vec<Fact>,
    /// The facts that hold no more, with the value that they had.
    pub retracted: Vec<Fact>,
    /// The move (`e2e4`, `e7e8q`); `null` in a blind room where the player did not see it.
    pub move_notation: Option<String>,
    /// The side to move.
    pub turn: Color,
    /// Result of the game; `null` during the game.
    pub game_over: Option<GameOver>,
    /// The number of the move, from 1. An extension.
    pub ply: u32,
    /// In a blind room, the new announcements to this player. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Announcement>")]
    pub announcements: Option<Vec<Announcement>>,
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameOver {
    /// The winner.
    pub winner: Winner,
    /// The end reason.
    pub reason: Reason,
}

/// See [`Message::End`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameEnd {
    /// The winner.
    pub winner: Winner,
    /// The end reason.
    pub reason: Reason,
    /// The last position as FEN, all of it.
    pub final_fen: String,
}

/// See [`Message::Error`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorMessage {
    /// Error code.
    pub code: ErrorCode,
    /// Message for a person.
    pub message: String,
    /// True if the socket is closed now.
    pub fatal: bool,
    /// Id of the ruleset for which no room is created. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub ruleset: Option<String>,
    /// Ids of the house rules that are unknown, clash or lack others, sorted. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub ruleset_ids: Option<Vec<String>>,
    /// Ids of the house rules that these require and that are not chosen, sorted. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub required: Option<Vec<String>>,
    /// Reason why no room is created, if the request asked for reasons. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RefusalReason")]
    pub reason: Option<RefusalReason>,
}

/// See [`Message::Heartbeat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Heartbeat {}
