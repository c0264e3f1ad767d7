//! The companions as JSON Schemas: what `ggn check` reads of them.

use std::borrow::Cow;

use ggn_core::notation::feen::Feen;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{SIDES, STATUSES};

/// `perft.json`, for its schema.
#[derive(Debug)]
pub struct Perft;

/// `games.json`, for its schema.
#[derive(Debug)]
pub struct Games;

impl JsonSchema for Perft {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Perft")
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Known node counts: how many lines of legal moves there are. `ggn check` counts again.",
            "type": "object",
            "properties": {
                "source": text("Where the counts are from, so that a reader can verify them."),
                "positions": {
                    "description": "The positions that were counted, at least one.",
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "description": "A position with its counts.",
                        "type": "object",
                        "properties": {
                            "name": text("What the position is for, or is known as."),
                            "feen": position(generator, "The position (FEEN)."),
                            "nodes": {
                                "description": "How many lines there are of one ply, of two, of three …: `[20, 400, 8902]`.",
                                "type": "array",
                                "minItems": 1,
                                "items": count("Lines of this many plies."),
                            },
                            "source": text("Where the counts of this position are from, if not from where the others are."),
                        },
                        "required": ["name", "feen", "nodes"],
                        "additionalProperties": false,
                    },
                },
            },
            "required": ["positions"],
            "additionalProperties": false,
        })
    }
}

impl JsonSchema for Games {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Games")
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let status = "The status in which the last move ends the game; without it, the game goes on.";
        let winner = "Who wins; without it, nobody does.";
        json_schema!({
            "description": "Short games that show what the rules are to do. `ggn check` plays them.",
            "type": "object",
            "properties": {
                "games": {
                    "description": "The games, at least one.",
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "description": "A game, which ends with its last move as it is written and not before.",
                        "type": "object",
                        "properties": {
                            "name": text("What the game shows."),
                            "start": position(generator, "The position (FEEN) from which it starts, if not the initial one."),
                            "halfmove": count("How many plies have gone before without progress, for endings that count them."),
                            "moves": text("The moves with blanks between them, each in UCI, SAN or PMN: `\"e2e4 e7e5 Nf3\"`."),
                            "illegal": text("Moves that are not legal after these, with blanks between them."),
                            "status": { "description": status, "type": "string", "enum": STATUSES },
                            "winner": { "description": winner, "type": "string", "enum": SIDES },
                        },
                        "required": ["name", "moves"],
                        "additionalProperties": false,
                    },
                },
            },
            "required": ["games"],
            "additionalProperties": false,
        })
    }
}

fn text(description: &str) -> Schema {
    json_schema!({ "description": description, "type": "string" })
}

fn count(description: &str) -> Schema {
    json_schema!({ "description": description, "type": "integer", "minimum": 0, "maximum": u64::MAX })
}

fn position(generator: &mut SchemaGenerator, description: &str) -> Schema {
    let mut position = generator.subschema_for::<Feen>();
    position.insert("description".to_owned(), description.into());
    position
}
