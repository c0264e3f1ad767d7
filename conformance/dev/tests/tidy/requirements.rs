//! The requirements of the documents that the project follows: each has code that meets it and a test that names it.
//!
//! `conformance/requirements/NAME.json` lists those of one document; [`list`] reads it. Sources cite them in comments, `// Requirement rooms-17.`,
//! which [`citation`] reads. [`check`] compares the two, and [`table`] prints both for readers.

mod check;
mod citation;
mod list;
mod table;

use std::fs;
use std::path::Path;

use crate::{files, name, workspace};
use check::Repository;
use citation::{Source, citations};
use list::Document;

/// The folder of the lists.
const LISTS: &str = "conformance/requirements";

/// The lists, the citations and the case files of the repository.
fn repository(root: &Path) -> Repository {
    let mut repository = Repository::default();
    for path in files(&root.join(LISTS), &["json"]) {
        let file = name(root, &path);
        let text = fs::read_to_string(&path).expect("a list is text");
        match Document::read(&file, &text) {
            Ok(document) => repository.documents.push(document),
            Err(fault) => repository.faults.push(fault),
        }
    }
    for path in files(root, &["rs", "ts", "mjs", "svelte"]) {
        // Here are texts that only look like citations.
        if path.starts_with(root.join("conformance/dev/tests/tidy")) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source is text");
        let source = Source { file: &name(root, &path), text: &text };
        repository.citations.extend(citations(&source, &mut repository.faults));
    }
    for path in files(&root.join("conformance/cases"), &["json"]) {
        let text = fs::read_to_string(&path).expect("a case file is text");
        repository.cases.insert(name(root, &path), check::names_of_cases(&text));
    }
    repository.data =
        files(&root.join("rules"), &["json", "moves"]).iter().map(|path| name(root, path)).collect();
    repository
}

#[test]
fn every_requirement_has_code_and_a_test_that_names_it() {
    let repository = repository(&workspace());
    assert!(!repository.documents.is_empty(), "no list of requirements was found in {LISTS}");
    let faults = repository.faults();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_table_of_requirements_is_up_to_date() {
    let root = workspace();
    let (path, table) = (root.join(table::FILE), table::print(&repository(&root)));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &table).expect("the table can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let differs = written.lines().zip(table.lines()).position(|(was, is)| was != is).map(|at| at + 1);
    let run = "UPDATE_GOLDEN=1 cargo test -p dev --test tidy writes it";
    assert!(written == table, "{} is out of date from line {differs:?} on: {run}", table::FILE);
}
