//! The table that patterns come to: its rows in their order, each possibility once.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher as _;
use std::sync::Arc;

use foldhash::HashMap;
use foldhash::fast::FixedState;
use ggn_core::Side;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Ggn, Possibility, Row};
use ggn_core::notation::lcn::{Condition, Lcn};
use ggn_core::notation::qpi::Qpi;

use super::ask::Conditions;
use super::board::Board;
use super::effect::Given;
use super::movement::{Movement, Origin, place};

/// A row's place: the first side before the second, pieces as the file names them first, then by square, and the hand before any square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Key {
    side: Side,
    piece: usize,
    source: Option<Cell>,
    destination: Option<Cell>,
}

/// A row, and where its possibilities are in [`Table::ways`].
#[derive(Debug)]
struct RowWays {
    key: Key,
    piece: Qpi,
    /// Numbers of its first and its last possibility.
    ends: (usize, usize),
    count: usize,
    /// Sum of the fingerprints of its possibilities.
    fingerprint: u64,
}

/// A possibility, the part of the file that gives it, and its effects.
#[derive(Debug)]
struct Way {
    conditions: Conditions,
    /// Number that [`fingerprint`] makes of the conditions.
    fingerprint: u64,
    /// Number of the next possibility of the row.
    next: Option<usize>,
    origin: Origin,
    given: Vec<Given>,
}

/// Effects of one possibility of a table: the indices of its row, and of the possibility in the row.
#[derive(Debug)]
pub(super) struct RowEffects {
    pub(super) row: usize,
    pub(super) possibility: usize,
    pub(super) given: Vec<Given>,
}

#[derive(Debug, Default)]
pub(super) struct Table {
    /// The pieces in the order of their first naming, as the first side has them.
    pieces: Vec<Qpi>,
    rows: Vec<RowWays>,
    /// The possibilities of all rows, in the order of the file: most rows have one or two, too few for a list of their own.
    ways: Vec<Way>,
    /// Index of each row in `rows`.
    indices: HashMap<Key, usize>,
    /// Numbers of the possibilities of rows that have many, by row and fingerprint.
    indexed: HashMap<(usize, u64), Vec<usize>>,
    /// The pieces that never move, by side and number.
    idle: BTreeMap<(Side, usize), (Qpi, Origin)>,
    /// Pairs of parts of the file that give the same possibility, with one of the movements for which they do.
    pub(super) twice: BTreeMap<(Origin, Origin), Movement>,
}

/// Number of possibilities of a row from which equal ones are found by hash.
const INDEXED_MIN: usize = 16;

impl Table {
    /// Adds a possibility behind those of the same movement.
    pub(super) fn add(
        &mut self,
        movement: Movement,
        conditions: Conditions,
        given: Vec<Given>,
        origin: Origin,
        board: &Board,
    ) {
        let Movement { piece, source, destination } = movement;
        let key = Key { side: piece.side(), piece: self.number(piece, board), source, destination };
        let row = *self.indices.entry(key).or_insert(self.rows.len());
        let fingerprint = fingerprint(&conditions);
        if let Some(earlier) = self.origin_of(row, &conditions, fingerprint) {
            // One part may come to one square by two ways that ask the same; that is no fault of its author.
            if earlier != origin {
                self.twice.entry((earlier, origin)).or_insert(movement);
            }
            return;
        }
        let number = self.ways.len();
        self.ways.push(Way { conditions, fingerprint, next: None, origin, given });
        if row == self.rows.len() {
            self.rows.push(RowWays { key, piece, ends: (number, number), count: 1, fingerprint });
            return;
        }
        let Some(ways) = self.rows.get_mut(row) else { return };
        let (first, last) = ways.ends;
        if let Some(last) = self.ways.get_mut(last) {
            last.next = Some(number);
        }
        ways.ends = (first, number);
        ways.count += 1;
        ways.fingerprint = ways.fingerprint.wrapping_add(fingerprint);
        match ways.count {
            count if count < INDEXED_MIN => {}
            INDEXED_MIN => {
                for number in self.numbers(row).collect::<Vec<_>>() {
                    self.index(row, number);
                }
            }
            _ => self.index(row, number),
        }
    }

    /// Returns the numbers of the possibilities of a row, in their order.
    fn numbers(&self, row: usize) -> impl Iterator<Item = usize> {
        let first = self.rows.get(row).map(|ways| ways.ends.0);
        std::iter::successors(first, |&number| self.ways.get(number)?.next)
    }

