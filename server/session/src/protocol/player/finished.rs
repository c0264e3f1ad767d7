//! Bodies of the HTTP responses about finished games. An addition to the design.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::domain::PersonName;
use crate::protocol::events::ServerEvent;
use crate::view::GameSummary;

/// The answer to `GET /api/games/{id}/record`: a finished game in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameRecord {
    /// The game in short.
    pub summary: GameSummary,
    /// The last `gameState.update` of a spectator, with all moves.
    pub state: ServerEvent,
}

/// The answer to `GET /api/finished`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedGames {
    /// Games, the latest end first.
    pub games: Vec<GameSummary>,
    /// Value of `before` for the games that follow; left out if none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub next: Option<String>,
}

/// The answer to `GET /api/statistics`: the listed games of everybody who played under a name, without those against the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statistics {
    /// The name.
    pub player: PersonName,
    /// True if there are more games than are counted: then these are the latest.
    pub is_partial: bool,
    /// Results for each time control, in the order of their times; games without a clock come first.
    pub controls: Vec<ControlStatistics>,
}

/// Results of a player in games of one time control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ControlStatistics {
    /// The time control; left out for games without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TimeControl")]
    pub clock: Option<TimeControl>,
    /// Number of games.
    pub played: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games that ended in a draw.
    pub drawn: u32,
    /// Games that both players left.
    pub abandoned: u32,
    /// Duels fought.
    pub duels: u32,
    /// Duels won.
    pub duels_won: u32,
    /// Points bid in a duel on average; left out without duels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64")]
    pub average_bid: Option<f64>,
}
