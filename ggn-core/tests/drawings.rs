//! Drawings that a ruleset brings: what a path may be, the bounds, and that every fault is reported at its place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use ggn_core::PathFaultKind::{self, Character, Comma, Count, Flag, Number, Range, Start};
use ggn_core::{Fault, FaultKind, Rules};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns the faults of a small game with these drawings.
fn faults(drawings: &Value) -> Vec<Fault> {
    let manifest = json!({
        "id": "toy", "name": "Toy", "styles": { "T": "Toy" }, "sides": { "first": "one", "second": "two" },
        "pieces": { "T:A": { "name": "ant", "san": "A" }, "T:B": { "name": "bee", "san": "B" } },
        "initial": "ab/BA / T/t", "constraints": [], "endings": [], "drawings": drawings,
    });
    let tables = json!({ "T:A": {}, "T:B": {}, "t:a": {}, "t:b": {} });
    let files = [("ruleset.json", manifest), ("ggn/idle.json", tables)]
        .map(|(path, json)| (path.to_owned(), json.to_string().into_bytes()));
    Rules::load(&files).map_or_else(|faults| faults.as_slice().to_vec(), |_| Vec::new())
}

fn texts(drawings: &Value) -> Vec<String> {
    faults(drawings).iter().map(ToString::to_string).collect()
}

/// Returns the faults of a path, each with the part of it that is meant.
fn faults_of_path(path: &str) -> Vec<(String, PathFaultKind)> {
    let part = |fault: Fault| match fault.kind {
        FaultKind::Path(fault) => (fault.path[fault.part].to_owned(), fault.kind),
        other => panic!("{path}: {other}"),
    };
    faults(&json!({ "T:A": [{ "d": path }] })).into_iter().map(part).collect()
}

#[test]
fn paths_have_the_grammar_of_svg() {
    for path in [
        "M20 80 50 20 80 80z",
        " m20,80 , 30-60l30 60 Z ",
        "M1-2.5.5 3h4V5t6 7",
        "M50 10q1 2 3 4s5 6 7 8c1 2 3 4 5 6 1 2 3 4 5 6",
        "M10 10a5 5 0 0 1 9 9A5,5,0,0110 10 5 5 0 1020 20",
        "M-100 200L+.5-.5",
    ] {
        assert_eq!(faults_of_path(path), [], "{path}");
    }
}

#[test]
fn every_fault_of_a_path_is_reported_at_its_place() {
    let count = |letter, found, each| Count { letter, found, each };
    for (path, expected) in [
        ("", &[("", Start)][..]),
        ("L1 1", &[("L", Start)]),
        ("10 10", &[("1", Start)]),
        ("url(#a)M1 1", &[("u", Start), ("(#", Character('(')), (")", Character(')'))]),
        ("M1 1 x2", &[("x", Character('x'))]),
        ("M1e1 1", &[("e", Character('e'))]),
        ("M1 1\n2 2", &[("\n", Character('\n'))]),
        ("M0 0é<", &[("é<", Character('é'))]),
        ("M1 1l. -", &[(".", Number), ("-", Number)]),
        ("M5. 5", &[("5.", Number)]),
        ("M-100.5 200.5L201 0", &[("-100.5", Range), ("200.5", Range), ("201", Range)]),
        ("M,1 1", &[(",", Comma)]),
        ("M1,,1", &[(",", Comma)]),
        ("M1 1,L2 2", &[(",", Comma)]),
        ("M1 1C1 2 3 4 5", &[("C1 2 3 4 5", count('C', 5, 6))]),
        ("M1 1z3", &[("z3", count('z', 1, 0))]),
        ("M", &[("M", count('M', 0, 2))]),
        ("M1 1A5 5 0 2 1 9 9", &[("2", Flag)]),
        ("V1L900 ,;1H", &[("V", Start), ("900", Range), (";", Character(';')), ("H", count('H', 0, 1))]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(part, kind)| ((*part).to_owned(), *kind)).collect();
        assert_eq!(faults_of_path(path), expected, "{path}");
    }
    let endless = format!("M1 {}", "9".repeat(500));
    assert_eq!(faults_of_path(&endless), [("9".repeat(500), Range)]);
}

#[test]
fn drawings_are_of_roles_and_have_a_body() {
    let body = json!([{ "d": "M1 1z" }]);
    assert_eq!(
        texts(&json!({ "T:A": body, "t:+b": [{ "d": "M1 1z", "paint": "line" }, { "d": "M2 2z" }] })),
        [""; 0]
    );
    for (drawings, expected) in [
        (json!({ "T:C": body }), "$.drawings[\"T:C\"]: no piece of the ruleset is T:C"),
        (json!({ "T:A": body, "t:+a": body }), "$.drawings[\"t:+a\"]: T:A is an entry of the same role"),
        (json!({ "T:A": [] }), "$.drawings[\"T:A\"]: the list is empty"),
        (
            json!({ "T:A": [{ "d": "M1 1z", "paint": "line" }, { "d": "M1 1z", "paint": "detail" }] }),
            "$.drawings[\"T:A\"]: no shape of the drawing has the paint `body`",
        ),
        (json!({ "T:A": [{ "d": "M1 1z", "paint": "red" }] }), "$.drawings[\"T:A\"][0].paint: found \"red\""),
        (json!({ "T:A": [{ "d": "M1 1z", "fill": "red" }] }), "$.drawings[\"T:A\"][0].fill: no such field"),
        (json!({ "T:A": [{}] }), "$.drawings[\"T:A\"][0]: the field `d` is missing"),
        (
            json!({ "T:B": [{ "d": "M1 1z" }, { "d": "M1 1x" }] }),
            "$.drawings[\"T:B\"][1].d: byte 4 of \"M1 1x\": no path has the character 'x'",
        ),
    ] {
        let found = texts(&drawings);
        assert!(found.len() == 1 && found[0].contains(expected), "expected {expected}, found {found:#?}");
    }
}

#[test]
fn drawings_are_bounded() {
    let path = |length: usize| format!("M1 1{}", " ".repeat(length - 4));
    assert_eq!(texts(&json!({ "T:A": [{ "d": path(600) }] })), [""; 0]);
    let found = texts(&json!({ "T:A": [{ "d": path(601) }] }));
    assert_eq!(found, ["ruleset.json: $.drawings[\"T:A\"][0].d: 601 characters, expected at most 600"]);
    let shapes = |count| vec![json!({ "d": "M1 1z" }); count];
    assert_eq!(texts(&json!({ "T:A": shapes(8) })), [""; 0]);
    let found = texts(&json!({ "T:A": shapes(9) }));
    assert_eq!(found, ["ruleset.json: $.drawings[\"T:A\"]: 9 shapes, expected at most 8"]);
    let keys = ('A'..='Z').flat_map(|letter| [format!("T:{letter}"), format!("U:{letter}")]);
    let many = |count| Value::Object(keys.clone().take(count).map(|key| (key, json!(shapes(1)))).collect());
    let is_of_count = |fault: &String| fault.contains("$.drawings: 33 drawings, expected at most 32");
    assert!(!texts(&many(32)).iter().any(|fault| fault.contains("expected at most")));
    assert_eq!(texts(&many(33)).iter().filter(|fault| is_of_count(fault)).count(), 1);
}

proptest! {
    /// Whatever a path is, the reader ends, and every fault is a part of it.
    #[test]
    fn any_text_is_read_as_a_path(path in "[MmCcAaZz0-9 ,.+e-]{0,40}|.{0,20}") {
        for (part, _) in faults_of_path(&path) {
            prop_assert!(path.contains(&part));
        }
    }
}
