//! Events of a tournament as they are stored.

use serde::{Deserialize, Serialize};
use session::protocol::player::CreateGame;
use session::{GameId, SeatTokens};
use tournament::{Event, Format};

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
}
