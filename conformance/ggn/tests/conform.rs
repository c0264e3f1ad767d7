//! The conformance suite against this program, and the runner against cases and files that are wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{Ran, ggn, root};

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use suite::case::{Body, Kind};
use suite::read::read;

fn conform(arguments: &[&str]) -> Ran {
    ggn(&[&["conform"], arguments].concat())
}

/// Returns a case file with these contents, in a folder of its own.
fn written(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.json");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn every_case_that_needs_no_server_passes() {
    let ran = conform(&["--format", "json"]);
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|why| panic!("{why}: {}", ran.err));
    let cases = report["cases"].as_array().unwrap().iter();
    let failed: Vec<&Value> = cases.filter(|case| case["verdict"] == "failed").collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!((ran.status, ran.err.as_str(), &report["failed"]), (0, "", &0.into()));
    assert!(report["passed"].as_u64().unwrap() >= 1000, "{}", report["passed"]);
}

/// The suite covers what it says: enough cases of each kind, and each with what it shows and by which truth.
#[test]
fn there_are_cases_of_every_kind() {
    let batch = read(&root().join("conformance/cases")).unwrap();
    assert!(batch.diagnostics.is_empty(), "{:#?}", batch.diagnostics);
    let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
    for case in &batch.cases {
        *counts.entry(case.body.kind()).or_default() += 1;
        assert!(!case.truth.is_empty() && !case.shows.is_empty() && !case.name.is_empty(), "{case:?}");
    }
    for kind in Kind::ALL {
        let least = if kind == Kind::Perft { 20 } else { 25 };
        assert!(counts.get(&kind).is_some_and(|count| *count >= least), "{}: {counts:?}", kind.name());
    }
    let without_notation: usize =
        counts.iter().filter(|(kind, _)| **kind != Kind::Notation).map(|(_, count)| count).sum();
    assert!(without_notation >= 300, "{without_notation}");
}

