//! The room protocol, version 1: rooms found by a short code, intents in, facts out.
//!
//! The order of messages and the meaning of each code are in `server/session/rooms.md`. Here are the shapes, the strict decoding of messages of
//! clients, and frames made of observations.

mod client;
mod close;
mod frames;
mod intent;
mod schema;
mod server;
mod sight;
mod words;

pub use client::{ClientMessage, Create, Join, MessageDecoder, Request};
pub use close::{LEFT, OVER, fatal_close};
pub(crate) use frames::RoomStamp;
pub use frames::{room_error_frame, room_heartbeat_frame};
pub use intent::{Claim, Entrance, Intent, IntentMessage, MoveChoice, Refusal, RefusedRules};
pub use schema::schema;
pub use server::{
    Delta, ErrorMessage, GameEnd, GameOver, Heartbeat, Message, RoomCreated, RoomJoined, Sent, State,
};
pub use words::{Color, ErrorCode, Mode, Reason, Winner};

pub use crate::view::{Attr, Entity, Fact, FactId, Facts, GAME_ENTITY, Value};

/// The version of the protocol, in every message.
pub const VERSION: u32 = 1;
