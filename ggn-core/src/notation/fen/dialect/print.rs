//! Printing of FEN in the letters of a ruleset.

use std::fmt::Write as _;

use super::{Dialect, PrintDialectError, Right, Token};
use crate::Side;
use crate::notation::cell::Cell;
use crate::notation::epin::Epin;
use crate::notation::feen::{Feen, Reserve};
use crate::notation::pin::{Pin, State};

/// Content of the fields behind the board.
struct Fields<'d> {
    rights: Vec<&'d Right>,
    /// The square that the en passant field names, and that of the piece which has passed over it.
    passed: Option<[usize; 2]>,
}

impl Dialect {
    /// Prints a position with its counters. The mark of one piece of a castling right counts only beside the other: FEN knows rights, not marks.
    ///
    /// # Errors
    /// Returns an error if no text reads back as this position.
    pub fn print(&self, feen: &Feen, halfmove: u32, fullmove: u32) -> Result<String, PrintDialectError> {
        if feen.placement.sizes != self.initial.placement.sizes {
            return Err(PrintDialectError);
        }
        let (feen, fields) = self.fields(feen);
        let mut text = String::new();
        for (row, rank) in feen.placement.squares.chunks(self.files.max(1)).enumerate() {
            if row > 0 {
                text.push('/');
            }
            let mut empties = 0;
            for (file, there) in rank.iter().enumerate() {
                let Some(piece) = there else {
                    empties += 1;
                    continue;
                };
                push_empties(&mut text, &mut empties);
                let square = row * self.files + file;
                let is_said = fields.rights.iter().any(|right| right.squares.contains(&square))
                    || fields.passed.is_some_and(|[_, landed]| landed == square);
                let pin = if is_said { Pin { state: State::Normal, ..piece.pin } } else { piece.pin };
                text += &self.spelled(Epin { pin, ..*piece }, Some(square)).ok_or(PrintDialectError)?;
            }
            push_empties(&mut text, &mut empties);
        }
        text += &self.spelled_hands([&feen.hands.first, &feen.hands.second])?;
        let turn = if feen.turn() == Side::First { 'w' } else { 'b' };
        let rights: String = fields.rights.iter().map(|right| right.letter).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = fields.passed.and_then(|[passed, _]| self.cell(passed));
        let passed = passed.map_or("-".to_owned(), |cell| cell.to_string());
        // Writing to a string cannot fail.
        let _ = write!(text, " {turn} {rights} {passed} {halfmove} {fullmove}");
        match self.parse(&text) {
            Ok(again) if again.feen == feen => Ok(text),
            Ok(_) | Err(_) => Err(PrintDialectError),
        }
    }

    /// Returns the fields of a position, and the position without marks of castling rights that are gone.
    fn fields(&self, feen: &Feen) -> (Feen, Fields<'_>) {
        let mut feen = feen.clone();
        let stands = |feen: &Feen, square: usize| {
            let begins = self.initial(square);
            begins.is_some() && feen.placement.squares.get(square).copied().flatten() == begins
        };
        let last = |right: &&Right| right.squares.iter().all(|square| stands(&feen, *square));
        let rights: Vec<&Right> = self.rights.iter().filter(last).collect();
        for square in self.rights.iter().flat_map(|right| right.squares) {
            let is_marked = rights.iter().any(|right| right.squares.contains(&square));
            if !is_marked
                && stands(&feen, square)
                && let Some(Some(there)) = feen.placement.squares.get_mut(square)
            {
                there.pin.state = State::Normal;
            }
        }
        let mover = feen.turn().opponent();
        let passing = feen.placement.squares.iter().enumerate().filter_map(|(square, there)| {
            let pin = (*there)?.pin;
            let is_passing =
                pin.side == mover && pin.state == State::Diminished && self.steps_twice(pin.letter);
            let behind = self.ahead(square, mover.opponent()).filter(|_| is_passing)?;
            (feen.placement.squares.get(behind) == Some(&None)).then_some([behind, square])
        });
        let passing: Vec<[usize; 2]> = passing.collect();
        // Several such pieces say their state themselves.
        let passed = if let [one] = *passing.as_slice() { Some(one) } else { None };
        (feen, Fields { rights, passed })
    }

    /// Returns the shortest token that means a piece.
    fn spelled(&self, piece: Epin, square: Option<usize>) -> Option<String> {
        let Pin { letter, side, state, .. } = piece.pin;
        let signs = [None, Some(state).filter(|state| *state != State::Normal)];
        let marks = [(false, false), (true, false), (false, true), (true, true)];
        let tokens = signs.into_iter().flat_map(|state| marks.map(|marks| (state, marks)));
        let spelled = |(state, (terminal, derived))| {
            let token = Token { letter, side, state, promoted: false, terminal, derived };
            if self.piece(token, square) != Some(piece) {
                return None;
            }
            let state = state.unwrap_or(State::Normal);
            Some(Epin { pin: Pin { letter, side, state, terminal }, derived }.to_string())
        };
        tokens.into_iter().find_map(spelled)
    }

    fn spelled_hands(&self, hands: [&Reserve; 2]) -> Result<String, PrintDialectError> {
        let mut text = String::new();
        for (piece, count) in hands.into_iter().flatten() {
            let piece = self.spelled(*piece, None).ok_or(PrintDialectError)?;
            text += &piece.repeat(*count as usize);
        }
        Ok(if text.is_empty() { text } else { format!("[{text}]") })
    }

    /// Returns the cell of a square.
    fn cell(&self, square: usize) -> Option<Cell> {
        let (row, file) = (square / self.files, square % self.files);
        Some(Cell::flat(u8::try_from(file).ok()?, u8::try_from(self.ranks.checked_sub(row + 1)?).ok()?))
    }
}

fn push_empties(text: &mut String, empties: &mut usize) {
    if *empties > 0 {
        *text += &empties.to_string();
        *empties = 0;
    }
}
