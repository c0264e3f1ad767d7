//! The engine of the page's rule lab.
//!
//! The lab gives the files of a ruleset as their author writes them, patterns included. [`Folder::check`] returns what `ggn check` reports about
//! them, and [`Folder::load`] the rules, if they have no error. [`Perft`] counts lines of moves in steps, so that a count can be given up.

use std::path::PathBuf;
use std::sync::Arc;

use ggn_core::notation::feen::Feen;
use ggn_core::{Line, Move, Position};
use ruleset_check::check::{self, Options};
use ruleset_check::diagnose::report::{DiagnosticReport, report};
use ruleset_check::diagnose::reporter::Reporter;
use ruleset_check::rules;
use serde::Serialize;
use tabula_engine::Rules;
use wasm_bindgen::prelude::wasm_bindgen;

/// Number of nodes of the counts in `perft.json` that are walked: few enough for every pause in typing.
const PERFT_NODES: u64 = 20_000;

/// The files of a ruleset.
#[wasm_bindgen]
#[derive(Default)]
pub struct Folder {
    files: Vec<(String, Vec<u8>)>,
}

/// Findings of a check, as JSON.
#[derive(Serialize)]
struct Report {
    diagnostics: Vec<DiagnosticReport>,
    /// Figures; null for rules that do not load.
    figures: Option<Figures>,
}

/// Figures of rules that load.
#[derive(Serialize)]
struct Figures {
    pieces: usize,
    rows: usize,
}

#[wasm_bindgen]
impl Folder {
    /// Creates a folder without files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Folder {
        Folder::default()
    }

    /// Adds a file, with its path inside the folder.
    pub fn add(&mut self, path: String, text: String) {
        self.files.push((path, text.into_bytes()));
        self.files.sort();
    }

    /// Returns the rules; nothing if they have an error.
    #[must_use]
    pub fn load(&self) -> Option<Rules> {
        let files = pattern::whole(&self.files).ok()?;
        ggn_core::Rules::load(&files).ok().map(Rules::from)
    }

    /// Returns the diagnostics of all files as JSON: `{"diagnostics": […], "figures": {"pieces": 12, "rows": 3700}}`. Each diagnostic has the form of
    /// `ggn check --format json`.
    #[must_use]
    pub fn check(&self) -> String {
        let folder = rules::Folder { root: PathBuf::from("."), files: self.files.clone() };
        let checked =
            check::ruleset(folder, Options { perft_nodes: Some(PERFT_NODES), ..Options::default() });
        let diagnostics = report(&Reporter::new(&checked.folder), &checked.diagnostics);
        let figures = checked.stats.map(|stats| Figures { pieces: stats.pieces, rows: stats.tables.rows });
        // Texts and numbers always serialize.
        serde_json::to_string(&Report { diagnostics, figures }).unwrap_or_default()
    }
}

/// A count of the lines of moves from a position, one first move at a time.
#[wasm_bindgen]
pub struct Perft {
    rules: Arc<ggn_core::Rules>,
    position: Position,
    moves: std::vec::IntoIter<Move>,
    depth: u32,
}

#[wasm_bindgen]
impl Perft {
    /// Begins a count of the lines of `depth` plies from a position, which is FEEN; nothing if the rules do not know the position.
    #[must_use]
    pub fn begin(rules: &Rules, feen: &str, depth: u32) -> Option<Perft> {
        let rules = Arc::clone(rules.shared());
        let position = rules.position(&feen.parse::<Feen>().ok()?).ok()?;
        let moves = Line::new(&rules, &position).moves().into_iter();
        Some(Perft { rules, position, moves, depth })
    }

    /// Returns the next first move and the number of its lines (`e2e4 600`); nothing behind the last.
    pub fn step(&mut self) -> Option<String> {
        let mv = self.moves.next()?;
        let line = Line::new(&self.rules, &self.position);
        let nodes = if self.depth <= 1 { 1 } else { line.after(&mv).count(self.depth - 1) };
        Some(format!("{} {nodes}", mv.uci(&self.rules)))
    }
}
