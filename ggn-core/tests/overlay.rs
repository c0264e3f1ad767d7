//! House rules: composition of a ruleset with overlays, and clashes between overlays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::LazyLock;

use ggn_core::json::{Json, JsonPath};
use ggn_core::{Clash, Composed, Overlay, Rules, compose, compose_anyway, perft};
use proptest::prelude::*;
use serde_json::{Value, json};

type Files = Vec<(String, Vec<u8>)>;

fn files<const N: usize>(files: [(&str, Value); N]) -> Files {
    files.map(|(path, json)| (path.to_owned(), json.to_string().into_bytes())).into()
}

/// A game of ants, which step to the right, and keepers, which stay.
fn base() -> Files {
    files([
        (
            "ruleset.json",
            json!({
                "id": "small", "name": "Small", "styles": { "T": "Small" }, "sides": { "first": "one", "second": "two" },
                "pieces": { "T:A": { "name": "ant", "san": "A" }, "T:K": { "name": "keeper", "san": "K" } },
                "drawings": { "T:K": [{ "d": "M20 80 50 20 80 80z" }] },
                "initial": "a2/1k1/3/A1K / T/t", "constraints": [],
                "endings": [
                    { "status": "stalemate", "result": "loss" },
                    { "status": "movelimit", "result": "draw", "plies": 20, "resets": { "captures": true } },
                ],
            }),
        ),
        (
            "ggn/ants.json",
            json!({
                "T:A": { "a1": { "b1": [{ "must": { "b1": "empty" } }] }, "b1": { "c1": [{ "must": { "c1": "enemy" } }] } },
                "t:a": { "a4": { "b4": [{ "must": { "b4": "empty" } }] }, "b4": { "c4": [{ "must": { "c4": "empty" } }] } },
                "T:K": {}, "t:k": {},
            }),
        ),
        ("effects.json", json!({ "rows": { "t:a": { "b4": { "c4": [{ "becomes": "t:a" }] } } } })),
        ("perft.json", json!({ "source": "none", "positions": [] })),
    ])
}

/// Returns an overlay with the common fields and these.
fn overlay<const N: usize>(id: &str, fields: &Value, rest: [(&str, Value); N]) -> Overlay {
    let mut json = json!({ "id": id, "name": id, "about": "…", "over": ["small"] });
    json.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    let mut all = files([("overlay.json", json)]);
    all.extend(files(rest));
    Overlay::read(&all).unwrap_or_else(|faults| panic!("{faults}"))
}

fn plain(id: &str) -> Overlay {
    overlay(id, &json!({}), [])
}

fn together(overlays: &[&Overlay]) -> Composed {
    compose(&base(), overlays).unwrap_or_else(|clashes| panic!("{clashes:?}"))
}

fn clashes(overlays: &[&Overlay]) -> Vec<String> {
    compose(&base(), overlays).expect_err("a clash").iter().map(ToString::to_string).collect()
}

fn count(overlays: &[&Overlay], depth: u32) -> u64 {
    let rules = Rules::load(&together(overlays).files).unwrap_or_else(|faults| panic!("{faults}"));
    perft(&rules, rules.initial(), depth)
}

/// Returns the contents of a composed file.
fn holds(composed: &Composed, file: &str) -> Json {
    let (_, bytes) = composed.files.iter().find(|(path, _)| path == file).unwrap();
    Json::parse(bytes).unwrap()
}

fn up() -> Overlay {
    let rows = json!({ "T:A": { "a1": { "a2": [{ "must": { "a2": "empty" } }] } } });
    overlay("up", &json!({}), [("ggn/ants.json", rows)])
}

fn still() -> Overlay {
    overlay("still", &json!({ "removes": { "T:A": { "a1": ["b1"] } } }), [])
}

#[test]
fn no_overlays_leave_the_files_unchanged() {
    assert_eq!(together(&[]).files, base());
}

#[test]
fn overlays_add_and_remove_rows() {
    assert_eq!(count(&[], 1), 1);
    assert_eq!(count(&[&up()], 1), 2);
    assert_eq!(count(&[&up(), &still()], 1), 1);
    assert_eq!(count(&[&still()], 1), 0);
}

