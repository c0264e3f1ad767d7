//! `hit-points`: pieces have points, and a capture takes some. While its victim has any left, the capture is no more than a hit: the victim stays,
//! and so does the attacker, as if it had not moved.

use crate::Square;
use crate::movement::{Deed, Happening, Location, Move, Transition};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;

/// The numbers of a ruleset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HitPoints {
    /// How many points every piece starts with.
    pub(crate) initial: u8,
    /// How many a capture takes.
    pub(crate) damage: u8,
}

impl HitPoints {
    /// How many points the piece on a square has left after a capture of it has been tried.
    fn left(self, position: &Position, square: Square) -> u8 {
        position.points_at(square).unwrap_or(0).saturating_sub(self.damage)
    }

    /// Whether a move that would do this is a hit: a piece that it would capture survives.
    pub(crate) fn is_hit(self, position: &Position, deed: &Deed) -> bool {
        deed.captured.iter().any(|&(square, _)| self.left(position, square) > 0)
    }

    /// What a hit changes and does, instead of what the row says; nothing if the move is none. Of several pieces that the move would capture
    /// those without points left are gone even so.
    pub(super) fn hit(
        self,
        rules: &Ruleset,
        position: &Position,
        mv: &Move,
        planned: &Deed,
    ) -> Option<(Transition, Deed)> {
        if !self.is_hit(position, planned) {
            return None;
        }
        let side = rules.side_of(mv.piece);
        let mut transition = Transition { passes_turn: true, ..Transition::default() };
        let mut deed = Deed::default();
        reference::drop_marks(rules, position, side, &mut transition);
        for &(square, taken) in &planned.captured {
            let left = self.left(position, square);
            transition.points.push((square, left));
            if left == 0 {
                reference::take(rules, side, (square, taken), &mut transition, &mut deed);
                continue;
            }
            // Its mark has fallen.
            let piece = rules.expires(taken).filter(|_| rules.side_of(taken) != side).unwrap_or(taken);
            deed.happenings.push(Happening::Hit { square, piece, left });
        }
        Some((transition, deed))
    }

    /// Lets points go where their pieces go.
    pub(super) fn travel(self, position: &Position, mv: &Move, deed: &Deed, transition: &mut Transition) {
        let ways = deed.carried.iter().map(|&(from, to)| (Location::Square(from), Location::Square(to)));
        let ways: Vec<(Location, Location)> = ways.chain([(mv.source, mv.destination)]).collect();
        let left = ways.iter().filter_map(|(from, _)| from.square());
        let left = left.chain(deed.captured.iter().map(|&(square, _)| square));
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
