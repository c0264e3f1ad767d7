//! The room protocol, version 1: rooms found by a short code, intents in, facts out.
//!
//! What is sent in which order, and what each code means, is in `server/session/rooms.md`; here are the shapes, the strict reading of what clients
//! say, and how two sets of facts differ. What a player is told is picked by [`crate::view::observe`] as it is for every other protocol.

mod client;
mod close;
mod facts;
mod schema;
mod server;
mod words;

pub use client::{Asked, Claim, ClientMessage, Create, Ear, Entrance, Intent, Join, Refusal, Said};
pub use close::{LEFT, OVER, fatal_close};
pub use facts::{Attr, Entity, Fact, FactId, Facts, GAME_ENTITY, Value};
pub use schema::schema;
pub use server::{
    Delta, ErrorMessage, GameEnd, GameOver, Heartbeat, Message, RoomCreated, RoomJoined, Sent, State,
};
pub use words::{Color, ErrorCode, Mode, Reason, Winner};

pub use crate::view::{room_error_frame, room_heartbeat_frame};

/// The version of the protocol, in every message.
pub const VERSION: u32 = 1;
