//! The events: their page, and the visibility of a game with bids.

mod document;
mod paired_runs;
mod visibility;
mod watched_game;
