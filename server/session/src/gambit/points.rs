//! Points, which cannot be negative, and the effect of points bid on a piece.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

/// A number of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(transparent)]
pub struct Points(#[schemars(range(max = 1_000_000))] pub u32);

/// Error of a payment that exceeds the available points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{requested} points are requested and {available} available")]
pub struct NotEnoughPoints {
    /// Available points.
    pub available: Points,
    /// Requested points.
    pub requested: Points,
}

impl Points {
    /// Zero points.
    pub const NONE: Points = Points(0);

    /// The largest number of points that the data may name.
    pub const MAX: Points = Points(1_000_000);

    /// Adds points, saturating.
    #[must_use]
    pub fn plus(self, more: Points) -> Points {
        Points(self.0.saturating_add(more.0))
    }

    /// Subtracts points.
    ///
    /// # Errors
    /// Returns an error if there are fewer points.
    pub fn minus(self, less: Points) -> Result<Points, NotEnoughPoints> {
        self.0.checked_sub(less.0).map(Points).ok_or(NotEnoughPoints { available: self, requested: less })
    }

    /// Returns a percentage of the points, rounded up.
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

/// Effect of a bid, in halves of a point. Bids are compared by this alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Effective {
    halves: u32,
}

impl Effective {
    /// Returns the effect in halves of a point.
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

/// Conversion of a bid on a piece to its effect. Up to the capacity, a point of effect costs one point; above it, `overload_cost`. The effect is
/// bounded by `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Points of effect at a price of one each.
    pub capacity: Points,
    /// Maximum effect.
    pub most: Points,
    /// Price of each point of effect above the capacity; at least one.
    pub overload_cost: u32,
}

impl Scale {
    /// Returns the effect of a bid, rounded down to halves. Points beyond the maximum effect are wasted.
    #[must_use]
    pub fn effective(self, spent: Points) -> Effective {
        let cheap = u64::from(spent.0.min(self.capacity.0));
        let dear = u64::from(spent.0) - cheap;
        let halves = 2 * cheap + 2 * dear / u64::from(self.overload_cost.max(1));
        let most = 2 * u64::from(self.most.0);
        Effective { halves: u32::try_from(halves.min(most)).unwrap_or(u32::MAX) }
    }

    /// Returns the cost of so many whole points of effect; `None` beyond the maximum.
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
    fn effects_have_halves_and_a_maximum() {
        let worth = |spent: u32, capacity: u32| scale(capacity).effective(Points(spent)).to_string();
        assert_eq!([0, 1, 2, 3, 4].map(|spent| worth(spent, 1)), ["0", "1", "1.5", "2", "2.5"]);
        assert_eq!([18, 19, 20, 39].map(|spent| worth(spent, 1)), ["9.5", "10", "10", "10"]);
        assert_eq!([3, 4, 5].map(|spent| worth(spent, 3)), ["3", "3.5", "4"]);
        assert_eq!([10, 11].map(|spent| worth(spent, 10)), ["10", "10"]);
        assert_eq!(worth(u32::MAX, 1), "10");
    }

    #[test]
    fn points_are_never_negative_and_percentages_are_rounded_up() {
        assert_eq!(Points(3).minus(Points(3)), Ok(Points(0)));
        assert_eq!(
            Points(3).minus(Points(4)),
            Err(NotEnoughPoints { available: Points(3), requested: Points(4) })
        );
        assert_eq!([0, 1, 2, 3].map(|points| Points(points).percent(50).0), [0, 1, 1, 2]);
        assert_eq!((Points(3).percent(150), Points(3).percent(0)), (Points(5), Points(0)));
        assert_eq!(Points(u32::MAX).percent(200), Points(u32::MAX));
    }
}
