//! Places and pieces as the messages write them.

use super::answer::SquareCase;
use super::words;
use crate::movement::Location;
use crate::notation::cell::Cell;
use crate::notation::pin::State;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::{Side, Square};

/// What stands for the hand where a square could.
const HAND: &str = "*";

/// A square, in the case that the host wishes.
pub(super) fn square(rules: &Ruleset, square: Square, case: SquareCase) -> String {
    let name = rules.square_name(square);
    match case {
        SquareCase::Upper => name.to_ascii_uppercase(),
        SquareCase::Lower => name,
    }
}

/// Where a move may end.
pub(super) fn place(rules: &Ruleset, place: Location, case: SquareCase) -> String {
    place.square().map_or_else(|| HAND.to_owned(), |at| square(rules, at, case))
}

/// The place of that name, in upper or lower case. Their order tells a file from a layer, so that case need not.
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

/// What people call a piece, with the sign of its state (`+silver`); its QPI, where another piece of the side is called the same.
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

/// What a piece becomes, or that it stays what it is.
pub(super) fn promotion(rules: &Ruleset, becomes: Option<PieceId>) -> String {
    becomes.map_or_else(|| words::NONE.to_owned(), |id| piece(rules, id))
}

/// The side of that name.
pub(super) fn side(rules: &Ruleset, name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| rules.side_name(side) == name)
}
