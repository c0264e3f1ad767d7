//! Transposition table: positions that a search has seen, with what it found there.

use ggn_core::CompactMove;

/// Meaning of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The score is this or more.
    Lower,
    /// The score is this or less.
    Upper,
}

/// Finding of a search in a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) key: u64,
    pub(crate) depth: u32,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) best: Option<CompactMove>,
}

/// Table of a fixed number of places. A newer finding replaces an older one.
#[derive(Debug)]
pub(crate) struct Table {
    places: Vec<Option<Found>>,
}

impl Table {
    pub(crate) fn new(places: usize) -> Table {
        Table { places: vec![None; places.next_power_of_two()] }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Found> {
        self.places.get(self.place(key))?.as_ref().filter(|found| found.key == key)
    }

    pub(crate) fn put(&mut self, found: Found) {
        let place = self.place(found.key);
        if let Some(place) = self.places.get_mut(place) {
            *place = Some(found);
        }
    }
}
