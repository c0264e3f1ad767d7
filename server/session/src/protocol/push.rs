//! Push messages to a browser of an absent player of a game or of a tournament: what its service worker reads once the browser has decrypted it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::GameId;
use crate::view::{Frame, Observation, WireMessage, is_due, is_offered_rematch};

/// A push message. It says that a game, or a round of a tournament, waits for its player, and nothing else of either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum PushNotice {
    /// It is the player's turn, the player has to bid or to choose a retreat, or the other player has offered a rematch.
    YourTurn {
        /// The id by which the player knows the game.
        game_id: GameId,
    },
    /// A round of the tournament has begun, and the player's board is there.
    NextRound {
        /// The id of the tournament, which has the form of a game's.
        tournament_id: GameId,
    },
}

impl WireMessage for PushNotice {}

/// Returns the push message to a player of a tournament whose board of a new round is there. It is made of the id alone.
///
/// ```
/// let frame = session::protocol::push::next_round_frame("k3f9x2ab".parse()?);
/// assert_eq!(frame.as_str(), r#"{"type":"next-round","tournamentId":"k3f9x2ab"}"#);
/// # Ok::<(), session::WrongForm>(())
/// ```
#[must_use]
pub fn next_round_frame(tournament_id: GameId) -> Frame {
    Frame::of(&PushNotice::NextRound { tournament_id })
}

impl Frame {
    /// Makes the push message to a player for whom the game waits; `None` if it does not.
    pub(crate) fn your_turn(seen: &Observation) -> Option<Frame> {
        let is_awaited = is_due(seen) || is_offered_rematch(seen);
        is_awaited.then(|| Frame::of(&PushNotice::YourTurn { game_id: seen.game_id }))
    }
}
