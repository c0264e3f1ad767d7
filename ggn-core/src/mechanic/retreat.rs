//! Retreat squares of a repulsed piece, and their distance.
//!
//! The kind of retreat and the cost of a step are the caller's data (in a game with bids a profile, `rules/gambit/*.json`); squares and distances follow
//! from the board and from the piece's own rows.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::movement::{Location, Move};
use crate::notation::cell::Cell;
use crate::piece::PieceId;
use crate::position::Position;
use crate::reference;
use crate::ruleset::Ruleset;
use crate::{Shape, Square};

/// Sets of squares to which a repulsed piece may retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetreatKind {
    /// Its source only.
    Origin,
    /// Squares on the line of its attack, on both sides of its source, up to the first piece: towards the attacked piece, without reaching it, and away
    /// from it. The distance is the number of steps along that line. A step is as short as the direction allows: after a leap it is that leap,
    /// and pieces between do not stop it.
    Axis,
    /// Empty squares of the box spanned by source and target, except the target, that the piece could reach by quiet moves. The distance is the
    /// number of such moves on an empty board.
    Rectangle,
    /// Squares of [`RetreatKind::Axis`] to which the piece could slide, with the same distances.
    Slide,
}

/// A retreat square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Retreat {
    /// Square on which the piece stands afterwards.
    pub square: Square,
    /// Distance from the source in steps, as the kind of retreat counts them; 0 for the source. What a step costs is the caller's.
    pub steps: u32,
}

/// Distances in quiet moves between squares, by piece; computed at first use.
// Requirement gambit-90.
#[derive(Debug)]
pub(crate) struct QuietDistances(Vec<OnceLock<Box<[u16]>>>);

/// Distance of an unreachable square.
const NEVER: u16 = u16::MAX;

impl QuietDistances {
    /// Maximum number of squares of a board whose tables are kept; on larger boards distances are computed each time.
    pub(crate) const SQUARES_MAX: usize = 256;

    /// Creates empty tables for a number of pieces.
    pub(crate) fn new(pieces: usize) -> QuietDistances {
        QuietDistances((0..pieces).map(|_| OnceLock::new()).collect())
    }

    /// Returns the distance in quiet moves of each square from `from`.
    fn from(&self, rules: &Ruleset, piece: PieceId, from: Square) -> Vec<u16> {
        let squares = rules.shape().squares();
        if squares > QuietDistances::SQUARES_MAX {
            return walk(rules, piece, from);
        }
        let Some(table) = self.0.get(piece.index()) else { return Vec::new() };
        let make = || rules.shape().iter().flat_map(|from| walk(rules, piece, from)).collect();
        let start = from.index() * squares;
        table.get_or_init(make).get(start..start + squares).unwrap_or_default().to_vec()
    }
}

/// Computes the minimum number of quiet moves from a square to each other on an otherwise empty board.
// Requirement gambit-88.
fn walk(rules: &Ruleset, piece: PieceId, from: Square) -> Vec<u16> {
    let mut steps = vec![NEVER; rules.shape().squares()];
    // A piece that moving changes may have other rows, so each square is tracked once per state.
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

/// Returns the quiet moves of a piece on an otherwise empty board, with the piece that it is afterwards. Promotions by choice are left out, because
/// the piece is another one from then on.
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

/// Returns the retreat squares of a failed capture: first the source, then the others from `a1` on. Empty for a piece from
/// the hand.
// Requirement gambit-85.
pub(crate) fn retreats(
    rules: &Ruleset,
    quiet_distances: &QuietDistances,
    position: &Position,
    mv: &Move,
    kind: RetreatKind,
) -> Vec<Retreat> {
    let (Location::Square(from), Location::Square(target)) = (mv.source, mv.destination) else {
        return Vec::new();
    };
    let mut others = match kind {
        RetreatKind::Origin => Vec::new(),
        RetreatKind::Axis => axis(rules.shape(), position, from, target),
        RetreatKind::Rectangle => rectangle(rules, quiet_distances, position, mv.piece, (from, target)),
        RetreatKind::Slide => {
            let slides = quiet_destinations(rules, mv.piece, from);
            let mut along = axis(rules.shape(), position, from, target);
            along.retain(|retreat| slides.contains(&retreat.square));
            along
        }
    };
    others.sort_unstable_by_key(|retreat| retreat.square);
    others.insert(0, Retreat { square: from, steps: 0 });
    others
}

/// Returns the kind of retreat that suits a failed capture by the piece's own quiet moves: along the line of the capture if the piece slides in its
/// direction, inside the box after a leap, and else to the source only, as for a terminal piece. It depends on no other piece.
pub(crate) fn suitable(rules: &Ruleset, mv: &Move) -> RetreatKind {
    let (Location::Square(from), Location::Square(target)) = (mv.source, mv.destination) else {
        return RetreatKind::Origin;
    };
    if rules.is_terminal(mv.piece) {
        return RetreatKind::Origin;
    }
    let line = Line::through(rules.shape(), from, target);
    // Next to an edge a line can be too short to tell a slide from a step: other squares tell.
    let mut squares = std::iter::once(from).chain(rules.shape().iter());
    if squares.any(|square| slides(rules, mv.piece, square, &line)) {
        RetreatKind::Slide
    } else if line.is_leap() {
        RetreatKind::Rectangle
    } else {
        RetreatKind::Origin
    }
}

/// Returns whether a piece on a square slides in a direction of a line. A piece that makes one step, or leaps over the first square, does not slide.
fn slides(rules: &Ruleset, piece: PieceId, from: Square, line: &Line<'_>) -> bool {
    let quiet = quiet_destinations(rules, piece, from);
    let line = line.moved_to(from);
    let is_quiet = |steps: i32| line.at(steps).is_some_and(|square| quiet.contains(&square));
    [1, -1].into_iter().any(|direction| is_quiet(direction) && is_quiet(2 * direction))
}

/// Returns the squares that quiet moves of a piece on an otherwise empty board reach.
fn quiet_destinations(rules: &Ruleset, piece: PieceId, from: Square) -> BTreeSet<Square> {
    quiet_moves(rules, piece, from).map(|(_, square)| square).collect()
}

/// Line through a source and the square of a capture.
struct Line<'s> {
    shape: &'s Shape,
    origin: Vec<i32>,
    /// Difference between target and source.
    vector: Vec<i32>,
    /// Number of steps to the target.
    length: i32,
}

