//! The engine interface: its document, its refusals, random conversations beside a game, and games that are not chess.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod conversation;

mod document;
mod messages;
mod other_games;
mod random;
mod refusals;
#[cfg(feature = "schema")]
mod schema;
