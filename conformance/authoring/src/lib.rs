//! Libraries of the rule author's tool: reading a ruleset's folder, diagnosing its faults, and explaining, comparing, drawing and
//! playing its rules.

pub use ruleset_check::{moves, overlays, rules, tables, words};

pub mod board;
pub mod check;
pub mod diagnose;
pub mod diff;
pub mod engine;
pub mod explain;
pub mod moderate;
pub mod perft;
pub mod pgn;
pub mod play;
pub mod playtest;
pub mod pretty;
pub mod sight;
pub mod starter;
