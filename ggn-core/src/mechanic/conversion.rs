//! `conversion`: a piece that arrives converts enemies to its own side.

use super::Outcome;
use crate::movement::{Location, Transition};
use crate::ruleset::mechanics::Conversion;

impl Conversion {
    pub(super) fn act(&self, outcome: &mut Outcome<'_>) {
        let Some(square) = outcome.mv.destination.square() else { return };
        if outcome.mv.source == Location::Square(square) {
            return;
        }
        for converted in self.converted(outcome.rules, &outcome.after, outcome.mover(), square) {
            let piece = outcome.after.piece_at(converted).and_then(|piece| outcome.rules.counterpart(piece));
            let board = [(converted, piece)].into_iter().collect();
            outcome.change(Transition { board, ..Transition::default() });
        }
    }
}
