//! Outcome of a commit, and the reasons why a move is illegal.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::vocabulary::ModeratorText;

/// Reason why a move is illegal. It tells of the pieces of both sides, so that only games in which players see all of them have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IllegalReason {
    /// The piece does not move like that.
    NotItsMove,
    /// A piece is in the way, or one of the own side stands on the destination.
    Blocked,
    /// The piece may not leave its line: a king behind it could be captured.
    Pinned,
    /// An own king would be in check after the move.
    InCheck,
    /// A square that the move passes is attacked.
    PassesAttack,
    /// A capture is possible, and the rules ask for one.
    MustCapture,
    /// A piece can be dropped, and has to be.
    MustDrop,
    /// The drop has to convert a piece.
    MustConvert,
    /// The pieces that face each other have to be parted.
    MustEndFacing,
    /// The move is a pass, and another move is possible.
    MustMove,
    /// The move gives check, which this game forbids.
    GivesCheck,
    /// The drop gives mate, which this game forbids.
    GivesMate,
    /// A side in check may not capture in this game.
    CaptureInCheck,
}

impl IllegalReason {
    /// Returns the reason as a sentence for developers.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            IllegalReason::NotItsMove => "the piece does not move like that",
            IllegalReason::Blocked => "a piece is in the way",
            IllegalReason::Pinned => "the piece is pinned",
            IllegalReason::InCheck => "the own king would be in check",
            IllegalReason::PassesAttack => "a square that the move passes is attacked",
            IllegalReason::MustCapture => "a capture has to be made",
            IllegalReason::MustDrop => "a piece has to be dropped",
            IllegalReason::MustConvert => "the drop has to convert a piece",
            IllegalReason::MustEndFacing => "the pieces that face each other have to be parted",
            IllegalReason::MustMove => "another move is possible",
            IllegalReason::GivesCheck => "the move may not give check",
            IllegalReason::GivesMate => "the drop may not give mate",
            IllegalReason::CaptureInCheck => "a side in check may not capture",
        }
    }
}

/// Outcome of a commit that the game accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitOutcome {
    /// The move was made.
    Made {
        /// True if it captured a piece, or hit it.
        captures: bool,
    },
    /// The move is a capture, and both sides have to bid.
    Contested,
    /// The piece is touched, and nothing else happened.
    Touched,
    /// The moderator refuses, and announces it to the player.
    Refused(ModeratorText),
    /// The moderator refuses, and does not announce it to the player.
    RefusedSilently,
}
