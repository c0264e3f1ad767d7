//! Parsing of FEN in the letters of a ruleset: field by field, as in FEN of chess.

use super::{Dialect, DialectErrorKind, ParseDialectError, Token};
use crate::notation::cell::Cell;
use crate::notation::epin::Epin;
use crate::notation::error::Found;
use crate::notation::feen::{Feen, Placement, Reserve, canonical_reserve};
use crate::notation::fen::{FenField, FenSetup};
use crate::notation::letter::Letter;
use crate::notation::pin::{Pin, State};
use crate::notation::sin::Sin;
use crate::{BySide, Side};

/// An error class and the bytes of the field at which it lies; an empty range means one character.
type Fault = (DialectErrorKind, std::ops::Range<usize>);

/// The contents of each square, and the hands.
type Board = (Vec<Option<Epin>>, BySide<Reserve>);

impl Dialect {
    /// Parses a text. The counters may be missing or `-`, and are then 0 and 1; so may be the two fields before them.
    ///
    /// # Errors
    /// Returns an error if the text is no FEN in the letters of the ruleset, or if its fields do not fit its pieces.
    pub fn parse(&self, text: &str) -> Result<FenSetup, ParseDialectError> {
        let fault = |kind, at| ParseDialectError { kind, at, found: Found::at(text, at), field: None };
        if text.len() > Feen::LENGTH_MAX {
            return Err(fault(DialectErrorKind::TooLong, 0));
        }
        let fields: Vec<(usize, &str)> = fields(text).collect();
        let none = (text.len(), "-");
        let (placement, turn, [castling, en_passant], counters) = match *fields.as_slice() {
            [placement, turn] => (placement, turn, [none; 2], [none; 2]),
            [placement, turn, halfmove, fullmove] if starts_with_digit(halfmove.1) => {
                (placement, turn, [none; 2], [halfmove, fullmove])
            }
            [placement, turn, castling, en_passant] => (placement, turn, [castling, en_passant], [none; 2]),
            [placement, turn, castling, en_passant, halfmove, fullmove] => {
                (placement, turn, [castling, en_passant], [halfmove, fullmove])
            }
            _ => {
                let at = fields.get(6).map_or(text.len(), |(at, _)| at.saturating_sub(1));
                return Err(fault(DialectErrorKind::FieldCount, at));
            }
        };
        let within = |field: FenField, begin: usize| {
            move |(kind, range): Fault| {
                let at = begin + range.start;
                let part = text.get(at..begin + range.end).filter(|part| !part.is_empty());
                let found = part.map_or_else(|| Found::at(text, at), Found::text);
                ParseDialectError { kind, at, found, field: Some(field) }
            }
        };
        let (mut squares, hands) =
            self.board(placement.1).map_err(within(FenField::Placement, placement.0))?;
        let side = read_turn(turn.1).map_err(within(FenField::Turn, turn.0))?;
        self.castling(castling.1, &mut squares).map_err(within(FenField::Castling, castling.0))?;
        self.en_passant(en_passant.1, side, &mut squares)
            .map_err(within(FenField::EnPassant, en_passant.0))?;
        let [halfmove, fullmove] = counters;
        let halfmove = read_counter(halfmove.1, 0).map_err(within(FenField::Halfmove, halfmove.0))?;
        let fullmove = read_counter(fullmove.1, 1).map_err(within(FenField::Fullmove, fullmove.0))?;
        let (active, inactive) = (self.style(side), self.style(side.opponent()));
        let placement = Placement { sizes: self.initial.placement.sizes.clone(), squares };
        Ok(FenSetup { feen: Feen { placement, hands, active, inactive }, halfmove, fullmove })
    }

    /// Returns the style of a side.
    fn style(&self, side: Side) -> Sin {
        if self.initial.active.side == side { self.initial.active } else { self.initial.inactive }
    }

