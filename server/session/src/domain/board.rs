//! Names of squares and pieces, and a piece as it is shown.

use std::fmt;
use std::str::FromStr;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::qpi::Qpi;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::color::Color;
use super::limits::CHOICE_CHARS_MAX;
use super::text::{Short, WrongForm, text_type};

/// Type of a piece: its letter in lower case (`p`, `n`, `b`, `r`, `q`, `k` in chess).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceType(Short);

/// Name of a square in CELL (`e4`). Whether it is on the board is checked on use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareName(Short);

/// Choice that a move needs, by its word: what a piece becomes (`queen`, `+silver`), what is placed and where (`hawk b1`), both (`queen, hawk b1`), or
/// `none`. Whether a game knows the word is checked on use.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChoiceWord(Box<str>);

/// A piece in full (QPI): style, side, kind, state and terminal mark together (`C:+K^`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceName(Short);

text_type!(ChoiceWord, "^[^\\p{Cc}]{1,64}$");
text_type!(PieceName, "^[A-Za-z]:[-+]?[A-Za-z]\\^?'?$");
text_type!(PieceType, "^[a-z]$");
text_type!(SquareName, "^[a-z]{1,2}[1-9][0-9]{0,2}[A-Z]{0,2}$");

impl PieceType {
    /// Makes the type of a letter in either case.
    #[must_use]
    pub fn new(letter: char) -> Option<PieceType> {
        letter.is_ascii_alphabetic().then(|| Short::of(&letter.to_ascii_lowercase())).flatten().map(PieceType)
    }

    /// Returns the letter.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for PieceType {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PieceType, WrongForm> {
        match text.as_bytes() {
            [b'a'..=b'z'] => Short::new(text).map(PieceType).ok_or(WrongForm),
            _ => Err(WrongForm),
        }
    }
}

impl ChoiceWord {
    /// Returns the word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ChoiceWord {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<ChoiceWord, WrongForm> {
        let chars = text.chars().take(CHOICE_CHARS_MAX + 1).count();
        let is_word = (1..=CHOICE_CHARS_MAX).contains(&chars) && !text.chars().any(char::is_control);
        if is_word { Ok(ChoiceWord(text.into())) } else { Err(WrongForm) }
    }
}

impl PieceName {
    /// Makes the name of a piece.
    #[must_use]
    pub fn of(piece: &Qpi) -> Option<PieceName> {
        Short::of(piece).map(PieceName)
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for PieceName {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PieceName, WrongForm> {
        let piece: Qpi = text.parse().map_err(|_| WrongForm)?;
        PieceName::of(&piece).ok_or(WrongForm)
    }
}

impl SquareName {
    /// Makes the name of a square.
    #[must_use]
    pub fn of(cell: &Cell) -> Option<SquareName> {
        Short::of(cell).map(SquareName)
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for SquareName {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<SquareName, WrongForm> {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let layer = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let files = text.len() - rest.len();
        let ranks = rest.len() - layer.len();
        let well_formed = (1..=2).contains(&files)
            && (1..=3).contains(&ranks)
            && !rest.starts_with('0')
            && layer.len() <= 2
            && layer.bytes().all(|byte| byte.is_ascii_uppercase());
        if well_formed { Short::new(text).map(SquareName).ok_or(WrongForm) } else { Err(WrongForm) }
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// A piece that the viewer sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PieceView {
    /// Its side.
    pub color: Color,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: PieceType,
    /// The piece in full, as the engine in the browser reads it (QPI). An addition to the design.
    pub qpi: PieceName,
    /// True for a piece of neither side, whose `color` then means nothing; left out otherwise. An addition to the design.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
    /// True for a covered piece: `type` and `qpi` say how it moves, and not what it is. A neutral one hides its side too. Left out otherwise. An addition to
    /// the design.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
    /// Hit points, where pieces have them. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub points: Option<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    // Requirement blind-122.
    #[test]
    fn squares_are_named_in_cell() {
        for right in ["a1", "h8", "j10", "aa12", "c3C", "iv256IV"] {
            assert_eq!(right.parse::<SquareName>().unwrap().as_str(), right);
        }
        for wrong in
            ["", "e", "4", "e0", "E4", "e4 ", " e4", "e04", "abc1", "a1000", "a1ABC", "a1b", "e-4", "é4"]
        {
            assert!(wrong.parse::<SquareName>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_piece_type_is_one_lower_case_letter() {
        assert_eq!("q".parse::<PieceType>().unwrap(), PieceType::new('Q').unwrap());
        for wrong in ["", "Q", "qq", "1", "é"] {
            assert!(wrong.parse::<PieceType>().is_err(), "{wrong:?}");
        }
    }
}
