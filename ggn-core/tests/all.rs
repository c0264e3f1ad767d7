//! The tests of the engine: one program, so that what they share is compiled and linked once.
//! A new file beside this one is named here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod another_game;
mod attempts;
mod common;
mod compiled;
mod endings;
mod engine;
mod evaluation;
mod load;
mod mechanic;
mod neutrality;
mod notation;
mod notation_properties;
mod oracle;
mod overlay;
mod perft;
mod setup;
mod small_games;
mod undo;
