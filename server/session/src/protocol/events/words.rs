//! Results and end reasons of games in the words of the events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{Color, EndReason};

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GameResult {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// Nobody has won.
    Draw,
}

impl From<Option<Color>> for GameResult {
    fn from(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::W) => GameResult::WhiteWins,
            Some(Color::B) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }
}

/// End reason of a game, in the words of the events. A reason without a word in the design is spelt as in the player protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OverReason {
    /// Mate, or a capture that was to end a check and failed.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// A player ran out of time.
    TimeForfeit,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player stayed away for too long.
    Abandonment,
    /// Fifty moves of each side without progress.
    FiftyMoveRule,
    /// The same position for the third time.
    ThreefoldRepetition,
    /// Neither side can give mate.
    InsufficientMaterial,
    /// A goal of house rules: so many captures.
    Captures,
    /// A goal of house rules: so many promotions.
    Promotions,
    /// A goal of house rules: so many checks.
    Checks,
    /// A goal of house rules: a piece has arrived.
    Arrival,
    /// A goal of house rules: pieces that are gone.
    Extinction,
    /// So many passes in a row.
    Passes,
    /// Royal pieces that went on facing each other.
    Facing,
    /// A board without an empty square.
    Full,
}

/// Detail of the end of a game that its reason does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverDetail {
    /// A capture that failed left the king of its side attacked; that side has lost.
    FailedDefence,
}

impl From<EndReason> for OverReason {
    fn from(reason: EndReason) -> OverReason {
        match reason {
            EndReason::Checkmate => OverReason::Checkmate,
            EndReason::Stalemate => OverReason::Stalemate,
            EndReason::Resign => OverReason::Resignation,
            EndReason::DrawAgreed => OverReason::Agreement,
            EndReason::Insufficient => OverReason::InsufficientMaterial,
            EndReason::FiftyMove => OverReason::FiftyMoveRule,
            EndReason::Threefold => OverReason::ThreefoldRepetition,
            EndReason::Abandoned => OverReason::Abandonment,
            EndReason::Timeout => OverReason::TimeForfeit,
            EndReason::Captures => OverReason::Captures,
            EndReason::Promotions => OverReason::Promotions,
            EndReason::Checks => OverReason::Checks,
            EndReason::Arrival => OverReason::Arrival,
            EndReason::Extinction => OverReason::Extinction,
            EndReason::Passes => OverReason::Passes,
            EndReason::Facing => OverReason::Facing,
            EndReason::Full => OverReason::Full,
        }
    }
}
