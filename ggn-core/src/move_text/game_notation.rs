//! Moves in the notation that the players of a game read.

use std::cmp::Ordering;

use super::name;
use crate::legality::is_pass;
use crate::movement::{Location, Move, MoveEffect};
use crate::notation::pin::State;
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::{MoveForm, Ruleset};
use crate::side::Side;
use crate::square::Square;

/// Returns one of the legal moves of a position in the notation of the ruleset; `None` if it has none, no form for this move, or the same text for another.
pub(crate) fn game_notation(
    rules: &Ruleset,
    position: &Position,
    legal: &[Move],
    mv: &Move,
    effect: &MoveEffect,
) -> Option<String> {
    let notation = rules.notation()?;
    if is_pass(rules, mv) {
        return notation.pass.clone();
    }
    let row_effect = rules.table().effect(mv.possibility);
    // A move with text of its own has no other. A piece that changes where it stands, one that is placed besides, and one that does not arrive have no form.
    let has_none = row_effect.is_some_and(|effect| effect.san.is_some())
        || mv.source == mv.destination
        || mv.placed.is_some()
        || effect.is_hit()
        || effect.is_repulsed();
    if has_none {
        return None;
    }
    match notation.moves {
        MoveForm::Squares => Some(by_squares(rules, legal, mv, effect)),
        MoveForm::Files => {
            let written = by_files(rules, position, mv)?;
            let is_alike =
                |other: &&Move| *other != mv && by_files(rules, position, other).as_ref() == Some(&written);
            (!legal.iter().any(|other| is_alike(&other))).then_some(written)
        }
        MoveForm::Long => Some(long(rules, legal, mv, effect)),
    }
}

/// Returns how the notation writes a piece behind the move that uncovers it, as [`Ruleset::uncovered_text`] does in algebraic notation.
#[cfg(feature = "arbiter")]
pub(crate) fn uncovered(rules: &Ruleset, covered: PieceId, piece: PieceId) -> String {
    let text = rules.uncovered_text(covered, piece);
    let Some(own) = own_letters(rules, piece) else { return text };
    if text.chars().any(char::is_lowercase) { own.to_lowercase() } else { own.to_owned() }
}

/// Returns the name of a square among players, or `*` for the hand.
fn square_name(rules: &Ruleset, location: Location) -> String {
    match (rules.notation().and_then(|own| own.squares.as_ref()), location) {
        (Some(names), Location::Square(square)) => names.name(rules.shape(), square),
        (_, location) => name(rules, location),
    }
}

/// Writes piece, source and destination, and the captured piece behind a cross: `H02-83`, `E44xP72`. A drop has no source: `P@53`.
fn long(rules: &Ruleset, legal: &[Move], mv: &Move, effect: &MoveEffect) -> String {
    let to = square_name(rules, mv.destination);
    if mv.source == Location::Hand {
        return format!("{}@{to}", letter(rules, mv.promotion.unwrap_or(mv.piece)));
    }
    let captured = effect.captured.first().map(|&(_, piece)| letter(rules, piece));
    let sign = captured.map_or_else(|| "-".to_owned(), |captured| format!("x{captured}"));
    let from = square_name(rules, mv.source);
    format!("{}{from}{sign}{to}{}", letter(rules, mv.piece), choice(rules, legal, mv))
}

/// Writes piece, source where it is needed, and destination: `P-7f`, `G6i-5h`, `B*4e`, `Rx2c+`.
fn by_squares(rules: &Ruleset, legal: &[Move], mv: &Move, effect: &MoveEffect) -> String {
    let to = square_name(rules, mv.destination);
    if mv.source == Location::Hand {
        return format!("{}*{to}", letter(rules, mv.promotion.unwrap_or(mv.piece)));
    }
    let is_rival = |other: &&Move| {
        other.destination == mv.destination
            && other.source != mv.source
            && other.source != Location::Hand
            && other.promotion.is_some() == mv.promotion.is_some()
            && letter(rules, other.piece) == letter(rules, mv.piece)
    };
    let is_told = legal.iter().any(|other| is_rival(&other));
    let from = if is_told { square_name(rules, mv.source) } else { String::new() };
    let sign = if effect.captured.is_empty() { '-' } else { 'x' };
    format!("{}{from}{sign}{to}{}", letter(rules, mv.piece), choice(rules, legal, mv))
}

/// Returns `+` for a promotion, `=` for one that was declined, and `=` with the piece where it becomes something else.
fn choice(rules: &Ruleset, legal: &[Move], mv: &Move) -> String {
    let own = letter(rules, mv.piece);
    let is_same_way = |other: &&Move| {
        other.source == mv.source && other.destination == mv.destination && other.piece == mv.piece
    };
    match mv.promotion.map(|piece| letter(rules, piece)) {
        Some(becomes) if becomes.strip_prefix('+') == Some(&own) => "+".to_owned(),
        Some(becomes) if becomes != own => format!("={becomes}"),
        _ if legal.iter().filter(is_same_way).any(|other| other.promotion != mv.promotion) => "=".to_owned(),
        _ => String::new(),
    }
}