/// Every word of the protocol is in some script: nothing of the vocabulary is left to chance.
#[test]
fn every_word_of_the_protocol_is_shown_by_some_case() {
    let folder = root().join("conformance/cases");
    let text = |kind: &str| -> String {
        let mut files: Vec<_> =
            fs::read_dir(folder.join(kind)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
    };
    let scripts = text("moderator");
    for event in session::moderator::Event::ALL {
        for side in ggn_core::Side::BOTH {
            let word = serde_json::to_value(event.text(side)).unwrap();
            let word = word.as_str().unwrap();
            assert!(scripts.contains(&format!("\"{word}")), "no moderator script says {word}");
        }
    }
    let protocol = text("protocol");
    // A server says that it is unavailable when its storage fails, which no script can cause.
    let codes = session::protocol::player::ErrorCode::ALL.into_iter();
    for code in codes.filter(|code| *code != session::protocol::player::ErrorCode::Unavailable) {
        let code = serde_json::to_value(code).unwrap();
        assert!(protocol.contains(&code.to_string()), "no protocol script is told of {code}");
    }
    let reasons = [
        "checkmate",
        "stalemate",
        "resign",
        "draw_agreed",
        "insufficient",
        "fifty_move",
        "threefold",
        "abandoned",
    ];
    for reason in reasons {
        for (kind, text) in [("moderator", &scripts), ("protocol", &protocol)] {
            assert!(text.contains(&format!("\"{reason}\"")), "no {kind} script ends by {reason}");
        }
    }
    // A moderator's script has no clock.
    assert!(protocol.contains("\"timeout\""), "no protocol script ends by timeout");
}

#[test]
fn a_wrong_case_fails_and_says_what_was_expected_and_found() {
    let (_folder, path) = written(
        r#"{
  "kind": "positions",
  "truth": "nobody",
  "shows": "that a wrong case fails",
  "cases": [
    { "name": "right", "from": { "b1": "a3 c3" } },
    { "name": "wrong", "truth": "a slip", "from": { "b1": "a3 c3 d2" }, "check": true }
  ]
}
"#,
    );
    let ran = conform(&[&path, "--color", "never"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let expected = format!(
        "failed {path}:7: wrong
  shows that a wrong case fails
  by    a slip
  legal moves from b1
    - expected a3 c3 d2
    + found    a3 c3
  check
    - expected true
    + found    false

positions   1 passed, 1 failed
2 cases: 1 passed, 1 failed
"
    );
    assert_eq!(ran.out, expected);

    let ran = conform(&[&path, "--format", "junit"]);
    assert_eq!(ran.status, 1);
    assert!(
        ran.out.contains(r#"<testsuites name="ggn conform" tests="2" skipped="0" failures="1" errors="0">"#),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("legal moves from b1") && ran.out.contains("expected: a3 c3 d2"), "{}", ran.out);

    let ran = conform(&[&path, "--format", "json"]);
    assert_eq!(ran.status, 1);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&report["passed"], &report["failed"]), (&1.into(), &1.into()));
    assert_eq!(report["cases"][1]["differences"][0]["found"], "a3 c3");
}

/// Each kind of case can fail: the truth turned around is reported as a difference.
#[test]
fn every_kind_of_case_can_fail() {
    for (kind, case) in [
        (
            "notation\", \"notation\": \"cell",
            r#"{ "input": "e4", "valid": false, "error": "Start", "at": 0 }"#,
        ),
        ("notation\", \"notation\": \"cgsn", r#"{ "input": "mate", "valid": true }"#),
        ("notation\", \"notation\": \"ggn", r#"{ "input": { "C:K": 1 }, "valid": true }"#),
        (
            "evaluation",
            r#"{ "name": "x", "table": { "C:P": { "e2": { "e3": [{ "must": { "e3": "empty" } }] } } }, "piece": "C:P", "source": "e2",
                 "destination": "e3", "active_side": "first", "squares": { "e3": "c:p" }, "matching_indices": [0] }"#,
        ),
        ("perft", r#"{ "name": "x", "nodes": [20, 401] }"#),
        ("positions", r#"{ "name": "x", "tries": { "g1": "f3" } }"#),
        ("positions", r#"{ "name": "x", "writes": { "e2e4": { "san": "e2e4" } } }"#),
        ("positions", r#"{ "name": "x", "illegal": "e2e4" }"#),
        ("positions", r#"{ "name": "x", "feen": "4k^3/8/8/8/8/8/8/4K^3 / C/c", "impossible": true }"#),
        ("games", r#"{ "name": "x", "moves": "e2e4 check" }"#),
        ("games", r#"{ "name": "x", "moves": "f2f3 e7e5 g2g4 d8h4 checkmate", "winner": "first" }"#),
        ("engine", r#"{ "name": "x", "talk": [{ "say": {}, "answers": [] }] }"#),
        ("moderator", r#"{ "name": "x", "steps": [{ "white": "e2e4" }] }"#),
        ("moderator", r#"{ "name": "x", "steps": [{ "white": "e2e5" }] }"#),
        ("moderator", r#"{ "name": "x", "steps": [{ "black": "e7e5" }] }"#),
        (
            "moderator",
            r#"{ "name": "x", "steps": [{ "white": "e2", "sees": { "white": { "touched": "e2" }, "black": { "touched": "e2" } } }] }"#,
        ),
    ] {
        let (_folder, path) = written(&format!(
            r#"{{ "kind": "{kind}", "truth": "nobody", "shows": "nothing", "cases": [{case}] }}"#
        ));
        let ran = conform(&[&path, "--color", "never"]);
        assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{kind}: {case}: {}", ran.out);
        assert!(
            ran.out.contains("- expected ") && ran.out.ends_with("1 case: 0 passed, 1 failed\n"),
            "{}",
            ran.out
        );
    }
}

#[test]
fn a_broken_file_is_told_with_its_place_and_nothing_is_played() {
    for (text, code, place, words) in [
        ("{", "not-json", "case.json:1:1", "the file ends too early"),
        ("[]", "wrong-type", "case.json:1:1", "an object"),
        (
            r#"{ "kind": "games", "truth": "t", "shows": "s" }"#,
            "missing-field",
            "case.json:1:1",
            r#""cases""#,
        ),
        (
            r#"{ "kind": "gamess", "truth": "t", "shows": "s", "cases": [{}] }"#,
            "unknown-word",
            "case.json:1:11",
            "did you mean \"games\"?",
        ),
        (
            "{ \"kind\": \"games\", \"truth\": \"t\", \"shows\": \"s\", \"cases\": [\n{ \"name\": \"x\", \"move\": \"e4\" }] }",
            "unknown-field",
            "case.json:2:16",
            "did you mean \"moves\"?",
        ),
        (
            "{ \"kind\": \"games\", \"truth\": \"t\", \"shows\": \"s\", \"cases\": [\n{ \"name\": \"x\", \"moves\": 4 }] }",
            "wrong-type",
            "case.json:2:25",
            "a number stands where a string belongs",
        ),
        (
            "{ \"kind\": \"games\", \"truth\": \"t\", \"shows\": \"s\", \"cases\": [\n{ \"moves\": \"e4\" }] }",
            "missing-field",
            "case.json:2:1",
            "\"name\"",
        ),
        (
            "{ \"kind\": \"games\", \"truth\": \"t\", \"shows\": \"s\", \"cases\": [{ \"name\": \"x\", \"name\": \"y\", \"moves\": \"e4\" }] }",
            "duplicate-key",
            "case.json:1:73",
            "each key once",
        ),
        (
            "{ \"kind\": \"moderator\", \"truth\": \"t\", \"shows\": \"s\", \"cases\": [\n{ \"name\": \"x\", \"steps\": [{ \"white\": \"moves\" }] }] }",
            "wrong-form",
            "case.json:2:26",
            "\"offer-draw\"",
        ),
        (
            "{ \"kind\": \"protocol\", \"truth\": \"t\", \"shows\": \"s\", \"cases\": [\n{ \"name\": \"x\", \"steps\": [{ \"send\": \"white\", \"expect\": \"white\" }] }] }",
            "wrong-form",
            "case.json:2:26",
            "\"play\"",
        ),
    ] {
        let (_folder, path) = written(text);
        let ran = conform(&[&path, "--color", "never"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{text}");
        for part in [format!("error[{code}]"), place.to_owned(), words.to_owned()] {
            assert!(ran.err.contains(&part), "{part} is not in\n{}", ran.err);
        }
        assert!(ran.err.contains("nothing was played"), "{}", ran.err);
    }
}

#[test]
fn what_does_not_exist_cannot_pass() {
    let ran = conform(&["--filter", "no case is called so"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("no case fits"), "{}", ran.err);
    let ran = conform(&["conformance/no-such-folder"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    let ran = conform(&["--rules", "conformance/no-such-rules"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    // A port on which no server can listen.
    let ran = conform(&["--server", "ws://127.0.0.1:1"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("no server at 127.0.0.1:1"), "{}", ran.err);
    for wrong in ["localhost:3000", "ftp://example.org", "ws://", "wss://", "ws://a/b", "https://a?b"] {
        assert_eq!(conform(&["--server", wrong]).status, 2, "{wrong}");
    }
}

#[test]
fn cases_are_chosen_by_kind_file_and_name() {
    let count = |filter: &str| -> usize {
        let ran = conform(&["--filter", filter, "--format", "json"]);
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        report["cases"].as_array().unwrap().len()
    };
    let batch = read(&root().join("conformance/cases")).unwrap();
    let perft = batch.cases.iter().filter(|case| matches!(case.body, Body::Perft(_))).count();
    assert_eq!(count("perft"), perft);
    let in_file = batch.cases.iter().filter(|case| case.file == "games/mate.json").count();
    assert_eq!(count("games/mate.json"), in_file);
    assert_eq!(count("Legal's mate"), 1);
}

/// Every example of the guide is a case file, and holds; those that need a server are at least read.
#[test]
fn the_examples_of_the_guide_hold() {
    let guide = fs::read_to_string(root().join("conformance/CASES.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let blocks: Vec<&str> =
        guide.split("```json\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    for (number, block) in blocks.iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.json")), block).unwrap();
    }
    let ran = conform(&[folder.path().to_str().unwrap(), "--format", "json"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&report["passed"], &report["skipped"]), (&4.into(), &2.into()), "{} blocks", blocks.len());
}

/// Editors know every field of every case, and every file leads them to the schema.
#[test]
fn every_case_file_fits_its_schema() {
    let schema = ggn_tool::schema::find(ggn_tool::schema::CASES).unwrap().schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let folder = authoring::rules::Folder::read(&root().join("conformance/cases")).unwrap();
    for (path, bytes) in &folder.files {
        let file: Value = serde_json::from_slice(bytes).unwrap();
        let faults: Vec<String> = validator.iter_errors(&file).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{path}: {faults:#?}");
        assert_eq!(file["$schema"], "../../../rules/schema/cases.schema.json", "{path}");
    }
    for wrong in [r#"{ "kind": "games" }"#, r#"{ "kind": "game", "truth": "t", "shows": "s", "cases": [] }"#]
    {
        assert!(!validator.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
}
