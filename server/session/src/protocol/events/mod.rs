//! The catalogue of events: the words in which a game with bids is played and any game is watched, spoken on the sockets of the player protocol.
//!
//! Their names and the members of their payloads are those of the design for games with bids (`duel.initiated`, `gameState.update` …); what is ours
//! beside them is optional. A client may use them in any game of the player protocol: `move.request` is a `commit` that is answered by a
//! `move.result`, `game.resign` is `resign`. What a player is told follows the game: one with bids is told in `gameState.update`s in place of
//! `update`s, and so is whoever watches, whatever the game. `events.md` has all of them, with an example each.

mod client;
mod server;
mod state;
mod words;

pub(crate) use client::decode;
pub use client::{ChatSaid, ChatWish, ClientEvent, Ping, Watch};
pub use server::{
    ChatMessage, Check, DuelFought, DuelInitiated, DuelOutcome, DuelPiece, DuelResult, Gone, MoveRefused,
    MoveResult, Over, Player, Pong, Reconnected, RetreatOptions, ServerEvent, SpectatorGone, SpectatorSeen,
    Watching,
};
pub use state::{
    DuelMade, DuelState, GamePhase, GamePiece, GamePlayer, GameSpectator, GameState, MoveMade, Pools,
    Regained, RegainedFor, RetreatMade, RetreatState, Viewpoint,
};
pub use words::{GameResult, MemberId, OverReason, PersonName};
