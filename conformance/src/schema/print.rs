//! Printing a schema: for people who open it, and the same bytes on every machine.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// Keywords in the order in which one wants to read them; others follow by name.
const ORDER: [&str; 13] = [
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

/// Values that fit on one line of this many characters are printed on one.
const WIDTH: usize = 120;

/// The schema as text, with a newline at its end.
pub(super) fn pretty(schema: &Value) -> String {
    let mut text = String::new();
    print(&mut text, schema, 0, 0);
    text.push('\n');
    text
}

/// Prints a value at a depth of indentation, with `before` characters already on its line.
fn print(text: &mut String, value: &Value, depth: usize, before: usize) {
    let line = single(value);
    let holds_objects = match value {
        Value::Object(members) => members.values().any(Value::is_object),
        Value::Array(items) => items.iter().any(Value::is_object),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    };
    if !holds_objects && 2 * depth + before + line.len() <= WIDTH {
        text.push_str(&line);
        return;
    }
    match value {
        Value::Object(members) => {
            let members = ordered(members);
            block(text, depth, ('{', '}'), members.len(), |text, index| {
                if let Some((key, value)) = members.get(index) {
                    let key = format!("{}: ", Value::from(key.as_str()));
                    text.push_str(&key);
                    print(text, value, depth + 1, key.len() + 1);
                }
            });
        }
        Value::Array(items) => block(text, depth, ('[', ']'), items.len(), |text, index| {
            if let Some(item) = items.get(index) {
                print(text, item, depth + 1, 1);
            }
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&line),
    }
}

fn block(
    text: &mut String,
    depth: usize,
    (open, close): (char, char),
    count: usize,
    mut member: impl FnMut(&mut String, usize),
) {
    text.push(open);
    for index in 0..count {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n("  ", depth + 1));
        member(text, index);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
    text.push(close);
}

/// A value on one line.
fn single(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members: Vec<String> = ordered(members)
                .into_iter()
                .map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), single(value)))
                .collect();
            if members.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", members.join(", ")) }
        }
        Value::Array(items) => {
            let mut text = String::from("[");
            for (index, item) in items.iter().enumerate() {
                let _ = write!(text, "{}{}", if index == 0 { "" } else { ", " }, single(item));
            }
            text + "]"
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// The members in the order in which they are printed, whatever order the map has.
fn ordered(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let rank = |key: &str| match ORDER.iter().position(|known| *known == key) {
        Some(rank) => rank,
        None => ORDER.len() + usize::from(LAST.contains(&key)),
    };
    let mut members: Vec<(&String, &Value)> = members.iter().collect();
    members.sort_by_key(|(key, _)| (rank(key), key.as_str()));
    members
}
