//! The bodies of the HTTP answers that belong to the player protocol.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{GameId, Token};

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameCreated {
    /// The id of the new game.
    pub game_id: GameId,
    /// The token of the creator's seat.
    pub creator_token: Token,
    /// The link for the other player.
    pub join_url: String,
}

/// The answer to `GET /api/health`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Always true: a server that is not well does not answer so.
    pub ok: bool,
    /// How many games are held.
    pub active_games: u64,
    /// How long the server has run, in seconds.
    pub uptime: u64,
}
