//! Attempts of a player who sees only their own pieces.
//!
//! Every condition has one of three values over those pieces alone: true, false, or unknown. A try is a row that is not
//! false. No function here takes a position, so none can read the hidden pieces.

mod prospect;

pub use prospect::{Attempt, Prospect, prospect};

use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Possibility};
use crate::{Side, Square};

/// Pieces of one side and of neither, without those of the other.
// Requirement blind-91.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnPieces {
    side: Side,
    squares: Vec<Option<PieceId>>,
}

impl OwnPieces {
    /// Keeps the pieces of `side` and those of neither side that stand on the ruleset's board, and drops all others.
    pub fn new(
        rules: &Ruleset,
        side: Side,
        pieces: impl IntoIterator<Item = (Square, PieceId)>,
    ) -> OwnPieces {
        let mut squares = vec![None; rules.shape().squares()];
        for (square, piece) in pieces {
            if let Some(stands) = squares.get_mut(square.index())
                && rules.piece(piece).is_some_and(|piece| piece.side() == side || piece.is_neutral)
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

    /// Returns the piece on a square, if it is one of the side, or of neither and both sides may move it.
    fn own_at(&self, rules: &Ruleset, square: Square) -> Option<PieceId> {
        let moves = |piece| !rules.table().rows(piece, Location::Square(square)).is_empty();
        self.piece_at(square).filter(|&piece| !rules.is_neutral(piece) || moves(piece))
    }

    /// Returns whether a piece stands on a square that the side may move.
    #[must_use]
    pub fn owns(&self, rules: &Ruleset, square: Square) -> bool {
        self.own_at(rules, square).is_some()
    }

    /// Returns whether a piece would be one of these, if it were on the board.
    fn would_show(&self, rules: &Ruleset, piece: PieceId) -> bool {
        rules.piece(piece).is_some_and(|piece| piece.side() == self.side || piece.is_neutral)
    }

    /// Evaluates a condition: true, false, or unknown (`None`).
    fn evaluate(&self, rules: &Ruleset, square: Square, condition: Condition) -> Option<bool> {
        match (condition, self.piece_at(square)) {
            (Condition::Empty | Condition::Enemy, Some(_)) => Some(false),
            (Condition::Empty | Condition::Enemy, None) => None,
            (Condition::Piece(required), Some(own)) => Some(required == own),
            (Condition::Piece(required), None) if self.would_show(rules, required) => Some(false),
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

/// Returns the possibilities of a piece that may hold, each as its destination and its index.
fn all_ways<'r>(
    rules: &'r Ruleset,
    own: &'r OwnPieces,
    piece: PieceId,
    source: Location,
) -> impl Iterator<Item = (Square, u32)> + 'r {
    // In a turn of several moves an own marker may not have expired yet; the marked piece moves as the piece that it expires to.
    let piece = rules.expires(piece).filter(|_| rules.has_mechanics()).unwrap_or(piece);
    rules.table().rows(piece, source).iter().flat_map(move |row| {
        let destination = row.destination.square();
        let ways = rules.table().possibilities(row).filter(move |(_, way)| own.may_hold(rules, way));
        ways.filter_map(move |(index, _)| Some((destination?, index)))
    })
}

/// Returns the possibilities that may hold. Special rows, which change other squares as well, are left out.
fn ways<'r>(
    rules: &'r Ruleset,
    own: &'r OwnPieces,
    piece: PieceId,
    source: Location,
) -> impl Iterator<Item = (Square, u32)> + 'r {
    let is_plain = |index| !rules.table().effect(index).is_some_and(|effect| effect.is_special());
    all_ways(rules, own, piece, source).filter(move |&(_, index)| is_plain(index))
}

/// Returns the destinations that the piece on `source` may try, in the order of its table; none if no own piece stands there.
// Requirements blind-18, blind-93, blind-95.
#[must_use]
pub fn tries(rules: &Ruleset, own: &OwnPieces, source: Square) -> Vec<Try> {
    own.own_at(rules, source)
        .map_or_else(Vec::new, |piece| tries_of(rules, own, piece, Location::Square(source)))
}

/// Returns the squares on which a piece from the hand, or from the supply, may be tried. The caller knows whether the side has it.
#[must_use]
pub fn drop_tries(rules: &Ruleset, own: &OwnPieces, piece: PieceId) -> Vec<Try> {
    if rules.side_of(piece) == own.side { tries_of(rules, own, piece, Location::Hand) } else { Vec::new() }
}

fn tries_of(rules: &Ruleset, own: &OwnPieces, piece: PieceId, source: Location) -> Vec<Try> {
    let mut tries: Vec<Try> = Vec::new();
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
    let Some(piece) = own.own_at(rules, source) else { return Vec::new() };
    ways(rules, own, piece, Location::Square(source))
        .filter(|&(to, _)| to == destination)
        .filter_map(|(_, way)| rules.table().effect(way)?.promotes.as_ref())
        .find(|promotes| !promotes.optional)
        .map(|promotes| promotes.choices.clone())
        .unwrap_or_default()
}

/// Need of a choice for a move, according to the rows and the own pieces alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChoiceNeed {
    /// True if some way of the move requires one: what the piece becomes, or what is placed and where.
    pub is_due: bool,
    /// True if another way of the move requires none.
    pub may_be_plain: bool,
}

/// Returns whether a move of a piece to `destination` requires a choice. The piece stands on a square, or `dropped` is in the hand.
#[must_use]
pub fn choice_need(
    rules: &Ruleset,
    own: &OwnPieces,
    source: Location,
    dropped: Option<PieceId>,
    destination: Square,
) -> ChoiceNeed {
    let piece = match source {
        Location::Square(square) => own.own_at(rules, square),
        Location::Hand => dropped,
    };
    let Some(piece) = piece else { return ChoiceNeed::default() };
    let mut need = ChoiceNeed::default();
    for (_, way) in all_ways(rules, own, piece, source).filter(|&(to, _)| to == destination) {
        let effect = rules.table().effect(way);
        let promotes = effect.is_some_and(|effect| {
            !effect.is_special() && effect.promotes.as_ref().is_some_and(|promotes| !promotes.optional)
        });
        let places =
            effect.and_then(|effect| effect.places.as_ref()).is_some_and(|placing| !placing.optional);
        need.is_due |= promotes || places;
        need.may_be_plain |= !promotes && !places;
    }
    need
}
