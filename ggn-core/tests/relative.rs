//! Relative tables and effects: what comes back is what went in.

use ggn_core::json::Json;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::ggn::Ggn;
use ggn_core::{Rules, perft, relative};

/// Rulesets of the short run: several styles, drops, pieces of neither side, passes, and sides that differ.
const SOME: [&str; 7] = ["chess", "clobber", "crazyhouse", "duck", "empire", "shogi", "xiangqi"];

/// Returns the sizes of the board, the tables and the effects of a ruleset.
fn content(files: &[(String, Vec<u8>)]) -> (Vec<u8>, Vec<(String, Ggn)>, Option<Json>) {
    let json = |path: &str| {
        let (_, bytes) = files.iter().find(|(known, _)| known == path)?;
        Some(Json::parse(bytes).unwrap())
    };
    let Some(Json::String(initial)) = json("ruleset.json").unwrap().get("initial").cloned() else { panic!() };
    let sizes = initial.parse::<Feen>().unwrap().placement.sizes;
    if let Some(tables) = pattern::tables(files).unwrap() {
        return (sizes, tables.tables, tables.effects);
    }
    let tables = files.iter().filter(|(path, _)| path.starts_with("ggn/"));
    let tables = tables.map(|(path, bytes)| (path.clone(), Ggn::parse(bytes).unwrap())).collect();
    (sizes, tables, json("effects.json"))
}

#[test]
fn rules_load_from_relative_files_as_from_others() {
    for folder in dev::files::ruleset_folders() {
        let id = folder.trim_start_matches("rules/");
        if !(dev::is_long() || SOME.contains(&id)) {
            continue;
        }
        let files = dev::files::read(&folder);
        let (sizes, tables, effects) = content(&files);
        let mut sent: Vec<(String, Vec<u8>)> = files
            .iter()
            .filter(|(path, _)| path == "ruleset.json" || path == "setup.json")
            .cloned()
            .collect();
        for (path, table) in &tables {
            // It compares what comes back by itself.
            let json = relative::table(table, &sizes).unwrap_or_else(|| panic!("{id}: {path}"));
            sent.push((path.clone(), json.to_string().into_bytes()));
        }
        if let Some(effects) = &effects {
            let json = relative::effects(effects, &sizes);
            assert_eq!(json.is_some(), effects.get("rows").is_some(), "{id}");
            let text = json.unwrap_or_else(|| effects.clone()).to_string();
            sent.push(("effects.json".to_owned(), text.into_bytes()));
        }
        let again = relative::load(&sent).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        let rules = Rules::load(&pattern::whole(&files).unwrap()).unwrap();
        assert_eq!(again.feen(again.initial()), rules.feen(rules.initial()), "{id}");
        let mut position = rules.initial().clone();
        for ply in 0..6 {
            let moves = rules.legal_moves(&position);
            assert_eq!(again.legal_moves(&position), moves, "{id}, ply {ply}");
            let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            position = rules.after(&position, mv);
        }
        assert_eq!(perft(&again, again.initial(), 2), perft(&rules, rules.initial(), 2), "{id}");
    }
}

#[test]
fn the_form_says_each_row_once() {
    let knight = r#"{
        "T:N": { "a1": { "b3": [{ "must": { "b3": "t:p" } }] }, "b1": { "c3": [{ "must": { "c3": "t:p" } }] } },
        "t:n": { "a3": { "b1": [{ "must": { "b1": "T:P" } }] }, "b3": { "c1": [{ "must": { "c1": "T:P" } }] } },
        "T:P": { "*": { "a1": [{ "must": { "a1": "empty" } }] }, "c3": { "*": [{ "deny": { "c2": "enemy" } }] } },
        "T:W": {}
    }"#;
    let table = Ggn::parse(knight.as_bytes()).unwrap();
    let json = relative::table(&table, &[3, 3]).unwrap();
    assert_eq!(
        json.to_string(),
        r#"{"relative":{"board":[3,3],"mirror":[false,true],"values":[[{"must":{"@1,2":"t:p"}}],[{"must":{"@0,0":"empty"}}],[{"deny":{"@0,-1":"enemy"}}]],"#
            .to_owned()
            + r#""rows":{"T:N":[["1,2",0]],"t:n":"T:N","T:P":[["*",1,"1"],["*>",2,"100"]],"T:W":[]}}}"#
    );
}

