//! `blast`: a capture also destroys what stands around it, whosever it is. What is destroyed sets off no blast of its own.

use super::{Outcome, is_of};
use crate::movement::Cause;
use crate::piece::{PieceId, Role};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Shape, Square};

/// What counts as around a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// What lies straight along one dimension of the board.
    Cross,
    /// What lies so far away in every dimension, or less.
    Square,
}

/// Whose captures destroy what.
#[derive(Clone, Debug)]
pub(crate) struct Blast {
    /// The roles whose captures do; none stands for all.
    by: Vec<Role>,
    spares: Vec<Role>,
    is_mover_destroyed: bool,
    /// For each square, those around it.
    around: Vec<Vec<Square>>,
}

impl Blast {
    pub(crate) fn new(
        shape: &Shape,
        by: Vec<Role>,
        (area, radius): (Area, u8),
        spares: Vec<Role>,
        is_mover_destroyed: bool,
    ) -> Blast {
        let is_around = |centre: Square, square: Square| {
            let distances = || {
                shape
                    .coordinates(centre)
                    .zip(shape.coordinates(square))
                    .map(|(one, other)| one.abs_diff(other))
            };
            let is_in_area =
                area == Area::Square || distances().filter(|&distance| distance > 0).count() == 1;
            centre != square && is_in_area && distances().all(|distance| distance <= radius)
        };
        let around =
            |centre: Square| shape.iter().filter(|&square| is_around(centre, square)).collect::<Vec<_>>();
        Blast { by, spares, is_mover_destroyed, around: shape.iter().map(around).collect() }
    }

    fn is_by(&self, rules: &Ruleset, piece: PieceId) -> bool {
        self.by.is_empty() || is_of(rules, piece, &self.by)
    }

    fn around(&self, centre: Square) -> &[Square] {
        self.around.get(centre.index()).map_or(&[], Vec::as_slice)
    }

    pub(super) fn act(&self, outcome: &mut Outcome<'_>) {
        let Some(centre) = outcome.mv.destination.square() else { return };
        // A hit captures nothing at its destination even if something else fell.
        let is_set_off = !outcome.deed.captured.is_empty() && !outcome.deed.is_hit();
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

    /// Whether a capture on `centre` by the piece on `from` would destroy a terminal piece of its own side. Such a capture threatens nothing.
    pub(crate) fn backfires(
        &self,
        rules: &Ruleset,
        position: &Position,
        from: Square,
        centre: Square,
    ) -> bool {
        let Some(attacker) = position.piece_at(from).filter(|&piece| self.is_by(rules, piece)) else {
            return false;
        };
        let is_own =
            |piece: &PieceId| rules.side_of(*piece) == rules.side_of(attacker) && rules.is_terminal(*piece);
        let around = self.around(centre).iter().filter(|&&square| square != from);
        let mut destroyed = around.filter_map(|&square| position.piece_at(square));
        (self.is_mover_destroyed && is_own(&attacker))
            || destroyed.any(|piece| is_own(&piece) && !is_of(rules, piece, &self.spares))
    }
}
