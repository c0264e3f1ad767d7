//! Shares of points, with the interval in which they lie.

use serde::Serialize;

/// Standard deviations on either side that hold 95 % of the cases.
const DEVIATIONS: f64 = 1.96;

/// Share of points, from 0 to 1, with the interval in which it lies with a probability of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Share {
    /// Returns the share of these scores, each from 0 to 1; without any, nothing is known. The interval is Wilson's, which is not empty for equal scores.
    #[must_use]
    pub fn of(scores: &[f64]) -> Share {
        if scores.is_empty() {
            return Share { share: 0.5, low: 0.0, high: 1.0 };
        }
        let games = scores.len() as f64;
        let share = scores.iter().sum::<f64>() / games;
        let square = DEVIATIONS * DEVIATIONS;
        let middle = (share + square / (2.0 * games)) / (1.0 + square / games);
        let half = DEVIATIONS / (1.0 + square / games)
            * (share * (1.0 - share) / games + square / (4.0 * games * games)).sqrt();
        Share { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// Returns whether the interval leaves out equal shares.
    #[must_use]
    pub fn is_uneven(self) -> bool {
        self.low > 0.5 || self.high < 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let all = Share::of(&[1.0; 10]);
        // Wilson's interval for ten of ten.
        assert!((all.low - 0.7225).abs() < 0.001 && (all.high - 1.0).abs() < 1e-9, "{all:?}");
        assert!(all.is_uneven());
        let half = Share::of(&[1.0, 0.0, 0.5, 0.5]);
        assert!(
            !half.is_uneven() && (half.share - 0.5).abs() < 1e-9 && half.low < 0.2 && half.high > 0.8,
            "{half:?}"
        );
        assert!(!Share::of(&[]).is_uneven());
    }
}
