//! Promotion choices: what a piece may become by a move, where that differs from what moving alone makes of it.

use smallvec::SmallVec;

use super::bits::Bits;
use super::rows::{Change, SortedRows};
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::Effect;

/// One piece that the moving piece may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PromotionChoice {
    pub(super) becomes: PieceId,
    /// True if the player names it in the move.
    pub(super) chosen: bool,
}

/// All pieces that the moving piece may become by one move.
pub(super) type PromotionChoices = SmallVec<[PromotionChoice; 5]>;

/// The destinations at which a piece on a given square has promotion choices.
#[derive(Clone, Copy, Debug)]
pub(super) struct PromotionSquares<B> {
    pub(super) at: B,
    /// Those with as many choices for a quiet move as for a capture: one or two.
    pub(super) counted: B,
    /// Those of them with two.
    pub(super) two: B,
    list: (u32, u32),
}

/// Promotion choices of a ruleset, by piece, source and destination.
#[derive(Clone, Debug)]
pub(super) struct PromotionTable<B> {
    /// Indexed by piece and source.
    changes: Vec<PromotionSquares<B>>,
    list: Vec<(u16, [Option<PromotionChoices>; 2])>,
}

/// Returns the promotion choices of an effect for a piece that becomes `moved` by moving.
pub(super) fn choices(effect: Option<&Effect>, moved: PieceId) -> PromotionChoices {
    let becomes = effect.and_then(|effect| effect.becomes).unwrap_or(moved);
    let promotes = effect.and_then(|effect| effect.promotes.as_ref());
    let may_stay = promotes.is_none_or(|promotes| promotes.optional);
    let named = promotes.iter().flat_map(|promotes| &promotes.choices);
    (may_stay.then_some(PromotionChoice { becomes, chosen: false }).into_iter())
        .chain(named.map(|&choice| PromotionChoice { becomes: choice, chosen: true }))
        .collect()
}

impl<B: Bits> PromotionTable<B> {
    pub(super) fn new(rules: &Ruleset, sorted: &SortedRows<B>) -> PromotionTable<B> {
        let none = PromotionSquares { at: B::EMPTY, counted: B::EMPTY, two: B::EMPTY, list: (0, 0) };
        let mut table =
            PromotionTable { changes: vec![none; rules.pieces().count() * B::WIDTH], list: Vec::new() };
        for (&(piece, from, to), change) in &sorted.changes {
            let Some(entry) = table.changes.get_mut(piece.index() * B::WIDTH + from) else { continue };
            if entry.at.is_empty() {
                entry.list.0 = table.list.len() as u32;
            }
            let choices_of = |possibility: Option<u32>| {
                Some(choices(rules.table().effect(possibility?), rules.moved(piece)))
            };
            let Change { quiet, capture } = *change;
            entry.at |= B::bit(to);
            let by_capture = [choices_of(quiet), choices_of(capture)];
            let rows = sorted.simple.get(&(piece, from)).map_or(&[][..], Vec::as_slice);
            let possible = [
                rows.iter().any(|row| row.to == to && row.quiet),
                rows.iter().any(|row| row.to == to && row.captures),
            ];
            let mut sizes = (by_capture.iter().zip(possible))
                .filter(|(_, is_possible)| *is_possible)
                .map(|(choices, _)| choices.as_ref().map_or(1, |choices| choices.len()));
            let size = sizes.next().unwrap_or(1);
            if (1..=2).contains(&size) && sizes.all(|other| other == size) {
                entry.counted |= B::bit(to);
                if size == 2 {
                    entry.two |= B::bit(to);
                }
            }
            table.list.push((to as u16, by_capture));
            entry.list.1 = table.list.len() as u32;
        }
        table
    }

    /// Returns the destinations at which a piece on a square has promotion choices.
    #[inline(always)]
    pub(super) fn changing_squares(&self, piece: PieceId, from: usize) -> &PromotionSquares<B> {
        &self.changes[piece.index() * B::WIDTH + from]
    }

    /// Returns the choices at one of the destinations of `changes`, or `None` if the piece becomes what moving makes of it.
    pub(super) fn choices(
        &self,
        changes: &PromotionSquares<B>,
        to: usize,
        captures: bool,
    ) -> Option<&PromotionChoices> {
        let list = self.list.get(changes.list.0 as usize..changes.list.1 as usize).unwrap_or_default();
        let (_, by_capture) = list.iter().find(|(at, _)| usize::from(*at) == to)?;
        by_capture[usize::from(captures)].as_ref()
    }

    /// Returns the number of choices of a move, or `Some(None)` if the piece becomes what moving makes of it. Returns `None` if the quiet move and
    /// the capture differ and the move may be either.
    pub(super) fn size(
        &self,
        piece: PieceId,
        from: usize,
        to: usize,
        quiet: bool,
        captures: bool,
    ) -> Option<Option<u32>> {
        let changes = self.changing_squares(piece, from);
        let size = |captures| self.choices(changes, to, captures).map(|choices| choices.len() as u32);
        match (quiet, captures) {
            (true, true) => (size(false) == size(true)).then(|| size(false)),
            (_, captures) => Some(size(captures)),
        }
    }

    /// Approximate memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.changes.len() * size_of::<PromotionSquares<B>>()
            + self.list.len() * size_of::<(u16, [Option<PromotionChoices>; 2])>()
    }
}
