//! The rulesets of the repository: their tables are what their patterns come to, byte for byte.

use std::path::PathBuf;

use authoring::rules::Folder;

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
