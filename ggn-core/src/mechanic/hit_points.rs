//! `hit-points`: pieces have points, and a capture costs its victim some. While the victim has any left, the capture is only a hit: the victim stays,
//! and the attacker returns as if it had not moved.

use crate::movement::{Happening, Location, Move, MoveEffect, Transition};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
use crate::ruleset::mechanics::HitPoints;

impl HitPoints {
    /// Returns the transition and effect of a hit, in place of those of the row; `None` if the move is not a hit. Of several pieces that the move would
    /// capture, those without points left are removed all the same.
    pub(super) fn hit(
        self,
        rules: &Ruleset,
        position: &Position,
        mv: &Move,
        planned: &MoveEffect,
    ) -> Option<(Transition, MoveEffect)> {
        if !self.is_hit(position, planned) {
            return None;
        }
        let side = rules.side_of(mv.piece);
        let mut transition = Transition { passes_turn: true, ..Transition::default() };
        let mut effect = MoveEffect::default();
        reference::drop_marks(rules, position, side, &mut transition);
        for &(square, taken) in &planned.captured {
            let left = self.left(position, square);
            transition.points.push((square, left));
            if left == 0 {
                reference::take(rules, side, (square, taken), &mut transition, &mut effect);
                continue;
            }
            // Its mark has expired.
            let piece = rules.expires(taken).filter(|_| rules.side_of(taken) != side).unwrap_or(taken);
            effect.happenings.push(Happening::Hit { square, piece, left });
        }
        Some((transition, effect))
    }

    /// Moves points along with their pieces.
    pub(super) fn travel(
        self,
        position: &Position,
        mv: &Move,
        effect: &MoveEffect,
        transition: &mut Transition,
    ) {
        let ways = effect.carried.iter().map(|&(from, to)| (Location::Square(from), Location::Square(to)));
        let ways: Vec<(Location, Location)> = ways.chain([(mv.source, mv.destination)]).collect();
        let left = ways.iter().filter_map(|(from, _)| from.square());
        let left = left.chain(effect.captured.iter().map(|&(square, _)| square));
        transition.points.extend(left.map(|square| (square, 0)));
        for (from, to) in ways {
            let points = match from {
                Location::Square(from) => position.points_at(from).unwrap_or(0),
                Location::Hand => self.initial,
            };
            transition.points.extend(to.square().map(|to| (to, points)));
        }
    }
}
