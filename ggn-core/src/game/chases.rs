//! Sides that force a repetition by chasing a piece with each of their moves.

use super::perpetual::{Cycle, Ply};
use super::played::stands;
use crate::chase;
use crate::ruleset::Ruleset;
use crate::ruleset::endings::ChaseRules;
use crate::{Side, Square};

impl Cycle<'_> {
    /// Returns the side that chases a piece by each of its moves, if the other side neither does nor gives check by each of its own.
    pub(super) fn chaser(&self, rules: &Ruleset, chase: &ChaseRules) -> Option<Side> {
        let chaser = self.alone(|side| self.chases(rules, chase, side))?;
        (!self.checks(chaser.opponent())).then_some(chaser)
    }

    /// Returns whether each move of a side chases the same piece.
    fn chases(&self, rules: &Ruleset, chase: &ChaseRules, side: Side) -> bool {
        // Squares of the pieces that each move so far has chased.
        let mut chased: Option<Vec<Square>> = None;
        for ply in &self.0 {
            chased =
                chased.map(|chased| chased.into_iter().filter_map(|square| ply.stands(square)).collect());
            if ply.by == side {
                let now = ply.chased(rules, chase);
                chased = Some(match chased {
                    None => now,
                    Some(earlier) => earlier.into_iter().filter(|square| now.contains(square)).collect(),
                });
            }
            if chased.as_ref().is_some_and(Vec::is_empty) {
                return false;
            }
        }
        chased.is_some()
    }
}

impl Ply<'_> {
    fn stands(&self, square: Square) -> Option<Square> {
        stands(self.mv, self.effect, self.after, square)
    }

    /// Returns the squares of the enemy pieces that the move attacks anew so that they could be captured for nothing.
    fn chased(&self, rules: &Ruleset, chase: &ChaseRules) -> Vec<Square> {
        let mut attacks = chase::attacks(rules, chase, self.after, self.by);
        if attacks.is_empty() {
            return Vec::new();
        }
        for old in chase::attacks(rules, chase, self.before, self.by) {
            let (from, on) = (self.stands(old.from), self.stands(old.on));
            attacks.retain(|attack| (Some(attack.from), Some(attack.on)) != (from, on));
        }
        attacks.iter().map(|attack| attack.on).collect()
    }
}
