//! Pieces that the moves of an atom exclude: as the screen of a hop, and as what it captures.

use super::atoms::Atom;
use super::bits::Bits;
use super::board::Board;
use super::rows::{Barred, SimpleRow};
use super::tables::lane;
use crate::piece::PieceId;

/// Pieces that an atom excludes, by their lanes.
#[derive(Clone, Debug)]
pub(super) struct BarredTable<B> {
    /// Lanes of the pieces that are no screens.
    screens: Vec<usize>,
    /// By one end of a hop and the square of a screen: the other ends.
    hidden: Vec<B>,
    /// Union of the lanes of the pieces that are not captured.
    captures: Vec<usize>,
}

/// The end of a hop by which its screens are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HopEnd {
    Source,
    Destination,
}

impl<B: Bits> BarredTable<B> {
    /// Returns the pieces that an atom excludes; `None` if there are none. `deniers` are the pieces with lanes of their own, after those of `atoms` atoms.
    pub(super) fn new(
        atom: &Atom<B>,
        end: HopEnd,
        deniers: &[PieceId],
        atoms: usize,
    ) -> Option<Box<BarredTable<B>>> {
        let Barred { screens, captures } = atom.values().flatten().map(|row| &row.barred).next()?;
        if screens.is_empty() && captures.is_empty() {
            return None;
        }
        let lanes = |pieces: &[PieceId]| -> Vec<usize> {
            let at = |piece: &PieceId| deniers.iter().position(|denier| denier == piece);
            pieces.iter().filter_map(at).map(|at| lane::ATOMS + atoms + at).collect()
        };
        let mut hidden = vec![B::EMPTY; if screens.is_empty() { 0 } else { B::WIDTH * B::WIDTH }];
        let rows = atom.iter().flat_map(|(&from, rows)| rows.iter().map(move |row| (from, row)));
        let hops = |row: &SimpleRow<B>| -> Vec<usize> {
            row.paths.iter().flat_map(|path| path.occupied.squares()).collect()
        };
        for (from, row) in rows {
            let (by, other) = match end {
                HopEnd::Source => (from, row.to),
                HopEnd::Destination => (row.to, from),
            };
            for screen in hops(row) {
                if let Some(ends) = hidden.get_mut(by * B::WIDTH + screen) {
                    *ends |= B::bit(other);
                }
            }
        }
        Some(Box::new(BarredTable { screens: lanes(screens), hidden, captures: lanes(captures) }))
    }

    /// Returns those of the other ends that no excluded screen hides from an end.
    #[inline(always)]
    pub(super) fn unhidden<const L: usize, const H: usize>(
        &self,
        board: &Board<B, L, H>,
        by: usize,
        ends: B,
    ) -> B {
        let mut left = ends;
        for &lane in &self.screens {
            if left.is_empty() {
                break;
            }
            for screen in board.lane(lane).squares() {
                left &= !self.hidden[by * B::WIDTH + screen];
            }
        }
        left
    }

    /// Returns those of the destinations from a source that are not excluded.
    #[inline(always)]
    pub(super) fn allowed<const L: usize, const H: usize>(
        &self,
        board: &Board<B, L, H>,
        from: usize,
        destinations: B,
    ) -> B {
        let excluded = self.captures.iter().fold(B::EMPTY, |set, &lane| set | board.lane(lane));
        self.unhidden(board, from, destinations & !excluded)
    }

    /// Approximate memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.hidden.len() * size_of::<B>()
    }
}
