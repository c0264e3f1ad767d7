//! Descriptions of faults in a movement table that is not GGN.

use std::fmt::{Debug, Display};

use ggn_core::notation::ParseError;
use ggn_core::notation::ggn::{GgnFaultKind, OldFormat};
use ggn_core::notation::lcn::LcnFaultKind;

use super::code::Code;
use super::description::{Aim, Description, FaultTexts};
use super::known::Known;
use super::suggest::nearest;
use super::{field, notation};

/// Describes a fault of a table.
pub(super) fn describe(kind: &GgnFaultKind, here: &FaultTexts, known: &Known) -> Description {
    match kind {
        GgnFaultKind::Json(error) => Description::new(Code::NotJson, Aim::File, error.to_string()),
        GgnFaultKind::NotAnObject { expected, found } => field::wrong_type(expected, found).advise(
            "a table is { piece: { source: { destination: [{ \"must\": { square: condition } }] } } }",
        ),
        GgnFaultKind::NotAnArray { found } => field::wrong_type("an array of possibilities", found)
            .advise("put the possibilities in brackets, also a single one: [{ \"must\": { … } }]"),
        GgnFaultKind::DuplicateKey { .. } => field::duplicate_key(),
        GgnFaultKind::Piece(error) => {
            key(error, "a piece (QPI)", here).hint(notation::piece_hint(&here.key, known))
        }
        GgnFaultKind::Source(error) | GgnFaultKind::Destination(error) => {
            key(error, "a square (CELL), or `*` for the hand", here)
                .hint(notation::square_hint(&here.key, known))
        }
        GgnFaultKind::HandToHand => {
            Description::new(Code::HandToHand, Aim::Key, "the move goes from the hand to the hand")
                .expected("a square at one end of the move")
                .advise("`*` as source is a drop; `*` as destination takes a piece off the board")
        }
        GgnFaultKind::OldField { field, format } => old_field(field, *format),
        GgnFaultKind::UnknownField { field } => unknown_field(field),
        GgnFaultKind::Conditions(kind) => conditions(kind, here, known),
    }
}

/// Describes a key that is not in its notation.
fn key<K: Display + Debug>(error: &ParseError<K>, expected: &str, here: &FaultTexts) -> Description {
    notation::wrong(&here.key, expected, error.at, &error.to_string())
}

fn conditions(kind: &LcnFaultKind, here: &FaultTexts, known: &Known) -> Description {
    const EXPECTED: &str = "\"empty\", \"enemy\" or a piece (QPI)";
    match kind {
        LcnFaultKind::Json(error) => Description::new(Code::NotJson, Aim::File, error.to_string()),
        LcnFaultKind::NotAnObject { found } => {
            field::wrong_type("an object from squares to conditions", found)
                .advise("write { \"e4\": \"empty\" }, with the squares of this board")
        }
        LcnFaultKind::DuplicateKey { .. } => field::duplicate_key(),
        LcnFaultKind::Square(error) => {
            key(error, "a square (CELL)", here).hint(notation::square_hint(&here.key, known))
        }
        LcnFaultKind::NotAString { found } => field::wrong_type(EXPECTED, found),
        LcnFaultKind::Condition(error) => {
            notation::wrong(&here.value, "a condition", error.at, &error.to_string())
                .expected(EXPECTED)
                .hint(notation::condition_hint(&here.value, known))
        }
    }
}

fn unknown_field(name: &str) -> Description {
    const KNOWN: [&str; 2] = ["must", "deny"];
    let elsewhere = match name {
        "becomes" | "lands" | "carries" | "takes" | "unattacked" | "revokes" | "promotes" | "places"
        | "tag" | "san" | "when" => Some(format!(
            "`{name}` is an effect: it belongs into effects.json, under the same piece, source and destination"
        )),
        "$schema" | "comment" | "note" | "description" => {
            Some("remove it: a movement table holds nothing but movement".to_owned())
        }
        _ => nearest(name, KNOWN).map(|near| format!("did you mean \"{near}\"?")),
    };
    field::unknown(name, &KNOWN).hint(elsewhere)
}

/// Describes the present form of a field of an older format.
fn old_field(name: &str, format: OldFormat) -> Description {
    let instead = match name {
        "require" => "write `must`: it holds the same conditions by square",
        "prevent" => "write `deny`: it holds the same conditions by square",
        "perform" | "diff" => {
            "leave it out: the piece arrives by itself and captures what stands there; what else changes belongs into effects.json \
             (`becomes`, `carries`, `takes`, `promotes`)"
        }
        "captures" => {
            "ask `must` for an \"enemy\" on the destination: what stands there is captured; where it goes says `captured` in effects.json"
        }
        "gain" => "leave it out: what enters the hand says `captured` in effects.json",
        _ => "write the row under the source `*` instead: that is the hand",
    };
    Description::new(Code::OldField, Aim::Key, format!("`{name}` is a field of {format}"))
        .expected("`must` or `deny`")
        .advise(instead)
}
