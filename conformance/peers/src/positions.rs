//! The positions that both walk, with their node counts, as they stand beside the rules.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The folder of the game that both libraries know.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess")
}

/// Files by their paths inside a folder, as the engine wants them.
type Files = Vec<(String, Vec<u8>)>;

/// The files of that game's rules.
pub(crate) fn files() -> Result<Files, Box<dyn Error>> {
    let mut files = Vec::new();
    for part in ["", "ggn/"] {
        for entry in fs::read_dir(folder().join(part))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.push((format!("{part}{name}"), fs::read(entry.path())?));
            }
        }
    }
    Ok(files)
}

#[derive(Deserialize)]
struct Known {
    positions: Vec<Counted>,
}

/// A position and how many lines of each length, from one ply on, lead from it.
#[derive(Deserialize)]
pub(crate) struct Counted {
    pub(crate) name: String,
    pub(crate) feen: String,
    nodes: Vec<u64>,
}

impl Counted {
    /// The greatest depth whose count is within a bound, and that count.
    pub(crate) fn deepest(&self, nodes_max: u64) -> Option<(u32, u64)> {
        (1u32..).zip(self.nodes.iter().copied()).take_while(|(_, nodes)| *nodes <= nodes_max).last()
    }
}

/// Every position whose counts are known.
pub(crate) fn known() -> Result<Vec<Counted>, Box<dyn Error>> {
    let known: Known = serde_json::from_slice(&fs::read(folder().join("perft.json"))?)?;
    Ok(known.positions)
}
