//! Pieces that a side threatens to capture for nothing, for perpetual chases.

use crate::check::in_check;
use crate::movement::{Location, Move, MoveEffect, Transition};
use crate::piece::{Piece, PieceId, Role};
use crate::position::Position;
use crate::reference;
use crate::ruleset::endings::ChaseRules;
use crate::ruleset::{Constraint, Ruleset};
use crate::transition::transition;
use crate::{Side, Square};

/// Attack on a piece that could be captured for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChasingAttack {
    /// Square of the attacker.
    pub(crate) from: Square,
    /// Square of the attacked piece.
    pub(crate) on: Square,
}

/// Returns the attacks of `side` that chase, as if it were its turn.
pub(crate) fn attacks(
    rules: &Ruleset,
    chase: &ChaseRules,
    position: &Position,
    side: Side,
) -> Vec<ChasingAttack> {
    let own = Captor::new(rules, position, side);
    let other = Captor::new(rules, position, side.opponent());
    let mut attacks = Vec::new();
    for mv in reference::pseudo_legal(rules, &own.position) {
        let (Location::Square(from), Some(attacker)) = (mv.source, role(rules, mv.piece)) else { continue };
        if chase.free.contains(&attacker) {
            continue;
        }
        let Some((effect, after)) = own.capture(&mv) else { continue };
        for &(on, piece) in
            effect.captured.iter().filter(|&&(on, piece)| is_chased(rules, chase, side, on, piece))
        {
            let attacked = role(rules, piece);
            let is_stronger = |(role, stronger): &(Role, Vec<Role>)| {
                *role == attacker && attacked.is_some_and(|attacked| stronger.contains(&attacked))
            };
            let strikes_back = attacked == Some(attacker) && other.captures(Some(on), from);
            let is_protected = || {
                let arrived = arrival(rules, &mv);
                let other = Captor { position: turned(&after, other.side), ..other };
                arrived.is_some_and(|arrived| other.captures(None, arrived))
            };
            if !strikes_back && (chase.stronger.iter().any(is_stronger) || !is_protected()) {
                attacks.push(ChasingAttack { from, on });
            }
        }
    }
    attacks
}

/// Side that captures as if it were its turn.
struct Captor<'a> {
    rules: &'a Ruleset,
    side: Side,
    position: Position,
    /// True if its terminal pieces must be safe after a capture. A side that is in check now need not end that.
    needs_safety: bool,
}

impl<'a> Captor<'a> {
    fn new(rules: &'a Ruleset, position: &Position, side: Side) -> Captor<'a> {
        let needs_safety =
            rules.constraints().contains(&Constraint::RoyalSafety) && !in_check(rules, position, side);
        Captor { rules, side, position: turned(position, side), needs_safety }
    }

    /// Returns the effect of a move and the position after it, if it captures and is permitted.
    fn capture(&self, mv: &Move) -> Option<(MoveEffect, Position)> {
        let (change, effect) = transition(self.rules, &self.position, mv);
        if !effect.is_capture() {
            return None;
        }
        let after = self.position.after(&change);
        let is_permitted = !self.needs_safety || !in_check(self.rules, &after, self.side);
        is_permitted.then_some((effect, after))
    }

    /// Returns whether the side can capture the piece on a square, by the piece on `from` if one is given.
    fn captures(&self, from: Option<Square>, on: Square) -> bool {
        let starts = |mv: &Move| from.is_none_or(|from| mv.source == Location::Square(from));
        let takes = |effect: &MoveEffect| effect.captured.iter().any(|&(square, _)| square == on);
        let moves = reference::pseudo_legal(self.rules, &self.position);
        moves.iter().any(|mv| starts(mv) && self.capture(mv).is_some_and(|(effect, _)| takes(&effect)))
    }
}

/// Returns whether an attack of `side` on a piece can be a chase: not one on a royal piece, which is check.
fn is_chased(rules: &Ruleset, chase: &ChaseRules, side: Side, on: Square, piece: PieceId) -> bool {
    let is_ignored = |(ignored, squares): &(PieceId, Vec<Square>)| {
        *ignored == piece && (squares.is_empty() || squares.contains(&on))
    };
    rules.is_enemy(piece, side) && !rules.is_terminal(piece) && !chase.ignored.iter().any(is_ignored)
}

fn role(rules: &Ruleset, piece: PieceId) -> Option<Role> {
    rules.piece(piece).map(Piece::role)
}

/// Returns the square on which the piece of a capture comes to stand.
fn arrival(rules: &Ruleset, mv: &Move) -> Option<Square> {
    let lands = rules.table().effect(mv.possibility).and_then(|effect| effect.lands);
    lands.or(mv.destination.square())
}

/// Returns the position with a side to move.
fn turned(position: &Position, side: Side) -> Position {
    position.after(&Transition { passes_turn: position.turn() != side, ..Transition::default() })
}
