//! The engine interface: its document, its failures, random conversations compared with a game, and games other than chess.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod conversation;

mod document;
mod messages;
mod other_games;
mod random;
mod refusals;
#[cfg(feature = "schema")]
mod schema;
