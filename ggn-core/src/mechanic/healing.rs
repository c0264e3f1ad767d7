//! `healing`: after each move certain pieces of the side that did not move gain points, unless they are attacked.

use super::Outcome;
use crate::legality;
use crate::movement::Happening;
use crate::piece::Role;

/// Who heals, and how much.
#[derive(Clone, Debug)]
pub(crate) struct Healing {
    pub(crate) pieces: Vec<Role>,
    pub(crate) amount: u8,
    /// How many points a piece can have by healing. One that has more keeps them.
    pub(crate) max: u8,
}

impl Healing {
    pub(super) fn act(&self, outcome: &mut Outcome<'_>) {
        let (rules, mover) = (outcome.rules, outcome.mover());
        let heals = |&(square, piece): &_| {
            rules.side_of(piece) != mover
                && outcome.is_of(piece, &self.pieces)
                && outcome.after.points_at(square).is_some_and(|points| points < self.max)
                && !legality::is_attacked(rules, &outcome.after, mover, square, piece)
        };
        // Points change no attack, so that all can be found before the first gains any.
        let healing: Vec<_> = outcome.after.pieces().filter(heals).collect();
        for (square, piece) in healing {
            let has = outcome.after.points_at(square).unwrap_or(0);
            let points = has.saturating_add(self.amount).min(self.max);
            outcome.deed.happenings.push(Happening::Healed { square, piece, points });
            outcome.set_points(square, points);
        }
    }
}
