//! Points as numbers that cannot be negative, and what so many of them are worth when they are bid on a piece.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

/// A number of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(transparent)]
pub struct Points(#[schemars(range(max = 1_000_000))] pub u32);

/// More was asked for than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{asked} points are asked for, and there are {has}")]
pub struct TooFew {
    /// How many there are.
    pub has: Points,
    /// How many were asked for.
    pub asked: Points,
}

impl Points {
    /// None.
    pub const NONE: Points = Points(0);

    /// The most points that data may name.
    pub const MAX: Points = Points(1_000_000);

    /// So many more, up to what a number can hold.
    #[must_use]
    pub fn plus(self, more: Points) -> Points {
        Points(self.0.saturating_add(more.0))
    }

    /// So many less.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn minus(self, less: Points) -> Result<Points, TooFew> {
        self.0.checked_sub(less.0).map(Points).ok_or(TooFew { has: self, asked: less })
    }

    /// So many hundredths of this, a broken point counted as a whole one.
    #[must_use]
    pub fn percent(self, percent: u32) -> Points {
        let hundredths = u64::from(self.0) * u64::from(percent);
        Points(u32::try_from(hundredths.div_ceil(100)).unwrap_or(u32::MAX))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a bid is worth: whole points and halves. Bids are compared by this and by nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Effective {
    halves: u32,
}

impl Effective {
    /// How many halves of a point it is.
    #[must_use]
    pub fn halves(self) -> u32 {
        self.halves
    }
}

impl fmt::Display for Effective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.halves % 2 == 1 { ".5" } else { "" };
        write!(f, "{}{half}", self.halves / 2)
    }
}

/// What points are worth when they are bid on a piece: up to its capacity each is worth itself, above it each costs more, and there is a most that
/// can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// How many points of effect a piece takes at their own price.
    pub capacity: Points,
    /// The most that can be had.
    pub most: Points,
    /// What each point above the capacity costs; at least one.
    pub overload_cost: u32,
}

impl Scale {
    /// What so many points are worth. More than the most is spent in vain. Halves are the smallest that counts.
    #[must_use]
    pub fn effective(self, spent: Points) -> Effective {
        let cheap = u64::from(spent.0.min(self.capacity.0));
        let dear = u64::from(spent.0) - cheap;
        let halves = 2 * cheap + 2 * dear / u64::from(self.overload_cost.max(1));
        let most = 2 * u64::from(self.most.0);
        Effective { halves: u32::try_from(halves.min(most)).unwrap_or(u32::MAX) }
    }

    /// What so many whole points of effect cost; nothing if they are more than can be had.
    #[must_use]
    pub fn cost(self, effective: u32) -> Option<Points> {
        if effective > self.most.0 {
            return None;
        }
        let dear = effective.saturating_sub(self.capacity.0);
        Some(Points((effective - dear).saturating_add(dear.saturating_mul(self.overload_cost.max(1)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(capacity: u32) -> Scale {
        Scale { capacity: Points(capacity), most: Points(10), overload_cost: 2 }
    }

    #[test]
    fn the_costs_of_one_to_ten_by_capacity() {
        let tables: [(u32, [u32; 10]); 5] = [
            (1, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]),
            (3, [1, 2, 3, 5, 7, 9, 11, 13, 15, 17]),
            (5, [1, 2, 3, 4, 5, 7, 9, 11, 13, 15]),
            (9, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]),
            (10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ];
        for (capacity, costs) in tables {
            let scale = scale(capacity);
            for (effective, cost) in (1..).zip(costs) {
                assert_eq!(scale.cost(effective), Some(Points(cost)), "{effective} at {capacity}");
                assert_eq!(scale.effective(Points(cost)).halves(), 2 * effective, "{cost} at {capacity}");
            }
            assert_eq!((scale.cost(0), scale.cost(11)), (Some(Points(0)), None));
        }
    }

    #[test]
    fn halves_are_real_and_what_is_over_the_most_is_wasted() {
        let worth = |spent: u32, capacity: u32| scale(capacity).effective(Points(spent)).to_string();
        assert_eq!([0, 1, 2, 3, 4].map(|spent| worth(spent, 1)), ["0", "1", "1.5", "2", "2.5"]);
        assert_eq!([18, 19, 20, 39].map(|spent| worth(spent, 1)), ["9.5", "10", "10", "10"]);
        assert_eq!([3, 4, 5].map(|spent| worth(spent, 3)), ["3", "3.5", "4"]);
        assert_eq!([10, 11].map(|spent| worth(spent, 10)), ["10", "10"]);
        assert_eq!(worth(u32::MAX, 1), "10");
    }

    #[test]
    fn points_are_never_negative_and_broken_ones_are_whole() {
        assert_eq!(Points(3).minus(Points(3)), Ok(Points(0)));
        assert_eq!(Points(3).minus(Points(4)), Err(TooFew { has: Points(3), asked: Points(4) }));
        assert_eq!([0, 1, 2, 3].map(|points| Points(points).percent(50).0), [0, 1, 1, 2]);
        assert_eq!((Points(3).percent(150), Points(3).percent(0)), (Points(5), Points(0)));
        assert_eq!(Points(u32::MAX).percent(200), Points(u32::MAX));
    }
}
