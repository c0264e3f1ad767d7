//! `poison`: after each move every piece on certain squares loses points; one without any left is removed.

use super::Outcome;
use crate::Square;
use crate::movement::{Cause, Happening};

/// Where, and how much.
#[derive(Clone, Debug)]
pub(crate) struct Poison {
    pub(crate) squares: Vec<Square>,
    pub(crate) damage: u8,
}

impl Poison {
    pub(super) fn act(&self, outcome: &mut Outcome<'_>) {
        for &square in &self.squares {
            let Some(piece) = outcome.after.piece_at(square) else { continue };
            let left = outcome.after.points_at(square).unwrap_or(0).saturating_sub(self.damage);
            if left == 0 {
                outcome.destroy(square, Cause::Poison);
            } else {
                outcome.deed.happenings.push(Happening::Poisoned { square, piece, left });
                outcome.set_points(square, left);
            }
        }
    }
}
