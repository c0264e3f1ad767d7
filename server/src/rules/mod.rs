//! The rules folder: read into memory for the session, which knows no files, and its rulesets as browsers fetch them.

mod bundle;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::hex::hex;

pub(crate) use bundle::{Bundle, CachedBundle, List, RulesCache};

/// Bytes that all rules together may have: a wrong folder is noticed before it fills the memory.
const MAX_BYTES: u64 = 64 << 20;

/// The reason why the rules could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadRulesError {
    /// A file system call failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The folder holds too much to be a folder of rules.
    #[error("{}: more than {MAX_BYTES} bytes of rules", .0.display())]
    TooLarge(PathBuf),
}

/// Reads every JSON file below `root`: its path relative to `root` (with `/`) and its bytes, in the order of the paths; and the patterns of
/// rulesets. Other files there, such as texts and the patterns of overlays, are for authors: a change to them changes no rule.
///
/// # Errors
/// Returns an error if a file cannot be read, or all files together are too large.
pub fn read_rules(root: &Path) -> Result<Vec<(String, Vec<u8>)>, ReadRulesError> {
    let mut files = Vec::new();
    let mut folders = vec![(root.to_owned(), String::new())];
    let mut total = 0;
    while let Some((folder, prefix)) = folders.pop() {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| ReadRulesError::Io { path, error }
        };
        for entry in fs::read_dir(&folder).map_err(failed(&folder))? {
            let entry = entry.map_err(failed(&folder))?;
            let path = entry.path();
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            let name = format!("{prefix}{name}");
            let about = fs::metadata(&path).map_err(failed(&path))?;
            if about.is_dir() {
                folders.push((path, format!("{name}/")));
                continue;
            }
            if !name.ends_with(".json") && !name.ends_with(".moves") {
                continue;
            }
            total += about.len();
            if total > MAX_BYTES {
                return Err(ReadRulesError::TooLarge(root.to_owned()));
            }
            files.push((name, fs::read(&path).map_err(failed(&path))?));
        }
    }
    files.sort();
    files.retain(|(path, _)| path.ends_with(".json") || ruleset_of_patterns(path).is_some());
    Ok(files)
}

/// Returns the ruleset to which a file of patterns belongs.
fn ruleset_of_patterns(path: &str) -> Option<&str> {
    let (folder, _) = path.split_once("/patterns/")?;
    (path.ends_with(".moves") && !folder.contains('/')).then_some(folder)
}

/// Returns a short hash of all files and their paths. Patterns beside tables do not count: a change to them changes no rule.
#[must_use]
pub fn rules_hash(files: &[(String, Vec<u8>)]) -> String {
    let has_tables = |folder: &str| {
        let (tables, effects) = (format!("{folder}/ggn/"), format!("{folder}/effects.json"));
        files.iter().any(|(path, _)| path.starts_with(&tables) || *path == effects)
    };
    let mut hash = Sha256::new();
    for (path, bytes) in files.iter().filter(|(path, _)| !ruleset_of_patterns(path).is_some_and(has_tables)) {
        for part in [path.as_bytes(), bytes] {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
    }
    let mut text = hex(&hash.finalize());
    text.truncate(16);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_changes_with_any_path_or_byte() {
        let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
        let hash = rules_hash(&[file("a", "xy"), file("b", "")]);
        assert_eq!(hash.len(), 16);
        assert_eq!(hash, rules_hash(&[file("a", "xy"), file("b", "")]));
        for other in [
            vec![file("a", "x"), file("yb", "")],
            vec![file("a", "xz"), file("b", "")],
            vec![file("a", "xy")],
        ] {
            assert_ne!(hash, rules_hash(&other));
        }
    }

    #[test]
    fn rules_are_read_with_their_paths_in_order() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("game")).unwrap();
        for name in ["z.json", "game/b.json", "game/a.json", "game/a.moves", "README.md", ".hidden.json"] {
            fs::write(root.path().join(name), name).unwrap();
        }
        let read = || -> Vec<String> {
            read_rules(root.path()).unwrap().into_iter().map(|(path, _)| path).collect()
        };
        assert_eq!(read(), ["game/a.json", "game/b.json", "z.json"]);
        fs::create_dir_all(root.path().join("game/patterns")).unwrap();
        fs::write(root.path().join("game/patterns/a.moves"), "K: K").unwrap();
        assert_eq!(read(), ["game/a.json", "game/b.json", "game/patterns/a.moves", "z.json"]);
        fs::write(root.path().join("game/effects.json"), "{}").unwrap();
        let all = ["game/a.json", "game/b.json", "game/effects.json", "game/patterns/a.moves", "z.json"];
        assert_eq!(read(), all);
        let hash = || rules_hash(&read_rules(root.path()).unwrap());
        let before = hash();
        fs::write(root.path().join("game/patterns/a.moves"), "K: Q").unwrap();
        assert_eq!(hash(), before, "a change to patterns beside tables changes no rule");
        fs::remove_file(root.path().join("game/effects.json")).unwrap();
        assert_ne!(hash(), before);
        let missing = read_rules(&root.path().join("none")).unwrap_err().to_string();
        assert!(missing.contains("none"), "{missing}");
    }
}
