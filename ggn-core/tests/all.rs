//! Tests of the engine, as one program so that shared code is compiled and linked once.
//! Every new file of this folder must be listed here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod another_game;
mod any_rules;
mod attempts;
mod chases_and_counts;
mod common;
mod compiled;
mod compiled_patterns;
mod covered;
mod drawings;
mod endings;
mod engine;
mod evaluation;
mod fen_dialect;
mod goals_and_limits;
mod load;
mod mechanic;
mod needs;
mod neutrality;
mod notation;
mod notation_properties;
mod oracle;
mod overlay;
mod perft;
mod placements_and_stops;
mod relative;
mod search;
mod setup;
mod small_games;
mod starts;
mod undo;
