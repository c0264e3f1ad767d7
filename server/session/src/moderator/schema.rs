//! JSON Schema of a moderator's file, derived from the vocabulary: a new event is reported as missing in every file.

use std::borrow::Cow;

use ggn_core::Goal;
use ggn_core::notation::cgsn::Status;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use super::policy::{Moderator, RelativeAudience};
use crate::data::id_schema;
use crate::domain::Event;

impl JsonSchema for Moderator {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Moderator")
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let endings: Vec<&str> =
            Status::ALL.map(Status::as_str).into_iter().chain(Goal::ALL.map(Goal::as_str)).collect();
        json_schema!({
            "description": "Announcements of the moderator of a game, and their audience.",
            "type": "object",
            "properties": {
                "id": id(generator),
                "wont_help_includes_blocked": {
                    "description": "True if `wont_help` is also said of a piece that only unseen enemy pieces hold in its place. Otherwise \
                        it is said of a piece that could move but for its king, and `no_legal_moves` of the other.",
                    "type": "boolean",
                },
                "hearers": audiences(generator),
                "tags": {
                    "description": "As which kind of move a special row is announced: its `tag` in effects.json, to the event. What has \
                        no entry is announced as an ordinary move.",
                    "type": "object",
                    "additionalProperties": events(generator, Event::is_move),
                },
                "endings": {
                    "description": "As which event an ending is announced: its status in ruleset.json, to the event; a goal's to the \
                        event of the goal. What has no entry is not announced.",
                    "type": "object",
                    "propertyNames": { "enum": endings },
                    "additionalProperties": events(generator, Event::is_ending),
                },
            },
            "required": ["id", "wont_help_includes_blocked", "hearers", "tags", "endings"],
            "additionalProperties": false,
        })
    }
}

fn id(generator: &mut SchemaGenerator) -> Schema {
    let mut id = id_schema(generator);
    let description = "The id, which is the name of the file: lower-case letters, digits and hyphens.";
    id.insert("description".to_owned(), description.into());
    id
}

/// Returns the schema of all events with their audience.
fn audiences(generator: &mut SchemaGenerator) -> Schema {
    let words = RelativeAudience::json_schema(generator).get("oneOf").cloned().unwrap_or_default();
    let property = |event: Event| {
        let (name, description) = (event.name(), word(generator, event).remove("description"));
        (name, serde_json::json!({ "description": description, "oneOf": words }))
    };
    let properties: Map<String, Value> = Event::ALL.into_iter().map(property).collect();
    json_schema!({
        "description": "Audience of each event. Every event is required.",
        "type": "object",
        "required": Event::ALL.map(Event::name),
        "properties": properties,
        "additionalProperties": false,
    })
}

/// Returns the schema of the events of one kind.
fn events(generator: &mut SchemaGenerator, are: fn(Event) -> bool) -> Schema {
    let words: Vec<Schema> =
        Event::ALL.into_iter().filter(|event| are(*event)).map(|event| word(generator, event)).collect();
    json_schema!({ "oneOf": words })
}

/// Returns the schema of one event: a constant with its description.
fn word(generator: &mut SchemaGenerator, event: Event) -> Schema {
    let vocabulary = Event::json_schema(generator);
    let mut words = vocabulary.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let found = words.find(|word| word.get("const").is_some_and(|name| *name == event.name()));
    found.and_then(|word| Schema::try_from(word.clone()).ok()).unwrap_or_default()
}
