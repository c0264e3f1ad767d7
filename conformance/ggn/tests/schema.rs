//! The schemas against the data and against the readers: what they underline is what is refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{self, Ran, root};

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use authoring::check;
use authoring::diagnose::Diagnostic;
use authoring::diagnose::code::Code;
use authoring::rules::Folder;
use authoring::starter::{self, Origin, Size};
use dev::Random;
use ggn_core::{Fault, FaultKind, Rules};
use ggn_tool::schema::{self, Described};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};
use session::{Catalogue, DataFaultKind};

/// Returns the validator of a schema. Each is made once.
fn validator(name: &str) -> &'static Validator {
    static ALL: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
        let made = |described: &Described| jsonschema::draft202012::new(&described.schema()).unwrap();
        schema::ALL.iter().map(|described| (described.name, made(described))).collect()
    });
    &ALL[name]
}

type Files = Vec<(String, Vec<u8>)>;

/// Returns all data of the project: paths below `rules/`. Beside it a small game, whose companions are checked faster.
fn data() -> &'static Files {
    static DATA: LazyLock<Files> = LazyLock::new(|| {
        let mut data = Folder::read(&root().join("rules")).unwrap().files;
        let folder = tempfile::tempdir().unwrap();
        let (id, small) = ("small".parse().unwrap(), folder.path().join("small"));
        starter::start(&small, &id, "Small", Origin::Template(Size::default())).unwrap();
        let small = Folder::read(&small).unwrap().files;
        data.extend(small.into_iter().map(|(path, bytes)| (format!("small/{path}"), bytes)));
        data
    });
    &DATA
}

/// Every JSON file but the schemas themselves.
fn is_written_by_an_author(path: &str) -> bool {
    path.ends_with(".json") && !path.starts_with("schema/")
}

/// Returns whether a path is one of those that a schema describes.
fn describes(described: &Described, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |(name, part): (&&str, &&str)| match name.split_once('*') {
        Some((before, after)) => part.starts_with(before) && part.ends_with(after),
        None => name == part,
    };
    described.files.split(", ").any(|files| {
        let names: Vec<&str> = files.split('/').collect();
        names.len() == parts.len() && names.iter().zip(&parts).all(fits)
    })
}

/// Returns the name of the schema that describes a file of the data.
fn kind_of(path: &str) -> &'static str {
    let mut kinds = schema::ALL.iter().filter(|described| describes(described, path));
    let kind = kinds.next().unwrap_or_else(|| panic!("no schema describes {path}"));
    assert!(kinds.next().is_none(), "more than one schema describes {path}");
    kind.name
}

fn ggn(arguments: &[&str]) -> (i32, String, String) {
    let Ran { status, out, err } = support::ggn(arguments);
    (status, out, err)
}

#[test]
fn the_schemas_in_the_rules_are_those_of_the_types() {
    let (status, out, err) = ggn(&["schema", "--check"]);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""), "`ggn schema --out` writes them anew");
}

#[test]
fn schemas_are_listed_printed_written_and_compared() {
    let (status, out, _) = ggn(&["schema"]);
    assert_eq!((status, out.lines().count()), (0, schema::ALL.len()));
    let (status, out, _) = ggn(&["schema", "setup"]);
    assert_eq!((status, out), (0, schema::find("setup").unwrap().text()));
    let (status, out, err) = ggn(&["schema", "nonsense"]);
    assert!(status == 1 && out.is_empty() && err.contains("there are ruleset, ggn, effects"), "{err}");

    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("new/schema").to_str().unwrap().to_owned();
    let (status, _, err) = ggn(&["schema", "--check", &at]);
    assert!(status == 1 && err.contains("effects.schema.json is missing"), "{err}");
    assert_eq!(ggn(&["schema", "--out", &at]).0, 0);
    assert_eq!(ggn(&["schema", "--check", &at]).0, 0);
    fs::write(format!("{at}/setup.schema.json"), "{}").unwrap();
    fs::write(format!("{at}/old.schema.json"), "{}").unwrap();
    let (status, _, err) = ggn(&["schema", "--check", &at]);
    assert_eq!((status, err.lines().count()), (1, 4), "{err}");
    assert!(
        err.contains("setup.schema.json is not what")
            && err.contains("old.schema.json is the schema of nothing")
    );
    assert_eq!(ggn(&["schema", "setup", "--out"]).0, 2, "one or the other");
}