    fn board(&self, text: &str) -> Result<Board, Fault> {
        let (ranks, hands) = match text.find('[') {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let mut squares: Vec<Option<Epin>> = Vec::new();
        let mut begin = 0;
        for (index, rank) in ranks.split('/').enumerate() {
            if index == self.ranks {
                return Err((DialectErrorKind::RankCount(self.ranks), begin..begin));
            }
            let before = squares.len();
            self.rank(rank, begin, &mut squares)?;
            if squares.len() - before != self.files {
                return Err((DialectErrorKind::RankLength(self.files), begin..begin + rank.len()));
            }
            begin += rank.len() + 1;
        }
        if squares.len() != self.files * self.ranks {
            return Err((DialectErrorKind::RankCount(self.ranks), ranks.len()..ranks.len()));
        }
        let held = self.hands(hands, ranks.len())?;
        if squares.iter().flatten().count() + held.len() > squares.len() {
            return Err((DialectErrorKind::TooManyPieces, ranks.len()..text.len()));
        }
        let hand = |side| {
            canonical_reserve(held.iter().filter(|piece| piece.pin.side == side).map(|piece| (*piece, 1)))
        };
        Ok((squares, BySide::from_fn(hand)))
    }

    /// Reads a rank, which starts at byte `begin` of the field.
    fn rank(&self, rank: &str, begin: usize, squares: &mut Vec<Option<Epin>>) -> Result<(), Fault> {
        let mut at = 0;
        while let Some(rest) = rank.get(at..).filter(|rest| !rest.is_empty()) {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if digits == 0 {
                let (piece, length) = self.token(rest, begin + at, Some(squares.len()))?;
                squares.push(Some(piece));
                at += length;
                continue;
            }
            let number = rest.get(..digits).and_then(|number| number.parse().ok()).unwrap_or(usize::MAX);
            if rest.starts_with('0') || number > self.files {
                return Err((DialectErrorKind::RankLength(self.files), begin + at..begin + at + digits));
            }
            squares.resize(squares.len() + number, None);
            at += digits;
        }
        Ok(())
    }

    /// Reads the hands with their brackets, which start at byte `begin` of the field, to the pieces of both sides.
    fn hands(&self, text: &str, begin: usize) -> Result<Vec<Epin>, Fault> {
        let Some(rest) = text.strip_prefix('[') else { return Ok(Vec::new()) };
        let end = rest.find(']').unwrap_or(rest.len());
        let (inner, behind) = rest.split_at(end);
        if behind != "]" {
            let at = begin + 1 + end + usize::from(!behind.is_empty());
            return Err((DialectErrorKind::Hands, at..at));
        }
        let mut held = Vec::new();
        let mut at = 0;
        while let Some(rest) = inner.get(at..).filter(|rest| !rest.is_empty() && inner != "-") {
            let here = begin + 1 + at;
            if rest.starts_with(|c: char| !c.is_ascii_alphabetic() && c != '+' && c != '-') {
                return Err((DialectErrorKind::Hands, here..here));
            }
            let (piece, length) = self.token(rest, here, None)?;
            held.push(piece);
            at += length;
        }
        Ok(held)
    }

    /// Reads the piece at the start of a text, and the number of its bytes. `begin` is the place of the text in the field.
    fn token(&self, text: &str, begin: usize, square: Option<usize>) -> Result<(Epin, usize), Fault> {
        let state = match text.bytes().next() {
            Some(b'+') => Some(State::Enhanced),
            Some(b'-') => Some(State::Diminished),
            Some(_) | None => None,
        };
        let sign = usize::from(state.is_some());
        let character = text.get(sign..).and_then(|rest| rest.chars().next());
        let is_named = |letter: Letter, side| {
            self.pieces.iter().any(|piece| piece.pin.letter == letter && piece.pin.side == side)
        };
        let side_of = |c: char| if c.is_ascii_uppercase() { Side::First } else { Side::Second };
        let named = character.and_then(|c| Some((Letter::new(c)?, side_of(c))));
        let Some((letter, side)) = named.filter(|(letter, side)| is_named(*letter, *side)) else {
            let at = begin + sign;
            return Err((DialectErrorKind::Piece { letters: self.letters() }, at..at));
        };
        let rest = text.get(sign + 1..).unwrap_or_default();
        let marks = rest.find(|c| !matches!(c, '^' | '\'' | '~')).unwrap_or(rest.len());
        let has = |mark| rest.get(..marks).is_some_and(|marks| marks.contains(mark));
        let (terminal, derived, promoted) = (has('^'), has('\''), has('~'));
        let token = Token { letter, side, state, promoted, terminal, derived };
        let length = sign + 1 + marks;
        let piece = self.piece(token, square);
        let unknown =
            || (DialectErrorKind::State { states: self.states(letter, side) }, begin..begin + length);
        Ok((piece.ok_or_else(unknown)?, length))
    }

    /// Returns the letters of the pieces, in upper case for the side that begins.
    fn letters(&self) -> String {
        let cased = |piece: &Epin| piece.pin.letter.cased(piece.pin.side);
        let letters: std::collections::BTreeSet<char> = self.pieces.iter().map(cased).collect();
        letters.into_iter().collect()
    }

    /// Returns a piece in each of its states: `P, +P`.
    fn states(&self, letter: Letter, side: Side) -> String {
        let alike = self.pieces.iter().filter(|piece| piece.pin.letter == letter && piece.pin.side == side);
        let plain = |piece: &Epin| Pin { terminal: false, ..piece.pin }.to_string();
        let mut states: Vec<String> = alike.map(plain).collect();
        states.dedup();
        states.join(", ")
    }

    fn castling(&self, text: &str, squares: &mut [Option<Epin>]) -> Result<(), Fault> {
        if text == "-" {
            return Ok(());
        }
        let letters: String = self.rights.iter().map(|right| right.letter).collect();
        if text.is_empty() {
            return Err((DialectErrorKind::Castling { letters }, 0..0));
        }
        for (at, letter) in text.char_indices() {
            let Some(right) = self.rights.iter().find(|right| right.letter == letter) else {
                return Err((DialectErrorKind::Castling { letters }, at..at));
            };
            for square in right.squares {
                let begins = self.initial(square);
                let is_it = |there: &Epin| {
                    let marked = Epin { pin: Pin { state: State::Enhanced, ..there.pin }, ..*there };
                    there.pin.state != State::Diminished && Some(marked) == begins
                };
                let Some(there) = squares.get_mut(square).filter(|there| there.as_ref().is_some_and(is_it))
                else {
                    return Err((DialectErrorKind::CastlingWithoutPieces, at..at));
                };
                *there = begins;
            }
        }
        Ok(())
    }

    fn en_passant(&self, text: &str, turn: Side, squares: &mut [Option<Epin>]) -> Result<(), Fault> {
        if text == "-" {
            return Ok(());
        }
        let none = || (DialectErrorKind::EnPassant, 0..text.len());
        let cell: Cell = text.parse().map_err(|_| none())?;
        let (file, rank) = match *cell.coordinates() {
            [file, rank] => (usize::from(file), usize::from(rank)),
            _ => return Err(none()),
        };
        if file >= self.files || rank >= self.ranks {
            return Err(none());
        }
        let passed = (self.ranks - 1 - rank) * self.files + file;
        let fault = || (DialectErrorKind::EnPassantWithoutPiece, 0..text.len());
        let landed = self.ahead(passed, turn.opponent()).ok_or_else(fault)?;
        if squares.get(passed) != Some(&None) {
            return Err(fault());
        }
        let there = squares.get_mut(landed).ok_or_else(fault)?;
        let marked = there.filter(|piece| {
            let pin = piece.pin;
            pin.side == turn.opponent() && pin.state == State::Normal && self.steps_twice(pin.letter)
        });
        let marked = marked.map(|piece| Epin { pin: Pin { state: State::Diminished, ..piece.pin }, ..piece });
        *there = Some(marked.filter(|piece| self.pieces.contains(piece)).ok_or_else(fault)?);
        Ok(())
    }
}

/// Returns the fields of a text, each with the byte at which it starts.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut begin = 0;
    text.split(' ').map(move |field| {
        let at = begin;
        begin += field.len() + 1;
        (at, field)
    })
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn read_turn(text: &str) -> Result<Side, Fault> {
    match text {
        "w" => Ok(Side::First),
        "b" => Ok(Side::Second),
        _ => Err((DialectErrorKind::Turn, 0..text.len())),
    }
}

fn read_counter(text: &str, otherwise: u32) -> Result<u32, Fault> {
    if text == "-" {
        return Ok(otherwise);
    }
    let number = text.parse().ok().filter(|_| starts_with_digit(text));
    number.ok_or((DialectErrorKind::Counter, 0..text.len()))
}
