//! Failures: every error code, its fields, and the unchanged state.

use std::collections::BTreeSet;
use std::sync::Arc;

use ggn_core::Rules;
use ggn_core::engine::Engine;
use serde_json::{Value, json};

use super::conversation::Host;
use super::document;
use crate::common;

/// Sends a message that must fail and returns the failure without its fixed fields.
fn refusal(host: &mut Host, text: &str) -> Value {
    let before = host.state();
    let mut answers = host.say_text(text);
    assert_eq!(answers.len(), 1, "{text}: {answers:?}");
    assert_eq!(host.state(), before, "{text}");
    let mut answer = answers.remove(0);
    assert_eq!(answer["message_type"], "failure", "{text}: {answer}");
    assert_eq!(answer["message"], "failure: illegal move, please retry");
    assert!(answer["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{answer}");
    let members = answer.as_object_mut().unwrap();
    for name in ["message_type", "message", "reason"] {
        members.remove(name);
    }
    answer
}

const PROMOTING: &str = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
const PINNED: &str = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1";
const GUARDED: &str = "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1";
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Position, message, failure.
fn cases() -> Vec<(&'static str, String, Value)> {
    let mv = |from: &str, to: &str| json!({"message_type": "peice move", "from": from, "to": to}).to_string();
    let text = str::to_owned;
    let choices = json!(["queen", "rook", "bishop", "knight"]);
    vec![
        (
            START,
            text("{\n  \"message_type\": oops"),
            json!({"error": "malformed_json", "line": 2, "column": 19}),
        ),
        (START, text(""), json!({"error": "malformed_json", "line": 1, "column": 0})),
        (START, text("{} {}"), json!({"error": "malformed_json", "line": 1, "column": 4})),
        (START, text("[1]"), json!({"error": "not_an_object"})),
        (START, text("{}"), json!({"error": "missing_field", "field": "message_type"})),
        (
            START,
            text(r#"{"message_type": "peice move", "from": "E2"}"#),
            json!({"error": "missing_field", "field": "to"}),
        ),
        (
            START,
            text(r#"{"message_type": "set_position"}"#),
            json!({"error": "missing_field", "field": "feen"}),
        ),
        (
            START,
            text(r#"{"message_type": "draw", "action": "offer"}"#),
            json!({"error": "missing_field", "field": "side"}),
        ),
        (
            START,
            text(r#"{"message_type": "undo", "ply": 1}"#),
            json!({"error": "unknown_field", "field": "ply", "known": ["plies"]}),
        ),
        (
            START,
            text(r#"{"message_type": "draw", "action": "agree", "side": "white"}"#),
            json!({"error": "unknown_field", "field": "side", "known": ["action"]}),
        ),
        (
            START,
            text(r#"{"message_type": "new_game", "fen": "x", "feen": "y"}"#),
            json!({"error": "unknown_field", "field": "fen", "known": ["feen"]}),
        ),
        (
            START,
            text(r#"{"message_type": "peice move", "from": "E2", "to": "E4", "from": "D2"}"#),
            json!({"error": "duplicate_field", "field": "from"}),
        ),
        (
            START,
            text(r#"{"message_type": "peice move", "from": 12, "to": "E4"}"#),
            json!({"error": "wrong_type", "field": "from"}),
        ),
        (
            START,
            text(r#"{"message_type": "peice move", "from": "E2", "to": "E4", "promotion": null}"#),
            json!({"error": "wrong_type", "field": "promotion"}),
        ),
        (
            START,
            text(r#"{"message_type": "undo", "plies": 0}"#),
            json!({"error": "wrong_type", "field": "plies"}),
        ),
        (
            START,
            text(r#"{"message_type": "undo", "plies": 1.5}"#),
            json!({"error": "wrong_type", "field": "plies"}),
        ),
        (
            START,
            text(r#"{"message_type": "resign", "side": "red"}"#),
            json!({"error": "unknown_word", "field": "side", "found": "red", "known": ["white", "black"]}),
        ),
        (
            START,
            text(r#"{"message_type": "options", "square_case": "camel"}"#),
            json!({"error": "unknown_word", "field": "square_case", "found": "camel", "known": ["upper", "lower"]}),
        ),
        (
            START,
            text(r#"{"message_type": "move", "from": "E2", "to": "E4"}"#),
            json!({
                "error": "unknown_message_type", "field": "message_type", "found": "move",
                "known": ["piece_move", "piece_promotion_choice", "piece_drop", "new_game", "set_position", "undo", "state", "resign",
                          "timeout", "draw", "options"],
            }),
        ),
        (START, mv("E2", "I9"), json!({"error": "no_such_square", "field": "to", "found": "I9"})),
        (START, mv("*", "E4"), json!({"error": "no_such_square", "field": "from"})),
        (
            START,
            mv(&"é".repeat(70), "E4"),
            json!({"error": "no_such_square", "field": "from", "found": format!("{}…", "é".repeat(64))}),
        ),
        (START, mv("E3", "E4"), json!({"error": "no_piece", "from": "E3", "to": "E4"})),
        (START, mv("E7", "E5"), json!({"error": "not_your_piece", "from": "E7", "to": "E5"})),
        (
            START,
            text(r#"{"message_type": "piece_drop", "piece": "pawn", "to": "E4"}"#),
            json!({"error": "not_in_hand", "field": "piece", "found": "pawn"}),
        ),
        (START, mv("E2", "E5"), json!({"error": "illegal_move", "from": "E2", "to": "E5"})),
        (START, mv("A1", "A2"), json!({"error": "illegal_move", "from": "A1", "to": "A2"})),
        (
            PINNED,
            mv("E2", "D3"),
            json!({"error": "illegal_move", "from": "E2", "to": "D3",
                   "broken": [{"constraint": "royal-safety", "space": "E1", "threats": ["E4"]}]}),
        ),
        (
            GUARDED,
            mv("E1", "G1"),
            json!({"error": "illegal_move", "from": "E1", "to": "G1",
                   "broken": [{"constraint": "unattacked", "space": "F1", "threats": ["F4"]}]}),
        ),
        (
            START,
            text(r#"{"message_type": "peice move", "from": "E2", "to": "E4", "promotion": "queen"}"#),
            json!({"error": "unknown_piece", "found": "queen", "known": ["none"], "from": "E2", "to": "E4"}),
        ),
        (
            PROMOTING,
            text(r#"{"message_type": "peice move", "from": "A7", "to": "A8", "promotion": "none"}"#),
            json!({"error": "unknown_piece", "found": "none", "known": choices, "from": "A7", "to": "A8"}),
        ),
        (
            START,
            text(r#"{"message_type": "piece_promotion_choice", "piece_choice": "queen"}"#),
            json!({"error": "promotion_not_pending"}),
        ),
        (MATED, mv("G8", "F8"), json!({"error": "game_over"})),
        (MATED, text(r#"{"message_type": "timeout", "side": "white"}"#), json!({"error": "game_over"})),
        (
            MATED,
            text(r#"{"message_type": "piece_promotion_choice", "piece_choice": "queen"}"#),
            json!({"error": "game_over"}),
        ),
        (START, text(r#"{"message_type": "undo"}"#), json!({"error": "nothing_to_undo"})),
        (
            START,
            text(r#"{"message_type": "set_position", "fen": "8/8 w - - 0 1"}"#),
            json!({"error": "malformed_position", "field": "fen", "found": "8/8 w - - 0 1"}),
        ),
        (
            START,
            text(r#"{"message_type": "new_game", "feen": "8//8 / C/c"}"#),
            json!({"error": "malformed_position", "field": "feen", "found": "8//8 / C/c"}),
        ),
        (
            START,
            text(r#"{"message_type": "set_position", "fen": "4k3/8/8/8/8/8/8/P7 w - - 0 1"}"#),
            json!({"error": "impossible_position", "field": "fen",
                   "faults": ["C:P cannot stand on a1", "white has 0 × king, expected 1"]}),
        ),
        (
            START,
            text(r#"{"message_type": "draw", "action": "accept", "side": "black"}"#),
            json!({"error": "no_draw_offer"}),
        ),
        (
            START,
            format!(r#"{{"message_type": "state"{}}}"#, " ".repeat(Engine::MESSAGE_BYTES_MAX)),
            json!({"error": "too_large", "limit": Engine::MESSAGE_BYTES_MAX}),
        ),
    ]
}

// Requirement engine-8.
#[test]
fn failure_names_the_cause_and_changes_nothing() {
    for (fen, text, expected) in cases() {
        assert_eq!(refusal(&mut Host::at(fen), &text), expected, "{text}");
    }
}

#[test]
fn every_documented_error_code_occurs() {
    let mut codes: BTreeSet<String> =
        cases().into_iter().map(|(_, _, expected)| expected["error"].as_str().unwrap().to_owned()).collect();
    // Codes with a test of their own.
    codes.extend(["promotion_pending", "history_full", "not_in_this_game", "too_fast"].map(str::to_owned));
    assert_eq!(codes, document::codes());
}

#[test]
fn moves_during_a_pending_choice_fail_with_the_choice() {
    let mut host = Host::at(PROMOTING);
    host.play("A7", "A8");
    let text = json!({"message_type": "peice move", "from": "E1", "to": "E2"}).to_string();
    assert_eq!(
        refusal(&mut host, &text),
        json!({"error": "promotion_pending", "from": "A7", "to": "A8", "known": ["queen", "rook", "bishop", "knight"]})
    );
}

#[test]
fn invalid_utf8_is_refused_with_its_position() {
    let mut host = Host::of("chess");
    let answers = host.say_text(b"{\"message_type\": \"\xFF\"}");
    assert_eq!((&answers[0]["error"], &answers[0]["column"]), (&json!("malformed_json"), &json!(19)));
}

#[test]
fn documented_message_size_and_depth_limits_hold() {
    let mut host = Host::of("chess");
    let state = r#"{"message_type": "state"}"#;
    let longest = format!("{state:width$}", width = Engine::MESSAGE_BYTES_MAX);
    assert_eq!(host.say_text(&longest)[0]["message_type"], "state");
    assert_eq!(host.say_text(format!("{longest} "))[0]["error"], "too_large");
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(host.say_text(nested(127))[0]["error"], "not_an_object");
    assert_eq!(host.say_text(nested(128))[0]["error"], "malformed_json");
}

/// Chess without the endings by inaction.
fn endless() -> Arc<Rules> {
    let mut files = common::files("chess");
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    json["endings"] = json!([{"status": "checkmate", "result": "loss"}]);
    *manifest = json.to_string().into_bytes();
    Rules::load(&files).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn documented_game_length_limit_holds() {
    let mut host = Host(Engine::new(endless()));
    for _ in 0..Engine::PLIES_MAX / 4 {
        host.line("g1f3 g8f6 f3g1 f6g8");
    }
    let more = json!({"message_type": "peice move", "from": "G1", "to": "F3"}).to_string();
    assert_eq!(refusal(&mut host, &more), json!({"error": "history_full", "limit": Engine::PLIES_MAX}));
    assert_eq!(refusal(&mut host, &more.replace("F3", "F4"))["error"], "illegal_move");
    host.moveset(json!({"message_type": "undo"}));
    host.line("f6g8");
    host.moveset(json!({"message_type": "undo", "plies": Engine::PLIES_MAX}));
    assert_eq!(host.state()["history"], json!([]));
}

#[test]
fn endings_unknown_to_the_rules_are_refused() {
    let mut host = Host(Engine::new(endless()));
    for text in [
        r#"{"message_type": "resign", "side": "white"}"#,
        r#"{"message_type": "timeout", "side": "white"}"#,
        r#"{"message_type": "draw", "action": "agree"}"#,
        r#"{"message_type": "draw", "action": "offer", "side": "white"}"#,
    ] {
        assert_eq!(refusal(&mut host, text), json!({"error": "not_in_this_game"}), "{text}");
    }
}
