//! What a player who sees only their own pieces may try.
//!
//! Every condition is judged in three values over those pieces alone: true, false, or unknown. A try is a row that is not
//! false. No function here takes a position, so none can peek at what the player does not see.

use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Possibility};
use crate::{Side, Square};

/// The pieces of one side, and nothing of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPieces {
    side: Side,
    squares: Vec<Option<PieceId>>,
}

impl OwnPieces {
    /// Keeps the pieces of `side` that stand on the ruleset's board; any other is dropped.
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

    /// What stands on a square, if it is one of these pieces.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.squares.get(square.index()).copied().flatten()
    }

    /// True, false, or unknown (`None`).
    fn judge(&self, rules: &Ruleset, square: Square, condition: Condition) -> Option<bool> {
        match (condition, self.piece_at(square)) {
            (Condition::Empty | Condition::Enemy, Some(_)) => Some(false),
            (Condition::Empty | Condition::Enemy, None) => None,
            (Condition::Piece(asked), Some(own)) => Some(asked == own),
            (Condition::Piece(asked), None) if rules.side_of(asked) == self.side => Some(false),
            (Condition::Piece(_), None) => None,
        }
    }

    fn may_hold(&self, rules: &Ruleset, way: &Possibility) -> bool {
        let judge = |&(square, condition): &(Square, Condition)| self.judge(rules, square, condition);
        way.must.iter().all(|asked| judge(asked) != Some(false))
            && !way.deny.iter().any(|asked| judge(asked) == Some(true))
    }
}

/// A destination that a player may try, as far as their own pieces tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// Where the piece would go.
    pub destination: Square,
    /// Whether arriving there calls for a choice of what the piece becomes.
    pub promotes: bool,
}

/// The ways of a row that may hold. Special rows, which change other squares as well, are left out.
fn ways<'r>(
    rules: &'r Ruleset,
    own: &'r OwnPieces,
    piece: PieceId,
    source: Square,
) -> impl Iterator<Item = (Square, u32)> + 'r {
    // Inside a turn of several moves an own mark may not have fallen yet; its bearer moves as what it falls to.
    let piece = rules.expires(piece).filter(|_| rules.has_mechanics()).unwrap_or(piece);
    rules.table().rows(piece, Location::Square(source)).iter().flat_map(move |row| {
        let destination = row.destination.square();
        let ways = rules.table().possibilities(row).filter(move |&(index, way)| {
            !rules.table().effect(index).is_some_and(|effect| effect.is_special()) && own.may_hold(rules, way)
        });
        ways.filter_map(move |(index, _)| Some((destination?, index)))
    })
}

/// The destinations that the piece on `source` may try, in the order of its table; none if no own piece stands there.
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

/// What the piece on `source` must choose from if it goes to `destination`, judged by geometry and own pieces alone.
/// Empty when nothing must be chosen.
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