#[test]
fn a_table_in_another_order_is_not_relative() {
    let backwards = r#"{ "T:K": { "b1": { "a1": [{}] }, "a1": { "b1": [{}] } } }"#;
    assert_eq!(relative::table(&Ggn::parse(backwards.as_bytes()).unwrap(), &[2, 1]), None);
    // Other boards than that of the table: it goes off their edge.
    let table = Ggn::parse(br#"{ "T:K": { "a1": { "c1": [{}] } } }"#).unwrap();
    assert_eq!(relative::table(&table, &[2, 1]), None);
    assert!(relative::table(&table, &[3, 1]).is_some());
    // A text that looks like a square that was made relative.
    let effects = Json::parse(br#"{ "rows": { "T:K": { "a1": { "c1": [{ "tag": "@2,0" }] } } } }"#).unwrap();
    assert_eq!(relative::effects(&effects, &[3, 1]), None);
}

#[test]
fn damaged_files_are_faults() {
    let whole = pattern::whole(&dev::files::read("rules/gardner")).unwrap().to_vec();
    let (tables, mut sound): (Vec<_>, Vec<_>) = whole
        .into_iter()
        .filter(|(path, _)| path == "ruleset.json" || path.starts_with("ggn/") && path.ends_with(".json"))
        .partition(|(path, _)| path.starts_with("ggn/"));
    let mut others: serde_json::Value = serde_json::from_slice(&tables[0].1).unwrap();
    others.as_object_mut().unwrap().retain(|piece, _| piece != "C:N" && piece != "c:n");
    sound.push(("ggn/others.json".to_owned(), others.to_string().into_bytes()));
    let load = |path: &str, text: &str| {
        let mut files = sound.clone();
        files.push((path.to_owned(), text.as_bytes().to_vec()));
        relative::load(&files)
    };
    let table = |board: &str, values: &str, rows: &str| {
        let knight = if rows.contains("C:N") { "" } else { r#","C:N":[]"# };
        let other = if rows.contains("c:n") { "" } else { r#","c:n":[]"# };
        let rows = format!("{rows}{knight}{other}");
        let rows = rows.trim_start_matches(',');
        let form =
            format!(r#"{{"board":{board},"mirror":[false,true],"values":[{values}],"rows":{{{rows}}}}}"#);
        load("ggn/knight.json", &format!(r#"{{"relative":{form}}}"#))
    };
    // Each of the others differs from these in one thing.
    let empty = r#"[{"must":{"@1,2":"empty"}}]"#;
    table("[5,5]", empty, r#""C:N":[["1,2",0]],"c:n":"C:N""#).unwrap();
    table("[5,5]", empty, r#""C:N":[["1,2",0,"1"]]"#).unwrap();
    for (board, values, rows) in [
        ("[5,5]", "", r#""C:N":[["1,2",0]]"#),
        ("[5,5]", empty, r#""C:N":[["1,2",0,"ffff"]]"#),
        ("[5,5]", empty, r#""C:N":[["1,2",0,"g"]]"#),
        // The 26th square of 25.
        ("[5,5]", empty, r#""C:N":[["1,2",0,"2000000"]]"#),
        ("[5,5]", empty, r#""c:n":"C:P""#),
        ("[0,5]", empty, r#""C:N":[["1,2",0]]"#),
        ("[5]", empty, r#""C:N":[["1",0,"1"]]"#),
        ("[]", "", ""),
        ("[255,255,255,255,255,255,255,255,255]", "", ""),
        ("[5,5]", empty, r#""C:N":[["2147483647,0",0,"2"]]"#),
        ("[5,5]", r#"[{"must":{"@-2147483648,0":"empty"}}]"#, r#""C:N":[["1,2",0,"1"]],"c:n":"C:N""#),
        ("[5,5]", r#"[{"must":{"@1,2":"nobody"}}]"#, r#""C:N":[["1,2",0]]"#),
    ] {
        assert!(table(board, values, rows).is_err(), "{board} {values} {rows}");
    }
    let knight = r#"{"C:N":{},"c:n":{}}"#;
    load("ggn/knight.json", knight).unwrap();
    assert!(load("ggn/knight.json", r#"{"relative":3}"#).is_err());
    sound.push(("ggn/knight.json".to_owned(), knight.as_bytes().to_vec()));
    for (text, is_sound) in [(r#"{"rows":{}}"#, true), (r#"{"rows":{"relative":3}}"#, false)] {
        let mut files = sound.clone();
        files.push(("effects.json".to_owned(), text.as_bytes().to_vec()));
        assert_eq!(relative::load(&files).is_ok(), is_sound, "{text}");
    }
}
