//! The project's own files: its rulesets, read once, and its cases.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use conformance::rules::Folder;
use ggn_core::Ruleset;
use serde_json::Value;

use crate::walk;

/// The folders of rulesets, small and large, on boards of one and two dimensions.
const RULESETS: [&str; 5] = [
    "rules/chess",
    "conformance/fixtures/games/minishogi",
    "conformance/fixtures/games/lane",
    "conformance/fixtures/games/tower",
    "conformance/fixtures/base/race",
];

/// A path below the project's folder.
pub(crate) fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(below)
}

/// A file of the project.
pub(crate) fn text(below: &str) -> String {
    fs::read_to_string(path(below)).unwrap_or_else(|why| panic!("{below}: {why}"))
}

/// A folder of the project.
pub(crate) fn folder(below: &str) -> Folder {
    Folder::read(&path(below)).unwrap_or_else(|why| panic!("{why}"))
}

/// The files of one of the rulesets.
pub(crate) fn files(number: usize) -> Vec<(String, Vec<u8>)> {
    folder(RULESETS[number % RULESETS.len()]).files
}

/// One of the rulesets.
pub(crate) fn ruleset(number: u8) -> &'static Arc<Ruleset> {
    static READ: LazyLock<Vec<Arc<Ruleset>>> =
        LazyLock::new(|| (0..RULESETS.len()).map(|number| Ruleset::load(&files(number)).unwrap()).collect());
    &READ[usize::from(number) % READ.len()]
}

/// The same ruleset compiled for every processor.
pub(crate) fn ways(number: u8) -> &'static [Ruleset] {
    static WAYS: LazyLock<Vec<Vec<Ruleset>>> =
        LazyLock::new(|| (0..RULESETS.len()).map(|number| walk::ways(ruleset(number as u8))).collect());
    &WAYS[usize::from(number) % WAYS.len()]
}

/// The cases of a group, every text of them: what the fuzzer may begin with.
pub(crate) fn texts(group: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (path, bytes) in folder("conformance/cases").files {
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

/// Every object among the cases of a group that has such a field.
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
    for (path, bytes) in folder("conformance/cases").files {
        if path.starts_with(group) {
            collect(&serde_json::from_slice(&bytes).unwrap(), field, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}
