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
    /// True if the moving piece must be the last of its role.
    pub(super) is_of_last: bool,
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
    pub(super) limits: PromotionLimits,
}

/// Limits on promotions by what the side that moves has on the board.
#[derive(Clone, Debug)]
pub(super) struct PromotionLimits {
    /// Sets of pieces that are counted together, by index of the piece.
    sets: Vec<Vec<bool>>,
    /// By index of a piece: the set of its role, and the number of these before a promotion to it at which there is no room.
    of: Vec<Option<(usize, u32)>>,
    /// By index of a piece that may have to be the last of its role to be promoted: the set of that role.
    of_last: Vec<Option<usize>>,
}

impl PromotionLimits {
    pub(super) fn new(rules: &Ruleset) -> PromotionLimits {
        let mut limits = PromotionLimits { sets: Vec::new(), of: Vec::new(), of_last: Vec::new() };
        for (piece, shown) in rules.pieces() {
            let limit = shown.promotion_limit.map(|limit| (limits.set(rules, piece), limit));
            limits.of.push(limit);
        }
        limits.of_last = vec![None; limits.of.len()];
        for (piece, _, row) in rules.table().iter() {
            let mut effects =
                rules.table().possibilities(row).filter_map(|(index, _)| rules.table().effect(index));
            if effects.any(|effect| effect.promotes.as_ref().is_some_and(|promotes| promotes.is_of_last)) {
                let set = limits.set(rules, piece);
                if let Some(of_last) = limits.of_last.get_mut(piece.index()) {
                    *of_last = Some(set);
                }
            }
        }
        limits
    }

    /// Returns the set of the pieces of a piece's side and role.
    fn set(&mut self, rules: &Ruleset, piece: PieceId) -> usize {
        let role = |piece| rules.piece(piece).map(|shown| (shown.side(), shown.role()));
        let set: Vec<bool> = rules.pieces().map(|(other, _)| role(other) == role(piece)).collect();
        let known = self.sets.iter().position(|known| *known == set);
        known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        })
    }

    fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Returns whether a piece belongs to a set.
    pub(super) fn has(&self, set: usize, piece: Option<PieceId>) -> bool {
        piece.is_some_and(|piece| self.sets[set][piece.index()])
    }

    /// Returns whether a choice is permitted to a piece; `count` counts the side's pieces of a set.
    pub(super) fn permit(
        &self,
        piece: PieceId,
        choice: PromotionChoice,
        count: &impl Fn(usize) -> u32,
    ) -> bool {
        let is_alone = || self.of_last[piece.index()].is_none_or(|set| count(set) == 1);
        !choice.chosen
            || (self.of[choice.becomes.index()].is_none_or(|(set, limit)| count(set) < limit)
                && (!choice.is_of_last || is_alone()))
    }
}

/// Returns the promotion choices of an effect for a piece that becomes `moved` by moving.
pub(super) fn choices(effect: Option<&Effect>, moved: PieceId) -> PromotionChoices {
    let becomes = effect.and_then(|effect| effect.becomes).unwrap_or(moved);
    let promotes = effect.and_then(|effect| effect.promotes.as_ref());
    let is_of_last = promotes.is_some_and(|promotes| promotes.is_of_last);
    let may_stay = promotes.is_none_or(|promotes| promotes.optional);
    let named = promotes.iter().flat_map(|promotes| &promotes.choices);
    (may_stay.then_some(PromotionChoice { becomes, chosen: false, is_of_last: false }).into_iter())
        .chain(named.map(|&choice| PromotionChoice { becomes: choice, chosen: true, is_of_last }))
        .collect()
}

impl<B: Bits> PromotionTable<B> {
    pub(super) fn new(rules: &Ruleset, sorted: &SortedRows<B>, limits: PromotionLimits) -> PromotionTable<B> {
        let none = PromotionSquares { at: B::EMPTY, counted: B::EMPTY, two: B::EMPTY, list: (0, 0) };
        let mut table = PromotionTable {
            changes: vec![none; rules.pieces().count() * B::WIDTH],
            list: Vec::new(),
            limits,
        };
        let is_limited = table.is_limited();
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
            if !is_limited && (1..=2).contains(&size) && sizes.all(|other| other == size) {
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

    /// Returns whether choices depend on what else is on the board.
    #[inline(always)]
    pub(super) fn is_limited(&self) -> bool {
        !self.limits.is_empty()
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
