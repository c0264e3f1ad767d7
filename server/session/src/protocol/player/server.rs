//! What the server may say. These are shapes only: how they are filled, and from what, is the business of `view`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{Color, EndReason, ErrorCode, GameStatus, Mode, PieceName, PieceType, SquareName};
use crate::clock::TimeControl;
use crate::ids::{CommandId, GameId, Token, UnixMs};
use crate::moderator::ModeratorText;
use crate::protocol::events::{DuelMade, PersonName, Regained, RetreatMade};

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The whole of what the player may know; answers `hello`.
    Joined(Box<Joined>),
    /// What the player may know now. The latest one is enough to draw the game.
    Update(Box<Update>),
    /// The other player came or went.
    PeerStatus(PeerStatus),
    /// A message had no effect.
    Error(ErrorMessage),
    /// Asks for a `pong`.
    Ping {},
    /// One of the players made a new game. An addition to the design.
    Rematch(RematchNotice),
}

/// Who the client is in the game.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    /// The client's side.
    pub you: You,
    /// The token of the seat, to be kept for coming back.
    pub token: Token,
    /// The board.
    pub view: BoardView,
    /// Everything that the moderator said to this player.
    pub announcements: Vec<Announcement>,
    /// Where the game stands.
    pub game_status: GameStatus,
    /// How much each player sees.
    pub mode: Mode,
    /// Whether the clients mark where a piece may be tried.
    pub highlighting_enabled: bool,
    /// The number of this frame among those of this viewer: 1, 2, 3, …
    pub seq: u64,
    /// The client's name for the `hello` that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
    /// The square of the piece that the player has touched and has to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub touched_piece: Option<SquareName>,
    /// The draw offer that stands.
    #[serde(default)]
    pub draw_offer: Option<DrawOffer>,
    /// The captured pieces.
    pub tally: Tally,
    /// Whether the other player is there.
    pub peer: PeerPresence,
    /// Why the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// Who won.
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
    /// The id of the way to play with bids; left out where nothing is bid for. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub gambit: Option<String>,
    /// How many moves have been made by both sides together.
    pub ply: u32,
    /// The game in full, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Record")]
    pub record: Option<Record>,
    /// The new game, when one of the players made one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RematchOffer")]
    pub rematch: Option<RematchOffer>,
    /// The clock, where the game has one. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ClockView")]
    pub clock: Option<ClockView>,
    /// The server's time, where the game has a clock. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub now: Option<UnixMs>,
    /// How the players are called, where one of them has said so. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PlayerNames")]
    pub names: Option<PlayerNames>,
    /// Whether people may talk; left out where they may not. An addition to the design.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chat: bool,
}

/// See [`ServerMessage::Update`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Update {
    /// The board.
    pub view: BoardView,
    /// What the moderator said to this player since the frame before.
    pub new_announcements: Vec<Announcement>,
    /// Where the game stands.
    pub game_status: GameStatus,
    /// The square of the piece that the player has touched and has to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub touched_piece: Option<SquareName>,
    /// The draw offer that stands.
    #[serde(default)]
    pub draw_offer: Option<DrawOffer>,
    /// Why the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// Who won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub winner: Option<Color>,
    /// The number of this frame among those of this viewer.
    pub seq: u64,
    /// The client's name for the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
    /// The captured pieces.
    pub tally: Tally,
    /// How many moves have been made by both sides together.
    pub ply: u32,
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
    /// How the players are called, where one of them has said so. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PlayerNames")]
    pub names: Option<PlayerNames>,
}

/// How the players are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerNames {
    /// The player of white.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub w: Option<PersonName>,
    /// The player of black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub b: Option<PersonName>,
}

/// See [`ServerMessage::PeerStatus`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeerStatus {
    /// The other player's side.
    pub color: Color,
    /// Whether the other player is there.
    pub connected: bool,
    /// Until when an absent player may come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub grace_until: Option<UnixMs>,
    /// The number of this frame among those of this viewer.
    pub seq: u64,
}

/// See [`ServerMessage::Error`]. It has no number: it says nothing about the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorMessage {
    /// What kind of error.
    pub code: ErrorCode,
    /// The same for a developer.
    pub message: String,
    /// The client's name for the message that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// See [`ServerMessage::Rematch`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RematchNotice {
    /// The new game.
    pub game_id: GameId,
    /// Who made it.
    pub from: Color,
    /// The number of this frame among those of this viewer.
    pub seq: u64,
    /// The client's name for the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// A new game made by one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RematchOffer {
    /// The new game.
    pub game_id: GameId,
    /// Who made it.
    pub from: Color,
}

/// The board as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// The pieces by their squares.
    #[schemars(with = "std::collections::HashMap<String, PieceView>")]
    pub pieces: BTreeMap<SquareName, PieceView>,
    /// The side to move.
    pub to_move: Color,
    /// Whether the side to move is in check; `null` when the viewer may not know.
    pub in_check: Option<bool>,
    /// How many moves the side to move has left in this turn, where a turn has several. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub moves_left: Option<u8>,
}

