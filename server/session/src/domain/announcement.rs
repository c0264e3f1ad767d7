//! Announcements of the moderator.

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::{PieceType, SquareName};
use super::ids::UnixMs;
use super::vocabulary::ModeratorText;

/// Announcement of the moderator.
// Requirement blind-35.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Announcement {
    /// The move that it is about, counted from 1; of a refused try, the move that the player was about to make.
    pub ply: u32,
    /// The announcement.
    pub text: ModeratorText,
    /// Audience.
    pub audience: Audience,
    /// Particulars, in the form that the moderator's file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Payload")]
    pub payload: Option<Payload>,
    /// Time of the announcement.
    pub at: UnixMs,
}

/// Audience of an announcement.
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

impl Audience {
    /// Returns whether a side belongs to the audience.
    pub(crate) fn includes(self, side: Side) -> bool {
        match (self, side) {
            (Audience::Both, Side::First | Side::Second) => true,
            (Audience::W, Side::First) | (Audience::B, Side::Second) => true,
            (Audience::W, Side::Second) | (Audience::B, Side::First) => false,
        }
    }
}

/// Particulars of an announcement. All but the first are additions to the design.
// Requirement blind-36.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payload {
    /// Type of the promoted piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub promoted_to: Option<PieceType>,
    /// Square of a capture: that of the captured piece, or that at which the capturing piece arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SquareName")]
    pub square: Option<SquareName>,
    /// Class of a captured piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CapturedClass")]
    pub captured: Option<CapturedClass>,
    /// Type of a captured piece; of one that enters a hand, its type there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub captured_type: Option<PieceType>,
    /// Directions from the royal piece to each piece that checks it. Their order tells nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directions: Vec<Direction>,
    /// Type of a dropped piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub dropped: Option<PieceType>,
    /// Number of pawn tries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub tries: Option<u32>,
    /// Squares of the pawns that have a try, which may be none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<SquareName>")]
    pub sources: Option<Vec<SquareName>>,
}

impl Payload {
    /// Returns the payload, unless it says nothing.
    pub(crate) fn unless_empty(self) -> Option<Payload> {
        (self != Payload::default()).then_some(self)
    }
}

/// Class of a captured piece, as a moderator announces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapturedClass {
    /// One of the pieces that the moderator's file names as pawns.
    Pawn,
    /// Another piece.
    Piece,
}

/// Direction from a royal piece to a piece that checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along its rank.
    Rank,
    /// Along its file.
    File,
    /// Along the longer diagonal through its square; also if both are of one length.
    LongDiagonal,
    /// Along the shorter diagonal through its square.
    ShortDiagonal,
    /// None of these.
    Knight,
}
