//! `ggn check` as its users run it: what it prints where, with which exit status, and what machines get.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{Ran, copy, ggn_in, root};

use std::fs;
use std::path::Path;
use std::process::Command;

use authoring::diagnose::code::Code;
use serde_json::{Value, json};

fn check_in(folder: &Path, arguments: &[&str]) -> Ran {
    ggn_in(folder, &[&["check"], arguments].concat())
}

fn check(arguments: &[&str]) -> Ran {
    check_in(&root(), arguments)
}

fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{} does not hold {from}", file.display());
    fs::write(file, text.replacen(from, to, 1)).unwrap();
}

const VERSION: &str = concat!("(checked by ggn ", env!("CARGO_PKG_VERSION"), ")\n");

#[test]
fn the_projects_own_rules_have_no_faults() {
    let ran = check(&["rules/chess"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.ends_with(&format!("rules/chess: no faults {VERSION}")), "{}", ran.out);
    // The long run tries every house rule with every ruleset that has what it needs.
    let rulesets = if dev::is_long() { "1000" } else { "2" };
    let ran = check(&["rules", "--deny-warnings", "--perft-nodes", "1000", "--rulesets", rulesets]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for line in ["rules/chess: no faults\n", "rules (moderators and profiles): no faults\n"] {
        assert!(ran.out.contains(line), "{}", ran.out);
    }
    assert!(ran.out.ends_with(&format!("in all: no faults {VERSION}")), "{}", ran.out);
}

#[test]
fn the_small_games_of_the_tests_have_no_faults() {
    for folder in ["fixtures/games", "fixtures/base"] {
        let ran = check_in(&dev::path("conformance"), &[folder, "--deny-warnings"]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{folder}");
    }
}

#[test]
fn a_fault_of_what_patterns_come_to_is_shown_in_the_text_of_that() {
    let place = tempfile::tempdir().unwrap();
    let game = place.path().join("breakthrough");
    copy(&root().join("rules/breakthrough"), &game);
    // Pawns may stand where they begin, and nowhere else.
    let squares: Value = "abcdefgh"
        .chars()
        .flat_map(|file| "1278".chars().map(move |rank| (format!("{file}{rank}"), json!([{}]))))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let setup = json!({ "squares": { "B:P": squares, "b:p": squares } });
    fs::write(game.join("setup.json"), setup.to_string()).unwrap();
    fs::remove_file(game.join("games.json")).unwrap();
    let ran = check_in(place.path(), &["breakthrough"]);
    assert_eq!(ran.status, 1);
    for part in [
        "leads B:P to a3, where setup.json does not let it stand",
        ",-[breakthrough/ggn/breakthrough.json:8:14]",
        "8 |       \"a3\": [{ \"must\": { \"a3\": \"empty\" } }],",
        "help: this file is what patterns/breakthrough.moves comes to: change that;",
    ] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn five_mistakes_are_told_at_once_each_at_its_line() {
    let place = tempfile::tempdir().unwrap();
    let chess = place.path().join("chess");
    copy(&root().join("rules/chess"), &chess);
    edit(&chess.join("ruleset.json"), "royal-safety", "royal-saftey");
    edit(&chess.join("ruleset.json"), "\"count\": 3", "\"count\": \"3\"");
    edit(&chess.join("effects.json"), "\"C:+R\": \"C:R\"", "\"C:+R\": \"c:r\"");
    edit(&chess.join("ggn/knight.json"), "\"b3\": \"empty\"", "\"b9\": \"empty\"");
    edit(&chess.join("setup.json"), "\"must\"", "\"most\"");
    let ran = check_in(place.path(), &["chess"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, &*format!("chess: 5 errors in 4 files {VERSION}")));
    let places: Vec<&str> =
        ran.err.lines().filter_map(|line| line.trim_start().strip_prefix(",-[")).collect();
    assert_eq!(
        places,
        [
            "chess/effects.json:5:13]",
            "chess/ggn/knight.json:4:26]",
            "chess/ruleset.json:18:19]",
            "chess/ruleset.json:32:58]",
            "chess/setup.json:23:16]",
        ]
    );
    assert_eq!(ran.err.matches("  help: ").count(), 5, "{}", ran.err);
}

#[test]
fn machines_get_every_place_in_one_object() {
    let place = tempfile::tempdir().unwrap();
    let race = place.path().join("race");
    copy(&dev::path("conformance/fixtures/base/race"), &race);
    edit(&race.join("ruleset.json"), "\"name\": \"Race\"", "\"name\": \"Räce\", \"colour\": 1");
    edit(&race.join("ruleset.json"), "\"san\": \"G\"", "\"san\": \"K\"");
    let ran = check_in(place.path(), &["race", "--format", "json"]);
    assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (1, "", 1));
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&report["format"], &report["engine"]), (&1.into(), &env!("CARGO_PKG_VERSION").into()));
    let ruleset = &report["rulesets"][0];
    assert_eq!(
        (&ruleset["folder"], &ruleset["id"], &ruleset["ok"]),
        (&"race".into(), &"race".into(), &false.into())
    );
    assert_eq!(
        ruleset["diagnostics"],
        serde_json::json!([{
            "severity": "error",
            "code": "unknown-field",
            "file": "ruleset.json",
            "line": 3,
            "column": 19,
            "end_line": 3,
            "end_column": 27,
            "offset": 37,
            "length": 8,
            "path": "$.colour",
            "message": "there is no field \"colour\" here",
            "found": "\"colour\"",
            "expected": "\"id\", \"name\", \"about\", \"family\", \"styles\", \"sides\", \"pieces\", \"initial\", \"starts\", \"covered\", \"constraints\", \"mechanics\", \"points\", \"values\", \"drawings\", \"endings\" or \"notation\"",
            "hint": "remove it",
        }])
    );
    assert_eq!(report["data"], serde_json::json!([]));
    let text = fs::read_to_string(race.join("ruleset.json")).unwrap();
    assert_eq!(&text[37..45], "\"colour\"");
}

#[test]
fn a_missing_file_has_no_place_and_a_warning_leaves_a_ruleset_fine() {
    let place = tempfile::tempdir().unwrap();
    let race = place.path().join("race");
    copy(&dev::path("conformance/fixtures/base/race"), &race);
    edit(&race.join("ruleset.json"), "\"san\": \"G\"", "\"san\": \"K\"");
    let report = |arguments: &[&str]| -> (i32, Value) {
        let ran = check_in(place.path(), &[&["race", "--format", "json"], arguments].concat());
        (ran.status, serde_json::from_str::<Value>(&ran.out).unwrap()["rulesets"][0].clone())
    };
    let (status, ruleset) = report(&[]);
    assert_eq!(
        (status, &ruleset["ok"], &ruleset["diagnostics"][0]["severity"]),
        (0, &true.into(), &"warning".into())
    );
    let (status, ruleset) = report(&["--deny-warnings"]);
    assert_eq!((status, &ruleset["ok"]), (1, &false.into()));
    let (status, ruleset) = report(&["--deny-warnings", "--allow", "shared-spelling"]);
    assert_eq!((status, &ruleset["ok"], &ruleset["diagnostics"]), (0, &true.into(), &serde_json::json!([])));
    fs::create_dir(race.join("patterns")).unwrap();
    fs::write(race.join("patterns/notes.txt"), "").unwrap();
    let all_but_notes = ["--deny-warnings", "--allow", "shared-spelling"];
    let (status, ruleset) = report(&all_but_notes);
    assert_eq!((status, &ruleset["diagnostics"][0]["code"]), (1, &"pattern-unknown-file".into()));
    let (status, _) = report(&[&all_but_notes[..], &["--allow", "pattern-unknown-file"]].concat());
    assert_eq!(status, 0);
    fs::remove_dir_all(race.join("patterns")).unwrap();
    fs::remove_file(race.join("ruleset.json")).unwrap();
    let (status, ruleset) = report(&[]);
    let diagnostic = &ruleset["diagnostics"][0];
    assert_eq!(
        (status, &diagnostic["code"], &diagnostic["line"], &ruleset["id"]),
        (1, &"missing-file".into(), &Value::Null, &Value::Null)
    );
}

#[test]
fn a_piece_without_a_value_is_a_warning_where_bids_are_for_any_game() {
    let place = tempfile::tempdir().unwrap();
    let (rules, own) = (place.path().join("rules"), root().join("rules"));
    for folder in ["chess", "moderators", "profiles"] {
        copy(&own.join(folder), &rules.join(folder));
    }
    edit(&rules.join("profiles/sight.json"), "\"dark-chess\"", "\"chess\"");
    copy(&dev::path("conformance/fixtures/base/race"), &rules.join("race"));
    edit(&rules.join("race/ruleset.json"), "\"name\": \"gold\"", "\"name\": \"wyvern\"");
    fs::write(rules.join("values.json"), "{ \"values\": { \"pawn\": 1 } }").unwrap();
    let check = |more: &[&str]| check_in(place.path(), &[&["rules", "--perft-nodes", "0"], more].concat());
    let ran = check(&["--deny-warnings"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "no way to play with bids is here");
    fs::create_dir(rules.join("gambit")).unwrap();
    fs::copy(own.join("gambit/standard.json"), rules.join("gambit/standard.json")).unwrap();
    let ran = check(&[]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for part in [
        "warning[missing-field] $.pieces[\"R:G\"]",
        "nothing says what the wyvern is worth, so the game has no bids",
        "help: add \"wyvern\" to values.json, or \"values\": { \"R:G\": 1 } to this file",
    ] {
        assert_eq!(ran.err.matches(part).count(), 1, "{part}: {}", ran.err);
    }
    assert_eq!(check(&["--deny-warnings"]).status, 1);
}

/// Returns a ruleset with an overlay beside it that has a fault.
fn with_a_faulty_overlay() -> tempfile::TempDir {
    let (place, base) = (tempfile::tempdir().unwrap(), dev::path("conformance/fixtures/base"));
    copy(&base.join("race"), &place.path().join("race"));
    copy(&base.join("overlays"), &place.path().join("overlays"));
    edit(&place.path().join("overlays/golden/overlay.json"), "[\"repetition\"]", "[3]");
    place
}

#[test]
fn machines_get_the_faults_of_an_overlay_that_is_named_with_its_ruleset() {
    let place = with_a_faulty_overlay();
    let ran = check_in(place.path(), &["race", "--with", "golden", "--format", "json"]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let ruleset = &report["rulesets"][0];
    assert_eq!((&ruleset["id"], &ruleset["ok"]), (&"race + golden".into(), &false.into()));
    let diagnostics = ruleset["diagnostics"].as_array().unwrap();
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    let place =
        (&diagnostics[0]["code"], &diagnostics[0]["file"], &diagnostics[0]["line"], &diagnostics[0]["path"]);
    let file = "../overlays/golden/overlay.json";
    assert_eq!(place, (&"wrong-type".into(), &file.into(), &7.into(), &"$.endings.without[0]".into()));
}

#[test]
fn every_command_tells_the_faults_of_an_overlay_as_the_check_does() {
    let place = with_a_faulty_overlay();
    let check = check_in(place.path(), &["race", "--with", "golden"]);
    assert!(check.err.contains("overlays/golden/overlay.json:7:"), "{}", check.err);
    let lines: [&[&str]; 6] = [
        &["perft", "race", "--depth", "1"],
        &["moves", "race"],
        &["explain", "race", "a2a3"],
        &["diff", "race"],
        &["show", "race"],
        &["play", "race", "--uci", "a2a3"],
    ];
    for line in lines {
        let output = Command::new(env!("CARGO_BIN_EXE_ggn"))
            .current_dir(place.path())
            .args(line)
            .args(["--with", "golden"])
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(1), check.err.as_str()), "{line:?}");
    }
}

#[test]
fn many_faults_of_a_kind_are_counted_for_people_and_listed_for_machines() {
    let place = tempfile::tempdir().unwrap();
    let chess = place.path().join("chess");
    copy(&root().join("rules/chess"), &chess);
    let knight = chess.join("ggn/knight.json");
    let text = fs::read_to_string(&knight).unwrap();
    let count = text.matches("\"empty\"").count();
    fs::write(&knight, text.replace("\"empty\"", "\"emty\"")).unwrap();
    let ran = check_in(place.path(), &["chess"]);
    assert_eq!(ran.err.matches("error[bad-notation]").count(), 100);
    let rest = format!("and {} more of this kind (bad-notation) in chess/ggn/knight.json\n", count - 100);
    assert!(ran.err.contains(&rest), "{}", &ran.err[ran.err.len() - 400..]);
    assert_eq!(ran.out, format!("chess: {count} errors in 1 file {VERSION}"));
    let ran = check_in(place.path(), &["chess", "--format", "json"]);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(report["rulesets"][0]["diagnostics"].as_array().unwrap().len(), count);
}

#[test]
fn colours_are_as_asked_and_absent_where_nobody_looks() {
    let place = tempfile::tempdir().unwrap();
    let race = place.path().join("race");
    copy(&dev::path("conformance/fixtures/base/race"), &race);
    edit(&race.join("ruleset.json"), "\"name\": \"Race\",", "");
    let is_coloured = |arguments: &[&str]| {
        let ran = check_in(place.path(), &[&["race"], arguments].concat());
        assert_eq!(ran.status, 1);
        ran.err.contains('\u{1b}')
    };
    assert!(!is_coloured(&[]) && !is_coloured(&["--color", "never"]) && is_coloured(&["--color", "always"]));
}

#[test]
fn counts_are_compared_as_deep_as_is_asked() {
    let folder = dev::path("conformance/fixtures/base");
    let thorough = check_in(&folder, &["race", "--thorough"]);
    assert_eq!((thorough.status, thorough.out), (0, format!("race: no faults {VERSION}")));
    let shallow = check_in(&folder, &["race", "--perft-nodes", "100"]);
    assert_eq!(shallow.status, 0);
    let note = "race: 2 of the 5 counts in perft.json are too deep and were not compared, 3 were; --thorough compares all\n";
    assert!(shallow.out.starts_with(note), "{}", shallow.out);
}

#[test]
fn figures_are_printed_when_asked_for() {
    let ran = check(&["rules/chess", "--stats", "--perft-nodes", "0"]);
    let line = ran.out.lines().find(|line| line.contains(" pieces, ")).unwrap();
    assert!(
        line.starts_with("rules/chess: 20 pieces, 10296 rows, 20292 possibilities, tables of about "),
        "{line}"
    );
    assert!(line.contains(" bytes in words and ") && line.contains(" in bits, loaded in "), "{line}");
    let ran = check(&["rules/chess", "--stats", "--perft-nodes", "0", "--format", "json"]);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let stats = &report["rulesets"][0]["stats"];
    assert_eq!((&stats["rows"], &stats["possibilities"]), (&10_296.into(), &20_292.into()));
    assert!(stats["load_ms"].as_f64().unwrap() > 0.0);
    for (tables, most) in [("table_bytes", 600_000), ("compiled_bytes", 1 << 20)] {
        let bytes = stats[tables].as_u64().unwrap();
        assert!((100_000..most).contains(&bytes), "{tables}: {bytes}");
    }
}

#[test]
fn what_is_nothing_to_check_is_told() {
    for (folder, expected) in [
        ("conformance/docs", "ggn: conformance/docs is neither a ruleset"),
        ("rules/absent", "ggn: cannot read rules/absent"),
        ("README.md", "ggn: cannot read README.md"),
    ] {
        let ran = check(&[folder]);
        assert!(ran.status == 1 && ran.err.starts_with(expected), "{}", ran.err);
    }
    assert_eq!(check(&[]).status, 2);
    let ran = check(&["rules/chess", "--allow", "side-difers"]);
    assert!(ran.status == 2 && ran.err.contains("did you mean side-differs?"), "{}", ran.err);
    let ran = check(&["rules/chess", "--allow", "pattern-unknown-fil"]);
    assert!(ran.status == 2 && ran.err.contains("did you mean pattern-unknown-file?"), "{}", ran.err);
}

#[test]
fn the_documentation_lists_every_code() {
    let path = dev::path("conformance/README.md");
    let text = fs::read_to_string(&path).unwrap();
    let (start, end) = ("<!-- codes -->\n", "<!-- end of codes -->");
    let (before, rest) = text.split_once(start).unwrap();
    let (listed, after) = rest.split_once(end).unwrap();
    let rows: String =
        Code::ALL.iter().map(|code| format!("| `{}` | {} |\n", code.name(), code.about())).collect();
    let expected = format!("| code | what it says |\n|---|---|\n{rows}");
    if std::env::var_os("UPDATE_GOLDEN").is_some() && listed != expected {
        fs::write(&path, format!("{before}{start}{expected}{end}{after}")).unwrap();
        return;
    }
    assert_eq!(listed, expected, "UPDATE_GOLDEN=1 writes the list");
}
