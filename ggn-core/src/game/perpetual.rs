//! Sides that force a repetition by each of their moves.

use super::{Game, Step};
use crate::Side;
use crate::identity::Identity;
use crate::movement::{Move, MoveEffect};
use crate::position::Position;

/// Move between two occurrences of a position.
#[cfg_attr(not(feature = "arbiter"), allow(dead_code, reason = "chases ask for more than checks"))]
pub(super) struct Ply<'a> {
    pub(super) by: Side,
    pub(super) mv: &'a Move,
    pub(super) effect: &'a MoveEffect,
    pub(super) gives_check: bool,
    pub(super) before: &'a Position,
    pub(super) after: &'a Position,
}

/// Moves since the first occurrence of a position, oldest first.
pub(super) struct Cycle<'a>(pub(super) Vec<Ply<'a>>);

impl<'a> Cycle<'a> {
    /// Returns the moves of a game since a position first occurred. The last of them is not in its history yet. `None` if the position has not occurred
    /// before.
    pub(super) fn since(
        game: &'a Game,
        identity: &Identity,
        (mv, step): (&'a Move, &'a Step),
        gives_check: bool,
    ) -> Option<Cycle<'a>> {
        let is_it = |arrived: &Option<Identity>| arrived.as_ref() == Some(identity);
        let earlier = game.trail.iter().position(|before| is_it(&before.arrived));
        let arrived = game.trail.iter().filter(|before| is_it(&before.arrived)).count();
        // The start of the game is in no undo record.
        let is_start = game.occurrences.get(identity).is_some_and(|&count| count as usize > arrived);
        let first = if is_start { 0 } else { earlier? + 1 };
        let starts = std::iter::once(&game.start).chain(game.history.iter().map(|played| &played.after));
        let played = game.history.iter().zip(starts).skip(first).map(|(played, before)| Ply {
            by: played.by,
            mv: &played.mv,
            effect: &played.effect,
            gives_check: played.check,
            before,
            after: &played.after,
        });
        let Step { by, after, effect, .. } = step;
        let last = Ply { by: *by, mv, effect, gives_check, before: &game.position, after };
        Some(Cycle(played.chain([last]).collect()))
    }

    /// Returns the side that alone gives check by each of its moves.
    pub(super) fn checker(&self) -> Option<Side> {
        self.alone(|side| self.checks(side))
    }

    pub(super) fn alone(&self, forces: impl Fn(Side) -> bool) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter().filter(|&side| forces(side));
        sides.next().filter(|_| sides.next().is_none())
    }

    pub(super) fn checks(&self, side: Side) -> bool {
        let mut own = self.0.iter().filter(|ply| ply.by == side).peekable();
        own.peek().is_some() && own.all(|ply| ply.gives_check)
    }
}
