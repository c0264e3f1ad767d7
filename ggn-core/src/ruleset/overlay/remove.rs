//! Removal of rows from tables, with their effects.

use super::raw::RawRows;
use crate::json::{Json, JsonPath, JsonStep};

/// Rows that one overlay removes.
pub(super) struct Removal<'r> {
    removed: &'r RawRows,
    /// For each entry, whether a row was removed by it.
    found: Vec<(JsonPath, bool)>,
}

impl<'r> Removal<'r> {
    pub(super) fn new(removed: &'r RawRows) -> Removal<'r> {
        let mut found = Vec::new();
        let mut path = JsonPath { steps: vec!["removes".into()] };
        for (piece, sources) in removed {
            path.within(JsonStep::from(piece), |path| {
                if sources.is_empty() {
                    found.push((path.clone(), false));
                }
                for (source, destinations) in sources {
                    path.within(JsonStep::from(source), |path| {
                        if destinations.is_empty() {
                            found.push((path.clone(), false));
                        }
                        for index in 0..destinations.len() {
                            path.within(index, |path| found.push((path.clone(), false)));
                        }
                    });
                }
            });
        }
        Removal { removed, found }
    }

    /// Returns the entries that removed no row.
    pub(super) fn missed(self) -> impl Iterator<Item = JsonPath> {
        self.found.into_iter().filter(|(_, found)| !found).map(|(path, _)| path)
    }

    /// Returns whether a row is removed.
    fn takes(&mut self, piece: &str, source: &str, destination: &str) -> bool {
        let mut entries = self.found.iter_mut();
        let mut is_taken = false;
        for (of, sources) in self.removed {
            if sources.is_empty() {
                is_taken |= mark(entries.next(), of == piece);
            }
            for (from, destinations) in sources {
                let is_source = of == piece && from == source;
                if destinations.is_empty() {
                    is_taken |= mark(entries.next(), is_source);
                }
                for to in destinations {
                    is_taken |= mark(entries.next(), is_source && to == destination);
                }
            }
        }
        is_taken
    }
}

/// Returns a table without the rows that any of the overlays removes. A piece without any rows left is removed from it.
pub(super) fn rows(removals: &mut [Removal<'_>], table: Json) -> Json {
    let Json::Object(pieces) = table else { return table };
    let mut left = Vec::with_capacity(pieces.len());
    for (piece, sources) in pieces {
        let Json::Object(sources) = sources else {
            left.push((piece, sources));
            continue;
        };
        let (had, mut kept) = (!sources.is_empty(), Vec::with_capacity(sources.len()));
        for (source, destinations) in sources {
            let Json::Object(destinations) = destinations else {
                kept.push((source, destinations));
                continue;
            };
            let stays: Vec<_> = destinations
                .into_iter()
                .filter(|(destination, _)| {
                    // Every overlay is asked, since two may remove the same row.
                    let asked =
                        removals.iter_mut().map(|removal| removal.takes(&piece, &source, destination));
                    !asked.fold(false, |taken, takes| taken | takes)
                })
                .collect();
            if !stays.is_empty() {
                kept.push((source, Json::Object(stays)));
            }
        }
        if !had || !kept.is_empty() {
            left.push((piece, Json::Object(kept)));
        }
    }
    Json::Object(left)
}

fn mark(entry: Option<&mut (JsonPath, bool)>, is_it: bool) -> bool {
    if let Some((_, found)) = entry {
        *found |= is_it;
    }
    is_it
}
