//! `poison`: after each move every piece on certain squares loses points; a piece without any left is removed.

use super::Outcome;
use crate::movement::{Cause, Happening};
use crate::ruleset::mechanics::Poison;

impl Poison {
    pub(super) fn act(&self, outcome: &mut Outcome<'_>) {
        for &square in &self.squares {
            let Some(piece) = outcome.after.piece_at(square) else { continue };
            let left = outcome.after.points_at(square).unwrap_or(0).saturating_sub(self.damage);
            if left == 0 {
                outcome.destroy(square, Cause::Poison);
            } else {
                outcome.effect.happenings.push(Happening::Poisoned { square, piece, left });
                outcome.set_points(square, left);
            }
        }
    }
}