impl Line<'_> {
    /// Returns the line; its steps are as short as its direction allows.
    fn through(shape: &Shape, from: Square, target: Square) -> Line<'_> {
        let origin: Vec<i32> = shape.coordinates(from).map(i32::from).collect();
        let vector: Vec<i32> =
            shape.coordinates(target).map(i32::from).zip(&origin).map(|(to, from)| to - from).collect();
        let length = vector.iter().fold(0, |common, &part| greatest_common(common, part.abs())).max(1);
        Line { shape, origin, vector, length }
    }

    /// Returns the line of the same direction through another source.
    fn moved_to(&self, from: Square) -> Line<'_> {
        let origin = self.shape.coordinates(from).map(i32::from).collect();
        Line { shape: self.shape, origin, vector: self.vector.clone(), length: self.length }
    }

    /// Returns the square so many steps from the source; `None` outside of the board.
    fn at(&self, steps: i32) -> Option<Square> {
        let coordinates = self.origin.iter().zip(&self.vector);
        let coordinates = coordinates.map(|(from, part)| from + part / self.length * steps);
        let coordinates: Option<Vec<u8>> = coordinates.map(|at| u8::try_from(at).ok()).collect();
        self.shape.square(Cell::new(&coordinates?)?)
    }

    /// Returns whether the target does not touch the source.
    fn is_leap(&self) -> bool {
        self.vector.iter().any(|part| part.abs() > 1)
    }
}

/// Returns the line through two squares, in both directions from the first, as far as it is empty, without the second.
// Requirements gambit-82, gambit-83, gambit-84, gambit-91.
fn axis(shape: &Shape, position: &Position, from: Square, target: Square) -> Vec<Retreat> {
    let line = &Line::through(shape, from, target);
    let is_free = |square: &Square| *square != target && position.piece_at(*square).is_none();
    let along = |direction: i32| {
        (1..).map_while(move |steps| Some((steps, line.at(direction * steps).filter(is_free)?)))
    };
    let retreat = |(steps, square): (i32, Square)| Retreat { square, steps: steps.unsigned_abs() };
    along(1).chain(along(-1)).map(retreat).collect()
}

fn greatest_common(one: i32, other: i32) -> i32 {
    if other == 0 { one } else { greatest_common(other, one % other) }
}

/// Returns the empty squares of the box between two squares that the piece can reach.
// Requirements gambit-86, gambit-87, gambit-89.
fn rectangle(
    rules: &Ruleset,
    quiet_distances: &QuietDistances,
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
    let quiet_distances = quiet_distances.from(rules, piece, from);
    let squares = shape.iter().zip(quiet_distances).filter(|&(square, steps)| {
        steps != NEVER
            && square != from
            && square != target
            && is_inside(square)
            && position.piece_at(square).is_none()
    });
    squares.map(|(square, steps)| Retreat { square, steps: steps.into() }).collect()
}
