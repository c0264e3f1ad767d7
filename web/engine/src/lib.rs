//! The engine in the browser.
//!
//! The page hands over a ruleset's files and asks, for one piece, where it may go. [`Rules::tries`] and [`Rules::choices`] take
//! one's own pieces only, so what they answer can tell nothing about the other side; [`Rules::engine`] gives a whole game to speak with.
//! Arguments and answers are plain lists in strings (`e2=C:+P e1=C:+K^`, `e3 e4`): small to pass and to parse.

use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Fault, Faults, OwnPieces, PieceId, Ruleset, Side, Square, choices, tries};
use wasm_bindgen::prelude::wasm_bindgen;

/// Collects the files of a ruleset.
#[wasm_bindgen]
#[derive(Default)]
pub struct Loader {
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl Loader {
    /// A loader without files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Loader {
        Loader::default()
    }

    /// Adds one file, by its path inside the ruleset.
    pub fn add(&mut self, path: String, text: String) {
        self.files.push((path, text.into_bytes()));
    }

    /// The rules, or the places of all faults of the files, one a line.
    ///
    /// # Errors
    /// When the files are not a ruleset without fault. The server has read them before it hands them out, so that nobody is ever told more than
    /// where they were damaged on the way: what is wrong there in words would be a good part of what a phone has to fetch.
    pub fn finish(self) -> Result<Rules, String> {
        let place = |fault: &Fault| format!("{}: {}", fault.file, fault.path);
        let places = |faults: Faults| faults.as_slice().iter().map(place).collect::<Vec<_>>().join("\n");
        Ruleset::load(&self.files).map(|rules| Rules { rules }).map_err(places)
    }
}

/// One ruleset, ready to be asked.
#[wasm_bindgen]
pub struct Rules {
    rules: Arc<Ruleset>,
}

#[wasm_bindgen]
impl Rules {
    /// How many files the board has.
    #[must_use]
    pub fn files(&self) -> usize {
        self.size(0)
    }

    /// How many ranks the board has.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.size(1)
    }

    /// The squares that the piece on `from` may try, as far as the side's own pieces tell.
    #[must_use]
    pub fn tries(&self, first: bool, own: &str, from: &str) -> String {
        let own = self.own(first, own);
        self.square(from).map_or_else(String::new, |from| {
            list(tries(&self.rules, &own, from).into_iter().map(|attempt| self.name(attempt.destination)))
        })
    }

    /// What the piece must choose to become there, by geometry and own pieces alone; nothing when it need not choose.
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

    /// A game of these rules, to speak with in the messages of the engine interface.
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

    /// Entries that are no piece on a square of this board are passed over.
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

/// The engine interface: `ggn-core/engine.md` has its messages.
#[wasm_bindgen]
pub struct Engine {
    engine: ggn_core::engine::Engine,
}

#[wasm_bindgen]
impl Engine {
    /// What a host is told first, one message a line.
    #[must_use]
    pub fn greet(&self) -> String {
        self.engine.greet().join("\n")
    }

    /// Takes a message; the answers, one a line.
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
