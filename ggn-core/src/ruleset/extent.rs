//! How large a ruleset is.

use std::mem::size_of_val;

use super::Ruleset;
use super::table::Table;

/// The size of a ruleset's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many rows: a piece, where it stands, where it may go.
    pub rows: usize,
    /// How many possibilities the rows have together.
    pub possibilities: usize,
    /// How many bytes the tables take in memory, nearly: what their parts need, without what the allocator adds.
    pub bytes: usize,
}

impl Ruleset {
    /// The size of the tables.
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
                let squares =
                    size_of_val(effect.takes.as_slice()) + size_of_val(effect.unattacked.as_slice());
                let choices = effect.promotes.as_ref().map_or(0, |to| size_of_val(to.choices.as_slice()));
                let names = [&effect.tag, &effect.san].into_iter().flatten().map(String::len).sum::<usize>();
                squares + size_of_val(effect.carries.as_slice()) + choices + names
            })
            .sum();
        let parts = self.index_bytes()
            + size_of_val(self.possibilities.as_slice())
            + size_of_val(self.effects.as_slice());
        let possibilities = self.iter().map(|(_, _, row)| row.possibilities.len()).sum();
        Extent { rows: self.len(), possibilities, bytes: parts + conditions + effects }
    }
}
