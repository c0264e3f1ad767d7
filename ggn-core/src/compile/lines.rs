//! Squares between attacker and target. They tell a check from a pin, and say where a check can be blocked or a hop gets its screen.
#![allow(unsafe_code, reason = "table reads without bounds checks: see `unchecked`")]

use super::bits::Bits;
use super::lookup::Paths;
use super::unchecked;

/// Tables of the squares between two squares; atoms that agree share one.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    squares: usize,
    tables: Vec<Vec<B>>,
    /// By table and target: the sources whose line the table knows.
    known: Vec<Vec<B>>,
}

impl<B: Bits> Lines<B> {
    pub(super) fn new(squares: usize) -> Lines<B> {
        Lines { squares, tables: Vec::new(), known: Vec::new() }
    }

    /// Adds the captures of an atom, by target, and returns the index of their table.
    pub(super) fn add(&mut self, back: &[Vec<Paths<B>>]) -> Option<usize> {
        let paths = || {
            back.iter().enumerate().flat_map(|(to, paths)| {
                paths.iter().map(move |(from, sets)| {
                    (*from, to, sets.iter().fold(B::EMPTY, |set, path| set | path.squares()))
                })
            })
        };
        let agrees = |&table: &usize| {
            paths().all(|(from, to, set)| {
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
        for (from, to, set) in paths() {
            *self.tables.get_mut(table)?.get_mut(to * self.squares + from)? = set;
            *self.known.get_mut(table)?.get_mut(to)? |= B::bit(from);
        }
        Some(table)
    }

    /// Number of tables.
    pub(super) fn count(&self) -> usize {
        self.tables.len()
    }

    /// Returns the squares on which it depends whether a piece on `from` can capture on `to`.
    #[inline(always)]
    pub(super) fn between(&self, table: usize, from: usize, to: usize) -> B {
        // SAFETY: `table` comes from `add`, and each table has an entry for every pair of squares of the board.
        unsafe {
            *unchecked::entry(unchecked::entry::<Vec<B>>(&self.tables, table), to * self.squares + from)
        }
    }

    /// Approximate memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        let all = |tables: &[Vec<B>]| tables.iter().map(Vec::len).sum::<usize>();
        (all(&self.tables) + all(&self.known)) * size_of::<B>()
    }
}
