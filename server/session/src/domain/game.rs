//! Modes, seats, statuses and end reasons of games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Visibility of the board for the players. A mode uses the profile of the same name.
// Requirement blind-33.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Each player sees their own pieces.
    Blind,
    /// Both players see everything.
    Vanilla,
    /// Each player sees their own pieces and the squares to which these could go. An addition to the design.
    Sight,
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 3] = [Mode::Blind, Mode::Vanilla, Mode::Sight];

    /// Returns the id of the mode's profile.
    #[must_use]
    pub fn profile(self) -> &'static str {
        match self {
            Mode::Blind => "blind",
            Mode::Vanilla => "vanilla",
            Mode::Sight => "sight",
        }
    }
}

/// Status of a game.
// Requirement blind-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    /// The second seat is open.
    Waiting,
    /// Both seats are taken.
    Active,
    /// Over; everything may be seen.
    Finished,
}

/// Reason for the end of a game. An ending of a ruleset without a word here has none.
// Requirement blind-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Mate; the winner gave it.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// A player resigned.
    Resign,
    /// The players agreed on a draw.
    DrawAgreed,
    /// Neither side can give mate.
    Insufficient,
    /// Fifty moves of each side without progress.
    FiftyMove,
    /// The same position for the third time.
    Threefold,
    /// A player was absent for longer than the grace period.
    Abandoned,
    /// A player ran out of time, and the other wins, unless the rules say that what the other has is too little. An addition to the design.
    Timeout,
    /// A player reached a number of captures. This and the following are goals of house rules, additions to the design.
    Captures,
    /// A player reached a number of promotions.
    Promotions,
    /// A player reached a number of checks.
    Checks,
    /// A player's piece reached one of certain squares.
    Arrival,
    /// A player lost all pieces, or all of a kind.
    Extinction,
    /// So many passes in a row. This and the following end play without being a goal of a side: who wins, or nobody, is as the ruleset says.
    Passes,
    /// Royal pieces of both sides faced each other, and the side to move left it so.
    Facing,
    /// No square of the board was empty.
    Full,
}

/// Seat requested by a newcomer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JoinAs {
    /// White.
    W,
    /// Black.
    B,
    /// Any open seat.
    #[default]
    Auto,
}

/// Side of the creator of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideChoice {
    /// White.
    #[serde(alias = "w")]
    White,
    /// Black.
    #[serde(alias = "b")]
    Black,
    /// A random side.
    Random,
}
