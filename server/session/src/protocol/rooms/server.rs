//! What the server may say in a room. These are shapes only: how they are filled, and from what, is the business of `view`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::facts::Fact;
use super::words::{Color, ErrorCode, Mode, Reason, Winner};
use crate::ids::{RoomCode, RoomToken, UnixMs};
use crate::protocol::player::Announcement;

/// A message of the server, as the wire has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ServerMessage")]
pub struct Sent {
    /// The version of the protocol, 1.
    pub v: u32,
    /// The number of this message. Those of a seat grow, whichever sockets they go to.
    pub seq: u64,
    /// When it was sent.
    pub ts: UnixMs,
    /// What it says.
    #[serde(flatten)]
    pub message: Message,
}

/// What a message of the server says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "payload")]
pub enum Message {
    /// A room was made; answers `room.create`, and `room.join` of who made it while nobody else has come.
    #[serde(rename = "room.created")]
    RoomCreated(RoomCreated),
    /// The client has the second seat; answers `room.join`.
    #[serde(rename = "room.joined")]
    RoomJoined(RoomJoined),
    /// The whole of what the player may know.
    #[serde(rename = "game.state")]
    State(Box<State>),
    /// What a move changed of that.
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
    /// By which the second player finds the room.
    pub code: RoomCode,
    /// What holds the seat, to be shown with every further message.
    pub token: RoomToken,
    /// The creator's side.
    pub color: Color,
    /// `blind` in a blind room, else left out. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Mode")]
    pub mode: Option<Mode>,
}

/// See [`Message::RoomJoined`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomJoined {
    /// The code of the room.
    pub code: RoomCode,
    /// What holds the seat, to be shown with every further message.
    pub token: RoomToken,
    /// The client's side.
    pub color: Color,
    /// The ids of the house rules, in their order.
    pub active_rules: Vec<String>,
    /// `blind` in a blind room, else left out. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Mode")]
    pub mode: Option<Mode>,
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
    /// The number of this message: what was numbered up to it is in it.
    pub last_seq: u64,
    /// The moves, oldest first; in a blind room the player's own.
    pub move_history: Vec<String>,
    /// How many moves were made by both sides together. An extension.
    pub ply: u32,
    /// In a blind room, everything that the moderator said to this player. An extension.
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
    /// How the game ended, `null` while it goes on.
    pub game_over: Option<GameOver>,
    /// The number of the move, from 1. An extension.
    pub ply: u32,
    /// In a blind room, what the moderator said to this player. An extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Announcement>")]
    pub announcements: Option<Vec<Announcement>>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameOver {
    /// Who won.
    pub winner: Winner,
    /// Why it is over.
    pub reason: Reason,
}

/// See [`Message::End`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameEnd {
    /// Who won.
    pub winner: Winner,
    /// Why it is over.
    pub reason: Reason,
    /// The last position as FEN, all of it.
    pub final_fen: String,
}

/// See [`Message::Error`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorMessage {
    /// What was wrong, for a program.
    pub code: ErrorCode,
    /// The same for a person.
    pub message: String,
    /// Whether the socket is closed now.
    pub fatal: bool,
}

/// See [`Message::Heartbeat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Heartbeat {}
