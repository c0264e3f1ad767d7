//! Rows that hop over one piece, whichever of many kinds: written out, a row has a possibility for each square on which that piece may stand and each kind
//! of piece that it may be. Here they come to one path for each square, and to the kinds that are excluded.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::Bits;
use super::rows::{Barred, DestinationContent, Path, SimplePossibility};
use crate::Square;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Possibility};

/// Maximum number of kinds of pieces that a hop excludes: each has a set of squares on the board.
const EXCLUDED_MAX: usize = 4;

/// Conditions of a possibility besides the kind of its screen: the content of its destination, its empty squares, the square of its screen, and the
/// pieces that it does not take.
type Way<B> = (DestinationContent, B, Option<usize>, Vec<PieceId>);

/// Returns the possibilities of a row to a square, those that differ in the kind of their screen joined. `None` for a row that has other possibilities, or
/// whose hops exclude many kinds.
pub(super) fn joined<B: Bits>(
    rules: &Ruleset,
    piece: PieceId,
    to: Square,
    possibilities: &[(u32, &Possibility)],
) -> Option<Vec<SimplePossibility<B>>> {
    // Few rows hop, and what follows allocates.
    if !possibilities.iter().any(|(_, possibility)| has_screen(possibility, to)) {
        return None;
    }
    let all: BTreeSet<PieceId> = rules.pieces().map(|(piece, _)| piece).collect();
    let mut ways: BTreeMap<Way<B>, BTreeSet<PieceId>> = BTreeMap::new();
    for (index, possibility) in possibilities {
        if rules.table().effect(*index).is_some() {
            return None;
        }
        let (way, screens) = read::<B>(rules, piece, to, possibility, &all)?;
        ways.entry(way).or_default().extend(screens);
    }
    let join = |((content, empty, screen, captures), screens): (Way<B>, BTreeSet<PieceId>)| {
        let occupied = screen.map_or(B::EMPTY, B::bit);
        let excluded = screen.map_or_else(Vec::new, |_| all.difference(&screens).copied().collect());
        let barred = Barred { screens: excluded, captures };
        (barred.screens.len() <= EXCLUDED_MAX).then_some((content, Path { empty, occupied }, barred))
    };
    ways.into_iter().map(join).collect()
}

/// Returns whether a possibility asks for a piece on a square other than its destination.
fn has_screen(possibility: &Possibility, to: Square) -> bool {
    let is_occupied =
        |(square, condition): &(Square, Condition)| *square != to && *condition != Condition::Empty;
    let is_not_empty =
        |(square, condition): &(Square, Condition)| *square != to && *condition == Condition::Empty;
    possibility.must.iter().any(is_occupied) || possibility.deny.iter().any(is_not_empty)
}

/// Returns what a possibility asks for, and the kinds of pieces that may be its screen; `None` if it asks for anything else.
fn read<B: Bits>(
    rules: &Ruleset,
    piece: PieceId,
    to: Square,
    possibility: &Possibility,
    all: &BTreeSet<PieceId>,
) -> Option<(Way<B>, BTreeSet<PieceId>)> {
    let (mut content, mut empty, mut captures) = (None, B::EMPTY, Vec::new());
    let mut screen: Option<(Square, BTreeSet<PieceId>)> = None;
    for &(square, condition) in &possibility.must {
        match condition {
            Condition::Empty if square == to => content = Some(DestinationContent::Empty),
            Condition::Enemy if square == to => content = Some(DestinationContent::Enemy),
            Condition::Piece(_) if square == to => return None,
            Condition::Empty => empty |= B::bit(square.index()),
            Condition::Enemy | Condition::Piece(_) => {
                let side = rules.side_of(piece);
                let is = |kind: &PieceId| match condition {
                    Condition::Piece(required) => *kind == required,
                    _ => rules.is_enemy(*kind, side),
                };
                let kinds = all.iter().copied().filter(is).collect();
                if screen.replace((square, kinds)).is_some() {
                    return None;
                }
            }
        }
    }
    let content = content?;
    for &(square, condition) in &possibility.deny {
        match condition {
            Condition::Empty if square != to && screen.is_none() => screen = Some((square, all.clone())),
            Condition::Piece(taken) if square == to => captures.push(taken),
            Condition::Piece(_) => {}
            Condition::Empty | Condition::Enemy => return None,
        }
    }
    for &(square, condition) in &possibility.deny {
        match (&mut screen, condition) {
            (Some((at, kinds)), Condition::Piece(kind)) if square == *at => drop(kinds.remove(&kind)),
            (_, Condition::Piece(_)) if square != to && !empty.has(square.index()) => return None,
            _ => {}
        }
    }
    if content == DestinationContent::Empty {
        captures.clear();
    }
    if captures.iter().any(|&taken| rules.is_terminal(taken)) {
        return None;
    }
    captures.sort_unstable();
    captures.dedup();
    let (at, kinds) = screen.map_or((None, BTreeSet::new()), |(at, kinds)| (Some(at.index()), kinds));
    Some(((content, empty, at, captures), kinds))
}
