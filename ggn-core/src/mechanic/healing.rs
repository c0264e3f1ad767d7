//! `healing`: after each move certain pieces of the side that did not move gain hit points, unless they are attacked.

use super::Outcome;
use crate::check;
use crate::movement::Happening;
use crate::ruleset::mechanics::Healing;

impl Healing {
    pub(super) fn act(&self, outcome: &mut Outcome<'_>) {
        let (rules, mover) = (outcome.rules, outcome.mover());
        let heals = |&(square, piece): &_| {
            rules.side_of(piece) != mover
                && outcome.is_of(piece, &self.pieces)
                && outcome.after.points_at(square).is_some_and(|points| points < self.max)
                && !check::is_attacked(rules, &outcome.after, mover, square, piece)
        };
        // Points change no attack, so all healed pieces can be found before the first gains any.
        let healing: Vec<_> = outcome.after.pieces().filter(heals).collect();
        for (square, piece) in healing {
            let has = outcome.after.points_at(square).unwrap_or(0);
            let points = has.saturating_add(self.amount).min(self.max);
            outcome.effect.happenings.push(Happening::Healed { square, piece, points });
            outcome.set_points(square, points);
        }
    }
}
