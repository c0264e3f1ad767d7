//! Named mechanics: what a move does beyond what its row says, with the numbers and pieces that the ruleset gives them.
//!
//! None of them knows a game. Each has one file and changes a position as moves do, by way of a [`Transition`]; whatever the order in which a
//! ruleset lists them, they act in this one: a capture may come to no more than a hit ([`HitPoints`]), else it may set off a [`Blast`]; then
//! [`Poison`] works, then [`Healing`], and last it is seen whether the [`Turn`] goes on.
//!
//! Beside them stand [`repulse`] and [`retreat`], which no ruleset names: whether a capture fails is for who plays to say, by whatever they settle it.

mod blast;
mod healing;
mod hit_points;
mod poison;
mod repulse;
mod retreat;
mod turn;

pub(crate) use blast::{Area, Blast};
pub(crate) use healing::Healing;
pub(crate) use hit_points::HitPoints;
pub(crate) use poison::Poison;
pub(crate) use repulse::repulsed;
pub use retreat::{Manner, Retreat};
pub(crate) use retreat::{Walks, retreats};
pub(crate) use turn::Turn;

use crate::movement::{Cause, Deed, Happening, Move, Transition};
use crate::piece::{PieceId, Role};
use crate::position::Position;
use crate::reference;
use crate::ruleset::{Constraint, Ruleset};
use crate::{Side, Square};

/// The mechanics of a ruleset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mechanics {
    pub(crate) hit_points: Option<HitPoints>,
    pub(crate) blast: Option<Blast>,
    pub(crate) poison: Option<Poison>,
    pub(crate) healing: Option<Healing>,
    pub(crate) turn: Option<Turn>,
}

impl Mechanics {
    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_outcome() && self.turn.is_none()
    }

    /// Whether a move can do more or less than its row says, but for the turn.
    fn has_outcome(&self) -> bool {
        self.hit_points.is_some() || self.can_destroy() || self.healing.is_some()
    }

    /// Whether a piece can leave the game without being captured.
    pub(crate) fn can_destroy(&self) -> bool {
        self.blast.is_some() || self.poison.is_some()
    }
}

/// What has become of a move so far.
pub(crate) struct Outcome<'a> {
    rules: &'a Ruleset,
    mv: &'a Move,
    pub(crate) transition: Transition,
    pub(crate) deed: Deed,
    /// The position as it is by then.
    pub(crate) after: Position,
}

impl<'a> Outcome<'a> {
    /// All that a move does, but for the turn.
    pub(crate) fn of(rules: &'a Ruleset, position: &Position, mv: &'a Move) -> Outcome<'a> {
        let mechanics = rules.mechanics();
        let (mut transition, mut deed) = reference::row_transition(rules, position, mv);
        if let Some(hit_points) = &mechanics.hit_points {
            match hit_points.hit(rules, position, mv, &deed) {
                Some(hit) => (transition, deed) = hit,
                None => hit_points.travel(position, mv, &deed, &mut transition),
            }
        }
        let after = position.after(&transition);
        Outcome { rules, mv, transition, deed, after }.with_consequences()
    }

    /// The same once every mechanic has acted on it, but for the turn.
    fn with_consequences(mut self) -> Outcome<'a> {
        let mechanics = self.rules.mechanics();
        if let Some(blast) = &mechanics.blast {
            blast.act(&mut self);
        }
        if let Some(poison) = &mechanics.poison {
            poison.act(&mut self);
        }
        if let Some(healing) = &mechanics.healing {
            healing.act(&mut self);
        }
        self
    }

    /// The same once it is seen whether the turn goes on.
    fn with_turn(mut self, before: &Position) -> (Transition, Deed) {
        if let Some(turn) = &self.rules.mechanics().turn {
            turn.act(before, &mut self);
        }
        (self.transition, self.deed)
    }

    /// The side that moves.
    fn mover(&self) -> Side {
        self.rules.side_of(self.mv.piece)
    }

    /// Whether a piece has one of these roles.
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

    /// Gives the piece on a square another number of points.
    fn set_points(&mut self, square: Square, points: u8) {
        self.change(Transition { points: vec![(square, points)], ..Transition::default() });
    }

    /// Takes the piece on a square out of the game.
    fn destroy(&mut self, square: Square, cause: Cause) {
        let Some(piece) = self.after.piece_at(square) else { return };
        self.deed.happenings.push(Happening::Destroyed { square, piece, cause });
        let points = vec![(square, 0)];
        self.change(Transition {
            board: [(square, None)].into_iter().collect(),
            points,
            ..Transition::default()
        });
    }

    /// What a constraint that guards terminal pieces says of what was destroyed; nothing if that is not for it to say.
    ///
    /// Who destroys a terminal piece of their own by a blast may not; else, who has destroyed the last of the other side's has won, whatever
    /// could be captured then.
    pub(crate) fn royal_verdict(&self) -> Option<bool> {
        if self.own_royals_destroyed().next().is_some() {
            return Some(false);
        }
        let other = self.mover().opponent();
        let is_royal = |piece| self.rules.side_of(piece) == other && self.rules.is_terminal(piece);
        let mut destroyed =
            self.deed.happenings.iter().filter(
                |happening| matches!(happening, Happening::Destroyed { piece, .. } if is_royal(*piece)),
            );
        let is_won = destroyed.next().is_some() && !self.after.pieces().any(|(_, piece)| is_royal(piece));
        is_won.then_some(true)
    }

    /// The mover's own terminal pieces that the move's blast destroys, and where.
    pub(crate) fn own_royals_destroyed(&self) -> impl Iterator<Item = (Square, PieceId)> {
        let is_own = |piece| self.rules.side_of(piece) == self.mover() && self.rules.is_terminal(piece);
        self.deed.happenings.iter().filter_map(move |happening| match happening {
            Happening::Destroyed { square, piece, cause: Cause::Blast } if is_own(*piece) => {
                Some((*square, *piece))
            }
            _ => None,
        })
    }
}

/// What a move changes and does, the turn included.
pub(crate) fn transition(rules: &Ruleset, position: &Position, mv: &Move) -> (Transition, Deed) {
    Outcome::of(rules, position, mv).with_turn(position)
}

/// Whether a side has lost all of its terminal pieces, which nobody could capture. Then nobody has anything left to play for.
pub(crate) fn is_decided(rules: &Ruleset, position: &Position) -> bool {
    if !rules.mechanics().can_destroy() || !rules.constraints().contains(&Constraint::RoyalSafety) {
        return false;
    }
    let has = |position: &Position, side| {
        position.pieces().any(|(_, piece)| rules.side_of(piece) == side && rules.is_terminal(piece))
    };
    Side::BOTH.into_iter().any(|side| !has(position, side) && has(rules.initial(), side))
}

fn is_of(rules: &Ruleset, piece: PieceId, roles: &[Role]) -> bool {
    rules.piece(piece).is_some_and(|piece| roles.contains(&piece.role()))
}
