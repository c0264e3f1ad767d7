//! Events of a tournament as they are stored.

use serde::{Deserialize, Serialize};
use session::domain::{PushEndpoint, PushSubscription};
use session::protocol::player::CreateGame;
use session::{GameId, SeatTokens};
use tournament::{Event, Format, PlayerNumber};

/// Terms of a tournament, which its creation fixes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Terms {
    pub(crate) name: String,
    pub(crate) format: Format,
    /// The game of every board.
    pub(crate) game: CreateGame,
    /// True if a round is paired as soon as the one before is over.
    pub(crate) is_automatic: bool,
    /// Time for a player to come to a board, in seconds.
    pub(crate) no_show_seconds: u64,
}

/// An event as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum StoredEvent {
    /// The tournament was created.
    Created {
        terms: Box<Terms>,
        /// Hash of the director's token.
        director: String,
    },
    /// A player has entered.
    Entered {
        event: Event,
        /// Hash of the player's token.
        token: String,
    },
    /// Anything else that the rules of tournaments know.
    Rules { event: Event },
    /// The game of a board was created. Its tokens are in the game's own first input as well, and are given to their players whenever these ask for their seat:
    /// hashes would not do.
    Game { round: u8, board: u8, game: GameId, tokens: Box<SeatTokens> },
    /// A player asks for push messages to a browser. A hash would not do: messages go there.
    Subscribed { player: PlayerNumber, subscription: PushSubscription },
    /// A player asks for no more push messages to a browser, or its push service has said that it is gone.
    Unsubscribed { player: PlayerNumber, endpoint: PushEndpoint },
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_subscription_is_stored_and_read_again_and_prints_no_address() {
        let endpoint = "https://push.example/send/one";
        let keys = json!({"p256dh": format!("B{}", "k".repeat(86)), "auth": "s".repeat(22)});
        for stored in [
            json!({"kind": "subscribed", "player": 3, "subscription": {"endpoint": endpoint, "keys": keys}}),
            json!({"kind": "unsubscribed", "player": 3, "endpoint": endpoint}),
        ] {
            let event: StoredEvent = serde_json::from_str(&stored.to_string()).unwrap();
            assert_eq!(serde_json::to_value(&event).unwrap(), stored);
            let printed = format!("{event:?}");
            assert!(!printed.contains("push.example") && !printed.contains(&"s".repeat(22)), "{printed}");
        }
    }
}
