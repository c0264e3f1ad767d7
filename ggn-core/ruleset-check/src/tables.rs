//! Movement tables of a folder as written, so that a row can be reported with its file and its place there.
//!
//! The engine joins the tables of all files and forgets where a row came from. Here they are kept apart, in the same order.

use std::collections::BTreeMap;

use ggn_core::json::{Json, JsonPath};
use ggn_core::notation::ggn::{Ggn, Place, Possibility, Row};
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::qpi::Qpi;

use crate::rules::Folder;

/// The file with what moves change beyond carrying their piece.
pub const EFFECTS: &str = "effects.json";

/// All tables of a folder, and its effects.
#[derive(Clone, Debug)]
pub struct Tables {
    rows: Vec<(usize, Row)>,
    files: Vec<String>,
    /// Indices into `rows` of a piece from a place to another, in the order in which the engine tries them.
    index: BTreeMap<(Qpi, Place, Place), Vec<usize>>,
    effects: Json,
}

/// One way in which a row is possible, and where it is written.
#[derive(Clone, Debug)]
pub struct Way<'a> {
    /// The file, by its path in the folder.
    pub file: &'a str,
    /// Path in the file.
    pub path: JsonPath,
    /// Conditions.
    pub possibility: &'a Possibility,
}

/// Effect of a way beyond carrying its piece, with its place in [`EFFECTS`].
#[derive(Clone, Debug)]
pub struct EffectAt<'a> {
    /// Path in the file.
    pub path: JsonPath,
    /// Content.
    pub json: &'a Json,
}

impl Tables {
    /// Reads the tables of a folder whose ruleset loads. What is no table is passed over.
    #[must_use]
    pub fn read(folder: &Folder) -> Tables {
        let mut tables = Tables::without_rows(Json::Null);
        for (file, bytes) in &folder.files {
            if file == EFFECTS {
                tables.effects = Json::parse(bytes).unwrap_or(Json::Null);
            } else if file.starts_with("ggn/")
                && file.ends_with(".json")
                && let Ok(ggn) = Ggn::parse(bytes)
            {
                tables.add(file, ggn);
            }
        }
        tables
    }

    /// Takes the tables and effects that patterns come to.
    #[must_use]
    pub fn of(written: pattern::Tables) -> Tables {
        let mut tables = Tables::without_rows(written.effects.unwrap_or(Json::Null));
        for (file, ggn) in written.tables {
            tables.add(&file, ggn);
        }
        tables
    }

    fn without_rows(effects: Json) -> Tables {
        Tables { rows: Vec::new(), files: Vec::new(), index: BTreeMap::new(), effects }
    }

    fn add(&mut self, file: &str, ggn: Ggn) {
        let number = self.files.len();
        self.files.push(file.to_owned());
        for row in ggn.rows {
            let key = (row.piece, row.source, row.destination);
            self.index.entry(key).or_default().push(self.rows.len());
            self.rows.push((number, row));
        }
    }

    /// Returns all effects, as in [`EFFECTS`]; null if the ruleset has none.
    pub(crate) fn effects(&self) -> &Json {
        &self.effects
    }

