//! Files that the documents name, and names that a document says are in a file.

use std::fs;
use std::path::Path;

use crate::{files, name, workspace};

/// Endings of the files that a document may name.
const ENDINGS: [&str; 14] =
    ["css", "feen", "html", "json", "md", "mjs", "moves", "pest", "py", "rs", "sh", "svelte", "toml", "ts"];

/// Words in capitals that stand for a name that the reader chooses.
const PLACEHOLDERS: [&str; 3] = ["NAME", "ID", "CODE"];

/// Returns the pieces of a document's line that are set in code.
fn codes(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// Returns the paths that a text with `{one,other}` stands for.
fn expanded(text: &str) -> Vec<String> {
    let Some((before, (choices, after))) =
        text.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![text.to_owned()];
    };
    choices.split(',').flat_map(|choice| expanded(&format!("{before}{choice}{after}"))).collect()
}

fn has_placeholder(text: &str) -> bool {
    text.split(|char: char| !char.is_ascii_alphanumeric()).any(|word| PLACEHOLDERS.contains(&word))
}

/// Returns whether a text in code is the path of a source file: with a folder, or of Rust.
fn is_path(text: &str) -> bool {
    let is_plain = text.chars().all(|char| char.is_ascii_alphanumeric() || "._-/{},".contains(char));
    let ending = text.rsplit_once('.').map(|(_, ending)| ending);
    is_plain
        && !has_placeholder(text)
        && !text.starts_with(['/', '.'])
        && ending.is_some_and(|ending| ENDINGS.contains(&ending))
        && (text.contains('/') || ending == Some("rs"))
}

/// Returns the files of the repository that a path names, from the root or from any folder.
fn named<'f>(all: &'f [String], path: &str) -> Vec<&'f String> {
    let ends =
        |file: &&String| file.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    all.iter().filter(ends).collect()
}

/// The documents, line by line, without blocks of code: place, text.
fn lines(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in files(root, &["md"]) {
        let mut is_block = false;
        for (number, line) in fs::read_to_string(&path).expect("a document is text").lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_block = !is_block;
            } else if !is_block {
                found.push((format!("{}:{}", name(root, &path), number + 1), line.to_owned()));
            }
        }
    }
    found
}

#[test]
fn every_file_that_a_document_names_exists() {
    let root = workspace();
    let all: Vec<String> = files(&root, &ENDINGS).iter().map(|path| name(&root, path)).collect();
    let mut faults = Vec::new();
    for (place, line) in lines(&root) {
        for path in codes(&line).into_iter().filter(|code| is_path(code)).flat_map(expanded) {
            if named(&all, &path).is_empty() {
                faults.push(format!("{place}: `{path}`"));
            }
        }
    }
    assert!(faults.is_empty(), "{} files that are not there:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn names_that_a_recipe_finds_in_a_file_are_in_it() {
    let root = workspace();
    let all: Vec<String> = files(&root, &ENDINGS).iter().map(|path| name(&root, path)).collect();
    let mut faults = Vec::new();
    let mut count = 0;
    for (place, line) in lines(&root) {
        let parts: Vec<&str> = line.split('`').collect();
        // The code, the words between, and the code after them.
        for pair in parts.windows(3).skip(1).step_by(2) {
            let [item, " in ", path] = pair else { continue };
            if has_placeholder(item) {
                continue;
            }
            let item = item.rsplit("::").next().unwrap_or(item);
            for path in expanded(path).iter().filter(|path| is_path(path)) {
                count += 1;
                let has = |file: &&String| {
                    fs::read_to_string(root.join(file.as_str())).is_ok_and(|text| text.contains(item))
                };
                if !named(&all, path).iter().any(has) {
                    faults.push(format!("{place}: `{item}` in `{path}`"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} names that are not there:\n{}", faults.len(), faults.join("\n"));
    assert!(count > 10, "the recipes say where {count} things are");
}

#[test]
fn paths_are_told_from_other_code() {
    assert_eq!(codes("a `b` c `d/e.rs`"), ["b", "d/e.rs"]);
    assert_eq!(expanded("a/{b,c}.rs"), ["a/b.rs", "a/c.rs"]);
    assert!(is_path("san.rs") && is_path("rules/moderators/strict.json") && is_path("x/{a,b}.ts"));
    assert!(
        !is_path("ruleset.json") && !is_path("notation/NAME.rs") && !is_path("a.b/c") && !is_path("x y/z.rs")
    );
    assert!(
        named(&["a/b.rs".to_owned()], "b.rs").len() == 1 && named(&["a/ab.rs".to_owned()], "b.rs").is_empty()
    );
}
