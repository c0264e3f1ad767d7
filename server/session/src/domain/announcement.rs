//! Announcements of the moderator.

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::PieceType;
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
    /// Type of the promoted piece.
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

/// Payload of an announcement; only `*_promoted` has one.
// Requirement blind-36.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payload {
    /// Type of the promoted piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PieceType")]
    pub promoted_to: Option<PieceType>,
}
