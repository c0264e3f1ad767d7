//! The state of a game as a `gameState.update` has it: all that one viewer may know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{
    Announcement, Color, CommandId, EndReason, GameId, GameSpectator, GameStatus, MemberId, Mode, PersonName,
    PieceName, PieceType, Record, SquareName, UnixMs,
};
use crate::view::{
    ClockView, DrawOffer, DuelFought, DuelState, GamePhase, Hands, MoveMade, Pools, RematchView,
    RetreatState, SharedMarks, Tally, Viewpoint,
};

/// All that one viewer may know of a game. What is left out is not there, or not for this viewer; `null` is what the viewer may not know.
// Requirement gambit-51.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The game.
    pub game_id: GameId,
    /// The viewer.
    pub you: Viewpoint,
    /// Phase of the game.
    pub phase: GamePhase,
    /// The side whose turn it is.
    pub turn: Color,
    /// The pieces that the viewer sees, in the order of the board's squares.
    pub pieces: Vec<GamePiece>,
    /// Pieces that a side can drop; left out in a game without hands. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Hands")]
    pub hands: Option<Hands>,
    /// The number of the move, from 1: both sides' turns have the same.
    pub move_number: u32,
    /// True if the side to move is in check; `null` when the viewer may not know.
    pub in_check: Option<bool>,
    /// Points of each side, in a game with duels. `null` is hidden (`?`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Pools")]
    pub bp: Option<Pools>,
    /// The duel that bids are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelState")]
    pub duel: Option<DuelState>,
    /// The current choice of a retreat, for its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RetreatState")]
    pub retreat: Option<RetreatState>,
    /// Outcome of the duel that has not become a move: its retreat is due, or the end of the game interrupted it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelFought")]
    pub fought: Option<DuelFought>,
    /// The moves since the state before this one, as the viewer may know them; all of them in the first state on a socket, and once more in the one
    /// with which the game is over. A move that is sent again replaces what was sent of it before.
    pub new_moves: Vec<MoveMade>,
    /// Status of the game, as in the player protocol.
    pub game_status: GameStatus,
    /// End reason of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EndReason")]
    pub end_reason: Option<EndReason>,
    /// The winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub winner: Option<Color>,
    /// White's time when the clock last changed, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub white_time_remaining: Option<u64>,
    /// Black's time then, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub black_time_remaining: Option<u64>,
    /// Side whose time runs; left out if none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub active_timer: Option<Color>,
    /// The clock in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ClockView")]
    pub clock: Option<ClockView>,
    /// The players.
    pub players: Vec<GamePlayer>,
    /// Spectators in the order of arrival.
    pub spectators: Vec<GameSpectator>,
    /// Visibility of the board for the players.
    pub mode: Mode,
    /// Id of the gambit profile; left out in a game without duels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub gambit: Option<String>,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The ids of the house rules, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<String>,
    /// The hash that promises what the covered pieces hide, in a game that has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub commitment: Option<String>,
    /// True if people may talk.
    pub chat: bool,
    /// True if the clients mark where a piece may be tried.
    pub highlighting_enabled: bool,
    /// Number of moves left in this turn, where a turn has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub moves_left: Option<u8>,
    /// The square of the piece that the player has touched and has to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub touched_piece: Option<SquareName>,
    /// The piece in the hand that the player has touched and has to drop, in full. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub touched_drop: Option<PieceName>,
    /// The draw offer that stands.
    pub draw_offer: Option<DrawOffer>,
    /// The captured pieces; empty for a spectator.
    pub tally: Tally,
    /// Announcements to this viewer since the previous state.
    pub new_announcements: Vec<Announcement>,
    /// Number of moves made by both sides together.
    pub ply: u32,
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
    /// The number of this event among the numbered ones of this viewer: 1, 2, 3, …
    pub sequence: u64,
    /// The server's time when this was so.
    pub timestamp: UnixMs,
    /// Id of the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CommandId")]
    pub ack: Option<CommandId>,
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
    /// Square of the piece.
    pub position: SquareName,
    /// True if it has moved in this game. A capture that failed, after which it stands where it came from, is no move.
    pub has_moved: bool,
    /// The piece in full, as the engine in the browser reads it (QPI). An addition to the design.
    pub qpi: PieceName,
    /// True for a piece of neither side, whose `color` then means nothing; left out otherwise. An addition to the design.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
    /// True for a covered piece: `type` and `qpi` say how it moves, and not what it is. Left out otherwise. An addition to the design.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
    /// Hit points, where pieces have them. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub points: Option<u8>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamePlayer {
    /// Id of the person.
    pub id: MemberId,
    /// Name of the player, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PersonName")]
    pub name: Option<PersonName>,
    /// The player's side.
    pub color: Color,
    /// True if the player is there.
    pub connected: bool,
    /// End of the grace period of an absent player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub grace_until: Option<UnixMs>,
}
