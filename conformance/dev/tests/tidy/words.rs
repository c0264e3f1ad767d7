//! Words that keep newcomers out, and sentences that begin with a question where a noun would do.

use std::fs;

use crate::{files, name, workspace};

/// The banned words, one a line: the word, `->`, and the term to use instead.
const BANNED: &str = include_str!("banned-words.txt");

/// Words with which a doc comment does not open: a type is a noun, a function a verb.
const OPENERS: [&str; 5] = ["What", "Who", "Whose", "Whoever", "Whether"];

/// The banned words with their replacements.
fn banned() -> Vec<(&'static str, &'static str)> {
    let lines = BANNED.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" -> ").expect("`word -> term`")).collect()
}

/// Returns whether a line has a word, or several in a row, whatever their case; `who` does not stand in `whole`.
fn has_word(line: &str, word: &str) -> bool {
    let line = line.to_lowercase();
    let is_part = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
    line.match_indices(word).any(|(at, found)| {
        let (before, after) = (&line[..at], &line[at + found.len()..]);
        !is_part(before.chars().next_back()) && !is_part(after.chars().next())
    })
}

/// Marks that open a comment of the page, whatever the line before it is.
const PAGE_MARKS: [&str; 2] = ["/**", "<!--"];

/// The text of a line that is a doc comment of Rust, or begins one of the page.
fn doc_comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["///", "//!"].into_iter().chain(PAGE_MARKS).find_map(|mark| line.strip_prefix(mark))
}

/// The text of the comment with which a file of the page begins: it says what the file is for.
fn header<'line>(before: Option<&str>, line: &'line str) -> Option<&'line str> {
    line.strip_prefix("// ").filter(|_| before.is_none())
}

/// Returns whether the doc comment on a line begins (it is not the next line of one) with one of the `OPENERS`.
fn opens_with_a_question(before: Option<&str>, line: &str) -> bool {
    let is_of_page = PAGE_MARKS.iter().any(|mark| line.trim_start().starts_with(mark));
    let begins = is_of_page || before.and_then(doc_comment).is_none_or(|text| text.trim().is_empty());
    let first =
        doc_comment(line).or_else(|| header(before, line)).and_then(|text| text.split_whitespace().next());
    begins && first.is_some_and(|first| OPENERS.contains(&first))
}

/// Returns whether a file has the page's texts in another language than English: there a room may be a *salon*.
fn is_of_another_language(file: &str) -> bool {
    let place = file.strip_prefix("web/src/texts/").and_then(|rest| rest.split(['/', '.']).next());
    place.is_some_and(|place| place.len() == 2 && place != "en")
}

#[test]
fn only_texts_of_other_languages_may_have_words_that_english_lacks() {
    for file in ["web/src/texts/fr/parts.ts", "web/src/texts/fr.ts"] {
        assert!(is_of_another_language(file), "{file}");
    }
    for file in
        ["web/src/texts/en.ts", "web/src/texts/later/en.ts", "web/src/texts/later/fr.ts", "fr/parts.ts"]
    {
        assert!(!is_of_another_language(file), "{file}");
    }
}

#[test]
fn no_source_or_document_has_a_banned_word() {
    let (root, banned) = (workspace(), banned());
    let mut faults = Vec::new();
    let endings = [
        "css", "html", "json", "md", "mjs", "moves", "pest", "py", "rs", "sh", "svelte", "toml", "ts", "txt",
        "yml",
    ];
    for path in files(&root, &endings) {
        if path.starts_with(root.join("conformance/dev/tests/tidy"))
            || is_of_another_language(&name(&root, &path))
        {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source is text");
        for (number, line) in text.lines().enumerate() {
            for (word, instead) in &banned {
                if has_word(line, word) {
                    faults.push(format!("{}:{}: `{word}`: use {instead}", name(&root, &path), number + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} banned words:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn doc_comments_open_with_a_noun_or_a_verb() {
    let root = workspace();
    let mut faults = Vec::new();
    for path in files(&root, &["rs", "ts", "svelte", "mjs", "css"]) {
        let text = fs::read_to_string(&path).expect("a source is text");
        let mut before = None;
        for (number, line) in text.lines().enumerate() {
            if opens_with_a_question(before, line) {
                faults.push(format!("{}:{}: {}", name(&root, &path), number + 1, line.trim()));
            }
            before = Some(line);
        }
    }
    assert!(
        faults.is_empty(),
        "{} doc comments open with a question word:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn a_word_is_found_whole_and_in_any_case() {
    assert!(has_word("Whence it came", "whence"));
    assert!(has_word("for who watches.", "who watches"));
    assert!(!has_word("the whole", "who"));
    assert!(!has_word("snake_whence_case", "when"));
}

#[test]
fn the_opening_of_a_comment_is_its_first_line_or_a_new_paragraph() {
    assert!(opens_with_a_question(None, "/// What a move does."));
    assert!(opens_with_a_question(Some("//!"), "//! Who may watch."));
    assert!(opens_with_a_question(Some("/** A mark. */"), "  /** What is drawn. */"));
    assert!(!opens_with_a_question(Some("/// The list of"), "/// What moves do."));
    assert!(opens_with_a_question(None, "// What a page keeps."));
    assert!(!opens_with_a_question(Some(""), "// What is not documentation."));
    assert!(!opens_with_a_question(None, "/// Whatever it is."));
}
