//! What is measured, by the clock and by instructions alike: the six known positions with their counts, and the rules that they belong to.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot be made ends; each bench uses its own part of this module"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ggn_core::notation::feen::Feen;
use ggn_core::{Position, Ruleset};
use serde::Deserialize;

/// How the last ply of a line is counted.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// By the number of moves that there are.
    Bulk,
    /// By making each of them.
    Full,
}

impl Mode {
    pub const ALL: [Mode; 2] = [Mode::Bulk, Mode::Full];

    pub fn name(self) -> &'static str {
        match self {
            Mode::Bulk => "perft bulk",
            Mode::Full => "perft full",
        }
    }
}

/// A known position.
pub struct Spot {
    pub name: String,
    pub text: String,
    pub feen: Feen,
    pub position: Position,
    nodes: Vec<u64>,
}

impl Spot {
    /// How many moves there are.
    pub fn moves(&self) -> usize {
        *self.nodes.first().unwrap() as usize
    }

    /// The greatest depth whose count is within a bound, and that count.
    pub fn deepest(&self, nodes_max: u64) -> (u32, u64) {
        (1u32..).zip(self.nodes.iter().copied()).take_while(|(_, nodes)| *nodes <= nodes_max).last().unwrap()
    }
}

#[derive(Deserialize)]
struct Known {
    positions: Vec<Counted>,
}

#[derive(Deserialize)]
struct Counted {
    name: String,
    feen: String,
    nodes: Vec<u64>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/chess")
}

/// The files of the rules.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for part in ["", "ggn/"] {
        for entry in fs::read_dir(folder().join(part)).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                let name = entry.file_name().into_string().unwrap();
                files.push((format!("{part}{name}"), fs::read(entry.path()).unwrap()));
            }
        }
    }
    // Folders tell their files in an order of their own, and every instruction is counted.
    files.sort();
    files
}

/// The rules.
pub fn rules() -> Arc<Ruleset> {
    Ruleset::load(&files()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// All known positions.
pub fn spots(rules: &Ruleset) -> Vec<Spot> {
    let known: Known = serde_json::from_slice(&fs::read(folder().join("perft.json")).unwrap()).unwrap();
    known.positions.into_iter().map(|counted| spot(rules, counted)).collect()
}

fn spot(rules: &Ruleset, counted: Counted) -> Spot {
    let Counted { name, feen: text, nodes } = counted;
    let feen: Feen = text.parse().unwrap();
    let position = rules.position(&feen).unwrap();
    Spot { name, text, feen, position, nodes }
}

/// Counts lines, and insists on how many there are.
pub fn walk(rules: &Ruleset, spot: &Spot, mode: Mode, (depth, nodes): (u32, u64)) {
    let found = match mode {
        Mode::Bulk => ggn_core::perft(rules, &spot.position, depth),
        Mode::Full => ggn_core::perft_full(rules, &spot.position, depth),
    };
    assert_eq!(found, nodes, "{} at depth {depth}", spot.name);
}

/// Reads a position's text, and insists on the position.
pub fn parse(spot: &Spot) {
    let feen: Feen = spot.text.parse().unwrap();
    assert!(feen == spot.feen, "{}", spot.name);
}

/// Writes a position, and insists on its text.
pub fn print(spot: &Spot) {
    assert_eq!(spot.feen.to_string(), spot.text, "{}", spot.name);
}

/// Makes a position of the game, and insists on it.
pub fn place(rules: &Ruleset, spot: &Spot) {
    assert!(rules.position(&spot.feen).as_ref() == Ok(&spot.position), "{}", spot.name);
}

/// Lists the legal moves, and insists on how many there are.
pub fn list(rules: &Ruleset, spot: &Spot) {
    assert_eq!(rules.legal_moves(&spot.position).len(), spot.moves(), "{}", spot.name);
}

/// Loads the rules, and insists that they are the same.
pub fn load(files: &[(String, Vec<u8>)], rules: &Ruleset) {
    let loaded = Ruleset::load(files).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(loaded.initial() == rules.initial());
}
