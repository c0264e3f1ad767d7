//! Tables held against their patterns: what is said of one that differs.

use authoring::diagnose::{Diagnostic, Severity};
use authoring::rules::Folder;

use super::support::{board, folder, table};

const PATTERNS: &str = "N: N from a1 a2\nP: mfW from a1 to a2";

/// Returns a ruleset with these patterns and a table.
fn ruleset(committed: &str) -> Folder {
    let mut folder = folder(&board(&[3, 3]), PATTERNS);
    folder.files.push(("ggn/test.json".to_owned(), committed.as_bytes().to_vec()));
    folder
}

fn diagnostics(committed: &str) -> Vec<Diagnostic> {
    let diagnostics = pattern::check(&ruleset(committed).files);
    for diagnostic in &diagnostics {
        assert_eq!((diagnostic.severity, diagnostic.file.as_str()), (Severity::Error, "ggn/test.json"));
        assert!(diagnostic.expected.as_ref().unwrap().contains("patterns/test.moves"));
        assert!(diagnostic.hint.as_ref().unwrap().contains("ggn expand"));
    }
    diagnostics
}

/// Returns the one thing that is said: its code, its message, what was found, and where.
fn one(committed: &str) -> (&'static str, String, String, String) {
    let [one] = &diagnostics(committed)[..] else { panic!("{:#?}", diagnostics(committed)) };
    let path = one.path.as_ref().map(ToString::to_string).unwrap_or_default();
    (one.code, one.message.clone(), one.found.clone().unwrap_or_default(), path)
}

#[test]
fn a_table_that_differs_is_reported_by_its_first_row_and_by_how_many() {
    let right = table(&board(&[3, 3]), PATTERNS).to_string();
    assert_eq!(diagnostics(&right), []);

    let lacking = right.replacen(
        "      \"b3\": [{ \"must\": { \"b3\": \"empty\" } }, { \"must\": { \"b3\": \"enemy\" } }],\n",
        "",
        1,
    );
    assert_ne!(lacking, right);
    let (code, message, found, path) = one(&lacking);
    assert_eq!((code, path.as_str()), ("pattern-table-differs", "$[\"T:N\"].a1.b3"));
    assert!(message.ends_with("1 row is missing"), "{message}");
    assert_eq!(found, "patterns give T:N a1→b3, the table lacks it");

    let more = right.replacen("\"a1\": {\n", "\"a1\": {\n      \"a3\": [{}],\n      \"c1\": [{}],\n", 1);
    let (_, message, found, path) = one(&more);
    assert!(message.ends_with("2 rows are too many"), "{message}");
    assert_eq!(
        (found.as_str(), path.as_str()),
        ("the table has T:N a1→a3, the patterns do not give it", "$[\"T:N\"].a1.a3")
    );

    let other = right.replacen(
        "[{ \"must\": { \"b3\": \"empty\" } }, { \"must\": { \"b3\": \"enemy\" } }]",
        "[{ \"must\": { \"b3\": \"enemy\" } }, { \"must\": { \"b3\": \"empty\" } }]",
        1,
    );
    let (_, message, found, _) = one(&other);
    assert!(message.ends_with("1 row is different"), "{message}");
    assert!(
        found.contains("the table has [{ \"must\": { \"b3\": \"enemy\" } }, "),
        "the order of possibilities counts: {found}"
    );

    let free = right.replacen(
        "[{ \"must\": { \"b3\": \"empty\" } }, { \"must\": { \"b3\": \"enemy\" } }]",
        "[{}]",
        1,
    );
    assert!(one(&free).2.ends_with("the table has [{}]"), "{}", one(&free).2);

    let (_, message, ..) = one("{}");
    assert!(message.ends_with("rows are missing"), "{message}");
    let all = one("{ \"T:X\": { \"a1\": { \"a2\": [{}] } } }").1;
    assert!(all.contains("rows are missing, 1 row is too many"), "{all}");
}

#[test]
fn a_table_that_says_the_same_in_other_words_is_told_so() {
    let right = table(&board(&[3, 3]), PATTERNS).to_string();
    let compact = right.replace(['\n', ' '], "");
    let reordered = "{ \"t:p\": { \"a3\": { \"a2\": [{ \"must\": { \"a2\": \"empty\" }, \"deny\": {} }] } }, "
        .to_owned()
        + &right.replacen("{\n", "", 1).replace(
            ",\n  \"t:p\": {\n    \"a3\": {\n      \"a2\": [{ \"must\": { \"a2\": \"empty\" } }]\n    }\n  }",
            "",
        );
    for committed in [compact, reordered, format!("{right}\n")] {
        assert_eq!(one(&committed).0, "pattern-table-spelling", "{committed}");
    }
}

#[test]
fn a_table_that_is_missing_or_none_at_all_is_told() {
    let mut files = folder(&board(&[3, 3]), PATTERNS).files;
    assert_eq!(pattern::check(&files), [], "patterns alone need no table");
    files.push(("ggn/other.json".to_owned(), b"{}".to_vec()));
    let missing = pattern::check(&files);
    assert_eq!((missing.len(), missing[0].code), (1, "pattern-table-missing"));
    assert_eq!(one("{ \"T:N\": 1 }").0, "pattern-table-differs");
    assert_eq!(one("no json").1, "this file is no table");
}

#[test]
fn pieces_that_stay_are_part_of_the_table() {
    let mut folder = folder(&board(&[2, 2]), "W: stays\nK: fW from a1");
    folder
        .files
        .push(("ggn/test.json".to_owned(), table(&board(&[2, 2]), "K: fW from a1").to_string().into_bytes()));
    let diagnostics = pattern::check(&folder.files);
    assert_eq!((diagnostics.len(), diagnostics[0].code), (1, "pattern-table-differs"));
    assert!(diagnostics[0].found.as_ref().unwrap().contains("T:W"), "{diagnostics:?}");
    let text = &pattern::expand(&folder.files).unwrap()[0].1;
    assert!(text.ends_with("  \"T:W\": {},\n  \"t:w\": {}\n}\n"), "{text}");
}

#[test]
fn files_beside_the_patterns_that_nothing_reads_are_reported() {
    let mut folder = ruleset(&table(&board(&[3, 3]), PATTERNS).to_string());
    folder.files.push(("patterns/notes.txt".to_owned(), Vec::new()));
    let diagnostics = pattern::check(&folder.files);
    assert_eq!(
        (diagnostics.len(), diagnostics[0].severity, diagnostics[0].code),
        (1, Severity::Warning, "pattern-unknown-file")
    );
    assert_eq!(diagnostics[0].file, "patterns/notes.txt");
}

#[test]
fn tables_without_patterns_are_left_to_themselves() {
    let mut folder = ruleset(&table(&board(&[3, 3]), PATTERNS).to_string());
    folder.files.push(("ggn/other.json".to_owned(), b"{ \"anything\": 1 }".to_vec()));
    assert_eq!(pattern::check(&folder.files), []);
}
