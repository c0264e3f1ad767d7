//! Atoms: the few movements of which all pieces are made. A piece that moves as two others together has the atoms of both, so that what is
//! found once for an atom serves every piece that has it. Nobody says which they are; they are found in the tables.

use std::collections::BTreeMap;

use super::bits::Bits;
use super::rows::{Reached, Sorted};
use crate::piece::PieceId;

/// The rows of one atom, by square.
pub(super) type Atom<B> = BTreeMap<usize, Vec<Reached<B>>>;

/// The atoms of a ruleset, and which of them each piece has on each square.
pub(super) struct Atoms<B> {
    pub(super) atoms: Vec<Atom<B>>,
    pub(super) of: BTreeMap<(PieceId, usize), Vec<usize>>,
}

/// Finds the atoms: the piece and square with the fewest rows come first, and whatever an earlier atom covers is taken from it.
pub(super) fn find<B: Bits>(sorted: &Sorted<B>) -> Atoms<B> {
    let mut found = Atoms { atoms: Vec::new(), of: BTreeMap::new() };
    let mut order: Vec<_> = sorted.simple.iter().collect();
    order.sort_by_key(|(place, rows)| (rows.len(), **place));
    // The atoms that a piece brings in itself: one for each row that a destination has beside another.
    let mut own: BTreeMap<(PieceId, usize), usize> = BTreeMap::new();
    for (&(piece, square), rows) in order {
        let mut left: Vec<Reached<B>> = rows.clone();
        let mut used = Vec::new();
        let mut known: Vec<(usize, usize)> = (found.atoms.iter().enumerate())
            .filter_map(|(index, atom)| Some((atom.get(&square)?.len(), index)))
            .collect();
        known.sort_unstable_by(|a, b| b.cmp(a));
        for (_, index) in known {
            let Some(rows) = found.atoms.get(index).and_then(|atom| atom.get(&square)) else { continue };
            if rows.iter().all(|row| left.contains(row)) {
                left.retain(|row| !rows.contains(row));
                used.push(index);
            }
        }
        let mut layer = 0;
        while !left.is_empty() {
            let mut taken: Vec<Reached<B>> = Vec::new();
            let mut rest = Vec::new();
            for row in left {
                let is_doubled = taken.iter().any(|other| other.to == row.to);
                if is_doubled { rest.push(row) } else { taken.push(row) }
            }
            let index = *own.entry((piece, layer)).or_insert_with(|| {
                found.atoms.push(Atom::new());
                found.atoms.len() - 1
            });
            if let Some(atom) = found.atoms.get_mut(index) {
                atom.insert(square, taken);
            }
            used.push(index);
            layer += 1;
            left = rest;
        }
        found.of.insert((piece, square), used);
    }
    found
}
