//! Printing of FEN: the states of the pieces are collected into fields.

use std::fmt::Write as _;

use super::{PrintFenError, RIGHTS, SIZE, double_step, pawns, piece, square};
use crate::Side;
use crate::notation::cell::Cell;
use crate::notation::epin::Epin;
use crate::notation::feen::Feen;
use crate::notation::pin::State;

/// Prints a position as FEN, with its counters.
///
/// The en passant square is written whenever a pawn has just advanced two squares, whether or not it can be captured. A
/// rook's mark counts only in its corner and beside a king that has its own: FEN knows rights, not marks.
///
/// # Errors
/// Returns an error if the position is not one of chess: another board, pieces in hand, or a piece that FEN cannot express.
pub fn print(feen: &Feen, halfmove: u32, fullmove: u32) -> Result<String, PrintFenError> {
    let sizes = &feen.placement.sizes;
    if *sizes != [SIZE as u8; 2] || feen.placement.squares.len() != SIZE * SIZE {
        return Err(PrintFenError::Board { sizes: sizes.clone() });
    }
    if !feen.hands.first.is_empty() || !feen.hands.second.is_empty() {
        return Err(PrintFenError::Hands);
    }
    let turn = feen.turn();
    let mut passed: Option<Cell> = None;
    let mut text = String::new();
    for (index, rank) in feen.placement.squares.chunks(SIZE).enumerate() {
        let row = SIZE - 1 - index;
        if index > 0 {
            text.push('/');
        }
        let mut empties = 0;
        for (file, there) in rank.iter().enumerate() {
            let Some(there) = there else {
                empties += 1;
                continue;
            };
            let unsaid = PrintFenError::Piece { piece: *there, square: Cell::flat(file as u8, row as u8) };
            if !is_of_chess(there) {
                return Err(unsaid);
            }
            if there.pin.state == State::Diminished {
                let (over, landed) = double_step(there.pin.side);
                let free = |rank| feen.placement.squares.get(square(file, rank)) == Some(&None);
                let came = free(over) && free(pawns(there.pin.side).0);
                if there.pin.side == turn || row != landed || passed.is_some() || !came {
                    return Err(unsaid);
                }
                passed = Some(Cell::flat(file as u8, over as u8));
            }
            push_empties(&mut text, &mut empties);
            text.push(there.pin.letter.cased(there.pin.side));
        }
        push_empties(&mut text, &mut empties);
    }
    let passed = passed.map_or("-".to_owned(), |cell| cell.to_string());
    let turn = if turn == Side::First { 'w' } else { 'b' };
    // Writing to a string cannot fail.
    let _ = write!(text, " {turn} {} {passed} {halfmove} {fullmove}", castling(feen));
    Ok(text)
}

fn push_empties(text: &mut String, empties: &mut u32) {
    if *empties > 0 {
        text.push_str(&empties.to_string());
        *empties = 0;
    }
}

/// Returns whether chess has the piece in its state.
fn is_of_chess(there: &Epin) -> bool {
    let states: &[State] = match there.pin.letter.upper() {
        'P' => &[State::Diminished, State::Normal, State::Enhanced],
        'K' | 'R' => &[State::Normal, State::Enhanced],
        'N' | 'B' | 'Q' => &[State::Normal],
        _ => &[],
    };
    states.iter().any(|state| piece(there.pin.letter.upper(), there.pin.side, *state).as_ref() == Some(there))
}

/// Returns the remaining castling rights.
fn castling(feen: &Feen) -> String {
    let stands = |square: usize, name, side| {
        feen.placement.squares.get(square) == Some(&piece(name, side, State::Enhanced))
    };
    let left: String = RIGHTS
        .iter()
        .filter(|right| stands(right.king, 'K', right.side) && stands(right.rook, 'R', right.side))
        .map(|right| right.letter)
        .collect();
    if left.is_empty() { "-".to_owned() } else { left }
}
