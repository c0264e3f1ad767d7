//! Rules of the repository itself, held over its own sources: which files its documents name, which words it does not use, which modules may know
//! each other, and which requirements its tests name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod documents;
mod modules;
mod requirements;
mod words;

use std::path::{Path, PathBuf};

/// The folder of the whole workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the workspace is above this package")
}

/// The files of the repository with one of the endings, without what git ignores, in order.
fn files(root: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = ignore::WalkBuilder::new(root)
        .hidden(false)
        .require_git(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        .build()
        .map(|entry| entry.expect("the repository can be read").into_path())
        .filter(|path| path.is_file())
        .filter(|path| path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)))
        .collect();
    found.sort();
    found
}

/// A file's path as a reader of a report knows it: from the root of the repository, with `/`.
fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
