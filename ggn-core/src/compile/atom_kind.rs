//! The way to generate the moves of an atom: for all its pieces at once where that takes a few shifts of the board, by one lookup per piece
//! where it takes many.

use std::collections::BTreeMap;

use super::atoms::{self, Atom, RowShape};
use super::bits::Bits;
use super::promotions::PromotionTable;
use super::rows::{Path, SimpleRow};
use crate::piece::PieceId;

/// All moves of one shape: every piece on one of the sources moves by the same number of squares.
#[derive(Clone, Debug)]
pub(super) struct Shift<B> {
    pub(super) sources: B,
    /// Rotation from source to destination.
    pub(super) by: u32,
    /// For each square on the path, the rotation that brings the set of empty squares to the destinations.
    pub(super) through: Vec<u32>,
    /// Every square if the move may be quiet, otherwise empty; likewise for `captures`.
    pub(super) quiet: B,
    pub(super) captures: B,
    /// Destinations at which the piece becomes something other than moving alone makes of it; each has `extra_choices` choices beside the first.
    pub(super) promoting: B,
    pub(super) extra_choices: u32,
}

impl<B: Bits> Shift<B> {
    /// Returns the source of the move that ends on `to`.
    #[inline(always)]
    pub(super) fn source(&self, to: usize) -> usize {
        (to + B::WIDTH - self.by as usize) & (B::WIDTH - 1)
    }
}

/// The way to generate the moves of an atom.
#[derive(Clone, Debug)]
pub(super) enum AtomKind<B> {
    /// A few shifts of the whole board.
    Shifts(Vec<Shift<B>>),
    /// The same destinations whatever stands on the board, except for own pieces.
    Leap,
    /// Destinations by the pieces on the way to them, captures like quiet moves.
    Slide,
    /// Any other atom; it is looked up and its promotions are tested.
    Other,
}

/// The pieces that have an atom, by square.
pub(super) type PiecesBySquare = BTreeMap<usize, Vec<PieceId>>;

/// Classifies an atom by its rows and by the promotions of the pieces that have it.
pub(super) fn classify<B: Bits>(
    atom: &Atom<B>,
    pieces_with: &PiecesBySquare,
    promotions: &PromotionTable<B>,
) -> AtomKind<B> {
    if let Some(shifts) = shifts(atom, pieces_with, promotions) {
        return AtomKind::Shifts(shifts);
    }
    let rows = || atom.iter().flat_map(|(&from, rows)| rows.iter().map(move |row| (from, row)));
    let changes = |from: usize, row: &SimpleRow<B>| {
        pieces_with
            .get(&from)
            .into_iter()
            .flatten()
            .any(|&piece| promotions.changing_squares(piece, from).at.has(row.to))
    };
    if rows().any(|(from, row)| changes(from, row))
        || !rows().all(|(_, row)| row.quiet && row.captures && !row.royal && row.barred.is_empty())
    {
        AtomKind::Other
    } else if rows().all(|(_, row)| row.paths.contains(&Path::FREE)) {
        AtomKind::Leap
    } else {
        AtomKind::Slide
    }
}

fn shifts<B: Bits>(
    atom: &Atom<B>,
    pieces_with: &PiecesBySquare,
    promotions: &PromotionTable<B>,
) -> Option<Vec<Shift<B>>> {
    atoms::shapes(atom)?;
    let mut found: BTreeMap<RowShape, Vec<(usize, usize)>> = BTreeMap::new();
    for (&from, rows) in atom {
        for row in rows {
            found.entry(atoms::shape(from, row)?).or_default().push((from, row.to));
        }
    }
    let shift = |((by, quiet, captures, through), steps): (RowShape, Vec<(usize, usize)>)| {
        let sources = steps.iter().fold(B::EMPTY, |set, &(from, _)| set | B::bit(from));
        let (mut promoting, mut extra_choices) = (B::EMPTY, None);
        for (from, to) in steps {
            // All pieces must have the same number of choices there, and the same number as on the other promoting destinations.
            let pieces = pieces_with.get(&from).into_iter().flatten();
            let mut sizes = pieces.map(|&piece| promotions.size(piece, from, to, quiet, captures));
            let Some(size) = sizes.next() else { continue };
            if sizes.any(|other| other != size) {
                return None;
            }
            if let Some(size) = size? {
                if promotions.is_limited() {
                    return None;
                }
                promoting |= B::bit(to);
                if *extra_choices.get_or_insert(size - 1) != size - 1 {
                    return None;
                }
            }
        }
        let everywhere = |is: bool| if is { !B::EMPTY } else { B::EMPTY };
        let (quiet, captures) = (everywhere(quiet), everywhere(captures));
        Some(Shift {
            sources,
            by,
            through,
            quiet,
            captures,
            promoting,
            extra_choices: extra_choices.unwrap_or(0),
        })
    };
    found.into_iter().map(shift).collect()
}
