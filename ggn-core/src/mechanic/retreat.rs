//! Where a repulsed piece may fall back to, and how far that is.
//!
//! Which manner a piece falls back in, and what a step costs, is the caller's data; the squares and steps follow from the board and from the piece's
//! own rows.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::movement::{Location, Move};
use crate::notation::cell::Cell;
use crate::piece::PieceId;
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
use crate::{Shape, Square};

/// Which squares a repulsed piece may fall back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// The one that it came from.
    Origin,
    /// Those on the line of its attack, on both sides of where it came from: towards what it attacked, which it does not reach, and away from it,
    /// each way as far as nothing stands there. They cost one for each step along that line.
    Axis,
    /// The empty squares of the box that is spanned by where it came from and what it attacked, that one excepted, as far as the piece could come
    /// there by quiet moves. They cost one for each such move that it would take on an empty board.
    Rectangle,
}

/// A square that a repulsed piece may fall back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Retreat {
    /// The square.
    pub square: Square,
    /// How far it is; nothing where the piece came from.
    pub cost: u32,
}

/// For each piece, how many quiet moves each square is away from each other; made when it is first asked for.
#[derive(Debug)]
pub(crate) struct Walks(Vec<OnceLock<Box<[u16]>>>);

/// What stands in the table for a square that is never reached.
const NEVER: u16 = u16::MAX;

impl Walks {
    /// The most squares of a board whose tables are kept; on larger ones a walk is looked for when it is asked for.
    pub(crate) const SQUARES_MAX: usize = 256;

    /// Tables of so many pieces, none of them made.
    pub(crate) fn new(pieces: usize) -> Walks {
        Walks((0..pieces).map(|_| OnceLock::new()).collect())
    }

    /// How many quiet moves of a piece each square is away from one of them.
    fn from(&self, rules: &Ruleset, piece: PieceId, from: Square) -> Vec<u16> {
        let squares = rules.shape().squares();
        if squares > Walks::SQUARES_MAX {
            return walk(rules, piece, from);
        }
        let Some(table) = self.0.get(piece.index()) else { return Vec::new() };
        let make = || rules.shape().iter().flat_map(|from| walk(rules, piece, from)).collect();
        let start = from.index() * squares;
        table.get_or_init(make).get(start..start + squares).unwrap_or_default().to_vec()
    }
}

/// The fewest quiet moves by which a piece comes from a square to each other on a board where nothing else stands.
fn walk(rules: &Ruleset, piece: PieceId, from: Square) -> Vec<u16> {
    let mut steps = vec![NEVER; rules.shape().squares()];
    // What a piece becomes by moving may have other rows, so that the same square counts once for each of its states.
    let mut known = BTreeSet::from([(piece, from)]);
    let mut edge = vec![(piece, from)];
    let mut distance = 0;
    while !edge.is_empty() {
        for &(_, square) in &edge {
            if let Some(steps) = steps.get_mut(square.index()) {
                *steps = distance.min(*steps);
            }
        }
        let reached = edge.iter().flat_map(|&(piece, square)| quiet_moves(rules, piece, square));
        edge = reached.filter(|&state| known.insert(state)).collect();
        distance = distance.saturating_add(1);
    }
    steps
}

/// Where a piece can go on a board where nothing else stands, and what it is by the time it moves again. What changes into something of the
/// player's choice is another piece from then on.
fn quiet_moves(rules: &Ruleset, piece: PieceId, from: Square) -> impl Iterator<Item = (PieceId, Square)> {
    let alone = move |square| (square == from).then_some(piece);
    rules.table().rows(piece, Location::Square(from)).iter().filter_map(move |row| {
        let mut ways = rules.table().possibilities(row);
        let (index, _) = ways.find(|(_, way)| reference::holds(rules, way, rules.side_of(piece), alone))?;
        let effect = rules.table().effect(index);
        let changes = effect.and_then(|effect| effect.promotes.as_ref()).is_some_and(|to| !to.optional);
        if changes || effect.is_some_and(|effect| effect.is_special()) {
            return None;
        }
        let arrived = effect.and_then(|effect| effect.becomes).unwrap_or_else(|| rules.moved(piece));
        Some((rules.expires(arrived).unwrap_or(arrived), row.destination.square()?))
    })
}

/// Where the piece of a capture that fails may fall back to: first where it came from, then the others from `a1` on. Nothing for a piece that comes
/// from the hand.
pub(crate) fn retreats(rules: &Ruleset, position: &Position, mv: &Move, manner: Manner) -> Vec<Retreat> {
    let (Location::Square(from), Location::Square(target)) = (mv.source, mv.destination) else {
        return Vec::new();
    };
    let mut others = match manner {
        Manner::Origin => Vec::new(),
        Manner::Axis => axis(rules.shape(), position, from, target),
        Manner::Rectangle => rectangle(rules, position, mv.piece, (from, target)),
    };
    others.sort_unstable_by_key(|retreat| retreat.square);
    others.insert(0, Retreat { square: from, cost: 0 });
    others
}

/// The line through two squares, both ways from the first, as far as it is empty and short of the second.
fn axis(shape: &Shape, position: &Position, from: Square, target: Square) -> Vec<Retreat> {
    let origin: Vec<i32> = shape.coordinates(from).map(i32::from).collect();
    let way: Vec<i32> =
        shape.coordinates(target).map(i32::from).zip(&origin).map(|(to, from)| to - from).collect();
    let steps = way.iter().fold(0, |common, &part| greatest_common(common, part.abs())).max(1);
    let at = |cost: i32| {
        let coordinates = origin.iter().zip(&way).map(|(from, part)| from + part / steps * cost);
        let coordinates: Option<Vec<u8>> = coordinates.map(|at| u8::try_from(at).ok()).collect();
        shape.square(Cell::new(&coordinates?)?)
    };
    let is_free = |square: &Square| *square != target && position.piece_at(*square).is_none();
    let along =
        |direction: i32| (1..).map_while(move |cost| Some((cost, at(direction * cost).filter(is_free)?)));
    let retreat = |(cost, square): (i32, Square)| Retreat { square, cost: cost.unsigned_abs() };
    along(1).chain(along(-1)).map(retreat).collect()
}

fn greatest_common(one: i32, other: i32) -> i32 {
    if other == 0 { one } else { greatest_common(other, one % other) }
}

/// The empty squares of the box between two squares that the piece could walk to.
fn rectangle(
    rules: &Ruleset,
    position: &Position,
    piece: PieceId,
    (from, target): (Square, Square),
) -> Vec<Retreat> {
    let shape = rules.shape();
    let is_inside = |square: Square| {
        let corners = shape.coordinates(from).zip(shape.coordinates(target));
        corners
            .zip(shape.coordinates(square))
            .all(|((one, other), at)| (one.min(other)..=one.max(other)).contains(&at))
    };
    let walks = rules.walks().from(rules, piece, from);
    let squares = shape.iter().zip(walks).filter(|&(square, steps)| {
        steps != NEVER
            && square != from
            && square != target
            && is_inside(square)
            && position.piece_at(square).is_none()
    });
    squares.map(|(square, steps)| Retreat { square, cost: steps.into() }).collect()
}
