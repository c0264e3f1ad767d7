//! Conversations with the engine interface.

use std::path::Path;

use ggn_core::engine::Engine;
use serde_json::Value;

use super::case::EngineCase;
use super::outcome::Difference;
use super::pattern::{self, Bindings};
use super::stock::Stock;

/// Plays a case.
pub(super) fn play(stock: &Stock, beside: &Path, case: &EngineCase) -> Vec<Difference> {
    let rules = match stock.ruleset(case.ruleset.as_deref(), beside) {
        Ok(rules) => rules,
        Err(why) => return vec![Difference::new("ruleset", "a ruleset", why)],
    };
    let mut engine = Engine::new(rules);
    let mut bound = Bindings::new();
    let mut differences = Vec::new();
    for (number, exchange) in (1..).zip(&case.talk) {
        let message = match &exchange.say {
            Value::String(text) => text.clone(),
            message => message.to_string(),
        };
        let answers: Vec<Value> = engine
            .handle(&message)
            .iter()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|_| Value::String(line.clone())))
            .collect();
        if let Some(expected) = &exchange.answers {
            let (expected, found) = (Value::Array(expected.clone()), Value::Array(answers));
            let at = format!("answers to message {number}");
            differences.extend(pattern::compare(&at, &expected, Some(&found), &mut bound));
        }
    }
    differences
}