/// A piece that the viewer sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PieceView {
    /// Its side.
    pub color: Color,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: PieceType,
    /// The piece in full, as the engine in the browser reads it (QPI). An addition to the design.
    pub qpi: PieceName,
    /// How many points it has, where pieces have points. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub points: Option<u8>,
}

/// What the moderator said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Announcement {
    /// The move that it is about, counted from 1; of a refused try, the move that the player was about to make.
    pub ply: u32,
    /// The announcement.
    pub text: ModeratorText,
    /// Who hears it.
    pub audience: Audience,
    /// What a promoted piece became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Payload")]
    pub payload: Option<Payload>,
    /// When it was said.
    pub at: UnixMs,
}

/// Who hears an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// White alone.
    W,
    /// Black alone.
    B,
    /// Both players.
    Both,
}

/// What an announcement carries; only `*_promoted` has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payload {
    /// What the piece became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub promoted_to: Option<PieceType>,
}

/// A draw offer that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DrawOffer {
    /// Who made it.
    pub from: Color,
}

/// The captured pieces, counted by kind, as far as the viewer may know them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// What the viewer captured.
    #[schemars(with = "std::collections::HashMap<String, u32>")]
    pub by_you: BTreeMap<PieceType, u32>,
    /// What the viewer lost.
    #[schemars(with = "std::collections::HashMap<String, u32>")]
    pub by_opponent: BTreeMap<PieceType, u32>,
}

/// A game's clock as it stood when it last changed: when a turn ended, when the game began or ended, or by a pause. Who has it can count down alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// What was agreed on.
    pub control: TimeControl,
    /// How much time each side had left.
    pub left_ms: ClockTimes,
    /// Whose turn it counts; left out before the game begins and after its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub running: Option<Color>,
    /// Since when it runs, by the server's time; left out while it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub since: Option<UnixMs>,
    /// How many milliseconds from then on cost nothing; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub free_ms: Option<u64>,
    /// Whether it waits in the middle of a turn.
    pub paused: bool,
    /// From when on a player should be warned of how little time is left, in milliseconds.
    pub low_time_ms: u64,
}

/// A time for each side, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockTimes {
    /// White's time.
    pub w: u64,
    /// Black's time.
    pub b: u64,
}

/// Whether the other player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeerPresence {
    /// Whether the other player is connected.
    pub connected: bool,
    /// Until when an absent player may come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub grace_until: Option<UnixMs>,
}

/// A finished game in full, for both players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// The position from which it started (FEEN).
    pub initial: String,
    /// Every move.
    pub plies: Vec<PlyRecord>,
    /// Every refused try of both sides.
    pub tries: Vec<TryRecord>,
    /// The game as PGN, the tries as comments, and so are bids. Left out of a game in which a capture failed: that is no move of PGN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub pgn: Option<String>,
    /// The final position (FEEN).
    pub feen: String,
}

/// One move of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlyRecord {
    /// Its number, from 1.
    pub ply: u32,
    /// Who made it.
    pub by: Color,
    /// Whence; `*` is the hand.
    pub from: String,
    /// Whither.
    pub to: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The move in the notation of UCI.
    pub uci: String,
    /// What the piece became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub promotion: Option<PieceType>,
    /// What was captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub captured: Option<PieceType>,
    /// What it did beyond moving and capturing, where the rules have mechanics; left out where there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub happened: Vec<HappenedRecord>,
    /// The move with its bids, its retreat and what came back of it (`Nxe4[A:3/D:5]→c3(2){+1}`), in a game with bids. This and what follows are
    /// additions to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub notation: Option<String>,
    /// The duel that it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelMade")]
    pub duel: Option<DuelMade>,
    /// Where its piece fell back to, if the capture failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RetreatMade")]
    pub retreat: Option<RetreatMade>,
    /// What the turn brought back to its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Regained")]
    pub regained: Option<Regained>,
    /// The position after it (FEEN).
    pub feen: String,
    /// When it was made.
    pub at: UnixMs,
}

/// Something that befell a piece by a move of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HappenedRecord {
    /// What it was.
    pub what: Befell,
    /// Where the piece stands, or stood.
    pub square: SquareName,
    /// Its side.
    pub color: Color,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: PieceType,
    /// How many points it has then; none when it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub points: Option<u8>,
}

/// What befalls a piece that is not captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Befell {
    /// It was to be captured and has points left.
    Hit,
    /// A blast destroyed it.
    Exploded,
    /// It lost its last point to a poisoned square.
    Fell,
    /// It lost points to a poisoned square.
    Poisoned,
    /// It gained points.
    Healed,
}

impl Befell {
    /// The word of the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Befell::Hit => "hit",
            Befell::Exploded => "exploded",
            Befell::Fell => "fell",
            Befell::Poisoned => "poisoned",
            Befell::Healed => "healed",
        }
    }
}

/// One refused try of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TryRecord {
    /// The move that the player was about to make, from 1.
    pub ply: u32,
    /// Who tried.
    pub by: Color,
    /// Whence.
    pub from: SquareName,
    /// Whither, when it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub to: Option<SquareName>,
    /// What the moderator said.
    pub text: ModeratorText,
    /// When.
    pub at: UnixMs,
}
