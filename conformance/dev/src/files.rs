//! Files of this repository, read from disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ggn_core::Rules;
use pattern::LoadError;

/// Files as loaders take them: the path below a folder, with `/`, and the bytes.
pub type Files = Vec<(String, Vec<u8>)>;

/// Returns the absolute path of something in this repository, given its path from the root (`rules/chess`).
#[must_use]
pub fn path(below: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.unwrap().join(below)
}

/// Reads a text file of this repository.
#[must_use]
pub fn text(below: &str) -> String {
    let path = path(below);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads every file below a folder of this repository, sorted by path. Hidden files are left out, as the server leaves them out.
#[must_use]
pub fn read(below: &str) -> Files {
    read_from(&path(below))
}

/// Reads every file below any folder, sorted by path. Hidden files are left out.
#[must_use]
pub fn read_from(root: &Path) -> Files {
    let mut files = Vec::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.starts_with('.') {
                continue;
            }
            let name = format!("{prefix}{name}");
            if path.is_dir() {
                folders.push((path, format!("{name}/")));
            } else {
                let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                files.push((name, bytes));
            }
        }
    }
    files.sort();
    files
}

/// Returns the folders of all rulesets of this repository: the shipped ones, and the small ones that stand for other games.
#[must_use]
pub fn ruleset_folders() -> Vec<String> {
    let mut found = Vec::new();
    for games in ["rules", "conformance/fixtures/games"] {
        for entry in fs::read_dir(path(games)).unwrap_or_else(|error| panic!("{games}: {error}")) {
            let entry = entry.unwrap();
            if entry.path().join("ruleset.json").exists() {
                found.push(format!("{games}/{}", entry.file_name().to_str().unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Returns every file below `rules/`, which is read once in each process.
#[must_use]
pub fn rules() -> Files {
    static RULES: LazyLock<Files> = LazyLock::new(|| read("rules"));
    RULES.clone()
}

/// Reads the files of a ruleset in a folder of this repository as loaders take them: patterns alone with what they come to.
#[must_use]
pub fn whole(below: &str) -> Files {
    let files = read(below);
    let whole =
        pattern::whole(&files).unwrap_or_else(|faults| panic!("the patterns in {below}: {faults:#?}"));
    whole.into_owned()
}

/// Returns the ruleset in a folder of this repository (`rules/chess`), which is loaded once in each process.
#[must_use]
pub fn ruleset(below: &str) -> Arc<Rules> {
    static LOADED: Mutex<BTreeMap<String, Arc<Rules>>> = Mutex::new(BTreeMap::new());
    let load = || match pattern::load(&read(below)) {
        Ok(rules) => rules,
        Err(LoadError::Patterns(faults)) => panic!("the patterns in {below}: {faults:#?}"),
        Err(LoadError::Ruleset(faults)) => panic!("the ruleset in {below}:\n{faults}"),
    };
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(loaded.entry(below.to_owned()).or_insert_with(load))
}
