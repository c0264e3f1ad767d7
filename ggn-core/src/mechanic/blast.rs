//! `blast`: a capture also destroys the pieces around it, of both sides. Destroyed pieces set off no further blasts.

use super::Outcome;
use crate::movement::Cause;
use crate::ruleset::mechanics::Blast;

impl Blast {
    pub(super) fn act(&self, outcome: &mut Outcome<'_>) {
        let Some(centre) = outcome.mv.destination.square() else { return };
        // A hit captures nothing at its destination even if another piece was captured.
        let is_set_off = !outcome.effect.captured.is_empty() && !outcome.effect.is_hit();
        if !is_set_off || !self.is_by(outcome.rules, outcome.mv.piece) {
            return;
        }
        for &square in self.around(centre) {
            let stands = outcome.after.piece_at(square);
            if stands.is_some_and(|piece| !outcome.is_of(piece, &self.spares)) {
                outcome.destroy(square, Cause::Blast);
            }
        }
        if self.is_mover_destroyed {
            outcome.destroy(centre, Cause::Blast);
        }
    }
}
