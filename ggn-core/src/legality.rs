//! From pseudo-legal to legal: the constraints that a ruleset names, each a question about one move.

use crate::movement::{Location, Move};
use crate::piece::PieceId;
use crate::position::Position;
use crate::reference;
use crate::ruleset::{Constraint, Ruleset};
use crate::{Side, Square};

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

/// The squares that the move's row names as not to be attacked before the move.
fn unattacked<'a>(rules: &'a Ruleset, mv: &Move) -> &'a [Square] {
    rules.table().effect(mv.possibility).map_or(&[][..], |effect| effect.unattacked.as_slice())
}

/// Whether none of the squares that the move's row names is attacked before the move, supposing the mover there.
fn passes_unattacked(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let enemy = rules.side_of(mv.piece).opponent();
    let is_attacked =
        |&square: &Square| reference::attackers(rules, position, enemy, square, mv.piece).next().is_some();
    !unattacked(rules, mv).iter().any(is_attacked)
}

/// The terminal pieces of a side.
fn terminals(rules: &Ruleset, position: &Position, side: Side) -> impl Iterator<Item = (Square, PieceId)> {
    position.pieces().filter(move |&(_, piece)| rules.side_of(piece) == side && rules.is_terminal(piece))
}

/// Whether a terminal piece of `side` can be captured by the other side's tables.
pub(crate) fn in_check(rules: &Ruleset, position: &Position, side: Side) -> bool {
    let enemy = side.opponent();
    terminals(rules, position, side).any(|(square, piece)| {
        reference::attackers(rules, position, enemy, square, piece).next().is_some()
            || reference::takers_aside(rules, position, enemy, square).next().is_some()
    })
}

/// A terminal piece that can be captured, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Where the threatened piece stands.
    pub royal: Square,
    /// Where the pieces stand that could capture it, from `a1` on.
    pub by: Vec<Square>,
}

/// Every terminal piece of `side` that can be captured.
pub(crate) fn threats(rules: &Ruleset, position: &Position, side: Side) -> Vec<Threat> {
    let enemy = side.opponent();
    let threat = |(royal, piece)| {
        let mut by: Vec<Square> = reference::attackers(rules, position, enemy, royal, piece)
            .chain(reference::takers_aside(rules, position, enemy, royal))
            .collect();
        by.sort_unstable();
        by.dedup();
        (!by.is_empty()).then_some(Threat { royal, by })
    };
    terminals(rules, position, side).filter_map(threat).collect()
}

/// One reason why a pseudo-legal move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// Constraint `royal-safety`: a terminal piece of the mover's could be captured after the move.
    RoyalSafety(Threat),
    /// Constraint `unattacked`: a square that the row names is attacked before the move.
    Unattacked {
        /// The square.
        square: Square,
        /// Where the pieces stand that attack it.
        by: Vec<Square>,
    },
}

/// Every reason why a pseudo-legal move is not legal; none if it is.
pub(crate) fn violations(rules: &Ruleset, position: &Position, mv: &Move) -> Vec<Violation> {
    let side = rules.side_of(mv.piece);
    let mut violations = Vec::new();
    for constraint in rules.constraints() {
        match constraint {
            Constraint::Unattacked => {
                violations.extend(unattacked(rules, mv).iter().filter_map(|&square| {
                    let enemy = side.opponent();
                    let by: Vec<Square> =
                        reference::attackers(rules, position, enemy, square, mv.piece).collect();
                    (!by.is_empty()).then_some(Violation::Unattacked { square, by })
                }));
            }
            Constraint::RoyalSafety => {
                let (transition, _) = reference::transition(rules, position, mv);
                let after = position.after(&transition);
                violations.extend(threats(rules, &after, side).into_iter().map(Violation::RoyalSafety));
            }
        }
    }
    violations
}

/// The legal moves that start on a place.
pub(crate) fn from(moves: &[Move], source: Location) -> impl Iterator<Item = &Move> {
    moves.iter().filter(move |mv| mv.source == source)
}