#[test]
fn effects_follow_their_rows_and_entries_are_replaced() {
    let gone = overlay("gone", &json!({ "removes": { "t:a": { "b4": [] } } }), []);
    let composed = together(&[&gone]);
    assert!(!composed.files.iter().any(|(_, bytes)| String::from_utf8_lossy(bytes).contains("becomes")));
    let other = json!({ "rows": { "t:a": { "b4": { "c4": [{ "tag": "far" }] } } } });
    let far = overlay("far", &json!({}), [("effects.json", other)]);
    let rows = holds(&together(&[&far]), "effects.json").to_string();
    assert_eq!(rows, r#"{"rows":{"t:a":{"b4":{"c4":[{"tag":"far"}]}}}}"#);
    // Either of the two may come first.
    for gone in ["gone", "a-gone"] {
        let gone = overlay(gone, &json!({ "removes": { "t:a": { "b4": [] } } }), []);
        let composed = together(&[&gone, &far]);
        assert!(!composed.files.iter().any(|(_, bytes)| String::from_utf8_lossy(bytes).contains("far\"}]")));
    }
}

#[test]
fn piece_renaming_applies_everywhere() {
    let royal = overlay("royal", &json!({ "renames": { "T:K": "T:K^", "t:k": "t:k^" } }), []);
    let composed = together(&[&royal, &up()]);
    let rules = Rules::load(&composed.files).unwrap();
    assert_eq!(rules.feen(rules.initial()).to_string(), "a2/1k^1/3/A1K^ / T/t");
    let drawings = holds(&composed, "ruleset.json").get("drawings").unwrap().to_string();
    assert_eq!(drawings, r#"{"T:K^":[{"d":"M20 80 50 20 80 80z"}]}"#);
    assert!(rules.pieces().all(|(_, piece)| piece.qpi.to_string().to_lowercase() != "t:k"));
}

#[test]
fn overlay_endings_precede_and_replace_those_of_the_ruleset() {
    let changes = json!({
        "constraints": { "with": ["unattacked"] },
        "endings": { "without": ["stalemate"], "with": [
            { "status": "resignation", "result": "loss" },
            { "status": "movelimit", "result": "win", "plies": 4, "resets": { "captures": false } },
        ] },
    });
    let composed = together(&[&overlay("short", &changes, [])]);
    let manifest = holds(&composed, "ruleset.json");
    let Some(Json::Array(endings)) = manifest.get("endings") else { panic!("{manifest}") };
    let statuses: Vec<String> =
        endings.iter().map(|ending| ending.get("status").unwrap().to_string()).collect();
    assert_eq!(statuses, ["\"resignation\"", "\"movelimit\""]);
    assert_eq!(manifest.get("constraints").unwrap().to_string(), r#"["unattacked"]"#);
    assert_eq!(manifest.get("name").unwrap().to_string(), r#""Small + short""#);
}

#[test]
fn positions_of_faults_refer_to_the_source_file() {
    let changes = json!({ "endings": { "with": [{ "status": "resignation", "result": "loss" }] }, "pieces": { "T:A": { "name": "ant", "san": "" } } });
    let (short, up) = (overlay("short", &changes, []), up());
    let composed = together(&[&short, &up]);
    let path = |steps: &[&str]| JsonPath {
        steps: steps
            .iter()
            .map(|step| step.parse::<usize>().map_or_else(|_| (*step).into(), Into::into))
            .collect(),
    };
    let place = |file: &str, steps: &[&str]| {
        let origin = composed.origin(file, &path(steps));
        format!("{}/{} {}", origin.overlay.as_deref().unwrap_or("."), origin.file, origin.path)
    };
    assert_eq!(
        place("ruleset.json", &["endings", "0", "result"]),
        "short/overlay.json $.endings.with[0].result"
    );
    assert_eq!(place("ruleset.json", &["endings", "2", "plies"]), "./ruleset.json $.endings[1].plies");
    assert_eq!(place("ruleset.json", &["pieces", "T:A", "san"]), "short/overlay.json $.pieces[\"T:A\"].san");
    assert_eq!(place("ruleset.json", &["pieces", "T:K"]), "./ruleset.json $.pieces[\"T:K\"]");
    assert_eq!(place("ggn/up/ants.json", &["T:A"]), "up/ggn/ants.json $[\"T:A\"]");
    assert_eq!(place("ggn/ants.json", &["T:A"]), "./ggn/ants.json $[\"T:A\"]");
}

#[test]
fn incompatible_overlays_are_named() {
    let other = overlay("other", &json!({ "over": ["large", "huge"] }), []);
    assert_eq!(clashes(&[&other]), ["other is not made for small, but for large, huge"]);
    let shy = overlay("shy", &json!({ "not_with": ["up"] }), []);
    assert_eq!(clashes(&[&up(), &shy]), ["shy cannot be combined with up"]);
    assert_eq!(clashes(&[&up(), &up()]), ["up is named twice"]);
    let missed = json!({ "removes": { "T:A": { "a1": ["c1"], "c3": [] }, "T:Z": {} }, "endings": { "without": ["checkmate"] } });
    assert_eq!(
        clashes(&[&overlay("blind", &missed, [])]),
        [
            "blind takes away what small does not have: $.removes[\"T:A\"].a1[0] in overlay.json",
            "blind takes away what small does not have: $.removes[\"T:A\"].c3 in overlay.json",
            "blind takes away what small does not have: $.removes[\"T:Z\"] in overlay.json",
            "blind takes away what small does not have: $.endings.without[0] in overlay.json",
        ]
    );
    let turncoat = overlay("turncoat", &json!({ "renames": { "T:K": "t:k" } }), []);
    assert_eq!(
        clashes(&[&turncoat]),
        ["turncoat renames a piece to one of another side or style: $.renames[\"T:K\"] in overlay.json"]
    );
    let many: Vec<Overlay> =
        (0..=Overlay::COUNT_MAX).map(|index| plain(&format!("many-{index:02}"))).collect();
    assert_eq!(clashes(&many.iter().collect::<Vec<_>>()), ["17 overlays; a game has at most 16"]);
}

#[test]
fn different_changes_of_one_place_clash() {
    let change = |id: &str, initial: &str| overlay(id, &json!({ "initial": initial }), []);
    let (one, same, other) = (
        change("one", "a2/1k1/3/1AK / T/t"),
        change("same", "a2/1k1/3/1AK / T/t"),
        change("two", "a2/k2/3/A1K / T/t"),
    );
    assert!(compose(&base(), &[&one, &same]).is_ok());
    assert_eq!(clashes(&[&one, &other]), ["one and two both change $.initial in ruleset.json"]);
    let names = |id: &str, to: &str| overlay(id, &json!({ "renames": { "T:A": to } }), []);
    assert_eq!(
        clashes(&[&names("one", "T:+A"), &names("two", "T:-A")]),
        ["one and two both change $.renames[\"T:A\"] in overlay.json"]
    );
    let ends = |id: &str, plies: u32| {
        let ending = json!({ "status": "movelimit", "result": "draw", "plies": plies, "resets": { "captures": true } });
        overlay(id, &json!({ "endings": { "with": [ending] } }), [])
    };
    assert_eq!(
        clashes(&[&ends("one", 4), &ends("two", 6)]),
        ["one and two both change $.endings[\"\\\"movelimit\\\"\"] in ruleset.json"]
    );
}

#[test]
fn all_faults_of_an_overlay_are_reported() {
    let broken = files([
        (
            "overlay.json",
            json!({ "id": "Broken!", "name": "Broken", "over": [], "removes": { "Q": { "z": ["a1"] } }, "renames": { "T:A": "ant" },
                "initial": "none", "endings": { "with": [{ "status": "mate" }] }, "rows": 1 }),
        ),
        ("notes.json", json!({})),
    ]);
    let faults: Vec<String> =
        Overlay::read(&broken).unwrap_err().as_slice().iter().map(ToString::to_string).collect();
    let messages = faults.join("\n");
    for part in [
        "notes.json: $: a ruleset has no such file",
        "`about` is missing",
        "$.rows: no such field",
        "found \"mate\"",
    ] {
        assert!(messages.contains(part), "{part} is not among:\n{messages}");
    }
    let formless = files([(
        "overlay.json",
        json!({ "id": "Broken!", "name": "Broken", "about": "", "over": [], "removes": { "Q": { "z9!": ["a0"] } },
            "renames": { "T:A": "ant" }, "initial": "none" }),
    )]);
    let faults: Vec<String> =
        Overlay::read(&formless).unwrap_err().as_slice().iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 7, "{faults:#?}");
}

#[test]
fn duplicate_and_self_references_are_faults() {
    let twice = json!({
        "id": "twice", "name": "", "about": "", "over": ["small", "small"], "requires": ["twice"], "not_with": ["up", "twice", "up"],
        "removes": { "T:A": { "a1": ["b1", "b1"] } }, "constraints": { "with": ["unattacked", "unattacked"] },
        "mechanics": { "without": ["healing", "healing"] },
        "endings": {
            "without": ["stalemate", "stalemate"],
            "with": [{ "status": "resignation", "result": "loss" }, { "status": "resignation", "result": "draw" }],
        },
    });
    let (overlay, faults) = Overlay::draft(&files([("overlay.json", twice)]));
    let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let (twice, itself) = ("this stands twice in the list", "this is its own id; another is meant");
    assert_eq!(
        messages,
        [
            format!("overlay.json: $.over[1]: {twice}"),
            format!("overlay.json: $.not_with[1]: {itself}"),
            format!("overlay.json: $.not_with[2]: {twice}"),
            format!("overlay.json: $.requires[0]: {itself}"),
            format!("overlay.json: $.constraints.with[1]: {twice}"),
            format!("overlay.json: $.mechanics.without[1]: {twice}"),
            format!("overlay.json: $.endings.without[1]: {twice}"),
            format!("overlay.json: $.endings.with[1]: {twice}"),
            format!("overlay.json: $.removes[\"T:A\"].a1[1]: {twice}"),
        ]
    );
    // Nothing is left out, and nothing clashes with itself.
    let (_, clashes) = compose_anyway(&base(), &[&overlay.unwrap()]);
    let clashes: Vec<String> = clashes.iter().map(ToString::to_string).collect();
    assert_eq!(clashes.len(), 2, "{clashes:#?}");
    assert!(
        clashes.iter().all(|clash| clash.ends_with(".without[0] in overlay.json")
            || clash.ends_with(".without[1] in overlay.json")),
        "{clashes:#?}"
    );
}

#[test]
fn faults_of_one_part_do_not_hide_others() {
    let manifest = json!({
        "id": "half", "about": "…", "over": ["small"], "renames": { "T:A": "ant" }, "requires": ["lost"],
        "endings": { "with": [{ "status": "movelimit", "result": "draw", "plies": 0, "resets": { "captures": true } }] },
    });
    let mut all =
        files([("overlay.json", manifest), ("ggn/ants.json", json!({ "T:A": { "a1": { "d9": [{}] } } }))]);
    all.push(("effects.json".to_owned(), b"{".to_vec()));
    let (overlay, faults) = Overlay::draft(&all);
    let faulty_files: Vec<&str> = faults.iter().map(|fault| fault.file.as_str()).collect();
    assert_eq!(faulty_files, ["effects.json", "overlay.json", "overlay.json"]);
    assert_eq!(Overlay::read(&all).unwrap_err().as_slice(), faults);
    let (composed, clashes) = compose_anyway(&base(), &[&overlay.unwrap()]);
    assert_eq!(clashes.len(), 1, "{clashes:?}");
    let message = Rules::load(&composed.files).unwrap_err().to_string();
    for part in
        ["ggn/half/ants.json: $[\"T:A\"].a1.d9: the square d9", "ruleset.json: $.endings[0].plies: found 0"]
    {
        assert!(message.contains(part), "{part} is not among:\n{message}");
    }
    for unusable in
        [json!(3), json!({}), json!({ "id": "half", "over": 1 }), json!({ "id": null, "over": [] })]
    {
        assert!(Overlay::draft(&files([("overlay.json", unusable)])).0.is_none());
    }
}

/// Loads the overlays of the project for one ruleset.
fn ours() -> Vec<Overlay> {
    let folder = dev::path("rules/overlays");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
        .iter()
        .map(|folder| {
            Overlay::read(&dev::files::read_from(folder)).unwrap_or_else(|faults| panic!("{faults}"))
        })
        .filter(|overlay| overlay.over().any(|id| id == "chess"))
        .collect()
}

/// The same, read once.
static OURS: LazyLock<Vec<Overlay>> = LazyLock::new(ours);

/// Distances between the overlays of the pairs tested in the short run; `make test-long` tests all pairs.
const DISTANCES: [usize; 2] = [1, 6];

#[test]
fn every_overlay_pair_loads_or_clashes_by_name() {
    let (ours, base) = (&*OURS, common::files("chess"));
    let is_long = dev::is_long();
    let mut clashing = Vec::new();
    for (index, one) in ours.iter().enumerate() {
        for (distance, other) in ours.iter().skip(index + 1).enumerate().map(|(at, other)| (at + 1, other)) {
            let is_known = (one.id(), other.id()) == ("berolina-pawns", "torpedo");
            if !is_long && !is_known && !DISTANCES.contains(&distance) {
                continue;
            }
            let mut chosen = vec![one, other];
            let required = |id: &str| one.requires().chain(other.requires()).any(|required| required == id);
            chosen.extend(
                ours.iter().filter(|it| required(it.id()) && it.id() != one.id() && it.id() != other.id()),
            );
            match compose(&base, &chosen) {
                Ok(composed) => {
                    let rules = Rules::load(&composed.files);
                    let rules =
                        rules.unwrap_or_else(|faults| panic!("{} + {}: {faults}", one.id(), other.id()));
                    assert!(perft(&rules, rules.initial(), 2) > 0);
                }
                Err(clashes) => {
                    assert!(
                        clashes.iter().any(|clash| matches!(clash, Clash::NotWith { .. })),
                        "{clashes:?}"
                    );
                    clashing.push((one.id(), other.id()));
                }
            }
        }
    }
    assert_eq!(ours.len(), 21);
    assert!(clashing.contains(&("berolina-pawns", "torpedo")), "{clashing:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The order in which overlays are named has no effect.
    #[test]
    fn overlay_order_is_irrelevant(
        order in Just((0..OURS.len()).collect::<Vec<_>>()).prop_shuffle(),
        count in 1_usize..4,
    ) {
        let (ours, base) = (&*OURS, common::files("chess"));
        let mut chosen: Vec<&Overlay> = order.iter().take(count).map(|&index| &ours[index]).collect();
        let named = compose(&base, &chosen).map(|composed| composed.files);
        chosen.sort_by_key(|overlay| overlay.id());
        prop_assert_eq!(named, compose(&base, &chosen).map(|composed| composed.files));
    }
}
