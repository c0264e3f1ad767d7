//! JSON Schema of the messages, generated from their types.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::request::Request;
use super::response::Response;
use super::words;
use crate::notation::cgsn::Status;
use crate::ruleset::{EndStatus, Goal, Stop};

/// Returns the schema of every type of message, under `$defs` by name. The roots are `HostMessage` for requests and `EngineMessage` for
/// responses.
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
            // An optional field may be absent, but not null.
            RecursiveTransform(never_null).transform(definition);
        }
    }
    let mut written: SchemaGenerator = settings.for_serialize().into_generator();
    written.subschema_for::<Response>();
    definitions.extend(written.take_definitions(true));
    definitions.sort_keys();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages between the engine and its host",
        "$defs": definitions,
    })
}

/// Removes `null` from the types of a value.
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

/// Adds all spellings of a move's type.
pub(super) fn spell_move(schema: &mut Schema) {
    if let Some(kind) = schema.pointer_mut("/properties/message_type") {
        *kind = json!({ "enum": words::MOVE });
    }
}

/// Requires `side` for the draw actions of one side, and forbids it for those of both.
pub(super) fn name_side_of_draw(schema: &mut Schema) {
    let agree = json!({ "properties": { "action": { "const": "agree" } }, "not": { "required": ["side"] } });
    let alone = json!({ "properties": { "action": { "enum": ["offer", "accept", "decline"] } }, "required": ["side"] });
    schema.insert("oneOf".to_owned(), json!([agree, alone]));
}

/// Returns every reason for which a game can end.
pub(super) fn reasons() -> Value {
    let goals = Goal::ALL.into_iter().map(EndStatus::Goal);
    let mut reasons: Vec<&str> = Status::ALL
        .into_iter()
        .map(EndStatus::Cgsn)
        .chain(goals)
        .chain(Stop::ALL.map(EndStatus::Stop))
        .flat_map(|status| [words::reason(status, false), words::reason(status, true)])
        .collect();
    reasons.dedup();
    json!(reasons)
}
