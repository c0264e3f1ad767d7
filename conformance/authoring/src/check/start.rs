//! The initial position of a game, which must leave a move to make.

use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{Game, Rules};

use super::CheckContext;
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};
use crate::words;

/// Returns the path of the initial position in `ruleset.json`.
pub(super) fn path() -> JsonPath {
    JsonPath { steps: vec!["initial".into()] }
}

/// Returns whether the game is over at its initial position.
pub(super) fn is_over(rules: &Arc<Rules>) -> bool {
    Game::new(rules.clone()).ending().is_some()
}

/// Reports a game that is over at its initial position, at the place where that is written.
pub(super) fn check(context: &mut CheckContext<'_>, rules: &Arc<Rules>, file: &str, path: &JsonPath) {
    let Some(ending) = Game::new(rules.clone()).ending() else { return };
    let message = format!("the game is over before its first move: {}", words::ending(rules, ending));
    let description = Description::new(Code::OverAtStart, Aim::Value, message)
        .expected("a position in which the game goes on")
        .advise("change the position, or the ending that applies to it");
    context.diagnostics.push(context.reporter.report(Severity::Warning, file, Some(path), description));
}
