//! One capture that is bid for: a sealed bid of each side, and what comes of them.

use ggn_core::{BySide, Side};

use super::points::{Effective, Points, Scale};
use super::profile::Ties;

/// A capture that is being bid for. What was bid nobody is told before both sides have: there is no way to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    attacker: Side,
    scales: BySide<Scale>,
    bids: BySide<Option<Points>>,
}

/// Why a bid is not taken. The duel is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BidRefused {
    /// A bid is made once.
    #[error("this side has made its bid")]
    Made,
    /// More than the side has.
    #[error("the bid is more than there is")]
    TooMuch,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The attacker: the capture is made.
    Captured,
    /// The defender: the capture fails.
    Repulsed,
}

/// What came of a duel. From now on all of it is public, and all that was bid is spent, whoever has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Who attacked.
    pub attacker: Side,
    /// Who has won.
    pub outcome: Outcome,
    /// What each side has spent.
    pub spent: BySide<Points>,
    /// What that was worth.
    pub effective: BySide<Effective>,
}

impl Resolution {
    /// The side that has won.
    #[must_use]
    pub fn winner(&self) -> Side {
        match self.outcome {
            Outcome::Captured => self.attacker,
            Outcome::Repulsed => self.attacker.opponent(),
        }
    }
}

impl Duel {
    /// A duel without bids. `scales` are those of the piece that captures and of the one that it would capture.
    #[must_use]
    pub fn new(attacker: Side, attacking: Scale, defending: Scale) -> Duel {
        let scale = |side| if side == attacker { attacking } else { defending };
        Duel { attacker, scales: BySide::from_fn(scale), bids: BySide::default() }
    }

    /// Who attacks.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.attacker
    }

    /// Whether a side has yet to bid.
    #[must_use]
    pub fn waits_for(&self, side: Side) -> bool {
        self.bids[side].is_none()
    }

    /// Takes the bid of a side that has so many points. None at all may be bid, and more than can have any effect.
    ///
    /// # Errors
    /// If the side has bid already, or has not so much.
    pub fn bid(&mut self, side: Side, points: Points, pool: Points) -> Result<(), BidRefused> {
        if !self.waits_for(side) {
            return Err(BidRefused::Made);
        }
        if points > pool {
            return Err(BidRefused::TooMuch);
        }
        self.bids[side] = Some(points);
        Ok(())
    }

    /// The time is over: who has not bid bids nothing.
    pub fn expire(&mut self) {
        self.bids = self.bids.map(|bid| Some(bid.unwrap_or(Points::NONE)));
    }

    /// What comes of it, once both sides have bid.
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

    #[test]
    fn the_attacker_has_to_be_worth_more() {
        for (attack, defence, standard, other) in [
            (0, 0, Outcome::Repulsed, Outcome::Captured),
            (1, 0, Outcome::Captured, Outcome::Captured),
            // Two and a half against two and a half: five halves each.
            (2, 3, Outcome::Repulsed, Outcome::Captured),
            (2, 2, Outcome::Captured, Outcome::Captured),
            (0, 1, Outcome::Repulsed, Outcome::Repulsed),
            // All that is above ten is in vain.
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

    #[test]
    fn a_bid_is_made_once_and_is_had() {
        let mut duel = Duel::new(Side::First, scale(1), scale(9));
        assert_eq!(duel.bid(Side::First, Points(6), Points(5)), Err(BidRefused::TooMuch));
        assert!(duel.waits_for(Side::First));
        assert_eq!(duel.bid(Side::First, Points(5), Points(5)), Ok(()));
        assert_eq!(duel.bid(Side::First, Points(0), Points(5)), Err(BidRefused::Made));
        assert!(!duel.waits_for(Side::First) && duel.waits_for(Side::Second));
        duel.expire();
        let resolution = duel.resolve(Ties::Defender).unwrap();
        assert_eq!(resolution.spent, BySide { first: Points(5), second: Points(0) });
        assert_eq!(resolution.outcome, Outcome::Captured);
    }
}
