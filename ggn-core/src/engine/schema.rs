//! The messages as one JSON Schema, made of the types that they are read and written as.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::answer::Answer;
use super::request::Request;
use super::words;
use crate::ending::{EndStatus, Goal};
use crate::notation::cgsn::Status;

/// Every type of message, under `$defs` by its name. Roots are `HostMessage`, what a host may send, and `EngineMessage`, what it
/// gets.
///
/// ```
/// let schema = ggn_core::engine::schema();
/// assert!(schema["$defs"]["HostMessage"]["oneOf"].is_array());
/// ```
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let mut read: SchemaGenerator = settings.clone().for_deserialize().into_generator();
    read.subschema_for::<Request>();
    let mut definitions = read.take_definitions(true);
    for definition in definitions.values_mut() {
        if let Ok(definition) = definition.try_into() {
            // A field that may be left out may not be null instead.
            RecursiveTransform(never_null).transform(definition);
        }
    }
    let mut written: SchemaGenerator = settings.for_serialize().into_generator();
    written.subschema_for::<Answer>();
    definitions.extend(written.take_definitions(true));
    definitions.sort_keys();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages between the engine and its host",
        "$defs": definitions,
    })
}

/// Takes `null` out of what a value may be.
fn never_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [kind] = types.as_slice() {
            let kind = kind.clone();
            schema.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(ways)) = schema.get_mut("anyOf") {
        ways.retain(|way| way.get("type").is_none_or(|kind| kind != "null"));
    }
}

/// Gives a move all the ways to write its type.
pub(super) fn spell_move(schema: &mut Schema) {
    if let Some(kind) = schema.pointer_mut("/properties/message_type") {
        *kind = json!({ "enum": words::MOVE });
    }
}

/// A side is named by who speaks alone, and by nobody who speaks for both.
pub(super) fn name_side_of_draw(schema: &mut Schema) {
    let agree = json!({ "properties": { "action": { "const": "agree" } }, "not": { "required": ["side"] } });
    let alone = json!({ "properties": { "action": { "enum": ["offer", "accept", "decline"] } }, "required": ["side"] });
    schema.insert("oneOf".to_owned(), json!([agree, alone]));
}

/// Every reason that a game can end for.
pub(super) fn reasons() -> Value {
    let goals = Goal::ALL.into_iter().map(EndStatus::Goal);
    let mut reasons: Vec<&str> = Status::ALL
        .into_iter()
        .map(EndStatus::Cgsn)
        .chain(goals)
        .flat_map(|status| [words::reason(status, false), words::reason(status, true)])
        .collect();
    reasons.dedup();
    json!(reasons)
}
