//! Points of both sides, from what frames tell: those of the bot itself are told, and those of the other side follow from the game where it is seen.

use ggn_core::{BySide, Side};

/// Points that a ply took from each side, and gave to it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// Bids of both sides.
    pub(crate) bids: BySide<u32>,
    /// Cost of the retreat of the side that moved.
    pub(crate) retreat: u32,
    /// Part of it that the other side received.
    pub(crate) share: u32,
    /// Points that the turn regenerated.
    pub(crate) regenerated: u32,
}

/// Points of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    pools: BySide<u32>,
}

impl Account {
    pub(crate) fn new(initial: u32) -> Account {
        Account { pools: BySide::from_fn(|_| initial) }
    }

    /// Books a ply of a side.
    pub(crate) fn book(&mut self, by: Side, spent: Spent) {
        for side in Side::BOTH {
            // What is only estimated may have been too little.
            self.pools[side] = self.pools[side].saturating_sub(spent.bids[side]);
        }
        self.pools[by] = self.pools[by].saturating_sub(spent.retreat).saturating_add(spent.regenerated);
        let other = &mut self.pools[by.opponent()];
        *other = other.saturating_add(spent.share);
    }

    /// Takes the points of a side as a frame tells them.
    pub(crate) fn set(&mut self, side: Side, points: u32) {
        self.pools[side] = points;
    }

    pub(crate) fn pool(&self, side: Side) -> u32 {
        self.pools[side]
    }

    pub(crate) fn pools(&self) -> BySide<u32> {
        self.pools
    }
}
