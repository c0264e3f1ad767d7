//! Attempts as a moderator hears them, and what the own pieces tell of each.

use super::{OwnPieces, all_ways};
use crate::Square;
use crate::movement::Location;
use crate::notation::letter::Letter;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::Condition;

/// Move that a player asks for, as they can name it without knowing the other side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attempt {
    /// A move from a square to another, with the letter of the piece that it becomes.
    Move {
        /// Source.
        source: Square,
        /// Destination.
        destination: Square,
        /// Letter of the chosen promotion.
        promotion: Option<Letter>,
    },
    /// A drop of a piece with that letter from the hand.
    Drop {
        /// Letter of the piece.
        piece: Letter,
        /// Destination.
        destination: Square,
    },
}

/// Outcome of an attempt as far as the own pieces decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prospect {
    /// No row allows it, wherever the other side's pieces stand.
    Impossible,
    /// It may be legal, and is a capture then.
    Capture,
    /// It may be legal, and may capture nothing.
    Open,
}

/// Returns what the own pieces tell of an attempt. `hand` lists the pieces in the hand of their side, each with its number.
///
/// Unlike [`tries`](super::tries), this counts special rows as well: a move of two pieces is impossible with an own piece in between, and open otherwise.
#[must_use]
pub fn prospect(rules: &Ruleset, own: &OwnPieces, hand: &[(PieceId, u32)], attempt: Attempt) -> Prospect {
    let (destination, promotion) = match attempt {
        Attempt::Move { destination, promotion, .. } => (destination, promotion),
        Attempt::Drop { destination, .. } => (destination, None),
    };
    let mut prospect = Prospect::Impossible;
    for (piece, source) in sources(rules, own, hand, attempt) {
        for (_, index) in all_ways(rules, own, piece, source).filter(|&(to, _)| to == destination) {
            if !fits(rules, index, promotion) {
                continue;
            }
            if !captures(rules, own, index, destination) {
                return Prospect::Open;
            }
            prospect = Prospect::Capture;
        }
    }
    prospect
}

/// Returns the own pieces that an attempt may mean, each with its place.
fn sources(
    rules: &Ruleset,
    own: &OwnPieces,
    hand: &[(PieceId, u32)],
    attempt: Attempt,
) -> Vec<(PieceId, Location)> {
    match attempt {
        Attempt::Move { source, .. } => {
            own.own_at(rules, source).map(|piece| (piece, Location::Square(source))).into_iter().collect()
        }
        Attempt::Drop { piece: letter, .. } => {
            let held = hand.iter().filter(|(_, count)| *count > 0).map(|&(piece, _)| piece);
            let supplied = rules.pieces().filter(|(_, piece)| piece.is_supplied).map(|(id, _)| id);
            let is_it = |id: &PieceId| {
                let is_own =
                    |side| !rules.piece(*id).is_some_and(|piece| piece.is_neutral) && side == own.side;
                rules.piece(*id).is_some_and(|piece| is_own(piece.side()) && piece.qpi.pin.letter == letter)
            };
            held.chain(supplied).filter(is_it).map(|piece| (piece, Location::Hand)).collect()
        }
    }
}

/// Returns whether a possibility promotes to a piece with that letter, or to none.
fn fits(rules: &Ruleset, possibility: u32, promotion: Option<Letter>) -> bool {
    let promotes = rules.table().effect(possibility).and_then(|effect| effect.promotes.as_ref());
    let letter = |choice: &PieceId| rules.piece(*choice).map(|piece| piece.qpi.pin.letter);
    match (promotes, promotion) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some(promotes), None) => promotes.optional,
        (Some(promotes), Some(_)) => promotes.choices.iter().any(|choice| letter(choice) == promotion),
    }
}

/// Returns whether a possibility captures a piece if it holds: on the destination, or on another square that it takes.
fn captures(rules: &Ruleset, own: &OwnPieces, index: u32, destination: Square) -> bool {
    let takes = rules.table().effect(index).is_some_and(|effect| !effect.takes.is_empty());
    let is_enemy = |&(square, condition): &(Square, Condition)| {
        square == destination
            && match condition {
                Condition::Enemy => true,
                Condition::Piece(required) => !own.would_show(rules, required),
                Condition::Empty => false,
            }
    };
    let way = rules.table().possibilities.get(index as usize);
    takes || way.is_some_and(|way| way.must.iter().any(is_enemy))
}
