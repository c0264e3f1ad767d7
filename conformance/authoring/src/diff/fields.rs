//! JSON compared value by value: the order of members does not matter, and list items that have names are found by them.

use std::collections::BTreeSet;

use ggn_core::json::{Json, JsonPath};
use serde::Serialize;

/// A value that is different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Path of the field. Of list items with a `status`, the path has that instead of a number.
    pub path: String,
    /// Value in the first file; none if it is not there.
    pub first: Option<String>,
    /// Value in the second file; none if it is not there.
    pub second: Option<String>,
    /// The keys of the path, for the search for rows.
    #[serde(skip)]
    pub(super) keys: Vec<String>,
}

/// Compares two files; one that is not there has nothing in it.
pub(super) fn compare(first: Option<&[u8]>, second: Option<&[u8]>) -> Vec<Field> {
    let read = |bytes: Option<&[u8]>| {
        bytes.and_then(|bytes| Json::parse(bytes).ok()).unwrap_or(Json::Object(Vec::new()))
    };
    let mut fields = Vec::new();
    walk(&mut Vec::new(), Some(&read(first)), Some(&read(second)), &mut fields);
    fields
}

fn walk(keys: &mut Vec<String>, first: Option<&Json>, second: Option<&Json>, fields: &mut Vec<Field>) {
    match (first, second) {
        (Some(first), Some(second)) if is_same(first, second) => {}
        (Some(Json::Object(_)), Some(Json::Object(_))) => {
            for key in keys_of(first).union(&keys_of(second)).filter(|key| *key != "$schema") {
                let get = |json: Option<&'_ Json>| json.and_then(|json| json.get(key).cloned());
                keys.push(key.clone());
                walk(keys, get(first).as_ref(), get(second).as_ref(), fields);
                keys.pop();
            }
        }
        (Some(Json::Array(one)), Some(Json::Array(other))) if has_names(one) && has_names(other) => {
            let names: BTreeSet<String> = one.iter().chain(other).filter_map(named).collect();
            for name in names {
                let get = |items: &[Json]| {
                    items.iter().find(|item| named(item).as_deref() == Some(name.as_str())).cloned()
                };
                keys.push(name.clone());
                walk(keys, get(one).as_ref(), get(other).as_ref(), fields);
                keys.pop();
            }
            let order = |items: &[Json]| items.iter().filter_map(named).collect::<Vec<_>>();
            let (one, other) = (order(one), order(other));
            // Added and removed ones have been reported by then.
            let is_same_set = sorted(&one) == sorted(&other);
            if is_same_set && one != other {
                fields.push(field(keys, Some(one.join(", ")), Some(other.join(", "))));
            }
        }
        (first, second) => {
            let spell = |json: Option<&Json>| json.map(Json::to_string);
            fields.push(field(keys, spell(first), spell(second)));
        }
    }
}

fn field(keys: &[String], first: Option<String>, second: Option<String>) -> Field {
    let path = JsonPath { steps: keys.iter().map(|key| key.as_str().into()).collect() };
    Field { path: path.to_string(), first, second, keys: keys.to_vec() }
}

fn keys_of(json: Option<&Json>) -> BTreeSet<String> {
    match json {
        Some(Json::Object(members)) => members.iter().map(|(key, _)| key.clone()).collect(),
        _ => BTreeSet::new(),
    }
}

fn sorted(names: &[String]) -> BTreeSet<&String> {
    names.iter().collect()
}

/// Returns the name by which an item of a list is found again.
fn named(item: &Json) -> Option<String> {
    match item.get("status") {
        Some(Json::String(name)) => Some(name.clone()),
        _ => None,
    }
}

fn has_names(items: &[Json]) -> bool {
    !items.is_empty() && items.iter().all(|item| named(item).is_some())
}

/// Returns whether two values are the same, whatever the order of their members.
fn is_same(first: &Json, second: &Json) -> bool {
    match (first, second) {
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len()
                && keys_of(Some(first)) == keys_of(Some(second))
                && one.iter().all(|(key, value)| second.get(key).is_some_and(|other| is_same(value, other)))
        }
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        _ => first == second,
    }
}
