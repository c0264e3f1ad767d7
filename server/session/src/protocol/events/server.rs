//! Events of the server. They are plain data, filled from an observation in `frames`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::state::GameState;
use super::words::{GameResult, OverDetail, OverReason};
use crate::domain::{
    Color, CommandId, GameId, IllegalReason, MemberId, PersonName, SquareName, Token, UnixMs,
};
use crate::view::{Contest, DuelFought, RetreatState};

/// An event of the server.
// Requirement gambit-50.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub enum ServerEvent {
    /// Everything that the viewer may know of the game now. The latest one is enough to draw it.
    #[serde(rename = "gameState.update")]
    GameState(Box<GameState>),
    /// The request to watch is granted; a `gameState.update` follows. An addition to the design.
    #[serde(rename = "spectator.welcome")]
    Watching(Watching),
    /// A capture is tried: both sides are asked for bids.
    #[serde(rename = "duel.initiated")]
    DuelInitiated(DuelInitiated),
    /// Outcome of a duel, after both bids.
    #[serde(rename = "duel.outcome")]
    DuelOutcome(DuelOutcome),
    /// Choices for the retreat after a failed capture, sent to the attacker alone.
    #[serde(rename = "retreat.options")]
    RetreatOptions(RetreatOptions),
    /// A side is in check.
    #[serde(rename = "game.check")]
    Check(Check),
    /// The game is over.
    #[serde(rename = "game.over")]
    Over(Over),
    /// A player has connected for the first time.
    #[serde(rename = "player.joined")]
    PlayerJoined(Player),
    /// A player has disconnected.
    #[serde(rename = "player.left")]
    PlayerLeft(Gone),
    /// A player has reconnected.
    #[serde(rename = "player.reconnected")]
    PlayerReconnected(Reconnected),
    /// A spectator has joined.
    #[serde(rename = "spectator.joined")]
    SpectatorJoined(SpectatorSeen),
    /// A spectator has left.
    #[serde(rename = "spectator.left")]
    SpectatorLeft(SpectatorGone),
    /// A chat message.
    #[serde(rename = "chat.message")]
    Chat(ChatMessage),
    /// Messages since the viewer first joined, sent to a viewer who comes back. An addition to the design.
    #[serde(rename = "chat.history")]
    ChatHistory(ChatHistory),
    /// Result of a `move.request`, sent to its player alone.
    #[serde(rename = "move.result")]
    MoveResult(MoveResult),
    /// Answers a `connection.ping`. An addition to the design.
    #[serde(rename = "connection.pong")]
    Pong(Pong),
}

/// See [`ServerEvent::Watching`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Watching {
    /// The game.
    pub game_id: GameId,
    /// Id of the viewer at the game.
    pub id: MemberId,
    /// The name that others see.
    pub name: PersonName,
    /// The viewer's token, to be kept for coming back under the same name. It opens no seat of a player.
    pub token: Token,
    /// Delay behind the players, in seconds.
    pub delay_seconds: u8,
    /// Id of the message that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// See [`ServerEvent::DuelInitiated`].
// Requirement gambit-52.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelInitiated {
    /// The game.
    pub game_id: GameId,
    /// The capture that is contested.
    #[serde(flatten)]
    pub contest: Contest,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::DuelOutcome`].
// Requirements gambit-37, gambit-53.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelOutcome {
    /// The game.
    pub game_id: GameId,
    /// Outcome of the duel.
    #[serde(flatten)]
    pub fought: DuelFought,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::RetreatOptions`].
// Requirement gambit-54.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetreatOptions {
    /// The game.
    pub game_id: GameId,
    /// The choice.
    #[serde(flatten)]
    pub retreat: RetreatState,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::Check`].
// Requirement gambit-55.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// The game.
    pub game_id: GameId,
    /// Square of the attacked king, if the viewer may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub king_position: Option<SquareName>,
    /// The side that is in check.
    pub color: Color,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::Over`].
// Requirement gambit-56.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Over {
    /// The game.
    pub game_id: GameId,
    /// Result.
    pub result: GameResult,
    /// End reason; left out for an ending without a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OverReason")]
    pub reason: Option<OverReason>,
    /// Detail that the reason does not tell. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OverDetail")]
    pub detail: Option<OverDetail>,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::PlayerJoined`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// The game.
    pub game_id: GameId,
    /// Id of the person.
    pub id: MemberId,
    /// Name of the player, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub name: Option<PersonName>,
    /// The player's side.
    pub color: Color,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::PlayerLeft`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gone {
    /// The game.
    pub game_id: GameId,
    /// Id of the person.
    pub player_id: MemberId,
    /// End of the grace period, during the game. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub grace_until: Option<UnixMs>,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::PlayerReconnected`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reconnected {
    /// The game.
    pub game_id: GameId,
    /// Id of the person.
    pub player_id: MemberId,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::SpectatorJoined`]. It has no number: it says nothing about the game.
// Requirement gambit-108.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpectatorSeen {
    /// The game.
    pub game_id: GameId,
    /// Id of the person.
    pub id: MemberId,
    /// Name.
    pub name: PersonName,
    /// Number of spectators. An addition to the design.
    pub count: u32,
}

/// See [`ServerEvent::SpectatorLeft`]. It has no number: it says nothing about the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpectatorGone {
    /// The game.
    pub game_id: GameId,
    /// Id of the person.
    pub spectator_id: MemberId,
    /// Number of spectators. An addition to the design.
    pub count: u32,
}

/// See [`ServerEvent::Chat`]. It has no number: it says nothing about the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// The game.
    pub game_id: GameId,
    /// The number of the message among those that this viewer was sent, by which it can be reported. An addition to the design.
    pub message_id: u64,
    /// Sender.
    pub sender_id: MemberId,
    /// Name of the sender, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub sender_name: Option<PersonName>,
    /// Censored text. It is never markup.
    pub message: String,
    /// Time.
    pub timestamp: UnixMs,
    /// Id of the message that this answers, for its sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// See [`ServerEvent::ChatHistory`]. It has no number: it says nothing about the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatHistory {
    /// The game.
    pub game_id: GameId,
    /// The latest messages, the oldest first, as this viewer was sent them or would have been.
    pub messages: Vec<ChatMessage>,
}

/// Reason why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveRefused {
    /// `illegal_move` and the like: a word of the moderator, or the code of an error.
    pub code: String,
    /// Message for a developer.
    pub message: String,
    /// Reason why the move is illegal, in games in which players see every piece. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "IllegalReason")]
    pub reason: Option<IllegalReason>,
}

/// See [`ServerEvent::MoveResult`]. It has no number: the state that it belongs to follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveResult {
    /// True if the move was made, or has begun as a duel.
    pub success: bool,
    /// Reason why the move was not made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MoveRefused")]
    pub error: Option<MoveRefused>,
    /// True if the other side is in check by it, as far as its player may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub check_detected: Option<bool>,
    /// True if it captures, or tries to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub capture_attempted: Option<bool>,
    /// Id of the move, chosen by the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// See [`ServerEvent::Pong`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pong {
    /// Timestamp of the ping.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub timestamp: Option<u64>,
    /// The server's time.
    pub server_time: UnixMs,
}
