//! Sides that force a repetition by each of their moves: by checks, or by chasing a piece.

use super::{Game, Step, stands};
use crate::chase;
use crate::identity::Identity;
use crate::movement::{Move, MoveEffect};
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::ruleset::endings::ChaseRules;
use crate::{Side, Square};

/// Move between two occurrences of a position.
struct Ply<'a> {
    by: Side,
    mv: &'a Move,
    effect: &'a MoveEffect,
    gives_check: bool,
    before: &'a Position,
    after: &'a Position,
}

/// Moves since the first occurrence of a position, oldest first.
pub(super) struct Cycle<'a>(Vec<Ply<'a>>);

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

    /// Returns the side that chases a piece by each of its moves, if the other side neither does nor gives check by each of its own.
    pub(super) fn chaser(&self, rules: &Ruleset, chase: &ChaseRules) -> Option<Side> {
        let chaser = self.alone(|side| self.chases(rules, chase, side))?;
        (!self.checks(chaser.opponent())).then_some(chaser)
    }

    fn alone(&self, forces: impl Fn(Side) -> bool) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter().filter(|&side| forces(side));
        sides.next().filter(|_| sides.next().is_none())
    }

    fn checks(&self, side: Side) -> bool {
        let mut own = self.0.iter().filter(|ply| ply.by == side).peekable();
        own.peek().is_some() && own.all(|ply| ply.gives_check)
    }

    /// Returns whether each move of a side chases the same piece.
    fn chases(&self, rules: &Ruleset, chase: &ChaseRules, side: Side) -> bool {
        // Squares of the pieces that each move so far has chased.
        let mut chased: Option<Vec<Square>> = None;
        for ply in &self.0 {
            chased =
                chased.map(|chased| chased.into_iter().filter_map(|square| ply.stands(square)).collect());
            if ply.by == side {
                let now = ply.chased(rules, chase);
                chased = Some(match chased {
                    None => now,
                    Some(earlier) => earlier.into_iter().filter(|square| now.contains(square)).collect(),
                });
            }
            if chased.as_ref().is_some_and(Vec::is_empty) {
                return false;
            }
        }
        chased.is_some()
    }
}

impl Ply<'_> {
    fn stands(&self, square: Square) -> Option<Square> {
        stands(self.mv, self.effect, self.after, square)
    }

    /// Returns the squares of the enemy pieces that the move attacks anew so that they could be captured for nothing.
    fn chased(&self, rules: &Ruleset, chase: &ChaseRules) -> Vec<Square> {
        let mut attacks = chase::attacks(rules, chase, self.after, self.by);
        if attacks.is_empty() {
            return Vec::new();
        }
        for old in chase::attacks(rules, chase, self.before, self.by) {
            let (from, on) = (self.stands(old.from), self.stands(old.on));
            attacks.retain(|attack| (Some(attack.from), Some(attack.on)) != (from, on));
        }
        attacks.iter().map(|attack| attack.on).collect()
    }
}
