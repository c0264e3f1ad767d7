//! How the moves of an atom are best found: for all its pieces at once where it is a few shifts of the board, by looking up piece after piece
//! where it is many.

use std::collections::BTreeMap;

use super::atoms::{self, Atom, RowShape};
use super::bits::Bits;
use super::fans::Fans;
use super::rows::Reached;
use crate::piece::PieceId;

/// All moves of one shape: every piece on one of the sources goes the same number of squares.
#[derive(Clone, Debug)]
pub(super) struct Shift<B> {
    pub(super) sources: B,
    /// By how much a destination is rotated from its source.
    pub(super) by: u32,
    /// By how much the set of empty squares is rotated so that it stands at the destinations, for each square on the way.
    pub(super) through: Vec<u32>,
    /// Every square if the move may be quiet, and if it may be a capture; no square if not.
    pub(super) quiet: B,
    pub(super) captures: B,
    /// Destinations at which the piece becomes something that moving alone does not make of it, and in how many ways beside the first.
    pub(super) fan: B,
    pub(super) more: u32,
}

impl<B: Bits> Shift<B> {
    /// From where a move ends on a square.
    #[inline(always)]
    pub(super) fn source(&self, to: usize) -> usize {
        (to + B::WIDTH - self.by as usize) & (B::WIDTH - 1)
    }
}

/// How an atom's moves are found, where its pieces are changed by nothing but moving.
#[derive(Clone, Debug)]
pub(super) enum Manner<B> {
    /// By shifting all pieces at once.
    Shifts(Vec<Shift<B>>),
    /// Always the same squares, unless an own piece stands there.
    Leap,
    /// As far as nothing stands in the way, and on to an enemy.
    Slide,
    /// Anything else.
    Other,
}

/// The pieces that move by an atom, by the square on which they do.
pub(super) type Bearers = BTreeMap<usize, Vec<PieceId>>;

/// Judges an atom by its rows and by the changes of the pieces that move by it.
pub(super) fn judge<B: Bits>(atom: &Atom<B>, bearers: &Bearers, fans: &Fans<B>) -> Manner<B> {
    if let Some(shifts) = shifts(atom, bearers, fans) {
        return Manner::Shifts(shifts);
    }
    let rows = || atom.iter().flat_map(|(&from, rows)| rows.iter().map(move |row| (from, row)));
    let changes = |from: usize, row: &Reached<B>| {
        bearers.get(&from).into_iter().flatten().any(|&piece| fans.changes(piece, from).at.has(row.to))
    };
    if rows().any(|(from, row)| changes(from, row)) || !rows().all(|(_, row)| row.quiet && row.captures) {
        Manner::Other
    } else if rows().all(|(_, row)| row.ways.iter().any(|way| way.is_empty())) {
        Manner::Leap
    } else {
        Manner::Slide
    }
}

fn shifts<B: Bits>(atom: &Atom<B>, bearers: &Bearers, fans: &Fans<B>) -> Option<Vec<Shift<B>>> {
    atoms::shapes(atom)?;
    let mut found: BTreeMap<RowShape, Vec<(usize, usize)>> = BTreeMap::new();
    for (&from, rows) in atom {
        for row in rows {
            found.entry(atoms::shape(from, row)?).or_default().push((from, row.to));
        }
    }
    let shift = |((by, quiet, captures, through), steps): (RowShape, Vec<(usize, usize)>)| {
        let sources = steps.iter().fold(B::EMPTY, |set, &(from, _)| set | B::bit(from));
        let (mut fan, mut more) = (B::EMPTY, None);
        for (from, to) in steps {
            // Every piece must change there alike, and as much as on the other destinations.
            let pieces = bearers.get(&from).into_iter().flatten();
            let mut sizes = pieces.map(|&piece| fans.size(piece, from, to, quiet, captures));
            let Some(size) = sizes.next() else { continue };
            if sizes.any(|other| other != size) {
                return None;
            }
            if let Some(size) = size? {
                fan |= B::bit(to);
                if *more.get_or_insert(size - 1) != size - 1 {
                    return None;
                }
            }
        }
        let everywhere = |is: bool| if is { !B::EMPTY } else { B::EMPTY };
        let (quiet, captures) = (everywhere(quiet), everywhere(captures));
        Some(Shift { sources, by, through, quiet, captures, fan, more: more.unwrap_or(0) })
    };
    found.into_iter().map(shift).collect()
}
