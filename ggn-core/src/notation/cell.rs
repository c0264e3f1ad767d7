//! CELL: the name of a square (`e4`, `c3C`).
//!
//! A file in lower-case letters, then a rank as a number from 1, then a layer in upper-case letters; a board of one
//! dimension has files alone. Letters count `a`…`z`, `aa`…`iv`.
//!
//! ```
//! use ggn_core::notation::cell::Cell;
//! let cell: Cell = "e4".parse()?;
//! assert_eq!(cell.coordinates(), [4, 3]);
//! assert_eq!(cell.to_string(), "e4");
//! # Ok::<(), ggn_core::notation::cell::ParseCellError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use pest::iterators::Pair;

use super::error::ParseError;
use super::grammar::{self, Rule};

/// The coordinates of a square on a board of one to three dimensions, each counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    coordinates: [u8; Cell::DIMENSIONS_MAX],
    dimensions: u8,
}

impl Cell {
    /// The most dimensions that a name may have.
    pub const DIMENSIONS_MAX: usize = 3;

    /// The longest name, `iv256IV`.
    pub const LENGTH_MAX: usize = 7;

    /// Makes a cell from one to three coordinates.
    #[must_use]
    pub fn new(coordinates: &[u8]) -> Option<Cell> {
        if coordinates.is_empty() || coordinates.len() > Cell::DIMENSIONS_MAX {
            return None;
        }
        let mut cell = Cell { coordinates: [0; Cell::DIMENSIONS_MAX], dimensions: coordinates.len() as u8 };
        for (kept, given) in cell.coordinates.iter_mut().zip(coordinates) {
            *kept = *given;
        }
        Some(cell)
    }

    /// The cell of a file and a rank.
    pub(super) const fn flat(file: u8, rank: u8) -> Cell {
        Cell { coordinates: [file, rank, 0], dimensions: 2 }
    }

    /// The coordinates: file, rank, layer; as many as the cell has dimensions.
    #[must_use]
    pub fn coordinates(&self) -> &[u8] {
        self.coordinates.get(..usize::from(self.dimensions)).unwrap_or(&[])
    }

    /// Reads the cell out of what the grammar matched; `None` when a coordinate is over its bound.
    pub(super) fn read(pair: Pair<'_, Rule>) -> Option<Cell> {
        let mut coordinates = [0; Cell::DIMENSIONS_MAX];
        let mut dimensions = 0;
        for (kept, component) in coordinates.iter_mut().zip(pair.into_inner()) {
            *kept = index(component.as_str())?;
            dimensions += 1;
        }
        Cell::new(coordinates.get(..dimensions)?)
    }
}

/// The coordinate that one component of a name tells.
fn index(component: &str) -> Option<u8> {
    let number = if component.starts_with(|c: char| c.is_ascii_digit()) {
        component.parse::<u16>().ok()?
    } else {
        component.bytes().try_fold(0u16, |number, letter| {
            number.checked_mul(26)?.checked_add(u16::from(letter.to_ascii_lowercase().checked_sub(b'a')?) + 1)
        })?
    };
    u8::try_from(number.checked_sub(1)?).ok()
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (dimension, &coordinate) in self.coordinates().iter().enumerate() {
            match dimension {
                0 => letters(f, coordinate, b'a')?,
                1 => write!(f, "{}", u16::from(coordinate) + 1)?,
                _ => letters(f, coordinate, b'A')?,
            }
        }
        Ok(())
    }
}

/// Writes a coordinate as one or two letters.
fn letters(f: &mut fmt::Formatter<'_>, coordinate: u8, first: u8) -> fmt::Result {
    use fmt::Write as _;
    if coordinate >= 26 {
        f.write_char(char::from(first + coordinate / 26 - 1))?;
    }
    f.write_char(char::from(first + coordinate % 26))
}

/// Why a text is no CELL.
pub type ParseCellError = ParseError<CellErrorKind>;

/// The classes of CELL's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellErrorKind {
    /// Nothing there.
    #[error("expected the name of a square")]
    Empty,
    /// More than seven bytes.
    #[error("expected the name of a square, no longer than 7 characters")]
    TooLong,
    /// The first character is no lower-case letter.
    #[error("expected a lower-case letter as the file")]
    Start,
    /// A character that cannot follow.
    #[error("expected a file, a rank and a layer, in this order, and nothing else")]
    Unexpected,
    /// A rank that begins with zero.
    #[error("expected a rank without a leading zero")]
    LeadingZero,
    /// A fourth component.
    #[error("expected no more than 3 dimensions")]
    Dimensions,
    /// A coordinate over 256 (`iv`, `256`, `IV`).
    #[error("expected a coordinate up to 256")]
    Index,
}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        grammar::parse(Rule::cell_text, text, Cell::read).ok_or_else(|| classify(text))
    }
}

/// Tells why a text, or the part of one that should have been a cell, is none.
pub(super) fn classify(text: &str) -> ParseCellError {
    let error = |kind, at| ParseError::new(kind, text, at);
    if text.is_empty() {
        return error(CellErrorKind::Empty, 0);
    }
    if text.len() > Cell::LENGTH_MAX {
        return error(CellErrorKind::TooLong, Cell::LENGTH_MAX);
    }
    let runs: [fn(&char) -> bool; Cell::DIMENSIONS_MAX] =
        [char::is_ascii_lowercase, char::is_ascii_digit, char::is_ascii_uppercase];
    let mut at = 0;
    for (dimension, run) in runs.into_iter().enumerate() {
        let rest = text.get(at..).unwrap_or_default();
        let length = rest.chars().take_while(run).count();
        let component = rest.get(..length).unwrap_or_default();
        match (dimension, rest.chars().next()) {
            (0, _) if component.is_empty() => return error(CellErrorKind::Start, at),
            (1, Some('0')) => return error(CellErrorKind::LeadingZero, at),
            _ if component.is_empty() => return error(CellErrorKind::Unexpected, at),
            _ if index(component).is_none() => return error(CellErrorKind::Index, at),
            _ => at += length,
        }
    }
    let fourth = text.get(at..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    error(if fourth { CellErrorKind::Dimensions } else { CellErrorKind::Unexpected }, at)
}
