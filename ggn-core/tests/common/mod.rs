//! The rulesets of this project and positions of them, for the integration tests of the engine.
#![allow(clippy::unwrap_used, unreachable_pub)]

pub mod limited;

use std::sync::Arc;

use ggn_core::{Position, Rules};

/// Reads the files of a ruleset, as the engine takes them.
pub fn files(id: &str) -> Vec<(String, Vec<u8>)> {
    dev::files::read(&format!("rules/{id}"))
}

/// Returns a ruleset of this project.
pub fn ruleset(id: &str) -> Arc<Rules> {
    dev::ruleset(&format!("rules/{id}"))
}

/// Reads a position from FEEN.
pub fn position(rules: &Rules, feen: &str) -> Position {
    rules.position(&feen.parse().unwrap()).unwrap()
}
