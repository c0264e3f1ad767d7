//! The movement tables compared row by row, wherever the rows stand.

use std::collections::{BTreeMap, BTreeSet};

use ggn_core::notation::ggn::{Place, Possibility};
use ggn_core::notation::qpi::Qpi;
use serde::Serialize;

use crate::tables::Tables;

/// Differences in the rows of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceRows {
    /// The piece.
    pub piece: String,
    /// Its rows that are different, by source and destination.
    pub rows: Vec<RowDifference>,
}

impl PieceRows {
    /// Returns the number of rows with that kind of change.
    #[must_use]
    pub fn count(&self, change: RowChange) -> usize {
        self.rows.iter().filter(|row| row.change == change).count()
    }
}

/// Kind of change of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowChange {
    /// Only the second ruleset has it.
    Added,
    /// Only the first ruleset has it.
    Removed,
    /// Both have it, with other ways.
    Changed,
    /// Both have it with the same ways in another order, and the first that is open is the one that is played.
    Reordered,
}

/// A row that is different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowDifference {
    /// Source; `*` is the hand.
    pub source: String,
    /// Destination.
    pub destination: String,
    /// Kind of change.
    pub change: RowChange,
    /// Its ways in the first ruleset.
    pub first: Vec<String>,
    /// Its ways in the second ruleset.
    pub second: Vec<String>,
    /// The row, for the search on a board.
    #[serde(skip)]
    pub(super) key: (Qpi, Place, Place),
}

type Rows = BTreeMap<(Qpi, Place, Place), Vec<String>>;

/// Compares the rows of two rulesets.
pub(super) fn compare(tables: &[Tables; 2]) -> Vec<PieceRows> {
    let [first, second] = tables.each_ref().map(read);
    let keys: BTreeSet<_> = first.keys().chain(second.keys()).copied().collect();
    let mut pieces: Vec<PieceRows> = Vec::new();
    for key in keys {
        let (one, other) = (first.get(&key), second.get(&key));
        let change = match (one, other) {
            (Some(one), Some(other)) if one == other => continue,
            (None, _) => RowChange::Added,
            (_, None) => RowChange::Removed,
            (Some(one), Some(other)) if sorted(one) == sorted(other) => RowChange::Reordered,
            (Some(_), Some(_)) => RowChange::Changed,
        };
        let (piece, source, destination) = key;
        let row = RowDifference {
            source: source.to_string(),
            destination: destination.to_string(),
            change,
            first: one.cloned().unwrap_or_default(),
            second: other.cloned().unwrap_or_default(),
            key,
        };
        let piece = piece.to_string();
        match pieces.last_mut().filter(|rows| rows.piece == piece) {
            Some(rows) => rows.rows.push(row),
            None => pieces.push(PieceRows { piece, rows: vec![row] }),
        }
    }
    pieces
}

fn read(tables: &Tables) -> Rows {
    let mut rows = Rows::new();
    for row in tables.rows() {
        let ways = rows.entry((row.piece, row.source, row.destination)).or_default();
        ways.extend(row.possibilities.iter().map(spelled));
    }
    rows
}

/// Returns a way with its conditions in the order of the squares: theirs in the file does not matter.
fn spelled(way: &Possibility) -> String {
    let mut way = way.clone();
    way.must.conditions.sort_by_key(|(cell, _)| *cell);
    way.deny.conditions.sort_by_key(|(cell, _)| *cell);
    way.to_string()
}

fn sorted(ways: &[String]) -> Vec<&String> {
    let mut ways: Vec<&String> = ways.iter().collect();
    ways.sort();
    ways
}
