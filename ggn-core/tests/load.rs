//! Faulty rulesets: every fault is reported with its file and position, and no input makes the loader panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use dev::Random;
use ggn_core::Rules;
use proptest::prelude::*;

type Files = Vec<(String, Vec<u8>)>;

/// Returns chess with one text of one file replaced.
fn changed(files: &Files, file: &str, from: &str, to: &str) -> Files {
    let change = |(path, bytes): &(String, Vec<u8>)| {
        if path != file {
            return (path.clone(), bytes.clone());
        }
        let text = std::str::from_utf8(bytes).unwrap();
        assert!(text.contains(from), "{file} does not hold {from}");
        (path.clone(), text.replacen(from, to, 1).into_bytes())
    };
    files.iter().map(change).collect()
}

fn faults_of(files: &Files) -> Vec<String> {
    let faults = Rules::load(files).expect_err("a faulty ruleset");
    faults.as_slice().iter().map(ToString::to_string).collect()
}

/// File, replaced text, replacement, and expected fault.
const FAULTY: &[(&str, &str, &str, &str)] = &[
    ("ruleset.json", "\"id\": \"chess\"", "\"id\": \"Chess!\"", "ruleset.json: $.id: expected lower-case"),
    ("ruleset.json", "\"id\": \"chess\",", "\"id\": \"chess\", \"id\": \"chess\",", "stands twice"),
    ("ruleset.json", "\"name\": \"Chess\",", "", "ruleset.json: $: the field `name` is missing"),
    (
        "ruleset.json",
        "royal-safety",
        "royal-saftey",
        "ruleset.json: $.constraints[0]: found \"royal-saftey\", expected one of royal-safety, unattacked",
    ),
    ("ruleset.json", "\"Chess\" },", "\"chess\" },", "ruleset.json: $.styles.C: found \"chess\""),
    (
        "ruleset.json",
        "\"name\": \"Chess\"",
        "\"nmae\": \"Chess\"",
        "ruleset.json: $.nmae: no such field here; known are id, name,",
    ),
    (
        "ruleset.json",
        "\"count\": 3",
        "\"count\": \"3\"",
        "ruleset.json: $.endings[3].count: expected a whole number, found a string",
    ),
    (
        "ruleset.json",
        "\"count\": 3",
        "\"count\": -3",
        "ruleset.json: $.endings[3].count: expected a whole number",
    ),
    ("ruleset.json", "\"plies\": 100, ", "", "ruleset.json: $.endings[4]: the field `plies` is missing"),
    (
        "ruleset.json",
        "\"result\": \"draw\", \"count\"",
        "\"result\": \"tie\", \"count\"",
        "$.endings[3].result: found \"tie\", expected one of win, loss, draw",
    ),
    ("ruleset.json", "\"initial\": \"+r", "\"initial\": \"r++", "ruleset.json: $.initial: found"),
    (
        "ruleset.json",
        "+RNBQ+K^BN+R / C/c",
        "+RNBQ1BN+R / C/c",
        "ruleset.json: $.initial: the initial position is impossible: white has 0 × king",
    ),
    (
        "ruleset.json",
        "\"C:N\": { \"name\"",
        "\"C:X\": { \"name\"",
        "ruleset.json: $.pieces[\"C:X\"]: no piece of the ruleset is C:X",
    ),
    ("ruleset.json", "\"C:N\": { \"name\"", "\"C:B\": { \"name\"", "stands twice"),
    (
        "ruleset.json",
        "\"constraints\":",
        "\"values\": { \"C:X\": 3 }, \"constraints\":",
        "ruleset.json: $.values[\"C:X\"]: no piece of the ruleset is C:X",
    ),
    (
        "ruleset.json",
        "\"constraints\":",
        "\"values\": { \"C:+Q\": 3 }, \"constraints\":",
        "ruleset.json: $.values[\"C:+Q\"]: no piece C:+Q",
    ),
    (
        "ruleset.json",
        "\"constraints\":",
        "\"values\": { \"C:Q\": -9 }, \"constraints\":",
        "ruleset.json: $.values[\"C:Q\"]: expected a whole number",
    ),
    (
        "ruleset.json",
        "\"constraints\":",
        "\"values\": { \"C:Q\": 1000001 }, \"constraints\":",
        "ruleset.json: $.values[\"C:Q\"]: found 1000001, expected at most 1000000",
    ),
    (
        "ruleset.json",
        "\"one\": [\"C:K\", \"C:N\"]",
        "\"one\": [\"C:K\", \"C:Z\"]",
        "$.endings[2].material[2].one[1]: no piece",
    ),
    (
        "ruleset.json",
        "\"status\": \"agreement\"",
        "\"status\": \"resignation\"",
        "$.endings[6]: the ending `resignation` stands twice",
    ),
    (
        "effects.json",
        "\"C:+R\": \"C:R\"",
        "\"C:+R\": \"c:r\"",
        "effects.json: $.moved[\"C:+R\"]: C:+R cannot become c:r",
    ),
    (
        "effects.json",
        "\"C:+R\": \"C:R\"",
        "\"C:+R\": \"C:R^^\"",
        "effects.json: $.moved[\"C:+R\"]: found \"C:R^^\"",
    ),
    (
        "effects.json",
        "\"becomes\": \"C:-P\"",
        "\"becomes\": \"c:-p\"",
        "effects.json: $.rows[\"C:+P\"].a2.a4[0].becomes: C:+P cannot become c:-p",
    ),
    (
        "effects.json",
        "\"a2\": {\n        \"a4\"",
        "\"a2\": {\n        \"a5\"",
        "no table has the row C:+P a2 to a5",
    ),
    (
        "effects.json",
        "\"when\": { \"b5\": \"c:-p\" }",
        "\"when\": { \"b5\": \"c:p\" }",
        "no possibility of the row has this `when`",
    ),
    ("effects.json", "\"takes\": [\"b5\"]", "\"takes\": [\"j5\"]", "the square j5 is not on the board"),
    (
        "effects.json",
        "\"promotes\": { \"to\": [\"C:Q\", \"C:R\", \"C:B\", \"C:N\"] }",
        "\"promotes\": { \"to\": [] }",
        "the list is empty",
    ),
    (
        "effects.json",
        "\"captured\": \"discard\"",
        "\"captured\": \"eaten\"",
        "effects.json: $.captured: expected \"discard\", or an object with the field `hand`, found a string",
    ),
    ("setup.json", "\"C:K\"", "\"C:J\"", "setup.json: $.count[\"C:J\"]: no piece of the ruleset is C:J"),
    (
        "setup.json",
        "\"e1\": [{}]",
        "\"e9\": [{}]",
        "setup.json: $.squares[\"C:+K^\"].e9: the square e9 is not on the board",
    ),
    ("ggn/knight.json", "\"b1\": {", "\"k1\": {", "ggn/knight.json: $[\"C:N\"].k1"),
    ("ggn/knight.json", "\"b3\": \"empty\"", "\"b9\": \"empty\"", "the square b9 is not on the board"),
    ("ggn/knight.json", "\"must\"", "\"require\"", "a field of"),
    ("ggn/knight.json", "\"C:N\"", "\"C:NN\"", "ggn/knight.json: $[\"C:NN\"]"),
    ("ggn/castling.json", "\"C:+R\"", "\"C:-R\"", "no piece C:-R: it has no table"),
    (
        "ggn/knight.json",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\" } }",
        "\"b3\": [{ \"must\": { \"a2\": \"empty\" } }",
        "ggn/knight.json: $[\"C:N\"].a1.b3[0]: nothing is asked of the destination b3",
    ),
    (
        "ggn/knight.json",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\" } }",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\" }, \"deny\": { \"b3\": \"empty\" } }",
        "ggn/knight.json: $[\"C:N\"].a1.b3[0].deny.b3: this never holds: `deny` rules out",
    ),
    (
        "ggn/knight.json",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\" } }",
        "\"b3\": [{ \"must\": { \"b3\": \"c:p\" }, \"deny\": { \"b3\": \"enemy\" } }",
        "$[\"C:N\"].a1.b3[0].deny.b3: this never holds",
    ),
    (
        "ggn/knight.json",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\" } }",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\", \"a1\": \"empty\" } }",
        "$[\"C:N\"].a1.b3[0].must.a1: this never holds: the moving piece itself",
    ),
    (
        "ggn/knight.json",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\" } }",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\", \"a3\": \"c:+p\" } }",
        "$[\"C:N\"].a1.b3[0].must.a3: this never holds: c:+p can never stand",
    ),
    (
        "ggn/knight.json",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\" } }",
        "\"b3\": [{ \"must\": { \"b3\": \"empty\", \"a4\": \"C:-P\" } }",
        "$[\"C:N\"].a1.b3[0].must.a4: this never holds: C:-P bears a mark of the mover's own",
    ),
    (
        "ggn/castling.json",
        "\"e1\": {\n      \"c1\"",
        "\"d1\": {\n      \"c1\"",
        "ggn/castling.json: $[\"C:+K^\"].d1: C:+K^ can never be on d1",
    ),
    (
        "ggn/castling.json",
        "\"b1\": \"empty\", \"a1\": \"C:+R\"",
        "\"b1\": \"empty\"",
        "$.rows[\"C:+K^\"].e1.c1[0].carries.a1: the row C:+K^ e1 to c1 does not ask for a piece on a1",
    ),
    (
        "ggn/castling.json",
        "\"d1\": \"empty\", ",
        "",
        "$.rows[\"C:+K^\"].e1.c1[0].carries.a1: the row C:+K^ e1 to c1 does not ask d1 to be empty",
    ),
    ("ggn/queen.json", "\"C:Q\"", "\"C:W\"", "ruleset.json: $.initial: C:Q has no table"),
    (
        "effects.json",
        "[\"C:Q\", \"C:R\", \"C:B\", \"C:N\"]",
        "[\"C:+Q\", \"C:R\", \"C:B\", \"C:N\"]",
        "$.rows[\"C:P\"].a7.a8[0].promotes.to[0]: C:+Q has no table",
    ),
    (
        "effects.json",
        "[\"C:Q\", \"C:R\", \"C:B\", \"C:N\"]",
        "[\"C:Q\", \"C:R\", \"C:B\", \"C:+R\"]",
        "$.rows[\"C:P\"].a7.a8[0].promotes.to[3]: another choice has the letter R too",
    ),
    (
        "effects.json",
        "\"C:-P\": \"C:P\"",
        "\"C:-P\": \"C:-P\"",
        "effects.json: $.expires[\"C:-P\"]: C:-P expires as well",
    ),
    (
        "effects.json",
        "\"expires\": { \"C:-P\": \"C:P\",",
        "\"expires\": {",
        "$.rows[\"C:+P\"].a2.a4[0].becomes: C:-P has no table",
    ),
    (
        "ruleset.json",
        ", \"unattacked\"]",
        "]",
        "ruleset.json: $.constraints: effects.json lists `unattacked` squares",
    ),
    (
        "ruleset.json",
        "\"unattacked\"]",
        "\"royal-safety\"]",
        "ruleset.json: $.constraints[1]: this stands twice",
    ),
    ("ruleset.json", "\"count\": 3", "\"count\": 1", "$.endings[3].count: found 1, expected at least 2"),
    ("ruleset.json", "\"plies\": 100", "\"plies\": 0", "$.endings[4].plies: found 0, expected at least 1"),
    (
        "ruleset.json",
        "{ \"one\": [\"C:K\", \"C:N\"]",
        "{ \"one\": [\"C:N\"]",
        "$.endings[2].material[2].one: 0 × king is listed, but setup.json allows a side exactly 1",
    ),
    (
        "setup.json",
        "\"min\": 1, \"max\": 1",
        "\"min\": 2, \"max\": 1",
        "setup.json: $.count[\"C:K\"]: at least 2 and at most 1: no number is both",
    ),
    ("ggn/castling.json", "{\n  \"C:+K^\"", "{{\n  \"C:+K^\"", "ggn/castling.json: $: not JSON"),
];

