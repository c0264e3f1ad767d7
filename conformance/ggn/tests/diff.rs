//! `ggn diff` on rulesets that are changed in one way each: what is said, and the play that shows it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{copy, ggn, root};

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// Returns a ruleset's folder, copied.
fn copied(rules: &str) -> TempDir {
    let copied = TempDir::new().unwrap();
    fs::create_dir(copied.path().join("ggn")).unwrap();
    copy(&root().join(rules), copied.path());
    copied
}

fn edit(folder: &TempDir, file: &str, change: impl FnOnce(&mut Value)) {
    let path = folder.path().join(file);
    let mut json = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut json);
    fs::write(path, serde_json::to_string_pretty(&json).unwrap()).unwrap();
}

fn differ(first: &Path, second: &Path, positions: &str) -> (i32, Value) {
    let [first, second] = [first, second].map(|path| path.to_str().unwrap());
    let ran = ggn(&["diff", first, second, "--positions", positions, "--format", "json"]);
    (ran.status, serde_json::from_str(&ran.out).unwrap_or(Value::Null))
}

/// Returns the output for chess and the same game changed.
fn changed(positions: &str, change: impl FnOnce(&TempDir)) -> Value {
    let folder = copied("rules/chess");
    change(&folder);
    let (status, report) = differ(Path::new("rules/chess"), folder.path(), positions);
    assert_eq!(status, 1, "{report}");
    report
}

#[test]
fn layout_order_and_the_file_of_a_row_make_no_difference() {
    let folder = copied("rules/chess");
    for file in ["ruleset.json", "effects.json", "setup.json"] {
        edit(&folder, file, |_| {});
    }
    fs::rename(folder.path().join("ggn/knight.json"), folder.path().join("ggn/leaper.json")).unwrap();
    assert_eq!(differ(Path::new("rules/chess"), folder.path(), "10").0, 0);
}

#[test]
fn a_row_that_is_gone_shows_before_the_first_move() {
    let report = changed("10", |folder| {
        edit(folder, "ggn/knight.json", |json| {
            json["C:N"]["b1"].as_object_mut().unwrap().remove("a3").unwrap();
        });
    });
    assert_eq!(report["rows"].as_array().unwrap().len(), 1);
    assert_eq!(report["rows"][0]["rows"][0]["change"], "removed");
    assert_eq!(report["example"]["line"].as_array().unwrap().len(), 0);
    assert_eq!(report["example"]["only_first"], serde_json::json!(["Na3"]));
    assert_eq!(report["perft"][0], serde_json::json!({ "depth": 1, "first": 20, "second": 19 }));
}

#[test]
fn castling_that_is_gone_is_found_by_making_for_it() {
    let report = changed("3000", |folder| {
        fs::remove_file(folder.path().join("ggn/castling.json")).unwrap();
        edit(folder, "effects.json", |json| {
            for piece in ["C:+K^", "c:+k^"] {
                json["rows"].as_object_mut().unwrap().remove(piece).unwrap();
            }
        });
    });
    let only: Vec<&str> =
        report["example"]["only_first"].as_array().unwrap().iter().map(|san| san.as_str().unwrap()).collect();
    assert!(only.contains(&"O-O") || only.contains(&"O-O-O"), "{}", report["example"]);
    assert!(report["example"]["line"].as_array().unwrap().len() <= 8, "{}", report["example"]);
    assert_eq!(report["perft"], serde_json::json!([]), "three plies are too few to tell");
}

#[test]
fn a_constraint_that_is_gone_lets_more_be_played() {
    let report = changed("10000", |folder| {
        edit(folder, "ruleset.json", |json| json["constraints"] = serde_json::json!(["unattacked"]));
    });
    assert_eq!(report["files"][0]["fields"][0]["path"], "$.constraints");
    assert_eq!(report["example"]["only_first"], serde_json::json!([]));
    assert!(!report["example"]["only_second"].as_array().unwrap().is_empty(), "{report}");
}

#[test]
fn changed_settings_without_effect_on_play_have_no_example() {
    let report = changed("200", |folder| {
        edit(folder, "ruleset.json", |json| {
            json["endings"][1]["result"] = "loss".into();
            json["endings"].as_array_mut().unwrap().swap(3, 4);
        });
    });
    let fields = &report["files"][0]["fields"];
    assert_eq!(fields[0]["path"], "$.endings.stalemate.result");
    assert_eq!((&fields[0]["first"], &fields[0]["second"]), (&"\"draw\"".into(), &"\"loss\"".into()));
    assert_eq!(fields[1]["path"], "$.endings");
    assert_eq!(report["example"], Value::Null);
}

#[test]
fn faults_of_rulesets_that_do_not_load_are_reported() {
    let folder = copied("rules/chess");
    edit(&folder, "ruleset.json", |json| json["constraints"] = serde_json::json!(["royal-sfety"]));
    let output = Command::new(env!("CARGO_BIN_EXE_ggn"))
        .arg("diff")
        .args([folder.path(), folder.path()])
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let report = String::from_utf8(output.stderr).unwrap();
    assert_eq!(report.matches("royal-sfety").count(), 2, "{report}");
}
