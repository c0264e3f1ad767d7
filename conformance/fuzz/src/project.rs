//! The project's own files: its rulesets, read once, and its cases.

use std::sync::{Arc, LazyLock};

use ggn_core::Rules;
use serde_json::Value;

use crate::walk;

/// Folders of rulesets, small and large, on boards of one and two dimensions.
const RULESETS: [&str; 5] = [
    "rules/chess",
    "conformance/fixtures/games/minishogi",
    "conformance/fixtures/games/lane",
    "conformance/fixtures/games/tower",
    "conformance/fixtures/base/race",
];

/// Returns the files of one of the rulesets.
pub(crate) fn files(number: usize) -> Vec<(String, Vec<u8>)> {
    dev::files::read(RULESETS[number % RULESETS.len()])
}

/// Returns one of the rulesets.
pub(crate) fn ruleset(number: u8) -> &'static Arc<Rules> {
    static READ: LazyLock<Vec<Arc<Rules>>> =
        LazyLock::new(|| (0..RULESETS.len()).map(|number| dev::ruleset(RULESETS[number])).collect());
    &READ[usize::from(number) % READ.len()]
}

/// Returns the same ruleset compiled for every processor.
pub(crate) fn ways(number: u8) -> &'static [Rules] {
    static WAYS: LazyLock<Vec<Vec<Rules>>> =
        LazyLock::new(|| (0..RULESETS.len()).map(|number| walk::ways(ruleset(number as u8))).collect());
    &WAYS[usize::from(number) % WAYS.len()]
}

/// Returns every text of the cases of a group, as seeds of the fuzzer.
pub(crate) fn texts(group: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (path, bytes) in dev::files::read("conformance/cases") {
        if path.starts_with(group) {
            collect(&serde_json::from_slice(&bytes).unwrap(), &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(members) => members.values().for_each(|member| collect(member, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns every object in the cases of a group that has this field.
pub(crate) fn objects(group: &str, field: &str) -> Vec<String> {
    fn collect(value: &Value, field: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                if members.get(field).is_some_and(Value::is_string) {
                    found.push(value.to_string());
                }
                members.values().for_each(|member| collect(member, field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, field, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = Vec::new();
    for (path, bytes) in dev::files::read("conformance/cases") {
        if path.starts_with(group) {
            collect(&serde_json::from_slice(&bytes).unwrap(), field, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}
