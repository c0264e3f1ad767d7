//! From pseudo-legal to legal: the constraints that a ruleset names, each a question about one move.

#[cfg(feature = "mechanic")]
use crate::mechanic::Outcome;
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
        Constraint::RoyalSafety => keeps_royals(rules, position, mv),
        // Asked of all legal moves together.
        Constraint::ForcedCapture => true,
    })
}

/// Whether no terminal piece of the mover's can be captured after the move, nor is lost by it.
fn keeps_royals(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let side = rules.side_of(mv.piece);
    #[cfg(feature = "mechanic")]
    if !rules.mechanics().is_empty() {
        let outcome = Outcome::of(rules, position, mv);
        return outcome.royal_verdict().unwrap_or_else(|| !in_check(rules, &outcome.after, side));
    }
    let (transition, _) = reference::row_transition(rules, position, mv);
    !in_check(rules, &position.after(&transition), side)
}

/// Where a capture is forced and one of the moves is one, leaves only such.
#[cfg(feature = "mechanic")]
pub(crate) fn keep_forced(rules: &Ruleset, position: &Position, moves: &mut Vec<Move>) {
    if !rules.constraints().contains(&Constraint::ForcedCapture) {
        return;
    }
    let captures = |mv: &Move| !reference::row_transition(rules, position, mv).1.captured.is_empty();
    if moves.iter().any(captures) {
        moves.retain(captures);
    }
}

/// The squares that the move's row names as not to be attacked before the move.
fn unattacked<'a>(rules: &'a Ruleset, mv: &Move) -> &'a [Square] {
    rules.table().effect(mv.possibility).map_or(&[][..], |effect| effect.unattacked.as_slice())
}

/// Whether none of the squares that the move's row names is attacked before the move, supposing the mover there.
fn passes_unattacked(rules: &Ruleset, position: &Position, mv: &Move) -> bool {
    let enemy = rules.side_of(mv.piece).opponent();
    let is_attacked = |&square: &Square| attackers(rules, position, enemy, square, mv.piece).next().is_some();
    !unattacked(rules, mv).iter().any(is_attacked)
}

/// The terminal pieces of a side.
fn terminals(rules: &Ruleset, position: &Position, side: Side) -> impl Iterator<Item = (Square, PieceId)> {
    position.pieces().filter(move |&(_, piece)| rules.side_of(piece) == side && rules.is_terminal(piece))
}

/// Whether a terminal piece of `side` can be captured by the other side's tables.
pub(crate) fn in_check(rules: &Ruleset, position: &Position, side: Side) -> bool {
    let enemy = side.opponent();
    terminals(rules, position, side).any(|(square, piece)| is_attacked(rules, position, enemy, square, piece))
}

/// Whether the other side's tables can capture what stands on a square.
pub(crate) fn is_attacked(
    rules: &Ruleset,
    position: &Position,
    by: Side,
    square: Square,
    piece: PieceId,
) -> bool {
    attackers(rules, position, by, square, piece).next().is_some()
        || takers_aside(rules, position, by, square).next().is_some()
}

/// As [`reference::attackers`], without those that cannot mean it.
fn attackers<'a>(
    rules: &'a Ruleset,
    position: &'a Position,
    by: Side,
    target: Square,
    supposed: PieceId,
) -> impl Iterator<Item = Square> + 'a {
    let attackers = reference::attackers(rules, position, by, target, supposed);
    #[cfg(feature = "mechanic")]
    let attackers = attackers.filter(move |&from| !backfires(rules, position, from, target));
    attackers
}

/// As [`reference::takers_aside`], without those that cannot mean it.
fn takers_aside<'a>(
    rules: &'a Ruleset,
    position: &'a Position,
    by: Side,
    target: Square,
) -> impl Iterator<Item = Square> + 'a {
    let takers = reference::takers_aside(rules, position, by, target);
    #[cfg(feature = "mechanic")]
    let takers = takers.filter(move |taker| {
        let centre = taker.destination.square();
        !centre.is_some_and(|centre| backfires(rules, position, taker.source, centre))
    });
    takers.map(|taker| taker.source)
}

/// Whether a capture would destroy a terminal piece of the capturer's own.
#[cfg(feature = "mechanic")]
fn backfires(rules: &Ruleset, position: &Position, from: Square, centre: Square) -> bool {
    let blast = rules.mechanics().blast.as_ref();
    blast.is_some_and(|blast| blast.backfires(rules, position, from, centre))
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
        let mut by: Vec<Square> = attackers(rules, position, enemy, royal, piece)
            .chain(takers_aside(rules, position, enemy, royal))
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
    /// Constraint `royal-safety`: the move would destroy a terminal piece of the mover's.
    #[cfg(feature = "mechanic")]
    RoyalDestroyed {
        /// The piece.
        piece: PieceId,
        /// Where it would stand then.
        square: Square,
    },
    /// Constraint `forced-capture`: the move does not capture, and another could.
    #[cfg(feature = "mechanic")]
    ForcedCapture {
        /// Where the pieces stand that can capture, from `a1` on.
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
                    let by: Vec<Square> = attackers(rules, position, enemy, square, mv.piece).collect();
                    (!by.is_empty()).then_some(Violation::Unattacked { square, by })
                }));
            }
            Constraint::RoyalSafety => {
                #[cfg(feature = "mechanic")]
                if !rules.mechanics().is_empty() {
                    let outcome = Outcome::of(rules, position, mv);
                    let destroyed = outcome.own_royals_destroyed();
                    violations
                        .extend(destroyed.map(|(square, piece)| Violation::RoyalDestroyed { piece, square }));
                    if outcome.royal_verdict().is_none() {
                        let threats = threats(rules, &outcome.after, side);
                        violations.extend(threats.into_iter().map(Violation::RoyalSafety));
                    }
                    continue;
                }
                let (transition, _) = reference::row_transition(rules, position, mv);
                let after = position.after(&transition);
                violations.extend(threats(rules, &after, side).into_iter().map(Violation::RoyalSafety));
            }
            #[cfg(not(feature = "mechanic"))]
            Constraint::ForcedCapture => {}
            #[cfg(feature = "mechanic")]
            Constraint::ForcedCapture => {
                let legal = reference::legal_moves(rules, position);
                let captures =
                    |mv: &Move| !reference::row_transition(rules, position, mv).1.captured.is_empty();
                if !captures(mv) && legal.iter().any(captures) {
                    let mut by: Vec<Square> = legal.iter().filter_map(|mv| mv.source.square()).collect();
                    by.sort_unstable();
                    by.dedup();
                    violations.push(Violation::ForcedCapture { by });
                }
            }
        }
    }
    violations
}

/// The legal moves that start on a place.
pub(crate) fn from(moves: &[Move], source: Location) -> impl Iterator<Item = &Move> {
    moves.iter().filter(move |mv| mv.source == source)
}
