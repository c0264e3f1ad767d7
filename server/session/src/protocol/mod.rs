//! Protocols. Each decodes text to commands, and writes observations and announcements as messages. `events` are further messages of the player
//! protocol. `engine` has no session: its game belongs to its client.

pub mod engine;
pub mod events;
mod number;
pub mod player;
pub mod rooms;
