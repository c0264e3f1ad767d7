//! Atoms: the few elementary movements that all pieces are composed of. A piece that moves like two others together has the atoms of both, so one
//! computation per atom serves every piece that has it. No ruleset declares them; they are found by comparing rows.

use std::collections::{BTreeMap, BTreeSet};

use super::atom_kind::PiecesBySquare;
use super::bits::Bits;
use super::rows::{Barred, SimpleRow, SortedRows};
use crate::Side;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;

/// The rows of one atom, by source square.
pub(super) type Atom<B> = BTreeMap<usize, Vec<SimpleRow<B>>>;

/// The atoms of a ruleset, and the atoms of each piece on each square.
pub(super) struct Atoms<B> {
    pub(super) atoms: Vec<Atom<B>>,
    pub(super) of: BTreeMap<(PieceId, usize), BTreeSet<usize>>,
}

/// Finds the atoms. The piece and square with the fewest rows come first; rows of a known atom are taken out of what remains.
pub(super) fn find<B: Bits>(sorted: &SortedRows<B>) -> Atoms<B> {
    let mut atoms: Vec<Atom<B>> = Vec::new();
    let mut of = BTreeMap::new();
    let mut order: Vec<_> = sorted.simple.iter().collect();
    order.sort_by_key(|(key, rows)| (rows.len(), **key));
    // New atoms of a piece: one per layer and excluded pieces, as an atom has at most one row for each destination.
    let mut own: BTreeMap<(PieceId, usize, Barred), usize> = BTreeMap::new();
    for (&(piece, square), rows) in order {
        let mut left: Vec<SimpleRow<B>> = rows.clone();
        let mut used = BTreeSet::new();
        let mut known: Vec<(usize, usize)> = (atoms.iter().enumerate())
            .filter_map(|(index, atom)| Some((atom.get(&square)?.len(), index)))
            .collect();
        known.sort_unstable_by(|a, b| b.cmp(a));
        for (_, index) in known {
            let Some(rows) = atoms.get(index).and_then(|atom| atom.get(&square)) else { continue };
            if rows.iter().all(|row| left.contains(row)) {
                left.retain(|row| !rows.contains(row));
                used.insert(index);
            }
        }
        let mut layer = 0;
        while !left.is_empty() {
            let mut taken: Vec<SimpleRow<B>> = Vec::new();
            let mut rest = Vec::new();
            // All rows of an atom exclude the same pieces.
            let barred = left.first().map(|row| row.barred.clone()).unwrap_or_default();
            for row in left {
                let is_doubled = taken.iter().any(|other| other.to == row.to);
                if is_doubled || row.barred != barred { rest.push(row) } else { taken.push(row) }
            }
            let index = *own.entry((piece, layer, barred)).or_insert_with(|| {
                atoms.push(Atom::new());
                atoms.len() - 1
            });
            if let Some(atom) = atoms.get_mut(index) {
                atom.insert(square, taken);
            }
            used.insert(index);
            layer += 1;
            left = rest;
        }
        of.insert((piece, square), used);
    }
    let mut found = Atoms { atoms, of };
    found.join();
    found
}

impl<B: Bits> Atoms<B> {
    /// Merges atoms that are the same movement on different squares: rows of a later atom that have the shapes of an earlier one move to the earlier.
    /// A piece that steps from its first rank by one atom and from other ranks by another then steps by one.
    fn join(&mut self) {
        let mut later = 1;
        while later < self.atoms.len() {
            for earlier in 0..later {
                self.join_two(earlier, later);
            }
            if self.atoms.get(later).is_some_and(BTreeMap::is_empty) {
                self.remove(later);
            } else {
                later += 1;
            }
        }
    }