#[test]
fn every_schema_is_one_and_says_what_it_is() {
    for described in schema::ALL {
        let schema = described.schema();
        jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{}: {error}", described.name));
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{}", described.name);
        assert!(schema["title"].is_string() && schema["description"].is_string(), "{}", described.name);
        assert_eq!(
            serde_json::from_str::<Value>(&described.text()).unwrap(),
            schema,
            "printing changes nothing"
        );
    }
}

/// A file's fields are described to the last one: hovering over any of them says something.
#[test]
fn every_field_of_every_file_has_its_comment() {
    fn check(at: &str, schema: &Value) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let at = format!("{at}.{name}");
            let has_description = field["description"].as_str().is_some_and(|text| text.len() > 10);
            assert!(has_description || field.get("const").is_some(), "{at} has no comment: {field}");
        }
        match schema {
            Value::Object(members) => {
                members.iter().for_each(|(name, member)| check(&format!("{at}.{name}"), member));
            }
            Value::Array(items) => items.iter().for_each(|item| check(at, item)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    for described in schema::ALL.iter().filter(|described| !described.files.is_empty()) {
        check(described.name, &described.schema());
    }
}

#[test]
fn every_file_of_the_rules_fits_its_schema() {
    let mut seen = 0;
    for (path, bytes) in data() {
        if !is_written_by_an_author(path) {
            continue;
        }
        let file: Value = serde_json::from_slice(bytes).unwrap();
        let faults: Vec<String> =
            validator(kind_of(path)).iter_errors(&file).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{path}: {faults:#?}");
        seen += 1;
    }
    assert!(seen >= 15, "only {seen} files");
}

/// An editor finds every file's schema: by the file's own word, and for tables by the settings of the workspace.
#[test]
fn every_file_of_the_rules_leads_to_its_schema() {
    let settings: Value =
        serde_json::from_str(&fs::read_to_string(root().join(".vscode/settings.json")).unwrap()).unwrap();
    for (path, bytes) in data() {
        if !is_written_by_an_author(path) {
            continue;
        }
        let kind = schema::find(kind_of(path)).unwrap();
        let file: Value = serde_json::from_slice(bytes).unwrap();
        if kind.name == "ggn" {
            assert_eq!(file.get("$schema"), None, "{path}: nothing but rows stands in a table");
        } else {
            let way = "../".repeat(path.matches('/').count());
            assert_eq!(file["$schema"], format!("{way}schema/{}", kind.file_name()), "{path}");
        }
    }
    for described in schema::ALL.iter().filter(|described| !described.files.is_empty()) {
        let files: Vec<String> = described.files.split(", ").map(|files| format!("/rules/{files}")).collect();
        let entry = json!({
            "fileMatch": files,
            "url": format!("./rules/schema/{}", described.file_name()),
        });
        let entries = settings["json.schemas"].as_array().unwrap();
        assert!(entries.contains(&entry), "not in .vscode/settings.json: {entry}");
    }
}

/// The cases by which the parsers are tested are those by which the patterns are.
#[test]
fn patterns_take_what_parsers_take() {
    let pattern = |schema: &str, definition: &str| {
        let schema = &schema::find(schema).unwrap().schema()["$defs"][definition];
        jsonschema::draft202012::new(schema).unwrap()
    };
    for (notation, pattern, is_exact) in [
        ("cell", pattern("ggn", "Cell"), true),
        ("qpi", pattern("ggn", "Qpi"), true),
        ("sin", pattern("ruleset", "Sin"), true),
        ("snn", pattern("ruleset", "Snn"), true),
        ("ggn", validator("ggn").clone(), true),
        // No pattern can count the squares of a rank or the pieces in a hand.
        ("feen", pattern("ruleset", "Feen"), false),
    ] {
        let file = root().join(format!("conformance/cases/notation/{notation}.json"));
        let file: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let cases = file["cases"].as_array().unwrap();
        let mut refused = 0;
        // A case that is given as its text is one about JSON, which is none of a schema's business.
        for case in cases.iter().filter(|case| case.get("text").is_none()) {
            let (is_valid, fits) = (case["valid"] == true, pattern.is_valid(&written_out(&case["input"])));
            assert!(fits == is_valid || (fits && !is_exact), "{notation}: {case}");
            refused += usize::from(!fits);
        }
        assert!(refused > 10, "{notation}: only {refused} refused");
    }
}

/// Returns a case's input; a long text is given as its parts, each with how often it stands there.
fn written_out(input: &Value) -> Value {
    let part = |part: &Value| Some(part[0].as_str()?.repeat(part[1].as_u64()? as usize));
    match input.as_array().map(|parts| parts.iter().map(part).collect::<Option<String>>()) {
        Some(Some(text)) if !text.is_empty() => text.into(),
        _ => input.clone(),
    }
}

/// Changes by place; the schema and the reader both refuse them.
const BROKEN: &[(&str, &str, &str)] = &[
    ("chess/ruleset.json", r#""royal-safety""#, r#""royal-saftey""#),
    ("chess/ruleset.json", r#""id": "chess""#, r#""id": "Chess!""#),
    ("chess/ruleset.json", r#""name": "Chess","#, ""),
    ("chess/ruleset.json", r#""name": "Chess""#, r#""nmae": "Chess""#),
    ("chess/ruleset.json", r#""C": "Chess""#, r#""C": "chess""#),
    ("chess/ruleset.json", r#""C:N": {"#, r#""CN": {"#),
    ("chess/ruleset.json", r#"/8/8/8/8/"#, r#"/8/8//8/8/ "#),
    ("chess/ruleset.json", r#""count": 3"#, r#""count": "3""#),
    ("chess/ruleset.json", r#""count": 3"#, r#""count": -3"#),
    ("chess/ruleset.json", r#""plies": 100, "#, r#""plies": -1, "#),
    ("chess/ruleset.json", r#""plies": 100"#, r#""plies": 100, "count": 3"#),
    ("chess/ruleset.json", r#""status": "stalemate""#, r#""status": "patt""#),
    ("chess/ruleset.json", r#""one": ["C:K", "C:N"]"#, r#""one": "C:K""#),
    ("chess/ruleset.json", r#""sides": {"#, r#""sides": { "$schema": "../schema/ruleset.schema.json","#),
    ("chess/ruleset.json", r#""$schema": "../schema/ruleset.schema.json""#, r#""$schema": 1"#),
    (
        "chess/ruleset.json",
        r#""constraints":"#,
        r#""drawings": { "C:N": [{ "d": "M0 0z", "paint": "red" }] }, "constraints":"#,
    ),
    (
        "chess/ruleset.json",
        r#""constraints":"#,
        r#""drawings": { "C:N": [{ "path": "M0 0z" }] }, "constraints":"#,
    ),
    ("chess/effects.json", r#""discard""#, r#""eaten""#),
    ("chess/effects.json", r#""discard""#, r#"{ "hand": { "C:P": "cp" } }"#),
    ("chess/effects.json", r#""discard""#, r#"{ "hands": {} }"#),
    ("chess/effects.json", r#""C:+R": "C:R""#, r#""C:+R": "C:R^^""#),
    ("chess/effects.json", r#""takes": ["b5"]"#, r#""takes": ["5b"]"#),
    ("chess/effects.json", r#""takes": ["b5"]"#, r#""takes": "b5""#),
    ("chess/effects.json", r#""tag": "en_passant""#, r#""tag": null"#),
    ("chess/effects.json", r#""becomes""#, r#""became""#),
    ("chess/effects.json", r#""a2": {"#, r#""a02": {"#),
    ("chess/effects.json", r#""when": { "b5": "c:-p" }"#, r#""when": { "b5": "nothing" }"#),
    ("chess/setup.json", r#""min": 1"#, r#""min": true"#),
    ("chess/setup.json", r#""C:K": {"#, r#""K": {"#),
    ("chess/setup.json", r#""e1": [{}]"#, r#""e1": {}"#),
    ("chess/setup.json", r#""must""#, r#""mast""#),
    ("chess/ggn/knight.json", r#""C:N""#, r#""C:NN""#),
    ("chess/ggn/knight.json", r#""a1": {"#, r#""a0": {"#),
    ("chess/ggn/knight.json", r#""must""#, r#""require""#),
    ("chess/ggn/knight.json", r#""empty""#, r#""free""#),
    ("chess/ggn/knight.json", "{", r#"{ "$schema": "../../schema/ggn.schema.json","#),
    ("chess/ggn/knight.json", r#""a1": {"#, r#""*": { "*": [] }, "a1": {"#),
    ("small/perft.json", r#""name": "start", "#, ""),
    ("small/perft.json", r#""nodes": ["#, r#""nodes": [-1, "#),
    ("small/perft.json", r#""nodes": ["#, r#""counts": ["#),
    ("small/perft.json", r#""feen": ""#, r#""feen": "/"#),
    ("small/perft.json", r#""$schema": "../schema/perft.schema.json""#, r#""$schema": {}"#),
    ("small/games.json", r#""status": "checkmate""#, r#""status": "mate""#),
    ("small/games.json", r#""status": "checkmate""#, r#""status": "resignation""#),
    ("small/games.json", r#""winner": "first""#, r#""winner": "white""#),
    ("small/games.json", r#""moves": "a1b2""#, r#""moves": ["a1b2"]"#),
    ("small/games.json", r#""games": ["#, r#""games": {}, "game": ["#),
    ("moderators/blind.json", r#""wont_help": "mover","#, ""),
    ("moderators/blind.json", r#""in_check": "both""#, r#""in_check": "all""#),
    ("moderators/blind.json", r#""in_check": "both""#, r#""in_check": "both", "in_doubt": "both""#),
    ("moderators/blind.json", r#"passant": "moved_captured_ep""#, r#"passant": "stalemate""#),
    ("moderators/blind.json", r#""movelimit": "draw_fifty""#, r#""fifty": "draw_fifty""#),
    ("moderators/blind.json", r#""movelimit": "draw_fifty""#, r#""movelimit": "moved""#),
    (
        "moderators/blind.json",
        r#""wont_help_includes_blocked": true"#,
        r#""wont_help_includes_blocked": "yes""#,
    ),
    ("profiles/blind.json", r#""view": "own_pieces""#, r#""view": "all""#),
    ("profiles/blind.json", r#""grace_ms": 300000"#, r#""grace_ms": 0"#),
    ("profiles/blind.json", r#""grace_ms": 300000"#, r#""grace_ms": 0.5"#),
    ("profiles/blind.json", r#""touch_move": true,"#, ""),
    ("profiles/blind.json", r#""touch_move""#, r#""touch-move""#),
    ("profiles/blind.json", r#""ruleset": "chess""#, r#""ruleset": "Chess""#),
    ("profiles/blind.json", r#""$schema": "../schema/profile.schema.json""#, r#""$schema": []"#),
    ("gambit/standard.json", r#""also": ["chess960""#, r#""also": ["Chess 960""#),
    ("gambit/standard.json", r#""initial": 39"#, r#""initial": -1"#),
    ("gambit/standard.json", r#""overload_cost": 2"#, r#""overload_cost": 0"#),
    ("gambit/standard.json", r#""ties": "defender""#, r#""ties": "nobody""#),
    ("gambit/standard.json", r#""capacity": 9, "#, ""),
    ("gambit/standard.json", r#""retreat": "axis""#, r#""retreat": "anywhere""#),
    ("gambit/standard.json", r#""fork""#, r#""spoon""#),
    ("gambit/standard.json", r#""enabled": true"#, r#""enabled": 1"#),
    ("gambit/standard.json", r#"{ "points": 1 }"#, r#"{ "eval": 1 }"#),
    ("gambit/standard.json", r#""difference": ["#, r#""difference": [{ "points": 1 }, "#),
    ("gambit/standard.json", r#""value": "front""#, r#""value": "left""#),
    ("gambit/standard.json", r#""defender_percent": 0"#, r#""defender_percent": 101"#),
    ("gambit/standard.json", r#""regeneration_max": null"#, r#""regeneration_max": "none""#),
    ("gambit/standard.json", r#""bid_ms": 30000"#, r#""bid_ms": 0"#),
    ("gambit/standard.json", r#""hidden""#, r#""hide""#),
    ("gambit/standard.json", r#""flag_fall": "loss""#, r#""flag_fall": "draw""#),
    ("gambit/standard.json", r#""touch_move": false"#, r#""touch_move": "no""#),
];

#[test]
fn what_is_broken_is_refused_by_schema_and_reader() {
    let data = data();
    for (path, from, to) in BROKEN {
        let text = String::from_utf8(bytes_of(data, path).to_vec()).unwrap();
        assert!(text.contains(from), "{path} does not hold {from}");
        let broken = text.replacen(from, to, 1);
        let value: Value = serde_json::from_str(&broken).unwrap();
        assert!(!validator(kind_of(path)).is_valid(&value), "the schema takes {to} in {path}");
        assert!(has_fault_of_form(data, path, broken.as_bytes()), "the reader takes {to} in {path}");
    }
}

fn bytes_of<'d>(data: &'d Files, path: &str) -> &'d [u8] {
    &data.iter().find(|(known, _)| known == path).unwrap().1
}

/// Returns whether the readers find a fault of form in one file of the data when it has these bytes.
fn has_fault_of_form(data: &Files, path: &str, bytes: &[u8]) -> bool {
    let (folder, file) = path.split_once('/').unwrap();
    let replaced = |known: &str, old: &Vec<u8>| if known == path { bytes.to_vec() } else { old.clone() };
    if ["perft.json", "games.json"].contains(&file) {
        let below = |(known, old): &(String, Vec<u8>)| {
            Some((known.strip_prefix(folder)?.strip_prefix('/')?.to_owned(), replaced(known, old)))
        };
        let folder = Folder { root: folder.into(), files: data.iter().filter_map(below).collect() };
        let checked = check::ruleset(folder, check::Options { perft_nodes: Some(0), ..Default::default() });
        checked
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.file == file && is_form_of_companion(diagnostic))
    } else if ["moderators", "profiles", "gambit"].contains(&folder) {
        // Without the rulesets there are other faults, but none of form.
        let folders = ["moderators/", "profiles/", "gambit/"];
        let beside = data.iter().filter(|(known, _)| folders.iter().any(|folder| known.starts_with(folder)));
        let files = beside.map(|(known, old)| (known.clone(), replaced(known, old))).collect();
        let faults = Catalogue::load(files).err();
        faults.is_some_and(|faults| {
            faults.faults().iter().any(|fault| fault.file == path && is_form(&fault.kind))
        })
    } else {
        let below = |(known, old): &(String, Vec<u8>)| {
            let name = known.strip_prefix(folder)?.strip_prefix('/')?;
            // Without the great tables there are other faults, but none of form.
            let is_needed = name.ends_with(".json") && (known == path || old.len() < 20_000);
            is_needed.then(|| (name.to_owned(), replaced(known, old)))
        };
        let files: Files = data.iter().filter_map(below).collect();
        let faults = Rules::load(&files).err();
        faults.is_some_and(|faults| {
            faults.as_slice().iter().any(|fault| fault.file == file && is_form_of_ruleset(fault))
        })
    }
}

/// Faults that a schema can see: of one value by itself.
fn is_form(kind: &DataFaultKind) -> bool {
    match kind {
        DataFaultKind::NotAnObject(_)
        | DataFaultKind::MissingField
        | DataFaultKind::UnknownField(_)
        | DataFaultKind::Value(_)
        | DataFaultKind::Zero
        | DataFaultKind::OutOfRange { .. }
        | DataFaultKind::IdForm
        | DataFaultKind::UnknownEvent
        | DataFaultKind::MissingAudience(_)
        | DataFaultKind::NotAMove(_)
        | DataFaultKind::NotAnEnding(_)
        | DataFaultKind::EmptyList
        | DataFaultKind::UnknownStatus => true,
        DataFaultKind::MissingFile
        | DataFaultKind::Json(_)
        | DataFaultKind::DuplicateKey
        | DataFaultKind::NotFileName { .. }
        | DataFaultKind::NotFolderName { .. }
        | DataFaultKind::NoRuleset(_)
        | DataFaultKind::NoModerator(_)
        | DataFaultKind::UnknownPiece(_)
        | DataFaultKind::PieceMissing(_)
        | DataFaultKind::UnknownName { .. }
        | DataFaultKind::NoValue(_)
        | DataFaultKind::NotOfTactic { .. }
        | DataFaultKind::Repeated
        | DataFaultKind::Unheard(_)
        | DataFaultKind::NoMeaning(_)
        | DataFaultKind::Ruleset(_)
        | DataFaultKind::Pattern(_) => false,
    }
}

fn is_form_of_ruleset(fault: &Fault) -> bool {
    matches!(
        fault.kind,
        FaultKind::Type { .. }
            | FaultKind::UnknownField { .. }
            | FaultKind::MissingField(_)
            | FaultKind::UnknownWord { .. }
            | FaultKind::Notation { .. }
            | FaultKind::Ggn(_)
    ) || (matches!(fault.kind, FaultKind::Form(_)) && fault.path.to_string() == "$.id")
}

fn is_form_of_companion(diagnostic: &Diagnostic) -> bool {
    let form = [
        Code::WrongType,
        Code::UnknownField,
        Code::MissingField,
        Code::UnknownWord,
        Code::EmptyList,
        Code::BadNotation,
    ];
    // The notation of a move depends on the position in which it is made.
    let is_move = diagnostic.path.as_ref().is_some_and(|path| path.to_string().ends_with(".moves"));
    form.iter().any(|code| code.name() == diagnostic.code)
        && !(is_move && diagnostic.code == Code::BadNotation.name())
}

/// Goes down to a random place and changes the form of what stands there.
fn mutate(value: &mut Value, random: &mut Random) {
    let deeper = random.below(8) > 0;
    match value {
        Value::Object(members) if deeper && !members.is_empty() => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let key = random.pick(&keys).clone();
            match random.below(12) {
                0 => drop(members.remove(&key)),
                1 => {
                    let kept = members.remove(&key).unwrap();
                    members.insert(damaged(&key, random), kept);
                }
                2 => drop(members.insert(random_word(random), random_value(random))),
                _ => mutate(&mut members[&key], random),
            }
        }
        Value::Array(items) if deeper && !items.is_empty() => {
            let at = random.below(items.len());
            match random.below(8) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, random_value(random)),
                _ => mutate(&mut items[at], random),
            }
        }
        Value::String(text) if random.below(3) > 0 => *text = damaged(text, random),
        Value::Number(number) if random.below(3) > 0 => {
            let numbers =
                [json!(0), json!(1), json!(-1), json!(0.5), json!(number.as_u64().unwrap_or(7) + 1)];
            *value = random.pick(&numbers).clone();
        }
        other => *other = random_value(random),
    }
}

fn random_word(random: &mut Random) -> String {
    let words =
        ["C:K", "c:p", "a1", "j10", "*", "", "empty", "enemy", "discard", "draw", "status", "must", "é"];
    (*random.pick(&words)).to_owned()
}

fn random_value(random: &mut Random) -> Value {
    let word = random_word(random);
    let values = [
        json!(null),
        json!(true),
        json!(3),
        json!(word),
        json!([]),
        json!({}),
        json!([word]),
        json!({ word: "empty" }),
    ];
    random.pick(&values).clone()
}

/// Returns every text that stands where a position should, with its place.
fn positions(value: &Value) -> Vec<String> {
    let at = |name: &str| value[name].as_array().into_iter().flatten();
    let texts =
        at("positions").map(|position| &position["feen"]).chain(at("games").map(|game| &game["start"]));
    std::iter::once(&value["initial"]).chain(texts).map(Value::to_string).collect()
}

/// Returns a text with one character gone, doubled or changed.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len());
    match random.below(3) {
        0 if !characters.is_empty() => drop(characters.remove(at)),
        1 if !characters.is_empty() => characters.insert(at, characters[at]),
        _ => characters.insert(at, *random.pick(&['a', 'K', '^', '+', '1', '0', ':', '/', ' '])),
    }
    characters.into_iter().collect()
}

#[test]
fn a_limit_on_moves_is_read_as_its_schema_says() {
    let data = data();
    let path = "chess/ruleset.json";
    let manifest: Value = serde_json::from_slice(bytes_of(data, path)).unwrap();
    let at =
        manifest["endings"].as_array().unwrap().iter().position(|ending| ending["status"] == "movelimit");
    let at = at.unwrap();
    let counts = json!([{ "limits": [{ "moves": 16 }] }]);
    for (removed, added, is_whole) in [
        (&[][..], None, true),
        (&["resets"], None, false),
        (&["plies"], None, false),
        (&["plies", "resets"], None, false),
        (&["plies", "resets"], Some(json!([])), false),
        (&["plies", "resets"], Some(counts.clone()), true),
        (&["resets"], Some(counts), false),
    ] {
        let mut changed = manifest.clone();
        let limit = changed["endings"][at].as_object_mut().unwrap();
        removed.iter().for_each(|field| drop(limit.remove(*field)));
        limit.extend(added.clone().map(|counts| ("counts".to_owned(), counts)));
        let has_fault = has_fault_of_form(data, path, changed.to_string().as_bytes());
        assert_eq!(has_fault, !is_whole, "the reader, without {removed:?}, with {added:?}");
        assert_eq!(
            validator(kind_of(path)).is_valid(&changed),
            is_whole,
            "the schema, without {removed:?}, with {added:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if dev::is_long() { 5_000 } else { 150 }))]

    /// One change of form anywhere in the data: the schema refuses the file exactly when the reader finds a fault of form in it. What
    /// no schema can say: a FEEN whose grammar is right but whose squares do not add up, and `3.0`, which is whole to a schema.
    #[test]
    fn schema_and_reader_agree(seed in 1u64..) {
        let data = data();
        let mut random = Random::seeded(seed);
        let paths = ["ruleset.json", "effects.json", "setup.json", "ggn/castling.json"];
        let games = paths.map(|path| format!("chess/{path}"));
        let others = [
            "moderators/blind.json",
            "profiles/blind.json",
            "gambit/standard.json",
            "small/perft.json",
            "small/games.json",
        ];
        let others = others.map(str::to_owned);
        let path = random.pick(&[&games[..], &others].concat()).clone();
        let mut value: Value = serde_json::from_slice(bytes_of(data, &path)).unwrap();
        let before = value.clone();
        mutate(&mut value, &mut random);
        let is_valid = validator(kind_of(&path)).is_valid(&value);
        let has_fault = has_fault_of_form(data, &path, value.to_string().as_bytes());
        let is_odd_feen = is_valid && positions(&before) != positions(&value);
        prop_assert!(is_valid != has_fault || is_odd_feen, "{path}: valid {is_valid}, fault {has_fault}: {value:#}");
    }
}
