//! The positions that both libraries count, with their node counts, from the files of the rules.

use std::error::Error;

use serde::Deserialize;

/// Reads the files of chess that a server loads.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = dev::files::read("rules/chess");
    files.retain(|(path, _)| path.ends_with(".json"));
    files
}

/// A `perft.json`.
#[derive(Deserialize)]
pub(crate) struct PerftFile {
    pub(crate) positions: Vec<PerftPosition>,
}

/// A position, and the number of lines of each length from it, from one ply on.
#[derive(Deserialize)]
pub(crate) struct PerftPosition {
    pub(crate) name: String,
    pub(crate) feen: String,
    pub(crate) nodes: Vec<u64>,
}

impl PerftPosition {
    /// Returns the greatest depth with at most `nodes_max` nodes, and its count.
    pub(crate) fn deepest(&self, nodes_max: u64) -> Option<(u32, u64)> {
        (1u32..).zip(self.nodes.iter().copied()).take_while(|(_, nodes)| *nodes <= nodes_max).last()
    }
}

/// Returns every position with known counts.
pub(crate) fn perft_positions() -> Result<Vec<PerftPosition>, Box<dyn Error>> {
    let file: PerftFile = serde_json::from_str(&dev::files::text("rules/chess/perft.json"))?;
    Ok(file.positions)
}
