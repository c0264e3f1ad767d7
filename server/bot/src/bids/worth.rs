//! Worth of points beside pieces, and the chance that a contested capture succeeds.

use ggn_core::{BySide, Side};

/// Worth of the points with which a game begins, as a share of the pieces with which it begins.
const SHARE: f64 = 0.5;
/// Points of the start for each of which the first point is worth less.
const FLATNESS: u32 = 8;
/// Points beyond which more are worth nothing.
const MOST: u32 = 400;

/// Worth of points: of each one less than of the one before it, since who has none can neither capture nor defend.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    /// By the number of points.
    of: Vec<i32>,
}

impl Worth {
    /// Returns the worth of points of a game that begins with `initial`, where the pieces of a side are worth `pieces` together.
    pub(crate) fn new(initial: u32, pieces: i32) -> Worth {
        let flat = f64::from(initial / FLATNESS + 1);
        // A sum of fractions is the same on every processor; a logarithm is not.
        let sums: Vec<f64> = std::iter::once(0.0)
            .chain((0..MOST).scan(0.0, |sum, point| {
                *sum += 1.0 / (f64::from(point) + flat);
                Some(*sum)
            }))
            .collect();
        let at_start = sums.get(initial.clamp(1, MOST) as usize).copied().unwrap_or(1.0);
        let unit = SHARE * f64::from(pieces.abs()) / at_start;
        Worth { of: sums.iter().map(|sum| (sum * unit).round() as i32).collect() }
    }

    /// Returns the worth of a number of points to who has them.
    pub(crate) fn of(&self, points: u32) -> i32 {
        self.of.get(points.min(MOST) as usize).copied().unwrap_or(0)
    }
}

/// Chance that a capture of each side succeeds, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Odds(BySide<u8>);

impl Odds {
    /// Returns the chances of sides with these points.
    pub(crate) fn new(pools: BySide<u32>, attacker_wins_ties: bool) -> Odds {
        let chance = |side: Side| {
            let (attack, defence) = (u64::from(pools[side]), u64::from(pools[side.opponent()]));
            match (attack, defence) {
                (0, _) if !attacker_wins_ties => 0,
                (_, 0) => 100,
                _ => {
                    let share = 100 * attack / (attack + defence);
                    let tie = if attacker_wins_ties { share + 5 } else { share.saturating_sub(5) };
                    u8::try_from(tie.clamp(10, 90)).unwrap_or(50)
                }
            }
        };
        Odds(BySide::from_fn(chance))
    }

    /// Returns the chance of a capture by a side.
    pub(crate) fn of(self, side: Side) -> i32 {
        i32::from(self.0[side])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_points_are_worth_most() {
        let worth = Worth::new(39, 4_000);
        assert_eq!((worth.of(0), worth.of(39)), (0, 2_000));
        let each: Vec<i32> = (0..60).map(|points| worth.of(points + 1) - worth.of(points)).collect();
        assert!(each.is_sorted_by(|one, next| one + 1 >= *next) && each[0] > 4 * each[38], "{each:?}");
        assert_eq!(worth.of(u32::MAX), worth.of(MOST));
    }

    #[test]
    fn who_has_no_points_captures_nothing_and_keeps_nothing() {
        let odds = |first, second, ties| {
            let odds = Odds::new(BySide { first, second }, ties);
            (odds.of(Side::First), odds.of(Side::Second))
        };
        assert_eq!(odds(0, 12, false), (0, 100));
        assert_eq!(odds(0, 0, false), (0, 0));
        assert_eq!(odds(0, 0, true), (100, 100));
        assert_eq!(odds(20, 20, false), (45, 45));
        assert_eq!(odds(1_000, 1, true), (90, 10));
    }
}
