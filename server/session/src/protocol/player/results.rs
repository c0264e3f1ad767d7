//! Bodies of the HTTP responses about the results of a player who has a key. An addition to the design.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::finished::ControlStatistics;
use crate::domain::{Color, Mode, PlayerId};
use crate::view::GameSummary;

/// The answer to `GET /api/players/own`: results and finished games of the owner of a key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerResults {
    /// Id of the player.
    pub id: PlayerId,
    /// True if there are more games than are counted: then these are the latest.
    pub is_partial: bool,
    /// Results for each ruleset, mode and time control, without games against the machine; empty in an answer about games that follow.
    pub results: Vec<RulesetResults>,
    /// Finished games, the latest end first.
    pub games: Vec<PlayedGame>,
    /// Value of `before` for the games that follow; left out if none do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub next: Option<String>,
}

/// Results of a player in games by one ruleset, in one mode and by one time control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RulesetResults {
    /// The id of the ruleset.
    pub ruleset: String,
    /// Visibility of the board for the players.
    pub mode: Mode,
    /// The time control, and the numbers.
    pub control: ControlStatistics,
}

/// A finished game of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedGame {
    /// Side of the player.
    pub you: Color,
    /// The game in short.
    pub summary: GameSummary,
}
