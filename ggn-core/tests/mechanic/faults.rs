//! Faults and warnings of mechanics.

use ggn_core::{Overlay, Rules, compose};
use serde_json::{Value, json};

use super::overlay;
use crate::common;

/// Returns the faults of chess with these mechanics.
fn faults(mechanics: &Value) -> Vec<String> {
    let mut files = common::files("chess");
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    json["mechanics"] = mechanics.clone();
    *manifest = json.to_string().into_bytes();
    match Rules::load(&files) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.as_slice().iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn mechanic_faults_have_their_position() {
    assert!(faults(&json!([])).is_empty());
    let points = json!({ "mechanic": "hit-points", "initial": 2 });
    for (mechanics, expected) in [
        (
            json!([{ "mechanic": "hit-point" }]),
            "$.mechanics[0].mechanic: found \"hit-point\", expected one of hit-points, healing, poison, blast, conversion, turn",
        ),
        (json!([{ "mechanic": "hit-points" }]), "$.mechanics[0]: the field `initial` is missing"),
        (
            json!([{ "mechanic": "hit-points", "initial": 0 }]),
            "$.mechanics[0].initial: found 0, expected at least 1",
        ),
        (
            json!([{ "mechanic": "hit-points", "initial": 256 }]),
            "$.mechanics[0].initial: found 256, expected at most 255",
        ),
        (
            json!([{ "mechanic": "hit-points", "initial": 2, "damage": 0 }]),
            "$.mechanics[0].damage: found 0, expected at least 1",
        ),
        (json!([points, points]), "$.mechanics[1]: this stands twice in the list"),
        (
            json!([{ "mechanic": "healing", "pieces": ["C:K"], "max": 3 }]),
            "$.mechanics[0]: this mechanic asks for the mechanic `hit-points`, which is not listed",
        ),
        (
            json!([points, { "mechanic": "healing", "pieces": ["C:Z"], "max": 3 }]),
            "$.mechanics[1].pieces[0]: no piece of the ruleset is C:Z, in any state or of any side",
        ),
        (
            json!([points, { "mechanic": "healing", "pieces": [], "max": 3 }]),
            "$.mechanics[1].pieces: the list is empty; name at least one",
        ),
        (
            json!([points, { "mechanic": "poison", "squares": ["d4", "j9"] }]),
            "$.mechanics[1].squares[1]: the square j9 is not on the board",
        ),
        (
            json!([{ "mechanic": "blast", "area": "round", "radius": 1, "mover": "stays" }]),
            "$.mechanics[0].area: found \"round\", expected one of cross, square",
        ),
        (
            json!([{ "mechanic": "blast", "area": "cross", "radius": 0, "mover": "stays" }]),
            "$.mechanics[0].radius: found 0, expected at least 1",
        ),
        (json!([{ "mechanic": "turn", "moves": 0 }]), "$.mechanics[0].moves: found 0, expected at least 2"),
        (json!([{ "mechanic": "turn", "moves": 9 }]), "$.mechanics[0].moves: found 9, expected at most 8"),
    ] {
        assert_eq!(faults(&mechanics), [format!("ruleset.json: {expected}")], "{mechanics}");
    }
}

#[test]
fn blast_without_matching_ending_is_a_warning() {
    let mut files = common::files("chess");
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    json["mechanics"] = json!([{ "mechanic": "blast", "area": "cross", "radius": 1, "mover": "stays" }]);
    *manifest = json.to_string().into_bytes();
    let doubts = Rules::load(&files).unwrap().doubts();
    assert!(doubts.iter().any(|doubt| doubt.to_string().contains("can be destroyed")), "{doubts:?}");
}

#[test]
fn missing_required_mechanics_are_named() {
    let (base, heals, points) = (common::files("chess"), overlay("king-heals"), overlay("piece-hp"));
    let alone = compose(&base, &[&heals]).unwrap_err();
    assert_eq!(
        alone.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["king-heals cannot be played without piece-hp"]
    );
    assert_eq!(heals.requires().collect::<Vec<_>>(), ["piece-hp"]);
    assert!(compose(&base, &[&heals, &points]).is_ok());
}

#[test]
fn overlays_remove_and_replace_mechanics_by_name() {
    let file = |json: Value| ("overlay.json".to_owned(), json.to_string().into_bytes());
    let read = |id: &str, mechanics: Value| {
        let json = json!({ "id": id, "name": id, "about": "…", "over": ["chess"], "mechanics": mechanics });
        Overlay::read(&[file(json)]).unwrap()
    };
    let base = compose(&common::files("chess"), &[&overlay("piece-hp")]).unwrap().files;
    let load = |overlay: &Overlay| Rules::load(&compose(&base, &[overlay]).unwrap().files).unwrap();
    assert!(!load(&read("plain", json!({ "without": ["hit-points"] }))).has_points());
    let more = load(&read("more", json!({ "with": [{ "mechanic": "hit-points", "initial": 5 }] })));
    assert_eq!(more.initial_points(), Some(5));
    let missed = compose(&base, &[&read("lost", json!({ "without": ["blast"] }))]).unwrap_err();
    assert_eq!(
        missed[0].to_string(),
        "lost takes away what chess does not have: $.mechanics.without[0] in overlay.json"
    );
}
