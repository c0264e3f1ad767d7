//! Libraries of the rule author's tool: reading a ruleset's folder, diagnosing its faults, and explaining, comparing, drawing and
//! playing its rules.

pub mod board;
pub mod check;
pub mod diagnose;
pub mod diff;
pub mod engine;
pub mod explain;
pub mod moderate;
pub mod moves;
pub mod overlays;
pub mod perft;
pub mod pgn;
pub mod play;
pub mod playtest;
pub mod pretty;
pub mod rules;
pub mod sight;
pub mod starter;
pub mod tables;
pub mod words;
