//! From pseudo-legal to legal: the constraints that a ruleset names, each a question about one move.

use crate::movement::{Location, Move};
use crate::piece::PieceId;
use crate::position::Position;
use crate::reference;
use crate::ruleset::{Constraint, Ruleset};
use crate::{Side, Square};

/// Every legal move of the side to move, in the order of its pieces and of their tables.
pub(crate) fn legal_moves(rules: &Ruleset, position: &Position) -> Vec<Move> {
    let mut moves = reference::pseudo_legal(rules, position);
    moves.retain(|mv| is_legal(rules, position, mv));
    moves
}

/// Whether a pseudo-legal move meets every constraint.
pub(crate) fn is_legal(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    rules.constraints().iter().all(|constraint| match constraint {
        Constraint::Unattacked => passes_unattacked(rules, position, mv),
        Constraint::RoyalSafety => {
            let (transition, _) = reference::transition(rules, position, mv);
            !in_check(rules, &position.after(&transition), rules.side_of(mv.piece))
        }
    })
}

/// Whether none of the squares that the move's row names is attacked before the move, supposing the mover there.
fn passes_unattacked(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let enemy = rules.side_of(mv.piece).opponent();
    let squares = rules.table().effect(mv.possibility).map_or(&[][..], |effect| effect.unattacked.as_slice());
    !squares.iter().any(|&square| reference::attacks(rules, position, enemy, square, mv.piece))
}

/// The terminal pieces of a side.
fn terminals(rules: &Ruleset, position: &Position, side: Side) -> impl Iterator<Item = (Square, PieceId)> {
    position.pieces().filter(move |&(_, piece)| rules.side_of(piece) == side && rules.is_terminal(piece))
}

/// Whether a terminal piece of `side` can be captured by the other side's tables.
pub(crate) fn in_check(rules: &Ruleset, position: &Position, side: Side) -> bool {
    let enemy = side.opponent();
    terminals(rules, position, side).any(|(square, piece)| {
        reference::attacks(rules, position, enemy, square, piece)
            || reference::takes_aside(rules, position, enemy, square)
    })
}

/// The legal moves that start on a place.
pub(crate) fn from(moves: &[Move], source: Location) -> impl Iterator<Item = &Move> {
    moves.iter().filter(move |mv| mv.source == source)
}
