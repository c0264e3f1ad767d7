//! The fixed words of the messages, as the document that they come from writes them, and what in the data each stands for.
//!
//! The document speaks of one game only; everything else of the engine does not. A word that names something of that game
//! stands here beside the general notion, and here alone.

use serde::Serialize;

use super::answer::SquareCase;
use crate::ending::EndStatus;
use crate::notation::cgsn::Status;

/// The ways to write the type of a move: the document's own first, then those of its readers.
pub(super) const MOVE: [&str; 4] = ["peice move", "piece move", "peice_move", "piece_move"];

/// What the document says to whatever is refused.
pub(super) const FAILURE: &str = "failure: illegal move, please retry";

/// The victor of a game that nobody won.
pub(super) const DRAW: &str = "draw";

/// The choice of staying what one is.
pub(super) const NONE: &str = "none";

/// The option that asks for a key as the document's list of keys misspells it.
pub(super) const MISSPELT_TAKEN_ASIDE: &str = "en_passant_catpure";

/// What a move did beside moving its piece, and whether the side to move is in check. What did not happen is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Events {
    /// The square on which the captured piece stood; the first, if there are several.
    #[serde(rename = "capture", skip_serializing_if = "Option::is_none")]
    pub(super) captured: Option<String>,
    /// The squares of all captured pieces, if there are several.
    #[serde(rename = "captures", skip_serializing_if = "Vec::is_empty")]
    pub(super) all_captured: Vec<String>,
    /// The same as `capture`, when the piece was taken aside from the move's destination.
    #[serde(rename = "en_passant_capture", skip_serializing_if = "Option::is_none")]
    pub(super) taken_aside: Option<String>,
    /// The same again, by the option of that name.
    #[serde(rename = "en_passant_catpure", skip_serializing_if = "Option::is_none")]
    pub(super) misspelt_taken_aside: Option<String>,
    /// What the piece became by choice.
    #[serde(rename = "promote", skip_serializing_if = "Option::is_none")]
    pub(super) promoted: Option<Promoted>,
    /// The way of another piece that moved along; the first, if there are several.
    #[serde(rename = "also_move_rook", skip_serializing_if = "Option::is_none")]
    pub(super) carried: Option<Way>,
    /// The ways of all pieces that moved along, if there are several.
    #[serde(rename = "also_move", skip_serializing_if = "Vec::is_empty")]
    pub(super) all_carried: Vec<Way>,
    /// The pieces that were to be captured and survived, with the points that they have left. The piece that was to capture is then where and
    /// what it was.
    #[cfg(feature = "mechanic")]
    #[serde(rename = "hits", skip_serializing_if = "Vec::is_empty")]
    pub(super) hit: Vec<Points>,
    /// The pieces that lost points to the square on which they stand, with what they have left.
    #[cfg(feature = "mechanic")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) poisoned: Vec<Points>,
    /// The pieces that gained points, with what they have now.
    #[cfg(feature = "mechanic")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) healed: Vec<Points>,
    /// The squares of pieces that left the game without being captured, that of the piece that moved perhaps among them.
    #[cfg(feature = "mechanic")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) destroyed: Vec<String>,
    /// The side that is to move again; left out when the turn passes.
    #[cfg(feature = "mechanic")]
    #[serde(rename = "moves_again", skip_serializing_if = "Option::is_none")]
    pub(super) again: Option<String>,
    /// The check that the side to move is in; the first, if several of its pieces are threatened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) check: Option<Check>,
    /// All checks, if several pieces are threatened.
    #[serde(rename = "checks", skip_serializing_if = "Vec::is_empty")]
    pub(super) all_checks: Vec<Check>,
}

/// How many points a piece has.
#[cfg(feature = "mechanic")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Points {
    /// Where it stands.
    pub(super) space: String,
    /// How many it has.
    pub(super) points: u8,
}

/// What a piece became by choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Promoted {
    /// Where it stands now.
    pub(super) space: String,
    /// What it is now.
    pub(super) piece: String,
}

/// From where to where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Way {
    /// The source.
    pub(super) from: String,
    /// The destination.
    pub(super) to: String,
}

/// A piece that must not be lost and could be captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Check {
    /// Whose it is.
    pub(super) in_check: String,
    /// The squares of the pieces that could capture it.
    pub(super) threats: Vec<String>,
    /// Where it stands.
    #[serde(rename = "king_space")]
    pub(super) royal_space: String,
}

/// What a host may choose about the engine's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Options {
    /// How squares are written.
    pub(super) square_case: SquareCase,
    /// Whether a piece taken aside is told of under the misspelt key as well.
    #[serde(rename = "en_passant_catpure")]
    pub(super) misspelt: bool,
}

/// What a host changes of its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(super) struct OptionsChange {
    /// How squares are written.
    pub(super) square_case: Option<SquareCase>,
    /// Whether a piece taken aside is told of under the misspelt key as well.
    #[cfg_attr(feature = "schema", schemars(rename = "en_passant_catpure"))]
    pub(super) misspelt: Option<bool>,
}

/// The reason that the document gives for an ending. What it has no word for keeps that of the data.
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
