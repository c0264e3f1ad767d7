//! The protocols that a session speaks: each turns wire JSON into commands, and observations and announcements into frames. `events` are further
//! words of the player protocol. `engine` speaks of
//! no session: its game belongs to who speaks with it.

pub mod engine;
pub mod events;
mod number;
pub mod player;
pub mod rooms;
