//! Messages of the server. They are plain data, filled from an observation in `frames`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::ErrorCode;
use crate::domain::{
    Announcement, Color, CommandId, EndReason, GameId, GameStatus, Mode, PieceName, Record, SquareName,
    Token, UnixMs,
};
use crate::terms::Aids;
use crate::view::{
    BoardView, ClockView, DrawOffer, NotedMove, PeerPresence, PlayerNames, RematchView, SeenMove,
    SharedMarks, Tally,
};

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Everything that the player may know; answers `hello`.
    Joined(Box<Joined>),
    /// Everything that the player may know now. The latest one is enough to draw the game.
    Update(Box<Update>),
    /// The other player came or went.
    PeerStatus(PeerStatus),
    /// A message had no effect.
    Error(ErrorMessage),
    /// Asks for a `pong`.
    Ping {},
    /// A rematch was offered, declined or agreed on. An addition to the design.
    Rematch(RematchNotice),
    /// A player has shared marks after the end. An addition to the design.
    SharedMarks(SharedMarksNotice),
}

/// Role of the client in the game.
// Requirement blind-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum You {
    /// White.
    #[serde(rename = "w")]
    White,
    /// Black.
    #[serde(rename = "b")]
    Black,
    /// Nobody. This server sends the error `spectators_disabled` instead; the value is kept for clients of other servers.
    #[serde(rename = "spectator-rejected")]
    SpectatorRejected,
}

/// See [`ServerMessage::Joined`].
// Requirement blind-55.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    /// The client's side.
    pub you: You,
    /// The token of the seat, to be kept for coming back.
    pub token: Token,
    /// The board.
    pub view: BoardView,
    /// All announcements to this player.
    pub announcements: Vec<Announcement>,
    /// Status of the game.
    pub game_status: GameStatus,
    /// Visibility of the board for the players.
    pub mode: Mode,
    /// True if the clients mark where a piece may be tried.
    pub highlighting_enabled: bool,
    /// Aids to players, if the creator chose them. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Aids")]
    pub aids: Option<Aids>,
    /// The number of this frame among those of this viewer: 1, 2, 3, …
    pub seq: u64,
    /// Id of the `hello` that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
    /// The square of the piece that the player has touched and has to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub touched_piece: Option<SquareName>,
    /// The piece in the hand that the player has touched and has to drop, in full. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub touched_drop: Option<PieceName>,
    /// The draw offer that stands.
    #[serde(default)]
    pub draw_offer: Option<DrawOffer>,
    /// The captured pieces.
    pub tally: Tally,
    /// Presence of the other player.
    pub peer: PeerPresence,
    /// End reason of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// The winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub winner: Option<Color>,
    /// The id of the moderator.
    pub moderator: String,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The ids of the house rules, in their order; left out where there are none. An addition to the design.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
    /// Id of the gambit profile; left out in a game without duels. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub gambit: Option<String>,
    /// Number of moves made by both sides together.
    pub ply: u32,
    /// The moves so far in notation, in an open game without duels; left out where there are none. An addition to the design.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<NotedMove>,
    /// The position from which these moves start (FEEN), in an open game without duels; left out where it is the initial one. An addition to the
    /// design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub start: Option<String>,
    /// The hash that promises what the covered pieces hide, in a game that has some. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub commitment: Option<String>,
    /// The moves so far as this player saw them, in a game by sight until it is over; left out where there are none. An addition to the design.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen_moves: Vec<SeenMove>,
    /// The game in full, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Record")]
    pub record: Option<Record>,
    /// The rematch, once one was offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RematchView")]
    pub rematch: Option<RematchView>,
    /// The marks that players have shared after the end. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SharedMarks")]
    pub shared_marks: Option<SharedMarks>,
    /// True while a game waits although both seats are taken: a rematch begins once both players are connected. Left out otherwise. An addition to the
    /// design.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seats_taken: bool,
    /// The clock, where the game has one. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ClockView")]
    pub clock: Option<ClockView>,
    /// The server's time, where the game has a clock or an absent player a grace period. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub now: Option<UnixMs>,
    /// Names of the players, if one of them has a name. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PlayerNames")]
    pub names: Option<PlayerNames>,
    /// True if there is chat; left out if not. An addition to the design.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chat: bool,
    /// Id in the link for spectators (`/w/{id}`); left out if none are allowed. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "GameId")]
    pub watch_id: Option<GameId>,
}

/// See [`ServerMessage::Update`].
// Requirement blind-56.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    /// The board.
    pub view: BoardView,
    /// Announcements to this player since the previous frame.
    pub new_announcements: Vec<Announcement>,
    /// Status of the game.
    pub game_status: GameStatus,
    /// The square of the piece that the player has touched and has to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub touched_piece: Option<SquareName>,
    /// The piece in the hand that the player has touched and has to drop, in full. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub touched_drop: Option<PieceName>,
    /// The draw offer that stands.
    #[serde(default)]
    pub draw_offer: Option<DrawOffer>,
    /// End reason of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// The winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub winner: Option<Color>,
    /// The number of this frame among those of this viewer.
    pub seq: u64,
    /// Id of the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
    /// The captured pieces.
    pub tally: Tally,
    /// Number of moves made by both sides together.
    pub ply: u32,
    /// The last move in notation, in an open game without duels. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "NotedMove")]
    pub latest_move: Option<NotedMove>,
    /// The last move as this player saw it, in a game by sight until it is over. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SeenMove")]
    pub latest_seen_move: Option<SeenMove>,
    /// The game in full, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Record")]
    pub record: Option<Record>,
    /// The clock, where the game has one. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ClockView")]
    pub clock: Option<ClockView>,
    /// The server's time, where the game has a clock. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub now: Option<UnixMs>,
    /// Names of the players, if one of them has a name. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PlayerNames")]
    pub names: Option<PlayerNames>,
}

/// See [`ServerMessage::PeerStatus`].
// Requirement blind-57.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeerStatus {
    /// The other player's side.
    pub color: Color,
    /// Presence of the other player.
    pub connected: bool,
    /// End of the grace period of an absent player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub grace_until: Option<UnixMs>,
    /// The server's time, where there is a grace period. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub now: Option<UnixMs>,
    /// The number of this frame among those of this viewer.
    pub seq: u64,
}

/// See [`ServerMessage::Error`]. It has no number: it says nothing about the game.
// Requirements blind-58, gambit-116.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorMessage {
    /// Error code.
    pub code: ErrorCode,
    /// Message for a developer.
    pub message: String,
    /// Id of the message that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// See [`ServerMessage::Rematch`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RematchNotice {
    /// The rematch.
    pub rematch: RematchView,
    /// The number of this frame among those of this viewer.
    pub seq: u64,
    /// Id of the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// See [`ServerMessage::SharedMarks`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedMarksNotice {
    /// The marks of the players who have shared theirs.
    pub marks: SharedMarks,
    /// The number of this frame among those of this viewer.
    pub seq: u64,
    /// Id of the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}
