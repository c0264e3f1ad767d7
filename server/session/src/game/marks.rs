//! Marks of players, as the rules of their game know squares and pieces.

use ggn_core::notation::letter::Letter;
use ggn_core::{Role, Side};

use super::Game;
use crate::domain::limits::SHARED_MARKS_CHARS_MAX;
use crate::domain::{Mark, Mode};
use crate::terms::Aids;

/// Characters of a mark in a JSON list besides its text: two quotation marks and a comma.
const CHARS_AROUND: usize = 3;

impl Game {
    /// Returns whether players may have marks: pieces are hidden, and the aids that both agreed on are not switched off.
    pub(crate) fn has_marks(&self) -> bool {
        self.mode != Mode::Vanilla && self.aids != Some(Aids::None)
    }

    /// Checks that marks of a side are of this game, and within their bound: squares of its board, kinds of the other side's pieces without
    /// a repetition, moves that were made, in their order. Returns a message for developers if not.
    pub(crate) fn check_marks(&self, by: Side, marks: &[Mark]) -> Result<(), &'static str> {
        let chars: usize = marks.iter().map(|mark| mark.as_str().len() + CHARS_AROUND).sum();
        if marks.is_empty() || chars > SHARED_MARKS_CHARS_MAX {
            return Err("there are no marks, or too many");
        }
        if !marks.is_sorted_by_key(Mark::ply) || marks.iter().any(|mark| mark.ply() > self.plies()) {
            return Err("the marks do not follow the moves of the game");
        }
        if !marks.iter().all(|mark| self.data.names.square_of(mark.square()).is_some()) {
            return Err("there is no such square on this board");
        }
        if marks.iter().any(Mark::repeats_candidate) {
            return Err("a mark names a candidate twice");
        }
        if !marks.iter().flat_map(Mark::kinds).all(|kind| self.has_kind(by.opponent(), kind)) {
            return Err("the other side has no such piece in this game");
        }
        Ok(())
    }

    /// Returns whether a kind is one of the game: the letter of a style and that of a piece, in the case of `side`.
    fn has_kind(&self, side: Side, (style, letter): (char, char)) -> bool {
        let is_cased = [style, letter].iter().all(|sign| sign.is_ascii_uppercase() == (side == Side::First));
        let role = Letter::new(style).zip(Letter::new(letter)).map(|(style, letter)| Role { style, letter });
        is_cased && self.rules().pieces().any(|(_, piece)| !piece.is_neutral && Some(piece.role()) == role)
    }
}
