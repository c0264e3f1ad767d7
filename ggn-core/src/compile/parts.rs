//! Decomposition of a ruleset into what its tables are built from, independent of board size and processor.

use super::atom_kind::{self, AtomKind, PiecesBySquare};
use super::atoms::{self, Atoms};
use super::bits::Bits;
use super::promotions::{PromotionLimits, PromotionTable};
use super::rows::{self, SortedRows};
use crate::ruleset::{Constraint, Ruleset};

/// The sorted rows of a ruleset, its atoms, and the way to generate the moves of each atom.
pub(super) struct Parts<B> {
    pub(super) sorted: SortedRows<B>,
    pub(super) promotions: PromotionTable<B>,
    /// Sorted by [`LaneOrder`].
    pub(super) atoms: Atoms<B>,
    /// Indexed by atom.
    pub(super) atom_infos: Vec<AtomInfo<B>>,
    pub(super) royal_safety: bool,
}

/// The kind of an atom and the pieces that have it.
pub(super) struct AtomInfo<B> {
    pub(super) kind: AtomKind<B>,
    pub(super) pieces: PiecesBySquare,
    pub(super) lane_order: LaneOrder,
}

/// Order of the atoms, so that the first lanes are known by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LaneOrder {
    Slide,
    Leap,
    /// Atoms of royal pieces alone; their moves are generated separately because each destination is checked for attacks.
    Royal,
    Other,
}

impl<B: Bits> Parts<B> {
    pub(super) fn new(rules: &Ruleset) -> Parts<B> {
        let sorted = rows::sort(rules);
        let promotions = PromotionTable::new(rules, &sorted, PromotionLimits::new(rules));
        let royal_safety = rules.constraints().contains(&Constraint::RoyalSafety);
        let found = atoms::find(&sorted);
        let atom = |index: usize| {
            let pieces = found.pieces_with(index);
            let kind = atom_kind::classify(found.atoms.get(index)?, &pieces, &promotions);
            let royal = royal_safety && pieces.values().flatten().all(|&piece| rules.is_terminal(piece));
            let lane_order = match kind {
                _ if royal => LaneOrder::Royal,
                AtomKind::Slide => LaneOrder::Slide,
                AtomKind::Leap => LaneOrder::Leap,
                AtomKind::Shifts(_) | AtomKind::Other => LaneOrder::Other,
            };
            Some(AtomInfo { kind, pieces, lane_order })
        };
        let mut atom_infos: Vec<(usize, AtomInfo<B>)> =
            (0..found.atoms.len()).filter_map(|index| Some((index, atom(index)?))).collect();
        atom_infos.sort_by_key(|(index, atom)| (atom.lane_order, *index));
        let order: Vec<usize> = atom_infos.iter().map(|(index, _)| *index).collect();
        let atom_infos = atom_infos.into_iter().map(|(_, atom)| atom).collect();
        Parts { atoms: found.ordered(&order), sorted, promotions, atom_infos, royal_safety }
    }
}