#[test]
fn every_fault_is_reported_with_its_position() {
    let files = common::files("chess");
    for (file, from, to, expected) in FAULTY {
        let reported = faults_of(&changed(&files, file, from, to));
        assert!(
            reported.iter().any(|fault| fault.contains(expected)),
            "{file}: {from} -> {to}\nexpected {expected}\nreported {reported:#?}"
        );
        assert!(reported.iter().all(|fault| fault.contains(": $")), "{reported:#?}");
    }
}

#[test]
fn royal_constraints_need_a_royal_piece() {
    let manifest = r#"{
      "id": "toy", "name": "Toy", "styles": { "T": "Toy" }, "sides": { "first": "one", "second": "two" },
      "pieces": { "T:A": { "name": "ant", "san": "A" } },
      "initial": "a1/1A / T/t", "constraints": ["royal-safety"], "endings": [{ "status": "checkmate", "result": "loss" }]
    }"#;
    let files: Files = [("ruleset.json", manifest), ("ggn/ant.json", r#"{ "T:A": {}, "t:a": {} }"#)]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into();
    let royal = "no piece of the initial position is royal (marked `^`), so this can never apply";
    assert_eq!(
        faults_of(&files),
        [format!("ruleset.json: $.constraints[0]: {royal}"), format!("ruleset.json: $.endings[0]: {royal}")]
    );
}

#[test]
fn suspicious_rulesets_give_warnings() {
    let chess = common::files("chess");
    assert_eq!(Rules::load(&chess).unwrap().doubts(), []);
    let doubts = |files: &Files| -> Vec<String> {
        Rules::load(files).unwrap().doubts().iter().map(ToString::to_string).collect()
    };
    let unsafe_mate = changed(&chess, "ruleset.json", "\"royal-safety\", ", "");
    assert_eq!(doubts(&unsafe_mate).len(), 1, "{:?}", doubts(&unsafe_mate));
    assert!(doubts(&unsafe_mate)[0].starts_with("ruleset.json: $.endings[0]: `checkmate` without"));
    let alike = changed(&chess, "ruleset.json", "\"san\": \"N\"", "\"san\": \"K\"");
    assert_eq!(
        doubts(&alike),
        ["ruleset.json: $.pieces: king and knight are both written \"K\" in algebraic notation"]
    );
}

#[test]
fn faults_of_several_files_are_reported_together() {
    let mut files = common::files("chess");
    files = changed(&files, "effects.json", "\"C:+R\": \"C:R\"", "\"C:+R\": \"c:r\"");
    files = changed(&files, "ggn/knight.json", "\"b3\": \"empty\"", "\"b9\": \"empty\"");
    files = changed(&files, "ruleset.json", "\"one\": [\"C:K\", \"C:N\"]", "\"one\": [\"C:K\", \"C:Z\"]");
    let reported = faults_of(&files);
    for file in ["effects.json", "ggn/knight.json", "ruleset.json"] {
        assert!(reported.iter().any(|fault| fault.starts_with(file)), "{file}: {reported:#?}");
    }
}

#[test]
fn all_syntax_faults_of_a_file_are_reported() {
    let mut files =
        changed(&common::files("chess"), "ruleset.json", "\"name\": \"Chess\",", "\"title\": \"Chess\",");
    files = changed(&files, "ruleset.json", "\"second\": \"black\"", "\"second\": 2");
    files = changed(&files, "ruleset.json", "\"identity\": \"rights\"", "\"identity\": \"looks\"");
    let reported = faults_of(&files);
    for place in ["$.title:", "$: the field `name`", "$.sides.second:", "$.endings[3].identity:"] {
        assert!(reported.iter().any(|fault| fault.contains(place)), "{place}: {reported:#?}");
    }
}

#[test]
fn faults_of_one_file_do_not_hide_those_of_another() {
    let mut files = changed(&common::files("chess"), "ruleset.json", "\"name\": \"Chess\",", "");
    files = changed(&files, "ggn/knight.json", "\"b3\": \"empty\"", "\"b9\": \"empty\"");
    files = changed(&files, "setup.json", "\"e1\": [{}]", "\"e9\": [{}]");
    let reported = faults_of(&files);
    assert_eq!(reported.len(), 3, "{reported:#?}");
    for file in ["ggn/knight.json", "ruleset.json", "setup.json"] {
        assert!(reported.iter().any(|fault| fault.starts_with(file)), "{file}: {reported:#?}");
    }
}

#[test]
fn unreadable_file_is_reported_once() {
    let chess = common::files("chess");
    for (file, from, to) in [
        ("effects.json", "\"captured\": \"discard\"", "\"captured\": \"eaten\""),
        ("effects.json", "{", "{{"),
        ("ggn/rook.json", "{", "{{"),
        ("ggn/pawn.json", "\"must\"", "\"require\""),
        ("setup.json", "{", "{{"),
        ("ruleset.json", "{", "{{"),
    ] {
        let reported = faults_of(&changed(&chess, file, from, to));
        assert!(reported.len() == 1 && reported[0].starts_with(file), "{file}: {reported:#?}");
    }
}

#[test]
fn missing_and_unknown_files_are_reported() {
    assert_eq!(faults_of(&Vec::new()), ["ruleset.json: $: the file is missing; a ruleset needs it"]);
    let mut files = common::files("chess");
    files.push(("rulez.json".to_owned(), b"{}".to_vec()));
    assert_eq!(faults_of(&files).len(), 1);
    files.last_mut().unwrap().0 = "README.md".to_owned();
    assert!(Rules::load(&files).is_ok(), "what is not JSON is not the engine's business");
}

#[test]
fn stored_tables_are_in_canonical_form() {
    for (path, bytes) in common::files("chess").iter().filter(|(path, _)| path.starts_with("ggn/")) {
        let ggn = ggn_core::notation::ggn::Ggn::parse(bytes).unwrap();
        assert!(ggn.to_string().as_bytes() == bytes, "{path} is not in the canonical form");
    }
}

// Requirement sashite-12.
#[test]
fn chess_tables_have_the_expected_size() {
    let rows: Vec<_> = common::files("chess")
        .iter()
        .filter(|(path, _)| path.starts_with("ggn/"))
        .flat_map(|(_, bytes)| ggn_core::notation::ggn::Ggn::parse(bytes).unwrap().rows)
        .collect();
    let pairs: std::collections::HashSet<_> =
        rows.iter().map(|row| (row.piece, row.source, row.destination)).collect();
    let possibilities: usize = rows.iter().map(|row| row.possibilities.len()).sum();
    assert_eq!((pairs.len(), possibilities), (10_296, 20_292));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Flipped bytes in the small files give a ruleset or faults, never a panic and never an empty list of faults.
    #[test]
    fn damaged_files_never_panic(seed in any::<u64>(), flips in 1usize..6) {
        let mut files = common::files("chess");
        files.retain(|(path, bytes)| path.ends_with(".json") && (bytes.len() < 20_000 || path == "ggn/knight.json"));
        let mut random = Random::seeded(seed);
        for _ in 0..flips {
            let count = files.len();
            let bytes = &mut files[random.below(count)].1;
            let at = random.below(bytes.len());
            bytes[at] = random.number() as u8;
        }
        if let Err(faults) = Rules::load(&files) {
            prop_assert!(!faults.as_slice().is_empty());
        }
    }
}
