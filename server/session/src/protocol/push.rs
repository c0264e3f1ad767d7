//! Push messages to a browser of an absent player: what its service worker reads once the browser has decrypted it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::GameId;
use crate::view::{Frame, Observation, WireMessage, is_due, is_offered_rematch};

/// A push message. It says that a game waits for its player, and nothing else of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum PushNotice {
    /// It is the player's turn, the player has to bid or to choose a retreat, or the other player has offered a rematch.
    YourTurn {
        /// The id by which the player knows the game.
        game_id: GameId,
    },
}

impl WireMessage for PushNotice {}

impl Frame {
    /// Makes the push message to a player for whom the game waits; `None` if it does not.
    pub(crate) fn your_turn(seen: &Observation) -> Option<Frame> {
        let is_awaited = is_due(seen) || is_offered_rematch(seen);
        is_awaited.then(|| Frame::of(&PushNotice::YourTurn { game_id: seen.game_id }))
    }
}
