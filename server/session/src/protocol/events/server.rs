//! The events of the server. These are shapes only: how they are filled, and from what, is the business of `view`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::state::GameState;
use super::words::{GameResult, MemberId, OverReason, PersonName};
use crate::ids::{CommandId, GameId, Token, UnixMs};
use crate::protocol::player::{Color, PieceType, SquareName};

/// An event of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub enum ServerEvent {
    /// All that the viewer may know of the game now. The latest one is enough to draw it.
    #[serde(rename = "gameState.update")]
    GameState(Box<GameState>),
    /// Who asked to watch is let in; a `gameState.update` follows. An addition to the design.
    #[serde(rename = "spectator.welcome")]
    Watching(Watching),
    /// A capture is tried: both sides are asked for bids.
    #[serde(rename = "duel.initiated")]
    DuelInitiated(DuelInitiated),
    /// Both have bid, and this came of it.
    #[serde(rename = "duel.outcome")]
    DuelOutcome(DuelOutcome),
    /// Where the piece of a capture that failed may fall back to. Its owner alone is told.
    #[serde(rename = "retreat.options")]
    RetreatOptions(RetreatOptions),
    /// A side is in check.
    #[serde(rename = "game.check")]
    Check(Check),
    /// The game is over.
    #[serde(rename = "game.over")]
    Over(Over),
    /// A player is there for the first time.
    #[serde(rename = "player.joined")]
    PlayerJoined(Player),
    /// A player is gone, for now.
    #[serde(rename = "player.left")]
    PlayerLeft(Gone),
    /// A player is back.
    #[serde(rename = "player.reconnected")]
    PlayerReconnected(Reconnected),
    /// Somebody watches.
    #[serde(rename = "spectator.joined")]
    SpectatorJoined(SpectatorSeen),
    /// Somebody watches no longer.
    #[serde(rename = "spectator.left")]
    SpectatorLeft(SpectatorGone),
    /// Somebody says something.
    #[serde(rename = "chat.message")]
    Chat(ChatMessage),
    /// What came of a `move.request`. Its player alone is told.
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
    /// Who the viewer is at it.
    pub id: MemberId,
    /// The name that others see.
    pub name: PersonName,
    /// The viewer's token, to be kept for coming back under the same name. It opens no seat of a player.
    pub token: Token,
    /// How many seconds after the players this viewer is told.
    pub delay_seconds: u8,
    /// The client's name for what this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// A piece of a duel, as far as the viewer may know it: in a blind game only one's own has a kind, and who attacks stands nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DuelPiece {
    /// Its side.
    pub color: Color,
    /// Its kind.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub kind: Option<PieceType>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub position: Option<SquareName>,
}

/// See [`ServerEvent::DuelInitiated`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelInitiated {
    /// The game.
    pub game_id: GameId,
    /// The piece that captures.
    pub attacking_piece: DuelPiece,
    /// The piece that would be captured.
    pub defending_piece: DuelPiece,
    /// The square that is fought for: whither the capture leads. Who does not see who attacks is told where the own piece stands, which is the same
    /// unless that is taken in passing; who watches a blind game is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub position: Option<SquareName>,
    /// Until when bids are taken, by the server's time; who has not bid by then bids nothing. An addition to the design.
    pub deadline: UnixMs,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// Whether a capture succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DuelResult {
    /// The capture is made.
    Success,
    /// The piece stays.
    Failed,
}

/// What came of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelFought {
    /// The side that has won the duel.
    pub winner: Color,
    /// Whether the capture succeeded.
    pub result: DuelResult,
    /// What the attacker has spent.
    pub attacker_allocation: u32,
    /// What the defender has spent.
    pub defender_allocation: u32,
    /// What that was worth to the attacker, in halves of a point; left out where the viewer may not know what piece it was. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub attacker_halves: Option<u32>,
    /// What that was worth to the defender, likewise. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub defender_halves: Option<u32>,
}

/// See [`ServerEvent::DuelOutcome`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelOutcome {
    /// The game.
    pub game_id: GameId,
    /// What came of it.
    #[serde(flatten)]
    pub fought: DuelFought,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::RetreatOptions`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetreatOptions {
    /// The game.
    pub game_id: GameId,
    /// The piece, where it came from.
    pub piece: DuelPiece,
    /// The squares, first the one that it came from.
    pub valid_positions: Vec<SquareName>,
    /// What each of them costs, in the same order.
    pub costs: Vec<u32>,
    /// Until when the choice is taken, by the server's time; who has not chosen by then stays where they came from. An addition to the design.
    pub deadline: UnixMs,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::Check`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// The game.
    pub game_id: GameId,
    /// Where the attacked king stands, if the viewer may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub king_position: Option<SquareName>,
    /// The side that is in check.
    pub color: Color,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::Over`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Over {
    /// The game.
    pub game_id: GameId,
    /// How it ended.
    pub result: GameResult,
    /// Why; left out where the game ended in a way that has no word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OverReason")]
    pub reason: Option<OverReason>,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::PlayerJoined`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// The game.
    pub game_id: GameId,
    /// Who it is.
    pub id: MemberId,
    /// How the player is called, if a name was given.
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
    /// Who it is.
    pub player_id: MemberId,
    /// Until when the player may come back, while the game is on. An addition to the design.
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
    /// Who it is.
    pub player_id: MemberId,
    /// The number of this event among the numbered ones of this viewer.
    pub sequence: u64,
}

/// See [`ServerEvent::SpectatorJoined`]. It has no number: it says nothing about the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpectatorSeen {
    /// The game.
    pub game_id: GameId,
    /// Who it is.
    pub id: MemberId,
    /// How they are called.
    pub name: PersonName,
    /// How many watch now. An addition to the design.
    pub count: u32,
}

/// See [`ServerEvent::SpectatorLeft`]. It has no number: it says nothing about the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpectatorGone {
    /// The game.
    pub game_id: GameId,
    /// Who it was.
    pub spectator_id: MemberId,
    /// How many watch now. An addition to the design.
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
    /// Who said it.
    pub sender_id: MemberId,
    /// How they are called; left out of who has no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub sender_name: Option<PersonName>,
    /// What was said, without what may not be said here. It is text and never markup.
    pub message: String,
    /// When.
    pub timestamp: UnixMs,
    /// The client's name for the message, to who said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveRefused {
    /// `illegal_move` and the like: a word of the moderator, or the code of an error.
    pub code: String,
    /// The same for a developer.
    pub message: String,
}

/// See [`ServerEvent::MoveResult`]. It has no number: the state that it belongs to follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveResult {
    /// Whether the move was made, or has begun as a duel.
    pub success: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MoveRefused")]
    pub error: Option<MoveRefused>,
    /// Whether the other side is in check by it, if its player may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub check_detected: Option<bool>,
    /// Whether it captures, or tries to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub capture_attempted: Option<bool>,
    /// The client's name for the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// See [`ServerEvent::Pong`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pong {
    /// What the ping said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub timestamp: Option<u64>,
    /// The server's time.
    pub server_time: UnixMs,
}
