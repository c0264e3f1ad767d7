//! Names in a ruleset's files, read as leniently as can be: by them a report says what an author may have meant.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::json::Json;
use ggn_core::notation::feen::Feen;
use ggn_core::notation::ggn::{Ggn, Place, Possibility};
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Shape, Side};

use crate::rules::Folder;

/// The names of a ruleset, as far as its files can be read.
#[derive(Debug, Default)]
pub struct Known {
    shape: Option<Shape>,
    pieces: BTreeSet<Qpi>,
    rows: BTreeMap<(Qpi, Place), BTreeMap<Place, Vec<Possibility>>>,
}

/// The most names that a hint lists.
const LISTED: usize = 12;

impl Known {
    /// Reads what can be read of a ruleset's folder, faulty or not.
    #[must_use]
    pub fn of(folder: &Folder) -> Known {
        let mut known = Known::default();
        for (path, bytes) in &folder.files {
            let is_table = path.starts_with("ggn/") && path.ends_with(".json");
            if path != "ruleset.json" && !is_table {
                continue;
            }
            let Ok(json) = Json::parse(bytes) else { continue };
            if is_table {
                known.take_table(Ggn::from_json(&json, &mut |_| {}));
            } else if let Some(Json::String(initial)) = json.get("initial")
                && let Ok(initial) = initial.parse::<Feen>()
            {
                known.take_initial(&initial);
            }
        }
        known
    }

    fn take_table(&mut self, table: Ggn) {
        self.pieces.extend(table.idle);
        for row in table.rows {
            self.pieces.insert(row.piece);
            let destinations = self.rows.entry((row.piece, row.source)).or_default();
            destinations.entry(row.destination).or_default().extend(row.possibilities.iter().cloned());
        }
    }

    fn take_initial(&mut self, initial: &Feen) {
        self.shape = Shape::new(&initial.placement.sizes);
        let style = |side| if initial.active.side == side { initial.active } else { initial.inactive };
        let held = Side::BOTH.into_iter().flat_map(|side| &initial.hands[side]).map(|(epin, _)| epin);
        self.pieces.extend(initial.placement.squares.iter().flatten().chain(held).map(|epin| Qpi {
            sin: style(if epin.derived { epin.pin.side.opponent() } else { epin.pin.side }),
            pin: epin.pin,
        }));
    }

    /// Returns the board in words: `the board is 8x8: a1 to h8`.
    #[must_use]
    pub fn board(&self) -> Option<String> {
        let shape = self.shape.as_ref()?;
        let sizes: Vec<String> = shape.sizes().iter().map(u8::to_string).collect();
        let cell = |index| shape.cell(shape.at(index)?).map(|cell| cell.to_string());
        let (first, last) = (cell(0)?, cell(shape.squares() - 1)?);
        Some(format!("the board is {}: {first} to {last}", sizes.join("x")))
    }

    /// Returns the pieces as texts.
    #[must_use]
    pub fn pieces(&self) -> Vec<String> {
        self.pieces.iter().map(Qpi::to_string).collect()
    }

    /// Returns whether the ruleset has that piece.
    #[must_use]
    pub fn has(&self, piece: &str) -> bool {
        piece.parse().is_ok_and(|piece| self.pieces.contains(&piece))
    }

    /// Returns the letter of the styles, if all pieces have the same.
    #[must_use]
    pub fn style(&self) -> Option<char> {
        let mut letters = self.pieces.iter().map(|piece| piece.sin.letter);
        let first = letters.next()?;
        letters.all(|letter| letter == first).then(|| first.upper())
    }

    /// Returns the destinations of a piece from a place by the tables; none when they have no row for it there.
    #[must_use]
    pub fn destinations(&self, piece: &str, from: &str) -> Vec<String> {
        let rows = piece.parse().ok().zip(from.parse().ok()).and_then(|at| self.rows.get(&at));
        rows.into_iter().flat_map(BTreeMap::keys).map(Place::to_string).collect()
    }

    /// Returns the places on which the tables have rows for a piece.
    #[must_use]
    pub fn sources(&self, piece: &str) -> Vec<String> {
        let Ok(piece) = piece.parse::<Qpi>() else { return Vec::new() };
        self.rows.keys().filter(|(other, _)| *other == piece).map(|(_, from)| from.to_string()).collect()
    }

    /// Returns the conditions of a row's possibilities, each as the text of its `must`.
    #[must_use]
    pub fn musts(&self, piece: &str, from: &str, to: &str) -> Vec<String> {
        let row = piece.parse().ok().zip(from.parse().ok()).and_then(|at| self.rows.get(&at));
        let ways = row.zip(to.parse().ok()).and_then(|(row, to): (_, Place)| row.get(&to));
        ways.into_iter().flatten().map(|way| way.must.to_string()).collect()
    }
}

/// Names as a list of bounded length: `C:K, C:Q and 14 more`.
#[must_use]
pub fn list(names: &[String]) -> String {
    match names.get(..LISTED) {
        Some(first) if names.len() > LISTED + 1 => {
            format!("{} and {} more", first.join(", "), names.len() - LISTED)
        }
        Some(_) | None => names.join(", "),
    }
}
