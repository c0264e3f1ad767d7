//! What the integration tests of the engine share: the rulesets of this project, read from their folders.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, unreachable_pub)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ggn_core::{Position, Ruleset};

/// The folder of a ruleset of this project.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules").join(id)
}

/// The files of a ruleset, as the engine wants them.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn files(id: &str) -> Vec<(String, Vec<u8>)> {
    files_in(&folder(id))
}

/// The files of a ruleset or of an overlay in any folder.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn files_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for part in ["", "ggn"] {
        // An overlay may do without tables.
        let Ok(entries) = fs::read_dir(folder.join(part)) else {
            assert!(!part.is_empty(), "there is no {}", folder.display());
            continue;
        };
        for entry in entries {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                let name = entry.file_name().into_string().unwrap();
                let path = if part.is_empty() { name } else { format!("{part}/{name}") };
                files.push((path, fs::read(entry.path()).unwrap()));
            }
        }
    }
    files
}

/// A ruleset of this project.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn ruleset(id: &str) -> Arc<Ruleset> {
    Ruleset::load(&files(id)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A position from FEEN.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn position(rules: &Ruleset, feen: &str) -> Position {
    rules.position(&feen.parse().unwrap()).unwrap()
}
