//! The rule lab's engine with rules as an author writes them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::Value;
use tabula_lab::{Folder, Perft};

/// A game of the repository with its patterns alone, after a change of one file's text.
fn folder(path: &str, change: impl Fn(&str, String) -> String) -> Folder {
    let mut folder = Folder::new();
    for (path, bytes) in dev::files::read(path) {
        if path.starts_with("ggn/") || path == "effects.json" {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap();
        folder.add(path.clone(), change(&path, text));
    }
    folder
}

fn check(folder: &Folder) -> Value {
    serde_json::from_str(&folder.check()).unwrap()
}

#[test]
fn every_fault_is_reported_with_its_line_and_column() {
    let faulty = folder("rules/gardner", |path, text| match path {
        "patterns/gardner.moves" => text.replace("N: N", "N: X").replace("R: R", "R: RY"),
        _ => text,
    });
    assert!(faulty.load().is_none());
    let report = check(&faulty);
    let places: Vec<(&str, u64, u64)> = report["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| {
            (
                found["found"].as_str().unwrap(),
                found["line"].as_u64().unwrap(),
                found["column"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        places.iter().map(|(_, line, column)| (*line, *column)).collect::<Vec<_>>(),
        [(7, 5), (9, 4)],
        "{places:?}"
    );
    assert_eq!(report["figures"], Value::Null);
}

#[test]
fn a_fault_of_the_manifest_is_placed_in_its_text() {
    let faulty = folder("rules/gardner", |path, text| match path {
        "ruleset.json" => text.replace("\"royal-safety\"", "\"royal-saftey\""),
        _ => text,
    });
    let found = &check(&faulty)["diagnostics"][0];
    assert_eq!((found["file"].as_str(), found["line"].is_u64()), (Some("ruleset.json"), true), "{found}");
    assert!(found["hint"].as_str().unwrap().contains("royal-safety"), "{found}");
}

#[test]
fn patterns_alone_are_loaded_and_counted_as_the_tables_are() {
    for (game, counts) in [("rules/chess", [20, 400, 8902]), ("rules/shogi", [30, 900, 25470])] {
        let folder = folder(game, |_, text| text);
        let report = check(&folder);
        assert_eq!(report["diagnostics"], Value::Array(Vec::new()), "{game}");
        assert!(report["figures"]["rows"].as_u64().unwrap() > 1_000, "{game}");
        let rules = folder.load().unwrap();
        let initial = rules.shared().feen(rules.shared().initial()).to_string();
        for (depth, count) in (1..).zip(counts) {
            let mut perft = Perft::begin(&rules, &initial, depth).unwrap();
            let mut steps = 0;
            let mut nodes = 0;
            while let Some(step) = perft.step() {
                steps += 1;
                nodes += step.split_once(' ').unwrap().1.parse::<u64>().unwrap();
            }
            assert_eq!((steps, nodes), (counts[0], count), "{game}, depth {depth}");
        }
    }
}

#[test]
fn a_count_begins_only_from_a_position_of_the_rules() {
    let rules = folder("rules/gardner", |_, text| text).load().unwrap();
    assert!(Perft::begin(&rules, "no position", 1).is_none());
    assert!(Perft::begin(&rules, "8/8/8/8/8/8/8/8 / C/c", 1).is_none());
}
