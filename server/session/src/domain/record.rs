//! The record of a finished game: its moves, refused tries and duels.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::{PieceName, PieceType, SquareName};
use super::color::Color;
use super::ids::UnixMs;
use super::vocabulary::ModeratorText;

/// A finished game in full, for both players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// The position from which it started (FEEN).
    pub initial: String,
    /// Every move.
    pub plies: Vec<PlyRecord>,
    /// Every refused try of both sides.
    pub tries: Vec<TryRecord>,
    /// The game as PGN, with tries and bids as comments. Left out of a game with a failed capture, which PGN cannot express.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub pgn: Option<String>,
    /// The final position (FEEN).
    pub feen: String,
    /// The deal of the covered pieces, in a game that has some. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DealRecord")]
    pub deal: Option<DealRecord>,
}

/// The deal of covered pieces, opened so that everybody can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DealRecord {
    /// The hash that promised it when the game was created: SHA-256 of the seed, a blank and the FEEN, in hexadecimal digits.
    pub commitment: String,
    /// The seed that drew it, in hexadecimal digits.
    pub seed: String,
    /// The start with the hidden pieces in the place of those that covered them (FEEN).
    pub feen: String,
}

/// One move of a finished game.
// Requirement blind-34.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlyRecord {
    /// Its number, from 1.
    pub ply: u32,
    /// Side that made it.
    pub by: Color,
    /// Source square; `*` is the hand.
    pub from: String,
    /// Destination square; the source square for a pass.
    pub to: String,
    /// The piece that was dropped, in full; left out of other moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub drop: Option<PieceName>,
    /// The move in standard algebraic notation; `pass` for a pass.
    pub san: String,
    /// The move in the notation of UCI.
    pub uci: String,
    /// The move in PMN, by squares and what happens there (`e4+d5` captures).
    pub pmn: String,
    /// The move in the notation of the game's players; left out if the ruleset names none. An addition to the design.
    #[serde(rename = "gameNotation", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub game_notation: Option<String>,
    /// Type of the promoted piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub promotion: Option<PieceType>,
    /// Type of the piece that the move uncovered. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub uncovered: Option<PieceType>,
    /// Type of the captured piece; of one that was covered, of the piece that it hid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub captured: Option<PieceType>,
    /// Effects besides moving and capturing, where the rules have mechanics; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub happened: Vec<HappenedRecord>,
    /// The duel with what followed, in a game with bids.
    #[serde(flatten)]
    pub details: MoveDetails,
    /// The position after it (FEEN).
    pub feen: String,
    /// Time of the move.
    pub at: UnixMs,
}

/// Duel, retreat and regeneration of a move, in a game with bids. All of it is an addition to the design.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveDetails {
    /// The move with its bids, its retreat and its regeneration (`Nxe4[A:3/D:5]→c3(2){+1}`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub notation: Option<String>,
    /// The duel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DuelMade")]
    pub duel: Option<DuelMade>,
    /// The retreat, if the capture failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RetreatMade")]
    pub retreat: Option<RetreatMade>,
    /// Regeneration of the turn; where points are hidden, for its side alone during the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Regained")]
    pub regained: Option<Regained>,
}

/// Effect of a move on another piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HappenedRecord {
    /// The effect.
    pub what: PieceEffect,
    /// Square of the piece, now or before.
    pub square: SquareName,
    /// Its side.
    pub color: Color,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: PieceType,
    /// Hit points left; none if the piece is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub points: Option<u8>,
}

/// Effect on a piece that is not captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PieceEffect {
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

impl PieceEffect {
    /// Returns the word of the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            PieceEffect::Hit => "hit",
            PieceEffect::Exploded => "exploded",
            PieceEffect::Fell => "fell",
            PieceEffect::Poisoned => "poisoned",
            PieceEffect::Healed => "healed",
        }
    }
}

/// One refused try of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TryRecord {
    /// The move that the player was about to make, from 1.
    pub ply: u32,
    /// Side that tried.
    pub by: Color,
    /// Source square; `*` for a drop, and for a pass.
    pub from: String,
    /// The piece that was to be dropped, in full; left out of other tries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceName")]
    pub drop: Option<PieceName>,
    /// Destination square, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub to: Option<SquareName>,
    /// Announcement of the moderator.
    pub text: ModeratorText,
    /// Time.
    pub at: UnixMs,
}

/// A duel that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuelMade {
    /// Result of the capture.
    pub result: DuelResult,
    /// Points spent by the attacker.
    pub attacker_allocation: u32,
    /// Points spent by the defender.
    pub defender_allocation: u32,
}

/// A retreat that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RetreatMade {
    /// Square of the piece; left out if it was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub position: Option<SquareName>,
    /// Price.
    pub cost: u32,
}

/// Regeneration of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Regained {
    /// For the turn itself.
    pub base: u32,
    /// For each new tactic.
    pub tactics: Vec<RegainedFor>,
    /// All of it.
    pub total: u32,
}

/// Regeneration by a tactic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RegainedFor {
    /// `pin`, `skewer`, `fork`, `discovered`, `check` or `defence`.
    pub kind: String,
    /// Its squares: that of the acting piece first, then those of its targets.
    pub squares: Vec<SquareName>,
    /// Number of points.
    pub points: u32,
}

/// Result of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DuelResult {
    /// The capture is made.
    Success,
    /// The piece stays.
    Failed,
}
