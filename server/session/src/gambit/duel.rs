//! One contested capture: a sealed bid of each side, and its resolution.

use ggn_core::{BySide, Side};

use super::points::{Effective, Points, Scale};
use super::profile::Ties;

/// A contested capture in progress. A bid cannot be read before both sides have made theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    attacker: Side,
    scales: BySide<Scale>,
    bids: BySide<Option<Points>>,
}

/// Error of a bid that is not accepted. The duel is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BidError {
    /// The side has already bid.
    #[error("this side has made its bid")]
    AlreadyMade,
    /// The bid exceeds the side's points.
    #[error("the bid is more than there is")]
    TooMuch,
}

/// Result of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The attacker wins: the capture is made.
    Captured,
    /// The defender wins: the capture fails.
    Repulsed,
}

/// Result of a duel with both bids. All of it is public from now on, and both bids are spent, whichever side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The attacking side.
    pub attacker: Side,
    /// The result.
    pub outcome: Outcome,
    /// Points that each side has spent.
    pub spent: BySide<Points>,
    /// Effective points of each side's bid.
    pub effective: BySide<Effective>,
}

impl Resolution {
    /// Returns the winning side.
    #[must_use]
    pub fn winner(&self) -> Side {
        match self.outcome {
            Outcome::Captured => self.attacker,
            Outcome::Repulsed => self.attacker.opponent(),
        }
    }
}

impl Duel {
    /// Creates a duel without bids, from the scales of the capturing piece and of the piece to be captured.
    #[must_use]
    pub fn new(attacker: Side, attacking: Scale, defending: Scale) -> Duel {
        let scale = |side| if side == attacker { attacking } else { defending };
        Duel { attacker, scales: BySide::from_fn(scale), bids: BySide::default() }
    }

    /// Returns the attacking side.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// Returns whether a side has yet to bid.
    #[must_use]
    pub fn awaits_bid(&self, side: Side) -> bool {
        self.bids[side].is_none()
    }

    /// Records the bid of a side that has `pool` points. A bid of 0 is valid, and so is one beyond the maximum effect.
    ///
    /// # Errors
    /// Returns an error if the side has already bid or has fewer points.
    // Requirement gambit-35.
    pub fn bid(&mut self, side: Side, points: Points, pool: Points) -> Result<(), BidError> {
        if !self.awaits_bid(side) {
            return Err(BidError::AlreadyMade);
        }
        if points > pool {
            return Err(BidError::TooMuch);
        }
        self.bids[side] = Some(points);
        Ok(())
    }

    /// Ends the bidding: a side without a bid bids 0.
    pub fn expire(&mut self) {
        self.bids = self.bids.map(|bid| Some(bid.unwrap_or(Points::NONE)));
    }

    /// Returns the resolution once both sides have bid.
    // Requirement gambit-36.
    #[must_use]
    pub fn resolve(&self, ties: Ties) -> Option<Resolution> {
        let BySide { first: Some(first), second: Some(second) } = self.bids else { return None };
        let spent = BySide { first, second };
        let effective = BySide::from_fn(|side| self.scales[side].effective(spent[side]));
        let (attack, defence) = (effective[self.attacker], effective[self.attacker.opponent()]);
        let is_won = match ties {
            Ties::Attacker => attack >= defence,
            Ties::Defender => attack > defence,
        };
        let outcome = if is_won { Outcome::Captured } else { Outcome::Repulsed };
        Some(Resolution { attacker: self.attacker, outcome, spent, effective })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(capacity: u32) -> Scale {
        Scale { capacity: Points(capacity), most: Points(10), overload_cost: 2 }
    }

    fn fought(attack: u32, defence: u32, ties: Ties) -> Resolution {
        let mut duel = Duel::new(Side::Second, scale(3), scale(1));
        duel.bid(Side::First, Points(defence), Points(39)).unwrap();
        assert_eq!(duel.resolve(ties), None);
        duel.bid(Side::Second, Points(attack), Points(39)).unwrap();
        duel.resolve(ties).unwrap()
    }

    // Requirement gambit-36.
    #[test]
    fn the_attacker_needs_the_greater_effect() {
        for (attack, defence, standard, other) in [
            (0, 0, Outcome::Repulsed, Outcome::Captured),
            (1, 0, Outcome::Captured, Outcome::Captured),
            // 2.5 against 2.5: five halves each.
            (2, 3, Outcome::Repulsed, Outcome::Captured),
            (2, 2, Outcome::Captured, Outcome::Captured),
            (0, 1, Outcome::Repulsed, Outcome::Repulsed),
            // Points above the maximum effect of ten are wasted.
            (39, 19, Outcome::Repulsed, Outcome::Captured),
            (17, 18, Outcome::Captured, Outcome::Captured),
        ] {
            assert_eq!(fought(attack, defence, Ties::Defender).outcome, standard, "{attack} {defence}");
            assert_eq!(fought(attack, defence, Ties::Attacker).outcome, other, "{attack} {defence}");
        }
        let lost = fought(4, 10, Ties::Defender);
        assert_eq!((lost.winner(), lost.attacker), (Side::First, Side::Second));
        assert_eq!(lost.spent, BySide { first: Points(10), second: Points(4) });
        assert_eq!((lost.effective.first.halves(), lost.effective.second.halves()), (11, 7));
    }

    // Requirement gambit-35.
    #[test]
    fn a_bid_is_made_once_and_within_the_pool() {
        let mut duel = Duel::new(Side::First, scale(1), scale(9));
        assert_eq!(duel.bid(Side::First, Points(6), Points(5)), Err(BidError::TooMuch));
        assert!(duel.awaits_bid(Side::First));
        assert_eq!(duel.bid(Side::First, Points(5), Points(5)), Ok(()));
        assert_eq!(duel.bid(Side::First, Points(0), Points(5)), Err(BidError::AlreadyMade));
        assert!(!duel.awaits_bid(Side::First) && duel.awaits_bid(Side::Second));
        duel.expire();
        let resolution = duel.resolve(Ties::Defender).unwrap();
        assert_eq!(resolution.spent, BySide { first: Points(5), second: Points(0) });
        assert_eq!(resolution.outcome, Outcome::Captured);
    }
}
