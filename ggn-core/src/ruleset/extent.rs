//! Size of a ruleset.

use std::mem::size_of_val;

use super::Ruleset;
use super::table::Table;

/// Size of a ruleset's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Number of rows: a piece, its source and a destination.
    pub rows: usize,
    /// Number of possibilities of all rows.
    pub possibilities: usize,
    /// Approximate size of the tables in bytes, without the overhead of the allocator.
    pub bytes: usize,
}

impl Ruleset {
    /// Returns the size of the tables.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.table().extent()
    }
}

impl Table {
    fn extent(&self) -> Extent {
        let conditions: usize =
            self.possibilities.iter().map(|way| size_of_val(&*way.must) + size_of_val(&*way.deny)).sum();
        let effects: usize = self
            .effects
            .iter()
            .map(|effect| {
                let squares = [&effect.takes, &effect.unattacked, &effect.revokes];
                let squares = squares.map(|squares| size_of_val(squares.as_slice())).iter().sum::<usize>();
                let choices = effect.promotes.as_ref().map_or(0, |to| size_of_val(to.choices.as_slice()));
                let placed = effect
                    .places
                    .as_ref()
                    .map_or(0, |to| size_of_val(to.pieces.as_slice()) + size_of_val(to.on.as_slice()));
                let names = [&effect.tag, &effect.san].into_iter().flatten().map(String::len).sum::<usize>();
                squares + size_of_val(effect.carries.as_slice()) + choices + placed + names
            })
            .sum();
        let parts = self.index_bytes()
            + size_of_val(self.possibilities.as_slice())
            + size_of_val(self.effects.as_slice());
        let possibilities = self.iter().map(|(_, _, row)| row.possibilities.len()).sum();
        Extent { rows: self.len(), possibilities, bytes: parts + conditions + effects }
    }
}
