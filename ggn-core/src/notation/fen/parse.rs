//! Parsing of FEN: field by field, then castling rights and the en passant square are marked on their pieces.

use super::{
    FenErrorKind, FenField, FenSetup, ParseFenError, RIGHTS, SIZE, double_step, pawns, piece, square,
};
use crate::notation::cell::Cell;
use crate::notation::epin::Epin;
use crate::notation::error::Found;
use crate::notation::feen::{Feen, Placement};
use crate::notation::grammar::{self, Rule};
use crate::notation::letter::Letter;
use crate::notation::pin::State;
use crate::notation::sin::Sin;
use crate::{BySide, Side};

/// An error class and the byte of the field at which it lies.
type Fault = (FenErrorKind, usize);

/// The contents of each square.
type Squares = Vec<Option<Epin>>;

/// Parses a FEN text. The two counters may both be missing, as in EPD; they are then 0 and 1.
///
/// # Errors
/// Returns an error if the text is not FEN, or if its castling or en passant field does not fit its pieces.
pub fn parse(text: &str) -> Result<FenSetup, ParseFenError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (placement, turn, castling, en_passant, counters) = match fields.as_slice() {
        [placement, turn, castling, en_passant] => (*placement, *turn, *castling, *en_passant, None),
        [placement, turn, castling, en_passant, halfmove, fullmove] => {
            (*placement, *turn, *castling, *en_passant, Some((*halfmove, *fullmove)))
        }
        _ => {
            let at = text.match_indices(' ').nth(5).map_or(text.len(), |(at, _)| at);
            return Err(ParseFenError {
                kind: FenErrorKind::FieldCount,
                at,
                found: Found::at(text, at),
                field: None,
            });
        }
    };
    // Each field is a slice of the text, so that its position follows from the preceding ones.
    let begin = |index: usize| fields.iter().take(index).map(|field| field.len() + 1).sum::<usize>();
    let error_in = |field: FenField, index: usize| {
        move |(kind, at): Fault| {
            let at = begin(index) + at;
            ParseFenError { kind, at, found: found(kind, text, at), field: Some(field) }
        }
    };
    let mut squares = read_placement(placement).map_err(error_in(FenField::Placement, 0))?;
    let turn = read_turn(turn).map_err(error_in(FenField::Turn, 1))?;
    read_castling(castling, &mut squares).map_err(error_in(FenField::Castling, 2))?;
    read_en_passant(en_passant, turn, &mut squares).map_err(error_in(FenField::EnPassant, 3))?;
    let (halfmove, fullmove) = match counters {
        Some((halfmove, fullmove)) => (
            read_counter(halfmove).map_err(error_in(FenField::Halfmove, 4))?,
            read_counter(fullmove).map_err(error_in(FenField::Fullmove, 5))?,
        ),
        None => (0, 1),
    };
    let style = |side| Sin { letter: Letter::OF_FEN, side };
    let placement = Placement { sizes: vec![SIZE as u8; 2], squares };
    let feen =
        Feen { placement, hands: BySide::default(), active: style(turn), inactive: style(turn.opponent()) };
    Ok(FenSetup { feen, halfmove, fullmove })
}

/// Returns the text found where a field is wrong: one character or the whole wrong part.
fn found(kind: FenErrorKind, text: &str, at: usize) -> Found {
    let rest = text.get(at..).unwrap_or_default();
    let part = match kind {
        FenErrorKind::RankLength => rest.split(['/', ' ']).next(),
        FenErrorKind::Turn
        | FenErrorKind::EnPassant
        | FenErrorKind::EnPassantRank
        | FenErrorKind::EnPassantWithoutPawn
        | FenErrorKind::Counter => rest.split(' ').next(),
        FenErrorKind::FieldCount
        | FenErrorKind::Placement
        | FenErrorKind::RankCount
        | FenErrorKind::Castling
        | FenErrorKind::CastlingWithoutPieces => None,
    };
    part.filter(|part| !part.is_empty()).map_or_else(|| Found::at(text, at), Found::text)
}

