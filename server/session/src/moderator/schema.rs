//! JSON Schema of a moderator's file, derived from the vocabulary: a new event is reported as missing in every file.

use std::borrow::Cow;

use ggn_core::Goal;
use ggn_core::notation::cgsn::Status;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use super::policy::{Moderator, RelativeAudience};
use super::sections::{
    AfterYes, BeforeTurn, CaptureSquare, CapturedForm, CheckForm, DropForm, HALFMOVE_CAP_MAX, PromotionForm,
    Refusal, Reply, RuleDraw, StalemateResult,
};
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
                "name": { "description": "Name for people; the id, if absent.", "type": "string" },
                "attempts": attempts(generator),
                "forms": forms(generator),
                "tries": tries(generator),
                "pawns": {
                    "description": "Names of the pieces that count as pawns: their captures are pawn tries, and a captured one is \
                        announced as a pawn by `captured: class`.",
                    "type": "array",
                    "items": { "type": "string" },
                    "minItems": 1,
                },
                "game": game(generator),
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
    let mut properties: Map<String, Value> = Event::ALL.into_iter().map(property).collect();
    let replies = Reply::json_schema(generator).get("oneOf").and_then(Value::as_array).cloned();
    for reply in replies.into_iter().flatten() {
        let name = reply.get("const").and_then(Value::as_str).unwrap_or_default();
        let entry = serde_json::json!({ "description": reply.get("description"), "oneOf": words });
        properties.insert(name.to_owned(), entry);
    }
    json_schema!({
        "description": "Audience of each event. All are required but those of moderators who answer attempts: `nonsense`, `impossible`, `dropped`, \
            `has_any`, `no_any`, `pawn_tries`.",
        "type": "object",
        "required": Event::ALL.map(Event::name),
        "properties": properties,
        "additionalProperties": false,
    })
}

/// Returns the schema of the answers to attempts.
fn attempts(generator: &mut SchemaGenerator) -> Schema {
    let answer =
        |generator: &mut SchemaGenerator, description: &str| described::<Refusal>(generator, description);
    json_schema!({
        "description": "Answers to attempts that are not made. Without it, attempts are refused in the order of touch-move: \
            `no_such_piece`, `no_legal_moves`, `wont_help`, `illegal_move`.",
        "type": "object",
        "properties": {
            "hidden": answer(generator, "To an attempt that is illegal for a reason that the player cannot know."),
            "knowable": answer(generator, "To an attempt that the player could have known to be impossible, by their own pieces and \
                the announcements."),
            "repeated": answer(generator, "To an attempt that has been refused in this turn before."),
            "withheld": answer(generator, "To an attempt or a question that is not open to the player now."),
        },
        "required": ["hidden", "knowable", "repeated", "withheld"],
        "additionalProperties": false,
    })
}

/// Returns the schema of the forms of announcements.
fn forms(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "description": "Forms in which the facts of a move are announced.",
        "type": "object",
        "properties": {
            "capture_square": described::<CaptureSquare>(generator, "Announced square of a capture; none, if absent."),
            "captured": described::<CapturedForm>(generator, "What is announced of a captured piece; nothing, if absent."),
            "check": described::<CheckForm>(generator, "What is announced of a check; the side in check, if absent."),
            "promotion": described::<PromotionForm>(generator, "What is announced of a promotion; the new kind, if absent."),
            "drop": described::<DropForm>(generator, "What is announced of a drop; the fact alone, if absent."),
        },
        "additionalProperties": false,
    })
}

/// Returns the schema of what players learn of pawn tries.
fn tries(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "description": "What players learn of their pawn tries, the legal captures of their `pawns`.",
        "type": "object",
        "properties": {
            "before_turn": described::<BeforeTurn>(
                generator,
                "Announcement before each turn; none, if absent. A try that it rules out is `knowable`.",
            ),
            "after_yes": described::<AfterYes>(
                generator,
                "What follows if a player asks \"any?\", and there is one; without it nobody may ask. After a no, every pawn try of the turn is \
                    `knowable`.",
            ),
        },
        "additionalProperties": false,
    })
}

/// Returns the schema of changes of endings.
fn game(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "description": "Changes of the ruleset's endings.",
        "type": "object",
        "properties": {
            "stalemate": described::<StalemateResult>(
                generator,
                "Result of a stalemate for the side that cannot move; as the ruleset says, if absent.",
            ),
            "draws": {
                "description": "The ruleset's draws by a rule that hold; all of them, if absent.",
                "type": "array",
                "items": RuleDraw::json_schema(generator),
            },
            "halfmove_cap": {
                "description": "Number of plies without progress after which the game is drawn. Progress is what the ruleset's own limit of \
                    moves says, or else a capture or a move of a pawn.",
                "type": "integer",
                "minimum": 1,
                "maximum": HALFMOVE_CAP_MAX,
            },
        },
        "additionalProperties": false,
    })
}

/// Returns the schema of a word with a description.
fn described<T: JsonSchema>(generator: &mut SchemaGenerator, description: &str) -> Schema {
    let mut schema = T::json_schema(generator);
    schema.insert("description".to_owned(), description.into());
    schema
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
