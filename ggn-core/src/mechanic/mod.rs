//! Named mechanics: effects of a move beyond its row, with the numbers and pieces that the ruleset gives.
//!
//! No mechanic knows a particular game. Each has one file and changes a position as moves do, by a [`Transition`]. They act in this order, whatever
//! the order in the ruleset: a capture may turn into a hit ([`HitPoints`]), else it may set off a [`Blast`]; [`Conversion`]
//! follows, then [`Poison`] and [`Healing`]
//! act, and last the [`Turn`] decides whether the side moves again.
//!
//! [`repulse`] and [`retreat`] are not named by any ruleset: the caller decides whether a capture fails, for example by a duel.

mod blast;
mod conversion;
mod healing;
mod hit_points;
mod poison;
mod repulse;
mod retreat;

pub(crate) use repulse::repulsed;
pub(crate) use retreat::{QuietDistances, retreats, suitable as suitable_retreat};
pub use retreat::{Retreat, RetreatKind};

use crate::movement::{Cause, Happening, Move, MoveEffect, Transition};
use crate::piece::{PieceId, Role};
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
use crate::ruleset::mechanics::is_of;
use crate::{Side, Square};

/// The state of a move while mechanics act on it.
pub(crate) struct Outcome<'a> {
    pub(crate) rules: &'a Ruleset,
    mv: &'a Move,
    pub(crate) transition: Transition,
    pub(crate) effect: MoveEffect,
    /// The position after the effects so far.
    pub(crate) after: Position,
}

impl<'a> Outcome<'a> {
    /// Applies the move and all mechanics but the turn.
    pub(crate) fn of(rules: &'a Ruleset, position: &Position, mv: &'a Move) -> Outcome<'a> {
        let mechanics = rules.mechanics();
        let (mut transition, mut effect) = reference::row_transition(rules, position, mv);
        if let Some(hit_points) = &mechanics.hit_points {
            match hit_points.hit(rules, position, mv, &effect) {
                Some(hit) => (transition, effect) = hit,
                None => hit_points.travel(position, mv, &effect, &mut transition),
            }
        }
        let after = position.after(&transition);
        Outcome { rules, mv, transition, effect, after }.with_consequences()
    }

    /// Applies all mechanics but the turn.
    fn with_consequences(mut self) -> Outcome<'a> {
        let mechanics = self.rules.mechanics();
        if let Some(blast) = &mechanics.blast {
            blast.act(&mut self);
        }
        if let Some(conversion) = &mechanics.conversion {
            conversion.act(&mut self);
        }
        if let Some(poison) = &mechanics.poison {
            poison.act(&mut self);
        }
        if let Some(healing) = &mechanics.healing {
            healing.act(&mut self);
        }
        self
    }

    /// Returns the side that moves.
    pub(crate) fn mover(&self) -> Side {
        self.rules.side_of(self.mv.piece)
    }

    /// Returns whether a piece has one of these roles.
    fn is_of(&self, piece: PieceId, roles: &[Role]) -> bool {
        is_of(self.rules, piece, roles)
    }

    fn change(&mut self, change: Transition) {
        self.after = self.after.after(&Transition {
            passes_turn: false,
            made: self.after.moves_made(),
            ..change.clone()
        });
        self.transition.board.extend(change.board);
        self.transition.points.extend(change.points);
    }

    /// Sets the points of the piece on a square.
    fn set_points(&mut self, square: Square, points: u8) {
        self.change(Transition { points: vec![(square, points)], ..Transition::default() });
    }

    /// Removes the piece on a square from the game.
    fn destroy(&mut self, square: Square, cause: Cause) {
        let Some(piece) = self.after.piece_at(square) else { return };
        self.effect.happenings.push(Happening::Destroyed { square, piece, cause });
        let points = vec![(square, 0)];
        self.change(Transition {
            board: [(square, None)].into_iter().collect(),
            points,
            ..Transition::default()
        });
    }

    /// Returns the verdict of the royal-safety constraint on destroyed pieces; `None` if destruction does not decide.
    ///
    /// A move may not destroy a terminal piece of its own side by a blast. Otherwise a move that destroys the other side's last terminal piece wins,
    /// even if its own could be captured afterwards.
    pub(crate) fn royal_verdict(&self) -> Option<bool> {
        if self.own_royals_destroyed().next().is_some() {
            return Some(false);
        }
        let other = self.mover().opponent();
        let is_royal = |piece| self.rules.side_of(piece) == other && self.rules.is_terminal(piece);
        let mut destroyed =
            self.effect.happenings.iter().filter(
                |happening| matches!(happening, Happening::Destroyed { piece, .. } if is_royal(*piece)),
            );
        let is_won = destroyed.next().is_some() && !self.after.pieces().any(|(_, piece)| is_royal(piece));
        is_won.then_some(true)
    }

    /// Returns the mover's own terminal pieces that the move's blast destroys, with their squares.
    pub(crate) fn own_royals_destroyed(&self) -> impl Iterator<Item = (Square, PieceId)> {
        let is_own = |piece| self.rules.side_of(piece) == self.mover() && self.rules.is_terminal(piece);
        self.effect.happenings.iter().filter_map(move |happening| match happening {
            Happening::Destroyed { square, piece, cause: Cause::Blast } if is_own(*piece) => {
                Some((*square, *piece))
            }
            _ => None,
        })
    }
}
