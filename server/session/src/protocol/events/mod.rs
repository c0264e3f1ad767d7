//! The catalogue of events: messages of games with bids, spectators and chat, on the sockets of the player protocol.
//!
//! Names and fields are those of the design for games with bids (`duel.initiated`, `gameState.update` …); our additions are optional fields.
//! A client may use these events in any game of the player protocol: `move.request` is a `commit` that is answered by a `move.result`,
//! `game.resign` is `resign`. In a game with bids the server sends `gameState.update` in place of `update`; spectators get it in every game.
//! `events.md` has all events, with an example each.

mod client;
mod frames;
mod people;
mod server;
mod state;
mod words;

pub(crate) use client::decode;
pub use client::{ChatRequest, ChatWish, ClientEvent, Ping, Watch};
pub use frames::pong_frame;
pub use server::{
    ChatHistory, ChatMessage, Check, DuelInitiated, DuelOutcome, Gone, MoveRefused, MoveResult, Over, Player,
    Pong, Reconnected, RetreatOptions, ServerEvent, SpectatorGone, SpectatorSeen, Watching,
};
pub use state::{GamePiece, GamePlayer, GameState};
pub use words::{GameResult, OverDetail, OverReason};

pub use crate::domain::{
    DuelMade, DuelResult, GameSpectator, MemberId, MoveDetails, PersonName, Regained, RegainedFor,
    RetreatMade,
};
pub use crate::view::{
    Contest, DuelFought, DuelPiece, DuelState, GamePhase, MoveMade, Pools, RetreatState, Viewpoint,
};
