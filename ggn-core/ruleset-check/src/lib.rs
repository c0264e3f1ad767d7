//! Checks of a ruleset for its author: reading its folder, diagnosing every fault with its place, and the moves and words that checks need.
//!
//! The tool `ggn` and the page's rule lab stand on this crate, so that both report the same. It compiles for browsers, where nothing reads folders
//! and nothing measures time.

pub mod check;
pub mod diagnose;
pub mod moves;
pub mod overlays;
pub mod rules;
pub mod tables;
pub mod words;
