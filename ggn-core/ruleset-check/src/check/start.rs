//! The positions from which a game starts, which must be possible and leave a move to make.

use std::collections::BTreeMap;
use std::sync::Arc;

use ggn_core::json::JsonPath;
use ggn_core::{Counters, Game, Rules};

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

/// Greatest number of starts that are checked one by one.
const DRAWN_MAX: u64 = 2_000;

/// Reports the first drawn start that is impossible or over, or the same as an earlier one. Of very many starts, the first are checked.
pub(super) fn check_drawn(context: &mut CheckContext<'_>, rules: &Arc<Rules>) {
    if rules.start_count() < 2 {
        return;
    }
    let mut numbers = BTreeMap::new();
    let faulty = (0..rules.start_count().min(DRAWN_MAX)).find_map(|number| {
        let feen = rules.feen(&rules.start(number)?);
        let text = feen.to_string();
        let why = match rules.position(&feen) {
            Err(impossible) => impossible.to_string(),
            Ok(position) => {
                let game = Game::from_position(rules.clone(), position, Counters::default());
                match (game.ending(), numbers.insert(text.clone(), number)) {
                    (Some(ending), _) => format!("the game is over: {}", words::ending(rules, ending)),
                    (None, Some(earlier)) => format!("it is start {earlier} again"),
                    (None, None) => return None,
                }
            }
        };
        Some(format!("start {number} ({text}) cannot be drawn: {why}"))
    });
    if let Some(message) = faulty {
        let description = Description::new(Code::FaultyStart, Aim::Value, message)
            .expected("starts that are possible and differ")
            .advise("change the pieces or the squares of a step");
        let path = JsonPath { steps: vec!["starts".into()] };
        let report = context.reporter.report(Severity::Error, "ruleset.json", Some(&path), description);
        context.diagnostics.push(report);
    }
}
