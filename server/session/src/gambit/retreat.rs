//! Where a repulsed piece may go, and who pays what for it.

use ggn_core::{Manner, Move, Piece, Position, Square};

use super::points::Points;
use super::profile::Profile;
use super::terms::Terms;

/// What falling back to a square costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fee {
    /// What the attacker pays.
    pub cost: Points,
    /// How much of that the defender gets.
    pub share: Points,
}

/// A square that the attacker may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The square.
    pub square: Square,
    /// What it costs.
    pub fee: Fee,
}

impl Profile {
    /// What falling back costs: nothing more than staying where the piece came from, or so many steps in a manner.
    fn fee(&self, manner: Manner, steps: Option<u32>) -> Fee {
        let cost = match (manner, steps) {
            (_, None) | (Manner::Origin, Some(_)) => self.origin_cost,
            (Manner::Axis, Some(steps)) => self.origin_cost.plus(Points(steps).percent(self.axis_percent)),
            (Manner::Rectangle, Some(steps)) => Points(steps).percent(self.rectangle_percent),
        };
        Fee { cost, share: cost.percent(self.defender_percent) }
    }
}

impl Terms {
    /// Where the piece of a capture that failed may go, if its side has so many points left: what can be paid, first the square that it came from.
    ///
    /// If nothing can be paid, the piece stays there and nothing is paid; but if the profile says so, and unless it is a royal piece, it is lost: then
    /// there is no offer at all. Only the attacker may be told of this: what is left out says what they have.
    #[must_use]
    pub fn offers(&self, position: &Position, mv: &Move, pool: Points) -> Vec<Offer> {
        let Some(terms) = self.piece(mv.piece) else { return Vec::new() };
        let manner = terms.retreat.manner();
        let origin = mv.source.square();
        let mut offers: Vec<Offer> = self
            .rules()
            .retreats(position, mv, manner)
            .into_iter()
            .map(|retreat| {
                let steps = (Some(retreat.square) != origin).then_some(retreat.cost);
                Offer { square: retreat.square, fee: self.profile().fee(manner, steps) }
            })
            .filter(|offer| offer.fee.cost <= pool)
            .collect();
        let is_royal = self.rules().piece(mv.piece).is_some_and(Piece::is_terminal);
        let can_be_lost = self.profile().can_lose_piece && !is_royal;
        let has_origin = offers.first().is_some_and(|offer| Some(offer.square) == origin);
        if let Some(square) = origin.filter(|_| !has_origin && !can_be_lost) {
            offers.insert(0, Offer { square, fee: Fee::default() });
        }
        offers
    }
}
