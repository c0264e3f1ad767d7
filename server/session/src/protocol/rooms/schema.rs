//! The room protocol as one JSON Schema.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;

use super::client::Envelope;
use super::server::Sent;

/// Every wire type of the room protocol, under `$defs` by its name. Roots are `ClientMessage` and `ServerMessage`.
///
/// ```
/// let schema = session::protocol::rooms::schema();
/// assert!(schema["$defs"]["ServerMessage"].is_object());
/// ```
#[must_use]
pub fn schema() -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12();
    let mut read: SchemaGenerator = settings.clone().for_deserialize().into_generator();
    read.subschema_for::<Envelope>();
    let mut written: SchemaGenerator = settings.for_serialize().into_generator();
    written.subschema_for::<Sent>();
    let mut definitions = read.take_definitions(true);
    definitions.extend(written.take_definitions(true));
    definitions.sort_keys();
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of the room protocol",
        "$defs": definitions,
    })
}
