//! What stands between a piece and what it captures: by it a check is told from a pin, and how a check can be met.
#![allow(unsafe_code, reason = "tables are read by the indices that were made for them: see `trust`")]

use super::bits::Bits;
use super::lookup::Way;
use super::trust;

/// Tables of the squares between two squares; one for all atoms that agree.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    squares: usize,
    tables: Vec<Vec<B>>,
    /// By table and target: the sources of which the table knows the line.
    known: Vec<Vec<B>>,
}

impl<B: Bits> Lines<B> {
    pub(super) fn new(squares: usize) -> Lines<B> {
        Lines { squares, tables: Vec::new(), known: Vec::new() }
    }

    /// Takes in the captures of an atom, by target; the number of the table that has them. Of several ways to one target the first counts.
    pub(super) fn add(&mut self, back: &[Vec<Way<B>>]) -> Option<usize> {
        let ways = || {
            back.iter().enumerate().flat_map(|(to, ways)| {
                ways.iter().filter_map(move |(from, sets)| Some((*from, to, *sets.first()?)))
            })
        };
        let agrees = |&table: &usize| {
            ways().all(|(from, to, set)| {
                let knows = self
                    .known
                    .get(table)
                    .and_then(|known| known.get(to))
                    .is_some_and(|known| known.has(from));
                !knows || self.between(table, from, to) == set
            })
        };
        let table = (0..self.tables.len()).find(agrees).unwrap_or(self.tables.len());
        if table == self.tables.len() {
            self.tables.push(vec![B::EMPTY; self.squares * self.squares]);
            self.known.push(vec![B::EMPTY; self.squares]);
        }
        for (from, to, set) in ways() {
            *self.tables.get_mut(table)?.get_mut(to * self.squares + from)? = set;
            *self.known.get_mut(table)?.get_mut(to)? |= B::bit(from);
        }
        Some(table)
    }

    /// How many tables there are.
    pub(super) fn count(&self) -> usize {
        self.tables.len()
    }

    /// The squares that must be empty for a piece on `from` to capture on `to`.
    #[inline(always)]
    pub(super) fn between(&self, table: usize, from: usize, to: usize) -> B {
        // SAFETY: tables are told by the numbers that `add` gave, and have an entry for each pair of squares of the board.
        unsafe { *trust::entry(trust::entry::<Vec<B>>(&self.tables, table), to * self.squares + from) }
    }

    /// Roughly how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        let all = |tables: &[Vec<B>]| tables.iter().map(Vec::len).sum::<usize>();
        (all(&self.tables) + all(&self.known)) * size_of::<B>()
    }
}
