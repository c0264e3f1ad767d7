//! Bodies of the HTTP requests and responses about what a player keeps on the server. An addition to the design.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{PlayerId, UnixMs};

/// The answer to `GET /api/players/own/settings`: what the owner of a key has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerSettings {
    /// Id of the player.
    pub id: PlayerId,
    /// The server's time.
    pub now: UnixMs,
    /// Vacations; left out where the server has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "VacationTerms")]
    pub vacation: Option<VacationTerms>,
}

/// The vacations that a player may take, and the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VacationTerms {
    /// Days of a year.
    pub days_per_year: u32,
    /// Most days of one vacation.
    pub days_at_once: u32,
    /// Days that are left.
    pub days_left: u32,
    /// The end of the present vacation; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "UnixMs")]
    pub until: Option<UnixMs>,
}

/// The body of `POST /api/players/own/vacation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VacationRequest {
    /// Days of the vacation that begins; 0 ends the present one.
    pub days: u32,
}
