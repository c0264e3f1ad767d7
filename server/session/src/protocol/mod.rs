//! Protocols. Each decodes text to commands, and writes observations and announcements as messages. `events` are further messages of the player
//! protocol. `engine` has no session: its game belongs to its client. `lobby` has none either: its clients have no game yet. `push` has messages to browsers
//! whose player is away.

pub mod engine;
pub mod events;
pub mod lobby;
mod number;
pub mod player;
pub mod push;
pub mod rooms;
