//! The state of a game as a `gameState.update` has it: all that one viewer may know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::server::{DuelFought, DuelPiece, DuelResult};
use super::words::{MemberId, PersonName};
use crate::ids::{CommandId, GameId, UnixMs};
use crate::protocol::player::{
    Announcement, ClockView, Color, DrawOffer, EndReason, GameStatus, Mode, PieceName, PieceType, Record,
    RematchOffer, SquareName, Tally,
};

/// All that one viewer may know of a game. What is left out is not there, or not for this viewer; `null` is what the viewer may not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The game.
    pub game_id: GameId,
    /// Who is told.
    pub you: Viewpoint,
    /// What is awaited.
    pub phase: GamePhase,
    /// The side whose turn it is.
    pub turn: Color,
    /// The pieces that the viewer sees, in the order of the board's squares.
    pub pieces: Vec<GamePiece>,
    /// The number of the move, from 1: both sides' turns have the same.
    pub move_number: u32,
    /// Whether the side to move is in check; `null` when the viewer may not know.
    pub in_check: Option<bool>,
    /// How many points each side has, in a game with bids. `null` is hidden (`?`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Pools")]
    pub bp: Option<Pools>,
    /// The duel that bids are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelState")]
    pub duel: Option<DuelState>,
    /// The choice of where to fall back to; only of who has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RetreatState")]
    pub retreat: Option<RetreatState>,
    /// What came of the duel that has not become a move: its piece has yet to fall back, or never did, because the game has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelFought")]
    pub fought: Option<DuelFought>,
    /// The moves since the state before this one, as the viewer may know them; all of them in the first state on a socket, and once more in the one
    /// with which the game is over. One that is told again takes the place of what was told of it before.
    pub new_moves: Vec<MoveMade>,
    /// Where the game stands, as the player protocol has it.
    pub game_status: GameStatus,
    /// Why the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// Who won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub winner: Option<Color>,
    /// How many milliseconds white had left when the clock last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub white_time_remaining: Option<u64>,
    /// How many milliseconds black had left then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub black_time_remaining: Option<u64>,
    /// Whose time runs; left out while nobody's does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub active_timer: Option<Color>,
    /// The clock in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ClockView")]
    pub clock: Option<ClockView>,
    /// The players.
    pub players: Vec<GamePlayer>,
    /// Who watches, the first to come first.
    pub spectators: Vec<GameSpectator>,
    /// How much each player sees.
    pub mode: Mode,
    /// The id of the way to play with bids, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub gambit: Option<String>,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The ids of the house rules, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
    /// Whether people may talk.
    pub chat: bool,
    /// Whether the clients mark where a piece may be tried.
    pub highlighting_enabled: bool,
    /// How many moves the side to move has left in this turn, where a turn has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub moves_left: Option<u8>,
    /// The square of the piece that the player has touched and has to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub touched_piece: Option<SquareName>,
    /// The draw offer that stands.
    pub draw_offer: Option<DrawOffer>,
    /// The captured pieces; nothing in it of who only watches.
    pub tally: Tally,
    /// What the moderator said to this viewer since the state before this one.
    pub new_announcements: Vec<Announcement>,
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
    /// The number of this event among the numbered ones of this viewer: 1, 2, 3, …
    pub sequence: u64,
    /// The server's time when this was so.
    pub timestamp: UnixMs,
    /// The client's name for the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
}

/// Who is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewpoint {
    /// The player of white.
    W,
    /// The player of black.
    B,
    /// Who only watches.
    Spectator,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GamePhase {
    /// The second player.
    Setup,
    /// A move.
    Normal,
    /// Bids of both sides.
    DuelAllocation,
    /// The attacker's choice of where to fall back to.
    TacticalRetreat,
    /// Nothing: it is over.
    GameOver,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamePiece {
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: PieceType,
    /// Its side.
    pub color: Color,
    /// Where it stands.
    pub position: SquareName,
    /// Whether it has moved in this game. A capture that failed, after which it stands where it came from, is no move.
    pub has_moved: bool,
    /// The piece in full, as the engine in the browser reads it (QPI). An addition to the design.
    pub qpi: PieceName,
    /// How many hit points it has, where pieces have some. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub points: Option<u8>,
}

/// How many points each side has; `null` is what the viewer may not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pools {
    /// White's.
    pub w: Option<u32>,
    /// Black's.
    pub b: Option<u32>,
}

/// A duel that bids are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelState {
    /// Who attacks.
    pub attacker: Color,
    /// The piece that captures.
    pub attacking_piece: DuelPiece,
    /// The piece that would be captured.
    pub defending_piece: DuelPiece,
    /// The square that is fought for, as in `duel.initiated`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub position: Option<SquareName>,
    /// Until when bids are taken.
    pub deadline: UnixMs,
    /// What the viewer has bid. Whether the other side has is nobody's to know: the duel ends when both have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub your_bid: Option<u32>,
    /// How many points of the viewer's bid count in full; only of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub capacity: Option<u32>,
    /// The most effect that a bid can have, in points.
    pub effective_max: u32,
    /// What each point of effect above the capacity costs.
    pub overload_cost: u32,
    /// Whether equal bids are the attacker's.
    pub ties_to_attacker: bool,
}

/// The choice of where to fall back to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetreatState {
    /// The piece, where it came from.
    pub piece: DuelPiece,
    /// The squares, first the one that it came from.
    pub valid_positions: Vec<SquareName>,
    /// What each of them costs, in the same order.
    pub costs: Vec<u32>,
    /// Until when the choice is taken.
    pub deadline: UnixMs,
}

/// A move that was made, as far as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveMade {
    /// Its number, from 1.
    pub ply: u32,
    /// Who made it.
    pub by: Color,
    /// Whence; `*` is the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub from: Option<String>,
    /// Whither; where a capture failed, whither it was to go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub to: Option<String>,
    /// The move with its bids, its retreat and what came back of it (`Nxe4[A:3/D:5]→c3(2){+1}`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub notation: Option<String>,
    /// The duel that it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelMade")]
    pub duel: Option<DuelMade>,
    /// Where its piece fell back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RetreatMade")]
    pub retreat: Option<RetreatMade>,
    /// What the turn brought back, to its side alone while the game is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Regained")]
    pub regained: Option<Regained>,
}

/// A duel that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelMade {
    /// Whether the capture was made.
    pub result: DuelResult,
    /// What the attacker has spent.
    pub attacker_allocation: u32,
    /// What the defender has spent.
    pub defender_allocation: u32,
}

/// A retreat that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RetreatMade {
    /// Where the piece stands; left out of one that was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub position: Option<SquareName>,
    /// What that cost.
    pub cost: u32,
}

/// What a turn brought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Regained {
    /// For the turn itself.
    pub base: u32,
    /// For each new tactic.
    pub tactics: Vec<RegainedFor>,
    /// All of it.
    pub total: u32,
}

/// What a tactic brought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RegainedFor {
    /// `pin`, `skewer`, `fork`, `discovered`, `check` or `defence`.
    pub kind: String,
    /// The squares of it: whose piece does it first, then those whom it befalls.
    pub squares: Vec<SquareName>,
    /// How many points it brought.
    pub points: u32,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamePlayer {
    /// Who it is.
    pub id: MemberId,
    /// How the player is called, if a name was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub name: Option<PersonName>,
    /// The player's side.
    pub color: Color,
    /// Whether the player is there.
    pub connected: bool,
    /// Until when an absent player may come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub grace_until: Option<UnixMs>,
}

/// Who watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameSpectator {
    /// Who it is.
    pub id: MemberId,
    /// How they are called.
    pub name: PersonName,
}
