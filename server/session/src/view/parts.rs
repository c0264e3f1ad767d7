//! Parts of an observation, in words of the domain. The player protocol and its events write them as they are.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sight::OfferedMove;
use crate::clock::TimeControl;
use crate::domain::{
    Color, DuelMade, GameId, Mark, MoveDetails, PersonName, PieceName, PieceType, PieceView, SquareName,
    Token, UnixMs,
};

/// The board as the viewer sees it.
// Requirements blind-41, blind-43.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// The pieces by their squares.
    #[schemars(with = "std::collections::HashMap<String, PieceView>")]
    pub pieces: BTreeMap<SquareName, PieceView>,
    /// The side to move.
    pub to_move: Color,
    /// True if the side to move is in check; `null` when the viewer may not know.
    pub in_check: Option<bool>,
    /// Number of moves left in this turn, where a turn has several. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub moves_left: Option<u8>,
    /// Pieces that a side can drop; left out in a game without hands. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Hands")]
    pub hands: Option<Hands>,
    /// Squares that the viewer sees, in a game by sight until it is over; what stands elsewhere is not known. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<SquareName>")]
    pub seen: Option<Vec<SquareName>>,
    /// Moves that the viewer may make now, in a game by sight on the viewer's turn. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<OfferedMove>")]
    pub legal_moves: Option<Vec<OfferedMove>>,
}

/// Pieces that each side can drop, as far as the viewer may know them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hands {
    /// White's; left out if the viewer may not know them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<HeldPieces>")]
    pub w: Option<Vec<HeldPieces>>,
    /// Black's, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<HeldPieces>")]
    pub b: Option<Vec<HeldPieces>>,
}

/// Equal pieces in a hand, or in the supply of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeldPieces {
    /// The piece.
    #[serde(flatten)]
    pub piece: PieceView,
    /// Number of pieces; left out if there are as many as the game needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub count: Option<u32>,
}

/// A draw offer that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DrawOffer {
    /// Side that made it.
    pub from: Color,
}

/// The captured pieces, counted by kind, as far as the viewer may know them.
// Requirement blind-131.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// Pieces captured by the viewer.
    #[schemars(with = "std::collections::HashMap<String, u32>")]
    pub by_you: BTreeMap<PieceType, u32>,
    /// Pieces lost by the viewer.
    #[schemars(with = "std::collections::HashMap<String, u32>")]
    pub by_opponent: BTreeMap<PieceType, u32>,
    /// Number of covered pieces captured by the viewer, who does not know what they were; left out if there are none. An addition to the design.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden_by_you: u32,
    /// Number of covered pieces lost by the viewer, who does not know what they were; left out if there are none. An addition to the design.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hidden_by_opponent: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Clock of a game at its last change: the end of a turn, the start or end of the game, or a pause. A client can count down from it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// Terms of the clock.
    pub control: TimeControl,
    /// Time left of each side.
    pub left_ms: ClockTimes,
    /// Side whose turn it counts; left out before the start and after the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub running: Option<Color>,
    /// Time since which it runs, by the server's time; left out while it does not. During a vacation of the side it is the end of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub since: Option<UnixMs>,
    /// Remaining delay at that time, in milliseconds; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub free_ms: Option<u64>,
    /// True if it waits in the middle of a turn.
    pub paused: bool,
    /// Time left from which on a player should be warned, in milliseconds.
    pub low_time_ms: u64,
    /// Vacations of the players; left out if neither has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "VacationEnds")]
    pub away_until: Option<VacationEnds>,
}

/// Ends of the vacations of the players, whose time stands until then. One that is over may still be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VacationEnds {
    /// The end of white's; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub w: Option<UnixMs>,
    /// The end of black's; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub b: Option<UnixMs>,
}

/// A time for each side, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockTimes {
    /// White's time.
    pub w: u64,
    /// Black's time.
    pub b: u64,
}

/// Presence of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeerPresence {
    /// True if the other player is connected.
    pub connected: bool,
    /// End of the grace period of an absent player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub grace_until: Option<UnixMs>,
}

/// State of the rematch of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum RematchView {
    /// An offer stands. Only the players know of it.
    Offered {
        /// Side that made it.
        from: Color,
    },
    /// An offer was declined. Only the players know of it.
    Declined {
        /// Side that made it. That side cannot offer again.
        from: Color,
    },
    /// The players agreed, and the new game exists.
    Accepted {
        /// The new game.
        game_id: GameId,
        /// Token of the viewer's seat in it; left out for a spectator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Token")]
        token: Option<Token>,
    },
}