/// Parses the placement; a pawn on its starting rank may still advance two squares.
fn read_placement(text: &str) -> Result<Squares, Fault> {
    let mut ranks: Vec<(usize, Squares)> = Vec::new();
    grammar::parse(Rule::fen_board_text, text, |board| {
        for rank in board.into_inner() {
            let at = rank.as_span().start();
            let row = (SIZE - 1).wrapping_sub(ranks.len());
            let mut squares = Squares::new();
            for token in rank.into_inner() {
                match token.as_str().parse::<usize>() {
                    Ok(empties) => squares.extend((0..empties).map(|_| None)),
                    Err(_) => squares.push(Some(read_piece(token.as_str(), row)?)),
                }
            }
            ranks.push((at, squares));
        }
        Some(())
    })
    .ok_or_else(|| (FenErrorKind::Placement, grammar::furthest(Rule::fen_board_text, text)))?;
    if let Some((at, _)) = ranks.iter().find(|(_, squares)| squares.len() != SIZE) {
        return Err((FenErrorKind::RankLength, *at));
    }
    if ranks.len() != SIZE {
        return Err((FenErrorKind::RankCount, ranks.get(SIZE).map_or(text.len(), |(at, _)| *at)));
    }
    Ok(ranks.into_iter().flat_map(|(_, squares)| squares).collect())
}

/// Parses a piece on a rank.
fn read_piece(text: &str, rank: usize) -> Option<Epin> {
    let letter = text.chars().next()?;
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let fresh = letter.eq_ignore_ascii_case(&'p') && rank == pawns(side).0;
    piece(letter, side, if fresh { State::Enhanced } else { State::Normal })
}

fn read_turn(text: &str) -> Result<Side, Fault> {
    grammar::parse(Rule::fen_turn_text, text, |turn| {
        Some(if turn.as_str() == "w" { Side::First } else { Side::Second })
    })
    .ok_or((FenErrorKind::Turn, 0))
}

/// Marks the castling rights on kings and rooks.
fn read_castling(text: &str, squares: &mut Squares) -> Result<(), Fault> {
    if grammar::parse(Rule::fen_castling_text, text, |_| Some(())).is_none() {
        return Err((FenErrorKind::Castling, grammar::prefix(Rule::fen_rights, text).unwrap_or(0)));
    }
    for (at, letter) in text.char_indices().filter(|(_, letter)| *letter != '-') {
        let Some(right) = RIGHTS.iter().find(|right| right.letter == letter) else {
            return Err((FenErrorKind::Castling, at));
        };
        for (name, square) in [('K', right.king), ('R', right.rook)] {
            let there = squares.get_mut(square).ok_or((FenErrorKind::CastlingWithoutPieces, at))?;
            // For a second right the king is already marked by the first.
            if ![State::Normal, State::Enhanced].iter().any(|state| *there == piece(name, right.side, *state))
            {
                return Err((FenErrorKind::CastlingWithoutPieces, at));
            }
            *there = piece(name, right.side, State::Enhanced);
        }
    }
    Ok(())
}

/// Marks the pawn that has passed over the en passant square.
fn read_en_passant(text: &str, turn: Side, squares: &mut Squares) -> Result<(), Fault> {
    if text == "-" {
        return Ok(());
    }
    let cell: Cell =
        grammar::parse(Rule::fen_en_passant_text, text, Cell::read).ok_or((FenErrorKind::EnPassant, 0))?;
    let mover = turn.opponent();
    let (start, (passed, landed)) = (pawns(mover).0, double_step(mover));
    let (file, rank) = match cell.coordinates() {
        [file, rank] if usize::from(*file) < SIZE => (usize::from(*file), usize::from(*rank)),
        _ => return Err((FenErrorKind::EnPassant, 0)),
    };
    if rank != passed {
        return Err((FenErrorKind::EnPassantRank, 0));
    }
    let empty = |rank| squares.get(square(file, rank)).is_some_and(Option::is_none);
    let pawn = piece('P', mover, State::Normal);
    if !empty(start) || !empty(passed) || squares.get(square(file, landed)) != Some(&pawn) {
        return Err((FenErrorKind::EnPassantWithoutPawn, 0));
    }
    if let Some(there) = squares.get_mut(square(file, landed)) {
        *there = piece('P', mover, State::Diminished);
    }
    Ok(())
}

fn read_counter(text: &str) -> Result<u32, Fault> {
    grammar::parse(Rule::fen_count_text, text, |count| count.as_str().parse().ok())
        .ok_or((FenErrorKind::Counter, 0))
}
