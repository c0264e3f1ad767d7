//! What the tool `ggn` is made of: reading a ruleset's folder, telling its author what is wrong with it, and the conformance suite.

pub mod board;
pub mod check;
#[cfg(feature = "suite")]
pub mod conform;
pub mod diagnose;
pub mod diff;
pub mod engine;
pub mod explain;
pub mod moves;
pub mod overlays;
pub mod pattern;
pub mod perft;
pub mod pgn;
pub mod play;
pub mod pretty;
pub mod rules;
#[cfg(feature = "suite")]
pub mod schema;
pub mod starter;
pub mod tables;
pub mod words;
