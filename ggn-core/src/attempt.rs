//! Attempts of a player who sees only their own pieces.
//!
//! Every condition has one of three values over those pieces alone: true, false, or unknown. A try is a row that is not
//! false. No function here takes a position, so none can read the hidden pieces.

use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Possibility};
use crate::{Side, Square};

/// Pieces of one side, without those of the other.
// Requirement blind-91.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPieces {
    side: Side,
    squares: Vec<Option<PieceId>>,
}

impl OwnPieces {
    /// Keeps the pieces of `side` that stand on the ruleset's board, and drops all others.
    pub fn new(
        rules: &Ruleset,
        side: Side,
        pieces: impl IntoIterator<Item = (Square, PieceId)>,
    ) -> OwnPieces {
        let mut squares = vec![None; rules.shape().squares()];
        for (square, piece) in pieces {
            if let Some(stands) = squares.get_mut(square.index())
                && rules.piece(piece).is_some_and(|piece| piece.side() == side)
            {
                *stands = Some(piece);
            }
        }
        OwnPieces { side, squares }
    }

    /// Returns the piece on a square, if it is one of these.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// Evaluates a condition: true, false, or unknown (`None`).
    fn evaluate(&self, rules: &Ruleset, square: Square, condition: Condition) -> Option<bool> {
        match (condition, self.piece_at(square)) {
            (Condition::Empty | Condition::Enemy, Some(_)) => Some(false),
            (Condition::Empty | Condition::Enemy, None) => None,
            (Condition::Piece(required), Some(own)) => Some(required == own),
            (Condition::Piece(required), None) if rules.side_of(required) == self.side => Some(false),
            (Condition::Piece(_), None) => None,
        }
    }

    // Requirement blind-92.
    fn may_hold(&self, rules: &Ruleset, way: &Possibility) -> bool {
        let evaluate = |&(square, condition): &(Square, Condition)| self.evaluate(rules, square, condition);
        way.must.iter().all(|required| evaluate(required) != Some(false))
            && !way.deny.iter().any(|denied| evaluate(denied) == Some(true))
    }
}

/// Destination that a player may try, according to their own pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// Destination of the piece.
    pub destination: Square,
    /// True if a move there requires a choice of promotion.
    pub promotes: bool,
}

/// Returns the possibilities that may hold, each as its destination and its index. Special rows, which change other squares as well, are left out.
fn ways<'r>(
    rules: &'r Ruleset,
    own: &'r OwnPieces,
    piece: PieceId,
    source: Square,
) -> impl Iterator<Item = (Square, u32)> + 'r {
    // In a turn of several moves an own marker may not have expired yet; the marked piece moves as the piece that it expires to.
    let piece = rules.expires(piece).filter(|_| rules.has_mechanics()).unwrap_or(piece);
    rules.table().rows(piece, Location::Square(source)).iter().flat_map(move |row| {
        let destination = row.destination.square();
        let ways = rules.table().possibilities(row).filter(move |&(index, way)| {
            !rules.table().effect(index).is_some_and(|effect| effect.is_special()) && own.may_hold(rules, way)
        });
        ways.filter_map(move |(index, _)| Some((destination?, index)))
    })
}

/// Returns the destinations that the piece on `source` may try, in the order of its table; none if no own piece stands there.
// Requirements blind-18, blind-93, blind-95.
#[must_use]
pub fn tries(rules: &Ruleset, own: &OwnPieces, source: Square) -> Vec<Try> {
    let mut tries: Vec<Try> = Vec::new();
    let Some(piece) = own.piece_at(source) else { return tries };
    for (destination, way) in ways(rules, own, piece, source) {
        let promotes = rules.table().effect(way).is_some_and(|effect| effect.promotes.is_some());
        match tries.last_mut() {
            Some(last) if last.destination == destination => last.promotes |= promotes,
            _ => tries.push(Try { destination, promotes }),
        }
    }
    tries
}

/// Returns the promotion choices of a move from `source` to `destination`, according to the rows and the own pieces alone.
/// Empty if no choice is required.
#[must_use]
pub fn choices(rules: &Ruleset, own: &OwnPieces, source: Square, destination: Square) -> Vec<PieceId> {
    let Some(piece) = own.piece_at(source) else { return Vec::new() };
    ways(rules, own, piece, source)
        .filter(|&(to, _)| to == destination)
        .filter_map(|(_, way)| rules.table().effect(way)?.promotes.as_ref())
        .find(|promotes| !promotes.optional)
        .map(|promotes| promotes.choices.clone())
        .unwrap_or_default()
}
