//! `ggn new`: what it makes is whole, sound and one's own, and what is there stays as it is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{self, Ran};

use std::fs;
use std::path::Path;

use authoring::rules::Folder;
use ggn_core::{Counters, Game, Position, Rules};
use ggn_tool::schema;
use serde_json::Value;
use tempfile::TempDir;

/// Returns a folder with an empty `rules` in it.
fn workplace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("rules")).unwrap();
    folder
}

fn ggn(at: &Path, arguments: &[&str]) -> (i32, String, String) {
    let Ran { status, out, err } = support::ggn_in(at, arguments);
    (status, out, err)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn file<'f>(folder: &'f Folder, path: &str) -> &'f [u8] {
    &folder.files.iter().find(|(known, _)| known == path).unwrap().1
}

/// Returns the lines of a position, each walked to its end.
fn walked(rules: &Rules, position: &Position, depth: u32) -> u64 {
    let moves = rules.legal_moves(position);
    if depth == 0 {
        1
    } else {
        moves.iter().map(|mv| walked(rules, &rules.after(position, mv), depth - 1)).sum()
    }
}

/// The counts and the games beside the rules are true.
fn companions_hold(folder: &Folder) {
    let rules = folder.ruleset().unwrap();
    let position = |feen: &Value| rules.position(&feen.as_str().unwrap().parse().unwrap()).unwrap();
    let perft: Value = serde_json::from_slice(file(folder, "perft.json")).unwrap();
    for counted in perft["positions"].as_array().unwrap() {
        let nodes = counted["nodes"].as_array().unwrap();
        assert!(nodes.len() >= 3, "{counted}");
        for (depth, nodes) in (1..).zip(nodes.iter().take(4)) {
            assert_eq!(
                walked(&rules, &position(&counted["feen"]), depth),
                nodes.as_u64().unwrap(),
                "{counted} at depth {depth}"
            );
        }
    }
    let games: Value = serde_json::from_slice(file(folder, "games.json")).unwrap();
    for script in games["games"].as_array().unwrap() {
        let mut game = Game::from_position(rules.clone(), position(&script["start"]), Counters::default());
        authoring::moves::play_line(&mut game, script["moves"].as_str().unwrap()).unwrap();
        let ending = game.ending();
        assert_eq!(
            ending.map(|ending| ending.status.to_string()).as_deref(),
            script["status"].as_str(),
            "{script}"
        );
        let winner = ending.and_then(|ending| ending.winner).map(|side| side.to_string());
        assert_eq!(winner.as_deref(), script["winner"].as_str(), "{script}");
    }
}

#[test]
fn a_new_game_is_complete_on_boards_of_every_size() {
    for board in ["5x5", "4x5", "4x16", "16x5", "7x9", "10x8"] {
        let at = workplace();
        let (status, out, err) = ggn(at.path(), &["new", "mini2", "--board", board]);
        assert_eq!((status, out.lines().count()), (0, 12), "{board}: {err}");
        let folder = Folder::read(&at.path().join("rules/mini2")).unwrap();
        assert!(out.lines().eq(folder.files.iter().map(|(path, _)| format!("wrote rules/mini2/{path}"))));
        let rules = folder.ruleset().unwrap_or_else(|faults| panic!("{board}: {faults}"));
        assert_eq!((rules.id(), rules.name()), ("mini2", "Mini2"));
        let sizes: Vec<String> = rules.shape().sizes().iter().map(ToString::to_string).collect();
        assert_eq!(sizes.join("x"), board);
        companions_hold(&folder);
        assert_eq!(ggn(at.path(), &["expand", "rules/mini2", "--check"]).0, 0, "{board}");
        assert_eq!(names(&at.path().join("rules")), ["mini2"], "nothing is left beside it");
    }
}

