//! Names of squares and pieces in the messages.

use super::response::SquareCase;
use super::words;
use crate::movement::{Location, Move, Placement};
use crate::notation::cell::Cell;
use crate::notation::pin::State;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::{Side, Square};

/// Name of the hand in place of a square.
const HAND: &str = "*";

/// Returns the name of a square in the case chosen by the host.
// Requirement engine-12.
pub(super) fn square(rules: &Ruleset, square: Square, case: SquareCase) -> String {
    let name = rules.square_name(square);
    match case {
        SquareCase::Upper => name.to_ascii_uppercase(),
        SquareCase::Lower => name,
    }
}

/// Returns the name of a destination.
pub(super) fn place(rules: &Ruleset, place: Location, case: SquareCase) -> String {
    place.square().map_or_else(|| HAND.to_owned(), |at| square(rules, at, case))
}

/// Parses the name of a place in upper or lower case. The order of letters and digits tells files from layers, so case is not needed.
pub(super) fn read_place(rules: &Ruleset, name: &str) -> Option<Location> {
    if name == HAND {
        return Some(Location::Hand);
    }
    if name.len() > Cell::LENGTH_MAX {
        return None;
    }
    let file = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
    let (file, rest) = name.split_at_checked(file)?;
    let cell = format!("{}{}", file.to_ascii_lowercase(), rest.to_ascii_uppercase());
    rules.shape().square(cell.parse().ok()?).map(Location::Square)
}

/// Returns the common name of a piece with the sign of its state (`+silver`), or its QPI if another piece of the side has the same name.
pub(super) fn piece(rules: &Ruleset, id: PieceId) -> String {
    let call = |piece: &crate::Piece| {
        let sign = match piece.qpi.pin.state {
            State::Diminished => "-",
            State::Normal => "",
            State::Enhanced => "+",
        };
        format!("{sign}{}", piece.name)
    };
    let Some(this) = rules.piece(id) else { return String::new() };
    let name = call(this);
    let is_shared = rules
        .pieces()
        .any(|(other, piece)| other != id && piece.side() == this.side() && call(piece) == name);
    if is_shared { this.qpi.to_string() } else { name }
}

/// Returns the name of a choice: the piece after promotion, the piece that is placed with its square (`hawk B1`), or both with a comma between; and
/// that of none.
pub(super) fn choice(rules: &Ruleset, mv: &Move, case: SquareCase) -> String {
    let placed = mv.placed.map(|placed| placement(rules, placed, case));
    match (mv.promotion.map(|id| piece(rules, id)), placed) {
        (None, None) => words::NONE.to_owned(),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(promotion), Some(placed)) => format!("{promotion}, {placed}"),
    }
}

/// Returns the name of a placed piece with its square.
pub(super) fn placement(rules: &Ruleset, placed: Placement, case: SquareCase) -> String {
    format!("{} {}", piece(rules, placed.piece), square(rules, placed.square, case))
}

/// Choice that a word of a `promotion_prompt` names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chosen {
    /// Piece after promotion.
    pub promotion: Option<PieceId>,
    /// Piece that is placed besides, and its square.
    pub placed: Option<Placement>,
}

impl Chosen {
    /// Returns the choice that a move contains.
    #[must_use]
    pub fn of(mv: &Move) -> Chosen {
        Chosen { promotion: mv.promotion, placed: mv.placed }
    }
}

/// Returns the word for the choice that a move contains, as in a `promotion_prompt`, with squares in lower case: the name of a piece, a piece with
/// the square on which it is placed, both, or `none`.
#[must_use]
pub fn choice_word(rules: &Ruleset, mv: &Move) -> String {
    choice(rules, mv, SquareCase::Lower)
}

/// Reads a word as [`choice_word`] writes it, of the pieces of one side; `None` if it is not one.
///
/// It does not say whether a move allows the choice.
#[must_use]
pub fn read_choice(rules: &Ruleset, of: Side, word: &str) -> Option<Chosen> {
    let named = |word: &str| {
        let mut pieces = rules.pieces().filter(|(_, it)| it.side() == of || it.is_neutral);
        pieces.find(|&(id, _)| piece(rules, id) == word).map(|(id, _)| id)
    };
    let placement = |word: &str| {
        let (piece, square) = word.rsplit_once(' ')?;
        let square = read_place(rules, square)?.square()?;
        Some(Placement { piece: named(piece)?, square })
    };
    if word == words::NONE {
        return Some(Chosen::default());
    }
    if let Some(promotion) = named(word) {
        return Some(Chosen { promotion: Some(promotion), placed: None });
    }
    if let Some((promotion, placed)) = word.split_once(", ") {
        return Some(Chosen { promotion: Some(named(promotion)?), placed: Some(placement(placed)?) });
    }
    Some(Chosen { promotion: None, placed: Some(placement(word)?) })
}

/// Returns the side of that name.
pub(super) fn side(rules: &Ruleset, name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| rules.side_name(side) == name)
}
