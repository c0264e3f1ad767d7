//! The wire as one JSON Schema, from which the types of the browser's client are generated.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;

use super::client::{CreateGame, Wire};
use super::http::{GameCreated, Health};
use super::server::ServerMessage;

/// Every wire type of the player protocol, under `$defs` by its name. Roots are `ClientMessage`, `ServerMessage`, `CreateGame`, `GameCreated`
/// and `Health`.
///
/// ```
/// let schema = session::protocol::player::schema();
/// assert!(schema["$defs"]["ServerMessage"]["oneOf"].is_array());
/// ```
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut generator: SchemaGenerator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<Wire>();
    generator.subschema_for::<ServerMessage>();
    generator.subschema_for::<CreateGame>();
    generator.subschema_for::<GameCreated>();
    generator.subschema_for::<Health>();
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of the player protocol",
        "$defs": generator.take_definitions(true),
    })
}
