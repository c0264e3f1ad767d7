//! Attacks on terminal pieces: check, and the pieces that give it.

use crate::piece::{PieceId, Role};
use crate::position::Position;
use crate::reference;
use crate::ruleset::{Constraint, Ruleset};
use crate::{Side, Square};

/// Returns the terminal pieces of a side that can be in check.
pub(crate) fn terminals(
    rules: &Ruleset,
    position: &Position,
    side: Side,
) -> impl Iterator<Item = (Square, PieceId)> {
    let all = move || {
        position.pieces().filter(move |&(_, piece)| rules.side_of(piece) == side && rules.is_terminal(piece))
    };
    #[cfg(feature = "mechanic")]
    let all = {
        let has_spare = rules.constraints().contains(&Constraint::SpareRoyals) && all().nth(1).is_some();
        move || all().filter(move |_| !has_spare)
    };
    all()
}

/// Returns whether a terminal piece of `side` can be captured by the other side's tables.
pub(crate) fn in_check(rules: &Ruleset, position: &Position, side: Side) -> bool {
    let enemy = side.opponent();
    let mut royals = terminals(rules, position, side).peekable();
    let is_attacked = |(square, piece)| is_attacked(rules, position, enemy, square, piece);
    if rules.constraints().contains(&Constraint::DupleCheck) {
        return royals.peek().is_some() && royals.all(is_attacked);
    }
    royals.any(is_attacked)
}

/// Returns whether the tables of `by` can capture the piece on a square.
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

/// As [`reference::attackers`], without those whose capture would destroy their own terminal piece.
pub(crate) fn attackers<'a>(
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

/// As [`reference::takers_aside`], without those whose capture would destroy their own terminal piece.
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

/// Returns whether a capture would destroy a terminal piece of the capturing side.
#[cfg(feature = "mechanic")]
fn backfires(rules: &Ruleset, position: &Position, from: Square, centre: Square) -> bool {
    let blast = rules.mechanics().blast.as_ref();
    blast.is_some_and(|blast| blast.backfires(rules, position, from, centre))
}

/// Terminal piece that can be captured, with its attackers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Square of the threatened piece.
    pub royal: Square,
    /// Squares of the pieces that could capture it, from `a1` on.
    pub by: Vec<Square>,
}

/// Returns every terminal piece of `side` that can be captured.
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
    let royals: Vec<_> = terminals(rules, position, side).collect();
    let threats: Vec<Threat> = royals.iter().copied().filter_map(threat).collect();
    let is_spared = rules.constraints().contains(&Constraint::DupleCheck) && threats.len() < royals.len();
    if is_spared { Vec::new() } else { threats }
}

/// Returns the roles of the pieces that give check to the side to move.
pub(crate) fn checkers(rules: &Ruleset, position: &Position) -> Vec<Role> {
    let threats = threats(rules, position, position.turn());
    let pieces = threats.iter().flat_map(|threat| &threat.by).filter_map(|&at| position.piece_at(at));
    pieces.filter_map(|piece| Some(rules.piece(piece)?.role())).collect()
}