#[test]
fn a_new_game_fits_the_schemas_that_it_names() {
    let at = workplace();
    assert_eq!(ggn(at.path(), &["schema", "--out"]).0, 0);
    let (status, _, err) = ggn(at.path(), &["new", "camelot"]);
    assert_eq!((status, err.as_str()), (0, ""), "the schemas are where the files look for them");
    let folder = at.path().join("rules/camelot");
    for (path, bytes) in
        Folder::read(&folder).unwrap().files.iter().filter(|(path, _)| path.ends_with(".json"))
    {
        let json: Value = serde_json::from_slice(bytes).unwrap();
        let described = match json.get("$schema") {
            Some(reference) => fs::read_to_string(folder.join(reference.as_str().unwrap())).unwrap(),
            None => {
                assert!(path.starts_with("ggn/"), "{path} names no schema");
                schema::find("ggn").unwrap().text()
            }
        };
        let described: Value = serde_json::from_str(&described).unwrap();
        jsonschema::validate(&described, &json).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let text = fs::read_to_string(folder.join("ruleset.json")).unwrap();
    assert!(text.contains(r#""styles": { "C": "Camelot" }"#), "{text}");
}

#[test]
fn a_missing_schema_folder_is_explained() {
    let at = workplace();
    let (status, _, err) = ggn(at.path(), &["new", "mini", "--dir", "elsewhere"]);
    assert!(status == 0 && err.contains("`ggn schema --out schema` writes them"), "{err}");
    assert_eq!(names(at.path()), ["elsewhere", "rules"]);
    let (_, _, err) = ggn(at.path(), &["new", "mini"]);
    assert!(err.contains("`ggn schema --out rules/schema` writes them"), "{err}");
}

#[test]
fn a_copy_differs_in_its_names_alone() {
    let at = workplace();
    let chess = dev::path("rules/chess");
    let from = chess.to_str().unwrap();
    let title = "Chess \"at home\"";
    assert_eq!(ggn(at.path(), &["new", "housechess", "--from", from, "--title", title]).0, 0);
    let (old, new) =
        (Folder::read(&chess).unwrap(), Folder::read(&at.path().join("rules/housechess")).unwrap());
    assert_eq!(old.files.len(), new.files.len());
    for ((path, old), (copied, new)) in old.files.iter().zip(&new.files) {
        assert_eq!(path, copied);
        if path != "ruleset.json" {
            assert!(old == new, "{path}");
            continue;
        }
        let changed = String::from_utf8(old.clone())
            .unwrap()
            .replace(r#""id": "chess""#, r#""id": "housechess""#)
            .replace(r#""name": "Chess""#, r#""name": "Chess \"at home\"""#);
        assert_eq!(String::from_utf8(new.clone()).unwrap(), changed);
    }
    let rules = new.ruleset().unwrap();
    assert_eq!((rules.id(), rules.name()), ("housechess", title));
}

#[test]
fn what_is_there_is_left_as_it_is() {
    let at = workplace();
    let mine = at.path().join("rules/mine");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("notes"), "precious").unwrap();
    fs::write(at.path().join("rules/file"), "precious").unwrap();
    for taken in ["mine", "file"] {
        let (status, out, err) = ggn(at.path(), &["new", taken]);
        assert_eq!((status, out.as_str()), (1, ""));
        assert!(err.contains(&format!("rules/{taken} is there already")), "{err}");
    }
    assert_eq!(
        (names(&mine), names(&at.path().join("rules"))),
        (vec!["notes".to_owned()], vec!["file".to_owned(), "mine".to_owned()])
    );
}

#[test]
fn a_copy_of_what_is_no_ruleset_is_refused_and_leaves_nothing() {
    let at = workplace();
    let broken = at.path().join("broken");
    fs::create_dir(&broken).unwrap();
    fs::write(broken.join("ruleset.json"), "{}").unwrap();
    for (from, expected) in [("broken", "field `id` is missing"), ("absent", "cannot read absent")] {
        let (status, out, err) = ggn(at.path(), &["new", "mini", "--from", from]);
        assert!(status == 1 && out.is_empty() && err.contains(expected), "{err}");
    }
    let (status, _, err) = ggn(at.path(), &["new", "mini", "--dir", "nowhere/mini"]);
    assert!(status == 1 && err.contains("there is no folder nowhere"), "{err}");
    assert!(names(&at.path().join("rules")).is_empty());
    assert_eq!(names(at.path()), ["broken", "rules"]);
}

#[test]
fn names_and_sizes_that_cannot_be_are_refused_with_what_could() {
    let at = workplace();
    let long = "x".repeat(65);
    for (arguments, expected) in [
        (vec!["Tiny House"], "how about `tiny-house`?"),
        (vec!["Été"], "lower-case letters, digits and hyphens, a letter first; how about `t`?"),
        (vec!["2chess"], "how about `chess`?"),
        (vec!["_"], "a letter first"),
        (vec!["../up"], "how about `up`?"),
        (vec![""], "a letter first"),
        (vec!["schema"], "is no ruleset's"),
        (vec![long.as_str()], "at most 64 characters"),
        (vec!["mini", "--board", "3x3"], "4 to 16 files, 5 to 16 ranks"),
        (vec!["mini", "--board", "5"], "such as 5x6"),
        (vec!["mini", "--board", "5x5", "--from", "x"], "cannot be used with"),
    ] {
        let (status, out, err) = ggn(at.path(), &[&["new"], arguments.as_slice()].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
    assert!(names(&at.path().join("rules")).is_empty());
}
