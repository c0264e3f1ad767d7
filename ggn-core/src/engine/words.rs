//! Fixed words of the messages, as in the document that defines them, with the notions of the data that they stand for.
//!
//! The document speaks of one particular game; the rest of the engine does not. Words of that game occur in this file only, beside
//! the general notions.

use serde::Serialize;

use super::response::SquareCase;
use crate::notation::cgsn::Status;
use crate::ruleset::EndStatus;

/// Spellings of the type of a move: the document's first, then those that its readers use.
// Requirement engine-11.
pub(super) const MOVE: [&str; 4] = ["peice move", "piece move", "peice_move", "piece_move"];

/// The document's text for all failures.
// Requirement engine-8.
pub(super) const FAILURE: &str = "failure: illegal move, please retry";

/// Victor of a drawn game.
pub(super) const DRAW: &str = "draw";

/// Promotion choice of staying unchanged.
pub(super) const NONE: &str = "none";

/// Option for the key that the document's list of keys misspells.
pub(super) const MISSPELT_TAKEN_ASIDE: &str = "en_passant_catpure";

/// Effects of a move other than moving its piece, and whether the side to move is in check. Absent effects are left out.
// Requirements engine-19, engine-20.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Events {
    /// Square of the captured piece; the first, if there are several.
    // Requirement engine-21.
    #[serde(rename = "capture", skip_serializing_if = "Option::is_none")]
    pub(super) captured: Option<String>,
    /// Squares of all captured pieces, if there are several.
    #[serde(rename = "captures", skip_serializing_if = "Vec::is_empty")]
    pub(super) all_captured: Vec<String>,
    /// Same as `capture`, if the piece stood elsewhere than on the destination.
    // Requirement engine-22.
    #[serde(rename = "en_passant_capture", skip_serializing_if = "Option::is_none")]
    pub(super) taken_aside: Option<String>,
    /// Same as `en_passant_capture`, if the option of that name is set.
    #[serde(rename = "en_passant_catpure", skip_serializing_if = "Option::is_none")]
    pub(super) misspelt_taken_aside: Option<String>,
    /// Promotion of the piece by choice.
    // Requirement engine-23.
    #[serde(rename = "promote", skip_serializing_if = "Option::is_none")]
    pub(super) promoted: Option<Promoted>,
    /// Move of another piece that moved along; the first, if there are several.
    // Requirement engine-24.
    #[serde(rename = "also_move_rook", skip_serializing_if = "Option::is_none")]
    pub(super) carried: Option<Way>,
    /// Moves of all pieces that moved along, if there are several.
    #[serde(rename = "also_move", skip_serializing_if = "Vec::is_empty")]
    pub(super) all_carried: Vec<Way>,
    /// Attacked pieces that survived, with their remaining points. The attacker is then on its source
    /// and unchanged.
    #[cfg(feature = "mechanic")]
    #[serde(rename = "hits", skip_serializing_if = "Vec::is_empty")]
    pub(super) hit: Vec<Points>,
    /// Pieces that lost points on a poisoned square, with their remaining points.
    #[cfg(feature = "mechanic")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) poisoned: Vec<Points>,
    /// Pieces that gained points, with their present points.
    #[cfg(feature = "mechanic")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) healed: Vec<Points>,
    /// Squares of pieces that left the game without being captured, possibly including the piece that moved.
    #[cfg(feature = "mechanic")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) destroyed: Vec<String>,
    /// The side that moves again; left out when the turn passes.
    #[cfg(feature = "mechanic")]
    #[serde(rename = "moves_again", skip_serializing_if = "Option::is_none")]
    pub(super) again: Option<String>,
    /// The check against the side to move; the first, if several of its pieces are attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) check: Option<Check>,
    /// All checks, if several pieces are attacked.
    #[serde(rename = "checks", skip_serializing_if = "Vec::is_empty")]
    pub(super) all_checks: Vec<Check>,
}

/// Hit points of a piece.
#[cfg(feature = "mechanic")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Points {
    /// Square of the piece.
    pub(super) space: String,
    /// Number of points.
    pub(super) points: u8,
}

/// Promotion of a piece by choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Promoted {
    /// Present square of the piece.
    pub(super) space: String,
    /// The piece after promotion.
    pub(super) piece: String,
}

/// Source and destination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Way {
    /// The source.
    pub(super) from: String,
    /// The destination.
    pub(super) to: String,
}

/// A terminal piece that could be captured.
// Requirement engine-25.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Check {
    /// Name of its side.
    pub(super) in_check: String,
    /// Squares of the attackers.
    pub(super) threats: Vec<String>,
    /// Square of the piece.
    #[serde(rename = "king_space")]
    pub(super) royal_space: String,
}

/// Options of a host for the engine's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Options {
    /// Case of square names.
    pub(super) square_case: SquareCase,
    /// True if a capture beside the destination is also reported under the misspelt key.
    #[serde(rename = "en_passant_catpure")]
    pub(super) misspelt: bool,
}

/// Changes of a host's options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct OptionsChange {
    /// Case of square names.
    pub(super) square_case: Option<SquareCase>,
    /// True if a capture beside the destination is also reported under the misspelt key.
    #[cfg_attr(feature = "schema", schemars(rename = "en_passant_catpure"))]
    pub(super) misspelt: Option<bool>,
}

/// Returns the document's reason for an ending; endings without one keep the word of the data.
// Requirements engine-27, engine-28, engine-29, engine-30, engine-31, engine-32, engine-33.
#[must_use]
pub(super) fn reason(status: EndStatus, harmless: bool) -> &'static str {
    let Some(word) = status.cgsn() else { return status.as_str() };
    match word {
        Status::Repetition => "threefold_repetition",
        Status::Movelimit => "fifty_move_rule",
        Status::Timelimit if harmless => "timeout_insufficient_material",
        Status::Timelimit => "timeout",
        Status::Insufficient => "insufficient_material",
        Status::Checkmate
        | Status::Stalemate
        | Status::Resignation
        | Status::Agreement
        | Status::Check
        | Status::Stale
        | Status::Nomove
        | Status::Bareking
        | Status::Mareking
        | Status::Illegalmove => word.as_str(),
    }
}
