//! Outcome of a commit.

use super::vocabulary::ModeratorText;

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
