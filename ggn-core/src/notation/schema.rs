//! The notations as JSON Schemas, for editors that check texts by patterns. FEEN's pattern accepts more than FEEN, because a pattern cannot count the squares
//! of a rank. The others accept exactly what is parsed.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::cell::Cell;
use super::feen::Feen;
use super::ggn::{Ggn, Place};
use super::lcn::{Condition, Lcn};
use super::qpi::Qpi;
use super::sin::Sin;
use super::snn::Snn;

/// File `a` to `iv`, rank 1 to 256, layer `A` to `IV`: 256 of each.
macro_rules! cell {
    () => {
        "(?:[a-z]|[a-h][a-z]|i[a-v])(?:(?:[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-6])(?:[A-Z]|[A-H][A-Z]|I[A-V])?)?"
    };
}

macro_rules! qpi {
    () => {
        "[A-Za-z]:[-+]?[A-Za-z]\\^?"
    };
}

/// A token of FEEN, and a count of empty squares. The expressions below are unambiguous, so that matching never backtracks for long.
macro_rules! epin {
    () => {
        "[-+]?[A-Za-z]\\^?'?"
    };
}

macro_rules! segment {
    () => {
        concat!("(?:(?:(?:[1-9][0-9]*)?", epin!(), ")+(?:[1-9][0-9]*)?|[1-9][0-9]*)")
    };
}

macro_rules! hand {
    () => {
        concat!("(?:(?:[2-9][0-9]*|1[0-9]+)?", epin!(), ")*")
    };
}

macro_rules! notations {
    ($($name:ident: $title:literal, $pattern:expr, up to $length:expr, as in $examples:expr;)*) => {$(
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                text($title, concat!("^", $pattern, "$"), $length, &$examples)
            }
        }
    )*};
}

/// Schema of a text with a pattern. Editors of the VS Code family show `patternErrorMessage` instead of the pattern.
fn text(title: &str, pattern: &str, length: usize, examples: &[&str]) -> Schema {
    json_schema!({
        "title": title,
        "type": "string",
        "maxLength": length,
        "pattern": pattern,
        "patternErrorMessage": format!("Expected {title}, such as {}.", examples.join(" or ")),
        "examples": examples,
    })
}

notations! {
    Cell: "a square (CELL)", cell!(), up to Cell::LENGTH_MAX, as in ["a1", "e4", "j10"];
    Condition: "`empty`, `enemy` or a piece (QPI)", concat!("(?:empty|enemy|", qpi!(), ")"), up to 6, as in ["empty", "enemy", "C:+R"];
    Feen: "a position (FEEN)",
        concat!(segment!(), "(?:/+", segment!(), ")* ", hand!(), "/", hand!(), " (?:[A-Z]/[a-z]|[a-z]/[A-Z])"),
        up to Feen::LENGTH_MAX, as in ["k^2/3/2K^ / C/c", "r1k^/3/K^1R p/2P C/c"];
    Place: "a square (CELL), or `*` for the hand", concat!("(?:\\*|", cell!(), ")"), up to Cell::LENGTH_MAX, as in ["a1", "e4", "*"];
    Qpi: "a piece (QPI)", qpi!(), up to 6, as in ["C:K^", "C:+R", "c:p"];
    Sin: "a style letter (SIN)", "[A-Za-z]", up to 1, as in ["C", "S"];
    Snn: "a style name (SNN)", "[A-Z][A-Za-z]*[0-9]*", up to Snn::LENGTH_MAX, as in ["Xiangqi", "Xiangqi2"];
}

impl JsonSchema for Lcn {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Conditions")
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": generator.subschema_for::<Cell>(),
            "additionalProperties": generator.subschema_for::<Condition>(),
        })
    }
}

impl JsonSchema for Ggn {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Ggn")
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let conditions = |generator: &mut SchemaGenerator, description: &str| {
            let mut conditions = generator.subschema_for::<Lcn>();
            conditions.insert("description".to_owned(), description.into());
            conditions
        };
        let possibilities = json_schema!({
            "description": "The ways in which the move is possible: one that holds is enough. `[{}]` asks for nothing.",
            "type": "array",
            "items": {
                "description": "One way in which the move is possible.",
                "type": "object",
                "properties": {
                    "must": conditions(generator, "All of these must hold: square to `empty`, `enemy` or a piece."),
                    "deny": conditions(generator, "None of these may hold."),
                },
                "additionalProperties": false,
            },
        });
        let ends = |names: Schema, possibilities: &Schema| {
            json_schema!({
                "description": "Where it may go from there: a square, or `*` for the hand.",
                "type": "object",
                "propertyNames": names,
                "additionalProperties": possibilities,
            })
        };
        let (cell, place) = (generator.subschema_for::<Cell>(), generator.subschema_for::<Place>());
        // A piece from the hand can only move to the board.
        let (from_hand, from_board) = (ends(cell, &possibilities), ends(place, &possibilities));
        json_schema!({
            "title": "GGN",
            "description": "A movement table: piece, source, destination, and the ways in which that move is possible.",
            "type": "object",
            "propertyNames": generator.subschema_for::<Qpi>(),
            "additionalProperties": {
                "description": "Where the piece may stand: a square, or `*` for its owner's hand. `{}` says that it never moves.",
                "type": "object",
                "propertyNames": generator.subschema_for::<Place>(),
                "properties": { "*": from_hand },
                "additionalProperties": from_board,
            },
        })
    }
}