/// Marks that players have shared after the end of a game: the changes of each, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SharedMarks {
    /// White's; left out if not shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Mark>")]
    pub w: Option<Vec<Mark>>,
    /// Black's; left out if not shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Mark>")]
    pub b: Option<Vec<Mark>>,
}

/// Names of the players.
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

/// The viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewpoint {
    /// The player of white.
    W,
    /// The player of black.
    B,
    /// A spectator.
    Spectator,
}

/// Phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GamePhase {
    /// Waiting for the second player.
    Setup,
    /// A move is due.
    Normal,
    /// Bids of both sides are due.
    DuelAllocation,
    /// The attacker's choice of a retreat is due.
    TacticalRetreat,
    /// The game is over.
    GameOver,
}

/// Points of each side; `null` if the viewer may not know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pools {
    /// White's.
    pub w: Option<u32>,
    /// Black's.
    pub b: Option<u32>,
}

/// A contested capture, for which bids are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Contest {
    /// The piece that captures.
    pub attacking_piece: DuelPiece,
    /// The piece that would be captured.
    pub defending_piece: DuelPiece,
    /// The contested square: the destination of the capture. A viewer who does not see the attacker gets the square of its own piece instead, which
    /// differs en passant only; spectators of a blind game get none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub position: Option<SquareName>,
    /// Deadline for bids, by the server's time; a missing bid counts as zero. An addition to the design.
    pub deadline: UnixMs,
}

/// A duel in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelState {
    /// Side that attacks.
    pub attacker: Color,
    /// The capture that is contested.
    #[serde(flatten)]
    pub contest: Contest,
    /// Bid of the viewer. The other side's is hidden: the duel ends with the second bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub your_bid: Option<u32>,
    /// Points of the viewer's bid that count in full; for players only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub capacity: Option<u32>,
    /// Maximum effective value of a bid, in points.
    pub effective_max: u32,
    /// Price of each point of effect above the capacity.
    pub overload_cost: u32,
    /// True if the attacker wins ties.
    pub ties_to_attacker: bool,
}

/// Choice of a retreat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetreatState {
    /// The piece, where it came from.
    pub piece: DuelPiece,
    /// The squares, first the one that it came from.
    pub valid_positions: Vec<SquareName>,
    /// Price of each square, in the same order.
    pub costs: Vec<u32>,
    /// Deadline for the choice, by the server's time; without a choice the piece stays at its origin. An addition to the design.
    pub deadline: UnixMs,
}

/// A move that was made, as far as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveMade {
    /// Its number, from 1.
    pub ply: u32,
    /// Side that made it.
    pub by: Color,
    /// Source square; `*` is the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub from: Option<String>,
    /// Destination square; after a failed capture, the square that it aimed at; for a pass, the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub to: Option<String>,
    /// The piece that was dropped, in full; left out of other moves. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub drop: Option<PieceName>,
    /// The move in the notation of the game's players, in a game without bids whose viewer sees all pieces; left out if the ruleset names none. An
    /// addition to the design.
    #[serde(rename = "gameNotation", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub game_notation: Option<String>,
    /// The duel with what followed.
    #[serde(flatten)]
    pub details: MoveDetails,
}

/// A move in notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotedMove {
    /// Its number, from 1.
    pub ply: u32,
    /// Side that made it.
    pub by: Color,
    /// The move in SAN; `pass` for a pass.
    pub san: String,
    /// The move in the notation of the game's players; left out if the ruleset names none. An addition to the design.
    #[serde(rename = "gameNotation", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub game_notation: Option<String>,
}

/// A piece of a duel, as far as the viewer may know it: in a blind game only an own piece has a type, and the attacker has no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DuelPiece {
    /// Its side.
    pub color: Color,
    /// Its kind.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub kind: Option<PieceType>,
    /// Square of the piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub position: Option<SquareName>,
}

/// Outcome of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelFought {
    /// The side that has won the duel.
    pub winner: Color,
    /// Its result and the points spent.
    #[serde(flatten)]
    pub made: DuelMade,
    /// Effective value of the attacker's bid, in half points; left out if it would disclose a hidden piece. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub attacker_halves: Option<u32>,
    /// Effective value of the defender's bid, likewise. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub defender_halves: Option<u32>,
}
