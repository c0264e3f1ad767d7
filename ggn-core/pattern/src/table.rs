//! The table that patterns come to: its rows in their order, each possibility once.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher as _;

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

/// The possibilities of one row, each with what gives it.
#[derive(Debug)]
struct Ways {
    key: Key,
    piece: Qpi,
    all: Vec<Way>,
    /// Number of the last way with each fingerprint, if there are many ways.
    last: HashMap<u64, usize>,
}

/// A possibility, the part of the file that gives it, and its effects.
#[derive(Debug)]
struct Way {
    conditions: Conditions,
    /// Number that [`fingerprint`] makes of the conditions.
    fingerprint: u64,
    /// Number of the way before with the same fingerprint, if there are many ways.
    before: Option<usize>,
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
    rows: Vec<Ways>,
    /// Index of each row in `rows`.
    indices: HashMap<Key, usize>,
    /// The pieces that never move, by side and number.
    idle: BTreeMap<(Side, usize), (Qpi, Origin)>,
    /// Pairs of parts of the file that give the same possibility, with one of the movements for which they do.
    pub(super) twice: BTreeMap<(Origin, Origin), Movement>,
}

/// Number of ways of a row from which equal ones are found by hash.
const INDEXED_MIN: usize = 16;

impl Ways {
    /// Returns the part of the file that gives these conditions already.
    fn origin_of(&self, conditions: &Conditions, fingerprint: u64) -> Option<Origin> {
        let is_same = |way: &&Way| way.fingerprint == fingerprint && same(&way.conditions, conditions);
        if self.last.is_empty() {
            return self.all.iter().find(is_same).map(|way| way.origin);
        }
        let at = |number: usize| self.all.get(number);
        let mut alike = std::iter::successors(at(*self.last.get(&fingerprint)?), |way| at(way.before?));
        alike.find(is_same).map(|way| way.origin)
    }

    fn push(&mut self, way: Way) {
        self.all.push(way);
        if self.all.len() >= INDEXED_MIN {
            let unindexed = if self.last.is_empty() { 0 } else { self.all.len() - 1 };
            for (number, way) in self.all.iter_mut().enumerate().skip(unindexed) {
                way.before = self.last.insert(way.fingerprint, number);
            }
        }
    }
}

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
        let index = *self.indices.entry(key).or_insert(self.rows.len());
        if index == self.rows.len() {
            self.rows.push(Ways { key, piece, all: Vec::new(), last: HashMap::default() });
        }
        let Some(ways) = self.rows.get_mut(index) else { return };
        let fingerprint = fingerprint(&conditions);
        if let Some(earlier) = ways.origin_of(&conditions, fingerprint) {
            // One part may come to one square by two ways that ask the same; that is no fault of its author.
            if earlier != origin {
                self.twice.entry((earlier, origin)).or_insert(movement);
            }
            return;
        }
        ways.push(Way { conditions, fingerprint, before: None, origin, given });
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
            self.rows.iter().map(|Ways { key, .. }| (key.side, key.piece)).collect();
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

    /// Returns the table, and the effects that its possibilities are given.
    pub(super) fn into_ggn(mut self) -> (Ggn, Vec<RowEffects>) {
        self.rows.sort_unstable_by_key(|ways| ways.key);
        let mut effects = Vec::new();
        let mut rows = Vec::with_capacity(self.rows.len());
        for (row, Ways { key, piece, all, .. }) in self.rows.into_iter().enumerate() {
            let mut possibilities = Vec::with_capacity(all.len());
            for (possibility, Way { conditions, given, .. }) in all.into_iter().enumerate() {
                if !given.is_empty() {
                    effects.push(RowEffects { row, possibility, given });
                }
                let Conditions { must, deny } = conditions;
                possibilities
                    .push(Possibility { must: Lcn { conditions: must }, deny: Lcn { conditions: deny } });
            }
            let (source, destination) = (place(key.source), place(key.destination));
            rows.push(Row { piece, source, destination, possibilities: possibilities.into() });
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
    let sorted = |list: &[(Cell, Condition)]| {
        let mut list = list.to_vec();
        list.sort_by_key(|&(cell, _)| cell);
        list
    };
    sorted(&one.must) == sorted(&other.must) && sorted(&one.deny) == sorted(&other.deny)
}
