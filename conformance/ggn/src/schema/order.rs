//! The order of a schema's keywords: that in which one wants to read them, on every machine the same.

use ggn_core::json::Json;
use serde_json::Value;

/// Keywords that come first; others follow by name.
const FIRST: [&str; 13] = [
    "$schema",
    "title",
    "description",
    "$ref",
    "type",
    "const",
    "enum",
    "required",
    "properties",
    "propertyNames",
    "patternProperties",
    "additionalProperties",
    "items",
];

/// Keywords that hold much and explain little: they come last.
const LAST: [&str; 1] = ["$defs"];

/// Returns the value with the members of every object in order.
pub(super) fn ordered(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => Json::Number(number.clone()),
        Value::String(text) => Json::String(text.clone()),
        Value::Array(items) => Json::Array(items.iter().map(ordered).collect()),
        Value::Object(members) => {
            let mut members: Vec<_> =
                members.iter().map(|(key, value)| (key.clone(), ordered(value))).collect();
            members.sort_by(|(one, _), (other, _)| (rank(one), one).cmp(&(rank(other), other)));
            Json::Object(members)
        }
    }
}

fn rank(key: &str) -> usize {
    match FIRST.iter().position(|first| *first == key) {
        Some(rank) => rank,
        None => FIRST.len() + usize::from(LAST.contains(&key)),
    }
}
