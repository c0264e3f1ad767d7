//! A ruleset taken apart: what its tables are made of, whatever the size of the board and the processor.

use super::atoms::{self, Atoms};
use super::bits::Bits;
use super::fans::Fans;
use super::manner::{self, Bearers, Manner};
use super::rows::{self, Sorted};
use crate::ruleset::{Constraint, Ruleset};

/// The rows of a ruleset sorted, its atoms, and how their moves are found.
pub(super) struct Parts<B> {
    pub(super) sorted: Sorted<B>,
    pub(super) fans: Fans<B>,
    /// In the order of [`Rank`].
    pub(super) atoms: Atoms<B>,
    /// By atom.
    pub(super) manners: Vec<Mannered<B>>,
    pub(super) royal_safety: bool,
}

/// How an atom's moves are found, and whose they are.
pub(super) struct Mannered<B> {
    pub(super) manner: Manner<B>,
    pub(super) bearers: Bearers,
    pub(super) rank: Rank,
}

/// The order of atoms: so that the first lanes are known by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Slide,
    Leap,
    /// Moved by royal pieces alone, which look before each step: their own moves are found apart.
    Royal,
    Other,
}

impl<B: Bits> Parts<B> {
    pub(super) fn new(rules: &Ruleset) -> Parts<B> {
        let sorted = rows::sort(rules);
        let fans = Fans::new(rules, &sorted);
        let royal_safety = rules.constraints().contains(&Constraint::RoyalSafety);
        let found = atoms::find(&sorted);
        let mannered = |index: usize| {
            let bearers = found.bearers(index);
            let manner = manner::judge(found.atoms.get(index)?, &bearers, &fans);
            let royal = royal_safety && bearers.values().flatten().all(|&piece| rules.is_terminal(piece));
            let rank = match manner {
                _ if royal => Rank::Royal,
                Manner::Slide => Rank::Slide,
                Manner::Leap => Rank::Leap,
                Manner::Shifts(_) | Manner::Other => Rank::Other,
            };
            Some(Mannered { manner, bearers, rank })
        };
        let mut manners: Vec<(usize, Mannered<B>)> =
            (0..found.atoms.len()).filter_map(|index| Some((index, mannered(index)?))).collect();
        manners.sort_by_key(|(index, mannered)| (mannered.rank, *index));
        let order: Vec<usize> = manners.iter().map(|(index, _)| *index).collect();
        let manners = manners.into_iter().map(|(_, mannered)| mannered).collect();
        Parts { atoms: found.ordered(&order), sorted, fans, manners, royal_safety }
    }
}
