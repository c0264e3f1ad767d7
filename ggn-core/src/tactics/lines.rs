//! Attacks and the lines that they pass through, read from the rows.

use crate::movement::Location;
use crate::piece::PieceId;
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Possibility, Row};
use crate::{Side, Square};

/// A possible capture.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    /// Square of the attacker.
    pub(super) by: Square,
    /// Square of the attacked piece.
    pub(super) target: Square,
    /// Squares between them that must be empty.
    pub(super) through: Vec<Square>,
}

/// Returns the rows of the pieces of a side on the board. A marked piece has the rows of the unmarked one.
fn rows<'a>(
    rules: &'a Ruleset,
    position: &'a Position,
    side: Side,
) -> impl Iterator<Item = (Square, &'a Row)> {
    let own = position.pieces().filter(move |&(_, piece)| rules.side_of(piece) == side);
    own.flat_map(move |(square, piece)| {
        let piece = rules.expires(piece).unwrap_or(piece);
        rules.table().rows(piece, Location::Square(square)).iter().map(move |row| (square, row))
    })
}

/// Returns the squares that a possibility requires to be empty, without its destination.
fn on_the_way(way: &Possibility, to: Location) -> impl Iterator<Item = Square> {
    let is_on = move |&&(square, condition): &&(Square, Condition)| {
        condition == Condition::Empty && Location::Square(square) != to
    };
    way.must.iter().filter(is_on).map(|&(square, _)| square)
}

/// Returns every attack of a side, piece by piece.
pub(super) fn attacks(rules: &Ruleset, position: &Position, side: Side) -> Vec<Attack> {
    let is_enemy =
        |square: Square| position.piece_at(square).is_some_and(|piece| rules.side_of(piece) != side);
    let mut attacks = Vec::new();
    for (by, row) in rows(rules, position, side) {
        let holds = |way| reference::holds(rules, way, side, |square| position.piece_at(square));
        let Some((index, way)) = rules.table().possibilities(row).find(|(_, way)| holds(way)) else {
            continue;
        };
        let aside = rules.table().effect(index).map_or(&[][..], |effect| effect.takes.as_slice());
        for target in aside.iter().copied().chain(row.destination.square()).filter(|&at| is_enemy(at)) {
            let through = on_the_way(way, row.destination).collect();
            attacks.push(Attack { by, target, through });
        }
    }
    attacks
}

/// Returns the lines of a side on which it attacks one enemy piece and would attack another if that one were absent: attacker, attacked piece,
/// piece behind it.
pub(super) fn shielded(
    rules: &Ruleset,
    position: &Position,
    side: Side,
    attacks: &[Attack],
) -> Vec<(Square, Square, Square)> {
    let enemy = |square: Square| position.piece_at(square).filter(|&piece| rules.side_of(piece) != side);
    let mut found = Vec::new();
    for (by, row) in rows(rules, position, side) {
        let Some(behind) = row.destination.square().filter(|&square| enemy(square).is_some()) else {
            continue;
        };
        for (_, way) in rules.table().possibilities(row) {
            let mut standing =
                on_the_way(way, row.destination).filter(|&square| position.piece_at(square).is_some());
            let (Some(front), None) = (standing.next(), standing.next()) else { continue };
            let without = |square: Square| -> Option<PieceId> {
                if square == front { None } else { position.piece_at(square) }
            };
            let is_attacked = || attacks.iter().any(|attack| attack.by == by && attack.target == front);
            if enemy(front).is_some() && is_attacked() && reference::holds(rules, way, side, without) {
                found.push((by, front, behind));
            }
        }
    }
    found
}