/// Writes piece, file, direction, and the ranks or the file that it goes to: `C2=5`, `H8+7`. A drop is written with file and rank, which its side counts
/// from its own: `C@55`.
fn by_files(rules: &Ruleset, position: &Position, mv: &Move) -> Option<String> {
    let side = position.turn();
    let target = SeenSquare::of(rules, side, mv.destination.square()?)?;
    let Location::Square(from) = mv.source else {
        let dropped = letter(rules, mv.promotion.unwrap_or(mv.piece));
        return Some(format!("{dropped}@{}{}", target.file, target.rank));
    };
    let own = SeenSquare::of(rules, side, from)?;
    let steps = if target.file == own.file { target.rank.abs_diff(own.rank) } else { target.file };
    let sign = own.sign_to(target);
    Some(format!("{}{sign}{steps}", piece_and_file(rules, position, mv.piece, from, own)))
}

/// Returns a piece with its file. Of two on a file, the front one has `+` and the rear one `-` in place of the file. Where more stand on it, or two on each
/// of several files, the piece is a number, counted from the front, with the file.
fn piece_and_file(
    rules: &Ruleset,
    position: &Position,
    piece: PieceId,
    square: Square,
    own: SeenSquare,
) -> String {
    let side = position.turn();
    let letter = letter(rules, piece);
    let is_alike = |square: &Square| position.piece_at(*square) == Some(piece);
    let alike: Vec<(Square, SeenSquare)> = rules
        .shape()
        .iter()
        .filter(is_alike)
        .filter_map(|square| Some((square, SeenSquare::of(rules, side, square)?)))
        .collect();
    let on = |file: u8| alike.iter().filter(move |(_, at)| at.file == file);
    let others: Vec<_> = on(own.file).filter(|(_, at)| at.rank != own.rank).collect();
    let has_other_pair = alike.iter().any(|(_, at)| at.file != own.file && on(at.file).count() > 1);
    // Two that have no direction in common need no sign.
    let goes = |from: Square, sign: char| {
        let rows = rules.table().rows(piece, Location::Square(from)).iter();
        let mut squares = rows.filter_map(|row| SeenSquare::of(rules, side, row.destination.square()?));
        SeenSquare::of(rules, side, from).is_some_and(|seen| squares.any(|to| seen.sign_to(to) == sign))
    };
    let shares_direction =
        |other: Square| ['+', '-', '='].into_iter().any(|sign| goes(other, sign) && goes(square, sign));
    match others[..] {
        [] => format!("{letter}{}", own.file),
        [(other, _)] if !has_other_pair && !shares_direction(*other) => format!("{letter}{}", own.file),
        [(_, other)] if !has_other_pair => {
            format!("{letter}{}", if other.rank < own.rank { '+' } else { '-' })
        }
        _ => {
            let before = others.iter().filter(|(_, at)| at.rank > own.rank).count();
            format!("{}{}", before + 1, own.file)
        }
    }
}

/// A square as the player of a side counts: files from 1 at the player's right, ranks from 1 in the side's direction.
#[derive(Clone, Copy)]
struct SeenSquare {
    file: u8,
    rank: u8,
}

impl SeenSquare {
    fn of(rules: &Ruleset, side: Side, square: Square) -> Option<SeenSquare> {
        let shape = rules.shape();
        let mut coordinates = shape.coordinates(square);
        let (file, rank) = (coordinates.next()?, coordinates.next()?);
        let &[files, ranks] = shape.sizes() else { return None };
        Some(match side {
            Side::First => SeenSquare { file: files - file, rank: rank + 1 },
            Side::Second => SeenSquare { file: file + 1, rank: ranks - rank },
        })
    }

    /// Returns the sign of the direction to a square: `+` forward, `-` back, `=` sideways.
    fn sign_to(self, to: SeenSquare) -> char {
        match to.rank.cmp(&self.rank) {
            Ordering::Greater => '+',
            Ordering::Less => '-',
            Ordering::Equal => '=',
        }
    }
}

/// Returns the letter of a piece, with the sign of its state, unless the piece loses the state when it moves: then it is a right.
fn letter(rules: &Ruleset, id: PieceId) -> String {
    let Some(piece) = rules.piece(id) else { return String::new() };
    let sign = match piece.qpi.pin.state {
        State::Diminished if rules.moved(id) == id => "-",
        State::Enhanced if rules.moved(id) == id => "+",
        _ => "",
    };
    format!("{sign}{}", own_letters(rules, id).unwrap_or(piece.san.as_str()))
}

/// Returns the letters that the notation gives to the role of a piece; `None` where they are those of algebraic notation.
fn own_letters(rules: &Ruleset, id: PieceId) -> Option<&str> {
    let role = rules.piece(id)?.role();
    let (_, own) = rules.notation()?.letters.iter().find(|(named, _)| *named == role)?;
    Some(own.as_str())
}