    /// Makes a possibility of a row to be found by its fingerprint.
    fn index(&mut self, row: usize, number: usize) {
        if let Some(way) = self.ways.get(number) {
            self.indexed.entry((row, way.fingerprint)).or_default().push(number);
        }
    }

    /// Returns the part of the file that gives a row these conditions already.
    fn origin_of(&self, row: usize, conditions: &Conditions, fingerprint: u64) -> Option<Origin> {
        let is_same = |way: &&Way| way.fingerprint == fingerprint && same(&way.conditions, conditions);
        let way = |number| self.ways.get(number);
        let earlier = if self.rows.get(row)?.count < INDEXED_MIN {
            self.numbers(row).filter_map(way).find(is_same)
        } else {
            self.indexed.get(&(row, fingerprint))?.iter().copied().filter_map(way).find(is_same)
        };
        earlier.map(|way| way.origin)
    }

    /// Notes that a piece never moves.
    pub(super) fn stays(&mut self, piece: Qpi, origin: Origin, board: &Board) {
        let number = self.number(piece, board);
        self.idle.insert((piece.side(), number), (piece, origin));
    }

    /// Returns the pieces that never move and do, with what says that they do not.
    pub(super) fn restless(&self) -> Vec<(Qpi, Origin)> {
        let mut reported = BTreeSet::new();
        let moving: BTreeSet<(Side, usize)> =
            self.rows.iter().map(|row| (row.key.side, row.key.piece)).collect();
        let restless =
            self.idle.iter().filter(|(key, (_, origin))| moving.contains(key) && reported.insert(*origin));
        restless.map(|(_, &(piece, origin))| (piece, origin)).collect()
    }

    /// Returns the number by which the pieces of both sides are put in order.
    fn number(&mut self, piece: Qpi, board: &Board) -> usize {
        let first = if piece.side() == Side::First { piece } else { board.opposite(piece) };
        self.pieces.iter().position(|&known| known == first).unwrap_or_else(|| {
            self.pieces.push(first);
            self.pieces.len() - 1
        })
    }

    /// Returns the table, and the effects that its possibilities are given. Rows of equal possibilities share them.
    pub(super) fn into_ggn(mut self) -> (Ggn, Vec<RowEffects>) {
        self.rows.sort_unstable_by_key(|ways| ways.key);
        let mut effects = Vec::new();
        let mut rows: Vec<Row> = Vec::with_capacity(self.rows.len());
        // Index of the last row with each fingerprint.
        let mut alike: HashMap<u64, usize> = HashMap::default();
        let mut ways: Vec<Possibility> = Vec::new();
        for (row, RowWays { key, piece, ends, fingerprint, .. }) in self.rows.iter().enumerate() {
            let mut next = Some(ends.0);
            while let Some(way) = next.and_then(|number| self.ways.get_mut(number)) {
                next = way.next;
                if !way.given.is_empty() {
                    let given = std::mem::take(&mut way.given);
                    effects.push(RowEffects { row, possibility: ways.len(), given });
                }
                let Conditions { must, deny } = std::mem::take(&mut way.conditions);
                ways.push(Possibility { must: Lcn { conditions: must }, deny: Lcn { conditions: deny } });
            }
            let earlier = alike.insert(*fingerprint, row).and_then(|earlier| rows.get(earlier));
            let possibilities = match earlier {
                Some(earlier) if *earlier.possibilities == *ways => Arc::clone(&earlier.possibilities),
                Some(_) | None => ways.drain(..).collect(),
            };
            ways.clear();
            let (source, destination) = (place(key.source), place(key.destination));
            rows.push(Row { piece: *piece, source, destination, possibilities });
        }
        (Ggn { rows, idle: self.idle.into_values().map(|(piece, _)| piece).collect() }, effects)
    }
}

/// Returns a number that is equal for equal conditions in any order.
fn fingerprint(conditions: &Conditions) -> u64 {
    let sum = |list: &[(Cell, Condition)]| {
        list.iter().fold(0u64, |sum, condition| sum.wrapping_add(FixedState::default().hash_one(condition)))
    };
    sum(&conditions.must).wrapping_add(sum(&conditions.deny).rotate_left(1))
}

/// Returns whether two possibilities ask the same in any order.
fn same(one: &Conditions, other: &Conditions) -> bool {
    if one == other {
        return true;
    }
    let sorted = |list: &[(Cell, Condition)]| {
        let mut list = list.to_vec();
        list.sort_by_key(|&(cell, _)| cell);
        list
    };
    sorted(&one.must) == sorted(&other.must) && sorted(&one.deny) == sorted(&other.deny)
}