    fn join_two(&mut self, earlier: usize, later: usize) {
        let Some((one, other)) = self.atoms.get(earlier).zip(self.atoms.get(later)) else { return };
        let Some(shapes) = shapes(one).filter(|_| !one.keys().any(|square| other.contains_key(square)))
        else {
            return;
        };
        let Some(others) = self::shapes(other) else { return };
        if !shapes.is_subset(&others) {
            return;
        }
        let is_shared = |square: usize, row: &SimpleRow<B>| {
            shape(square, row).is_some_and(|shape| shapes.contains(&shape))
        };
        let mut moved: Atom<B> = Atom::new();
        let mut kept: Atom<B> = Atom::new();
        for (&square, rows) in other {
            for row in rows {
                let atom = if is_shared(square, row) { &mut moved } else { &mut kept };
                atom.entry(square).or_default().push(row.clone());
            }
        }
        for ((_, square), used) in &mut self.of {
            if used.contains(&later) {
                if moved.contains_key(square) {
                    used.insert(earlier);
                }
                if !kept.contains_key(square) {
                    used.remove(&later);
                }
            }
        }
        if let Some(atom) = self.atoms.get_mut(earlier) {
            atom.extend(moved);
        }
        if let Some(atom) = self.atoms.get_mut(later) {
            *atom = kept;
        }
    }

    /// Returns whether a piece of a side has an atom.
    pub(super) fn has(&self, rules: &Ruleset, side: Side, atom: usize) -> bool {
        self.of.iter().any(|((piece, _), atoms)| atoms.contains(&atom) && rules.side_of(*piece) == side)
    }

    /// Returns the pieces that have an atom, by square.
    pub(super) fn pieces_with(&self, atom: usize) -> PiecesBySquare {
        let mut pieces_with = PiecesBySquare::new();
        for (&(piece, square), _) in self.of.iter().filter(|(_, atoms)| atoms.contains(&atom)) {
            pieces_with.entry(square).or_default().push(piece);
        }
        pieces_with
    }

    /// Reorders the atoms; `order` lists their present indices.
    pub(super) fn ordered(mut self, order: &[usize]) -> Atoms<B> {
        let new_index = |atom: &usize| order.iter().position(|other| other == atom);
        for atoms in self.of.values_mut() {
            *atoms = atoms.iter().filter_map(new_index).collect();
        }
        let taken = |index: &usize| self.atoms.get_mut(*index).map(std::mem::take);
        self.atoms = order.iter().filter_map(taken).collect();
        self
    }

    /// Removes an atom that no piece has.
    fn remove(&mut self, index: usize) {
        self.atoms.remove(index);
        for used in self.of.values_mut() {
            *used = used.iter().map(|&atom| if atom > index { atom - 1 } else { atom }).collect();
        }
    }
}

/// Shape of a row independent of its square: rotation to the destination, quiet, captures, and the rotations of the squares on its path.
pub(super) type RowShape = (u32, bool, bool, Vec<u32>);

/// Returns the shape of a row, or `None` if it has several paths, hops, excludes pieces, or captures royal pieces alone.
pub(super) fn shape<B: Bits>(from: usize, row: &SimpleRow<B>) -> Option<RowShape> {
    let [path] = row.paths.as_slice() else { return None };
    if row.royal || !row.barred.is_empty() || !path.occupied.is_empty() {
        return None;
    }
    let rotation = |from: usize, to: usize| ((to + B::WIDTH - from) % B::WIDTH) as u32;
    let through = path.empty.squares().map(|square| rotation(square, row.to)).collect();
    Some((rotation(from, row.to), row.quiet, row.captures, through))
}

/// Maximum number of shapes for which moving all pieces of an atom at once is cheaper than one piece after the other.
pub(super) const SHAPES_MAX: usize = 4;

/// Returns the shapes of an atom, or `None` if there are more than [`SHAPES_MAX`].
pub(super) fn shapes<B: Bits>(atom: &Atom<B>) -> Option<BTreeSet<RowShape>> {
    let mut found = BTreeSet::new();
    for (&from, rows) in atom {
        for row in rows {
            found.insert(shape(from, row)?);
            if found.len() > SHAPES_MAX {
                return None;
            }
        }
    }
    Some(found)
}
