//! Squares that a repulsed piece may retreat to, and the cost of each.

use ggn_core::{Move, Piece, Position, RetreatKind, Square};

use super::points::Points;
use super::profile::Profile;
use super::terms::Terms;

/// Cost of a retreat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RetreatCost {
    /// Points that the attacker pays.
    pub total: Points,
    /// Part of them that the defender receives.
    pub defender_share: Points,
}

/// A square that the attacker may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetreatOption {
    /// The square.
    pub square: Square,
    /// The cost of the retreat.
    pub cost: RetreatCost,
}

impl Profile {
    /// Returns the cost of a retreat of `steps` steps; `None` stands for the square that the piece came from.
    // Requirement gambit-80.
    fn retreat_cost(&self, kind: RetreatKind, steps: Option<u32>) -> RetreatCost {
        let cost = match (kind, steps) {
            (_, None) | (RetreatKind::Origin, Some(_)) => self.origin_cost,
            (RetreatKind::Axis | RetreatKind::Slide, Some(steps)) => {
                self.origin_cost.plus(Points(steps).percent(self.axis_percent))
            }
            (RetreatKind::Rectangle, Some(steps)) => Points(steps).percent(self.rectangle_percent),
        };
        RetreatCost { total: cost, defender_share: cost.percent(self.defender_percent) }
    }
}

impl Terms {
    /// Returns the squares that the piece of a failed capture may retreat to with `pool` points left; the square that it came from is first.
    ///
    /// A piece whose side can afford no square stays where it came from at no cost. If the profile says so, and the piece is not royal, it is lost
    /// instead: the list is empty. Only the attacker may see the list, because a missing square discloses the attacker's points.
    // Requirement gambit-79.
    #[must_use]
    pub fn retreat_options(&self, position: &Position, mv: &Move, pool: Points) -> Vec<RetreatOption> {
        if self.piece(mv.piece).is_none() {
            return Vec::new();
        }
        let kind = self.retreat_kind(mv);
        let origin = mv.source.square();
        let mut options: Vec<RetreatOption> = self
            .rules()
            .retreats(position, mv, kind)
            .into_iter()
            .map(|retreat| {
                let steps = (Some(retreat.square) != origin).then_some(retreat.steps);
                RetreatOption { square: retreat.square, cost: self.profile().retreat_cost(kind, steps) }
            })
            .filter(|option| option.cost.total <= pool)
            .collect();
        let is_royal = self.rules().piece(mv.piece).is_some_and(Piece::is_terminal);
        let can_be_lost = self.profile().can_lose_piece && !is_royal;
        let has_origin = options.first().is_some_and(|option| Some(option.square) == origin);
        if let Some(square) = origin.filter(|_| !has_origin && !can_be_lost) {
            options.insert(0, RetreatOption { square, cost: RetreatCost::default() });
        }
        options
    }
}
