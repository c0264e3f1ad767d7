//! The engine in the browser.
//!
//! The page loads a ruleset's files and requests the possible destinations of a piece. [`Rules::tries`] and [`Rules::choices`] take
//! the player's own pieces only, so their results reveal nothing about the other side; [`Rules::engine`] creates a whole game.
//! Arguments and results are plain lists in strings (`e2=C:+P e1=C:+K^`, `e3 e4`), which are small and easy to parse.

use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Fault, Faults, OwnPieces, PieceId, Side, Square, choices, tries};
use wasm_bindgen::prelude::wasm_bindgen;

/// Collects the files of a ruleset.
#[wasm_bindgen]
#[derive(Default)]
pub struct Loader {
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl Loader {
    /// Creates a loader without files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Loader {
        Loader::default()
    }

    /// Adds a file, with its path inside the ruleset.
    pub fn add(&mut self, path: String, text: String) {
        self.files.push((path, text.into_bytes()));
    }

    /// Loads the rules, of which tables and effects may be relative, or returns the positions of all faults of the files, one per line.
    ///
    /// # Errors
    /// Returns an error if the ruleset has any fault. The server has validated the files before serving them, so faults only occur if files are
    /// damaged in transit, and their positions are enough: the messages would be a large part of the download.
    pub fn finish(self) -> Result<Rules, String> {
        let place = |fault: &Fault| format!("{}: {}", fault.file, fault.path);
        let places = |faults: Faults| faults.as_slice().iter().map(place).collect::<Vec<_>>().join("\n");
        ggn_core::relative::load(&self.files).map(|rules| Rules { rules }).map_err(places)
    }
}

/// A loaded ruleset.
#[wasm_bindgen]
pub struct Rules {
    rules: Arc<ggn_core::Rules>,
}

impl From<Arc<ggn_core::Rules>> for Rules {
    fn from(rules: Arc<ggn_core::Rules>) -> Rules {
        Rules { rules }
    }
}

impl Rules {
    /// Returns the rules as Rust uses them.
    #[must_use]
    pub fn shared(&self) -> &Arc<ggn_core::Rules> {
        &self.rules
    }
}

#[wasm_bindgen]
impl Rules {
    /// Returns the number of files of the board.
    #[must_use]
    pub fn files(&self) -> usize {
        self.size(0)
    }

    /// Returns the number of ranks of the board.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.size(1)
    }

    /// Returns the squares that the piece on `from` may attempt, given the side's own pieces only.
    #[must_use]
    pub fn tries(&self, first: bool, own: &str, from: &str) -> String {
        let own = self.own(first, own);
        self.square(from).map_or_else(String::new, |from| {
            list(tries(&self.rules, &own, from).into_iter().map(|attempt| self.name(attempt.destination)))
        })
    }

    /// Returns the promotion choices of a move, given geometry and own pieces only; empty if there is no choice.
    #[must_use]
    pub fn choices(&self, first: bool, own: &str, from: &str, to: &str) -> String {
        let own = self.own(first, own);
        let (Some(from), Some(to)) = (self.square(from), self.square(to)) else { return String::new() };
        list(
            choices(&self.rules, &own, from, to)
                .into_iter()
                .filter_map(|piece| Some(self.rules.piece(piece)?.letter().to_string())),
        )
    }

    /// Creates a game of these rules with the engine interface.
    // Requirement engine-35.
    #[must_use]
    pub fn engine(&self) -> Engine {
        Engine { engine: ggn_core::engine::Engine::new(Arc::clone(&self.rules)) }
    }

    fn size(&self, dimension: usize) -> usize {
        self.rules.shape().sizes().get(dimension).map_or(1, |&size| usize::from(size))
    }

    fn square(&self, name: &str) -> Option<Square> {
        self.rules.shape().square(name.parse::<Cell>().ok()?)
    }

    fn name(&self, square: Square) -> String {
        self.rules.shape().cell(square).map_or_else(String::new, |cell| cell.to_string())
    }

    /// Parses pieces with their squares, and skips entries that are not a piece on a square of this board.
    fn parse<'a>(&'a self, pieces: &'a str) -> impl Iterator<Item = (Square, Qpi)> + 'a {
        pieces.split(' ').filter_map(|entry| {
            let (cell, qpi) = entry.split_once('=')?;
            Some((self.square(cell)?, qpi.parse().ok()?))
        })
    }

    fn own(&self, first: bool, pieces: &str) -> OwnPieces {
        let known = self
            .parse(pieces)
            .filter_map(|(square, qpi)| Some((square, self.rules.piece_id(qpi)?)))
            .collect::<Vec<(Square, PieceId)>>();
        OwnPieces::new(&self.rules, side(first), known)
    }
}

/// The engine interface; `ggn-core/engine.md` documents its messages.
#[wasm_bindgen]
pub struct Engine {
    engine: ggn_core::engine::Engine,
}

#[wasm_bindgen]
impl Engine {
    /// Returns the first messages for a host, one per line.
    #[must_use]
    pub fn greet(&self) -> String {
        self.engine.greet().join("\n")
    }

    /// Handles a message and returns the responses, one per line.
    // Requirement engine-7.
    pub fn send(&mut self, message: &str) -> String {
        self.engine.handle(message).join("\n")
    }
}

fn side(first: bool) -> Side {
    if first { Side::First } else { Side::Second }
}

fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(" ")
}
