//! The rulesets of the repository: their tables are what their patterns come to, byte for byte.

use std::path::PathBuf;
use std::time::Instant;

use authoring::rules::Folder;
use ggn_core::Rules;

/// Every ruleset that has patterns, with how many files they give.
const RULESETS: [(&str, usize); 4] = [
    ("../rules/chess", 9),
    ("fixtures/games/lane", 1),
    ("fixtures/games/minishogi", 6),
    ("fixtures/games/tower", 1),
];

fn path(ruleset: &str) -> PathBuf {
    dev::path("conformance").join(ruleset)
}

#[test]
fn tables_are_what_their_patterns_come_to() {
    for (ruleset, count) in RULESETS {
        let folder = Folder::read(&path(ruleset)).unwrap();
        let tables = pattern::expand(&folder.files).unwrap_or_else(|faults| panic!("{ruleset}: {faults:#?}"));
        assert_eq!(tables.len(), count, "{ruleset}");
        for (name, text) in &tables {
            let (_, committed) = folder.files.iter().find(|(path, _)| path == name).unwrap();
            assert!(text.as_bytes() == committed.as_slice(), "{ruleset}/{name}");
        }
        assert_eq!(pattern::check(&folder.files), [], "{ruleset}");
    }
}

#[test]
fn all_of_chess_fits_on_one_screen() {
    let folder = Folder::read(&path("../rules/chess")).unwrap();
    let patterns = folder.files.iter().filter(|(path, _)| path.starts_with("patterns/"));
    let lines: usize = patterns.map(|(_, text)| text.split(|&byte| byte == b'\n').count()).sum();
    assert!(lines <= 40, "{lines} lines");
}

/// Returns the files of a ruleset without the tables and effects that its patterns come to.
fn alone(ruleset: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = Folder::read(&path(ruleset)).unwrap().files;
    files.retain(|(path, _)| !path.starts_with("ggn/") && path != "effects.json");
    files
}

#[test]
fn chess_without_its_tables_is_chess_again() {
    let files = alone("../rules/chess");
    let start = Instant::now();
    let whole = pattern::whole(&files).unwrap();
    let expanded = start.elapsed();
    let committed = Folder::read(&path("../rules/chess")).unwrap();
    assert_eq!(whole.len(), committed.files.len());
    for (path, bytes) in &committed.files {
        let (_, ours) = whole.iter().find(|(known, _)| known == path).unwrap();
        let text = String::from_utf8_lossy(bytes);
        let text = text.replace("  \"$schema\": \"../schema/effects.schema.json\",\n", "");
        assert!(path != "effects.json" && ours == bytes || ours == text.as_bytes(), "{path}");
    }
    let start = Instant::now();
    let rules = Rules::load(&whole).unwrap();
    let loaded = start.elapsed();
    assert_eq!(ggn_core::perft(&rules, rules.initial(), 3), 8_902);
    println!("patterns to tables: {expanded:?}, tables to rules: {loaded:?}");
}

#[test]
fn rulesets_of_patterns_alone_are_loaded_as_what_they_come_to() {
    for ruleset in ["xiangqi", "shogi", "crazyhouse"] {
        let folder = Folder::read(&path("../rules").join(ruleset)).unwrap();
        assert!(pattern::is_alone(&folder.files), "{ruleset}");
        let whole = pattern::whole(&folder.files).unwrap();
        assert!(!pattern::is_alone(&whole) && whole.len() > folder.files.len());
        assert_eq!(pattern::check(&folder.files), [], "nothing is written, and nothing is missing");
        let rules = folder.ruleset().unwrap();
        assert_eq!(rules.id(), ruleset);
        // Each in fewer lines than a screen has.
        let patterns = folder.files.iter().find(|(path, _)| path.ends_with(".moves")).unwrap();
        let text = String::from_utf8_lossy(&patterns.1);
        assert!(text.lines().filter(|line| !line.trim().is_empty()).count() < 25, "{ruleset}");
    }
}

/// Tables of patterns are loaded without their text, which is another way to the same rules. Chess has several files of patterns.
#[test]
fn patterns_are_loaded_as_the_tables_that_are_written_out() {
    for ruleset in ["chess", "janggi", "grand", "seirawan", "shogi", "kyoto-shogi"] {
        let mut files = alone(&format!("../rules/{ruleset}"));
        assert!(pattern::is_alone(&files), "{ruleset}");
        let written = Rules::load(&pattern::whole(&files).unwrap()).unwrap();
        // The order of the files is the order of a listing, and not that of the rows.
        files.reverse();
        let rules = pattern::load(&files).unwrap();
        // Without what measures memory: all of the rules, in their order.
        let all = |rules: &Rules| format!("{:?}", std::ops::Deref::deref(rules));
        assert!(all(&rules) == all(&written), "{ruleset}");
    }
}

#[test]
fn a_fault_of_a_table_that_was_written_out_names_its_patterns() {
    let mut folder = Folder::read(&path("../rules/gardner")).unwrap();
    let (file, patterns) = folder.files.iter_mut().find(|(path, _)| path.ends_with(".moves")).unwrap();
    assert_eq!(file, "patterns/gardner.moves");
    *patterns =
        String::from_utf8_lossy(patterns).replace("promotes Q R B N", "promotes Q R B +N").into_bytes();
    folder.files.push(("patterns/notes.txt".to_owned(), Vec::new()));
    let checked = authoring::check::ruleset(folder, Default::default());
    let found: Vec<_> = checked.diagnostics.iter().map(|found| (found.code, found.file.as_str())).collect();
    let effects = ("no-table", "effects.json");
    assert_eq!(found, [effects, effects, ("pattern-unknown-file", "patterns/notes.txt")]);
    let hint = checked.diagnostics[0].hint.as_ref().unwrap();
    assert!(hint.starts_with("this file is what the files of patterns/ come to: change that; "), "{hint}");
    assert_eq!(pattern::origin("ggn/pawn.json").as_deref(), Some("patterns/pawn.moves comes"));
    assert_eq!(pattern::origin("setup.json"), None);
}

#[test]
fn faulty_patterns_alone_are_told_by_everything_that_loads_them() {
    let mut files = alone("../rules/chess");
    let (_, pawn) = files.iter_mut().find(|(path, _)| path == "patterns/pawn.moves").unwrap();
    pawn.extend(b"P: X\n");
    let faults = pattern::whole(&files).unwrap_err();
    assert_eq!((faults.len(), faults[0].file.as_str()), (1, "patterns/pawn.moves"));
    let folder = Folder { root: "chess".into(), files };
    let error = folder.ruleset().unwrap_err().to_string();
    assert!(error.contains("patterns/pawn.moves: "), "{error}");
    let checked = authoring::check::ruleset(folder, Default::default());
    let codes: Vec<&str> = checked.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["pattern-unknown-atom"]);
}
