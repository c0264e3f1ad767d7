//! JSON as it was written: it is read exactly when another reader reads it, and printing it loses nothing.

use ggn_core::json::Json;
use serde_json::Value;

use crate::project;

/// Tries one text.
pub fn target(data: &[u8]) {
    let theirs = serde_json::from_slice::<Value>(data);
    match Json::parse(data) {
        Ok(json) => {
            let theirs = theirs.unwrap_or_else(|why| panic!("only we read it: {why}"));
            let printed = json.to_string();
            assert_eq!(Json::parse(printed.as_bytes()).as_ref(), Ok(&json), "{printed}");
            assert_eq!(
                serde_json::from_str::<Value>(&printed).unwrap(),
                theirs,
                "the last of two members counts"
            );
            if json.duplicate_keys().is_empty() {
                assert_eq!(members(&json), members_of(&theirs));
            }
            for path in json.duplicate_keys() {
                assert!(!path.steps.is_empty() && path.to_string().starts_with('$'));
            }
        }
        Err(error) => {
            assert!(theirs.is_err() || data.starts_with(b"\xEF\xBB\xBF"), "only we refuse it: {error}");
            let lines = data.iter().filter(|&&byte| byte == b'\n').count() + 1;
            assert!((1..=lines).contains(&error.line) && error.column <= data.len() + 1, "{error}");
        }
    }
}

/// Returns the total number of members of all objects.
fn members(json: &Json) -> usize {
    match json {
        Json::Object(all) => all.iter().map(|(_, member)| 1 + members(member)).sum(),
        Json::Array(items) => items.iter().map(members).sum(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => 0,
    }
}

fn members_of(value: &Value) -> usize {
    match value {
        Value::Object(all) => all.values().map(|member| 1 + members_of(member)).sum(),
        Value::Array(items) => items.iter().map(members_of).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Returns small files of rules.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let files = (0..5).flat_map(project::files).map(|(_, bytes)| bytes);
    files.filter(|bytes| bytes.starts_with(b"{") && bytes.len() < 3_000).collect()
}