    /// Returns every row, file by file.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().map(|(_, row)| row)
    }

    /// Returns the rows of a piece from a place, by destination; one that stands in several files comes once for each.
    pub fn rows_from(&self, piece: Qpi, source: Place) -> impl Iterator<Item = &Row> {
        // The hand comes before every square.
        let from = (piece, source, Place::Hand);
        let rows = self.index.range(from..).take_while(move |((of, at, _), _)| (*of, *at) == (piece, source));
        rows.flat_map(|(_, rows)| rows).filter_map(|row| self.rows.get(*row).map(|(_, row)| row))
    }

    /// Returns the ways in which a piece can go from a place to another, in the order in which the engine tries them.
    #[must_use]
    pub fn ways(&self, piece: Qpi, source: Place, destination: Place) -> Vec<Way<'_>> {
        let rows = self.index.get(&(piece, source, destination));
        let rows = rows.into_iter().flatten().filter_map(|row| self.rows.get(*row));
        rows.flat_map(|(file, row)| {
            let file = self.files.get(*file).map_or("", String::as_str);
            row.possibilities.iter().enumerate().map(move |(index, possibility)| Way {
                file,
                path: path(row, index),
                possibility,
            })
        })
        .collect()
    }

    /// Returns the rows that have effects, each with all of them.
    pub fn effect_rows(&self) -> impl Iterator<Item = ((Qpi, Place, Place), &[Json])> {
        members(self.effects.get("rows")).iter().flat_map(|(piece, sources)| {
            members(Some(sources)).iter().flat_map(move |(source, destinations)| {
                members(Some(destinations)).iter().filter_map(move |(destination, effects)| {
                    let Json::Array(effects) = effects else { return None };
                    let row = (piece.parse().ok()?, source.parse().ok()?, destination.parse().ok()?);
                    Some((row, effects.as_slice()))
                })
            })
        })
    }

    /// Returns the rows with an effect for which algebraic notation has that word.
    #[must_use]
    pub fn rows_with_san(&self, word: &str) -> Vec<(Qpi, Place, Place)> {
        let word = Json::String(word.to_owned());
        let has_word = |effect: &Json| effect.get("san") == Some(&word);
        let rows = self.effect_rows().filter(|(_, effects)| effects.iter().any(has_word));
        rows.map(|(row, _)| row).collect()
    }

    /// Returns the piece that a piece becomes by the effects once the other side has moved.
    #[must_use]
    pub fn expires(&self, piece: Qpi) -> Option<Qpi> {
        read_piece(self.effects.get("expires")?.get(&piece.to_string())?)
    }

    /// Returns the pieces that a piece can be once it has gone by a way of a row.
    #[must_use]
    pub fn arrives_as(&self, row: &Row, way: &Possibility) -> Vec<Qpi> {
        let effect = self.effect((row.piece, row.source, row.destination), way);
        let effect = effect.map(|effect| effect.json);
        let promotes = effect.and_then(|effect| effect.get("promotes"));
        let mut pieces = Vec::new();
        if let Some(Json::Array(choices)) = promotes.and_then(|promotes| promotes.get("to")) {
            pieces.extend(choices.iter().filter_map(read_piece));
        }
        if pieces.is_empty() || promotes.and_then(|it| it.get("optional")) == Some(&Json::Bool(true)) {
            let becomes = effect.and_then(|effect| effect.get("becomes")).and_then(read_piece);
            let moved = || read_piece(self.effects.get("moved")?.get(&row.piece.to_string())?);
            pieces.push(becomes.or_else(moved).unwrap_or(row.piece));
        }
        pieces
    }

    /// Returns the effect of a way of a row, if there is one.
    #[must_use]
    pub fn effect(&self, row: (Qpi, Place, Place), way: &Possibility) -> Option<EffectAt<'_>> {
        let (piece, source, destination) = row;
        let keys = ["rows".to_owned(), piece.to_string(), source.to_string(), destination.to_string()];
        let Json::Array(effects) = keys.iter().try_fold(&self.effects, |json, key| json.get(key))? else {
            return None;
        };
        let index = effects.iter().position(|effect| fits(effect, way))?;
        let mut path = JsonPath { steps: keys.iter().map(|key| key.as_str().into()).collect() };
        path.steps.push(index.into());
        Some(EffectAt { path, json: effects.get(index)? })
    }
}

fn read_piece(json: &Json) -> Option<Qpi> {
    match json {
        Json::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Returns the members of an object; none of anything else.
fn members(json: Option<&Json>) -> &[(String, Json)] {
    match json {
        Some(Json::Object(members)) => members,
        _ => &[],
    }
}

/// Returns the path of a way of a row in its file.
fn path(row: &Row, index: usize) -> JsonPath {
    let keys = [row.piece.to_string(), row.source.to_string(), row.destination.to_string()];
    let mut path = JsonPath { steps: keys.iter().map(|key| key.as_str().into()).collect() };
    path.steps.push(index.into());
    path
}

/// Returns whether all conditions of an effect's `when` are among those of the way.
fn fits(effect: &Json, way: &Possibility) -> bool {
    let Some(Json::Object(conditions)) = effect.get("when") else { return true };
    conditions.iter().all(|(cell, value)| {
        let Json::String(value) = value else { return false };
        let (Ok(cell), Ok(condition)) = (cell.parse(), value.parse::<Condition>()) else { return false };
        way.must.conditions.contains(&(cell, condition))
    })
}
