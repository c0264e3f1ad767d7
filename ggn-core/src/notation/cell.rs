//! CELL: the name of a square (`e4`, `c3C`).
//!
//! A file in lower-case letters, then a rank as a number from 1, then a layer in upper-case letters; on a board of one
//! dimension a file alone. Letters count `a`…`z`, `aa`…`iv`.
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
use crate::{Shape, Square};

/// The coordinates of a square on a board of one to three dimensions, each counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    coordinates: [u8; Cell::DIMENSIONS_MAX],
    dimensions: u8,
}

impl Cell {
    /// Maximum number of dimensions.
    pub const DIMENSIONS_MAX: usize = Shape::DIMENSIONS_MAX;

    /// Maximum length in bytes (`iv256IV`).
    pub const LENGTH_MAX: usize = 7;

    /// Creates a cell from one to three coordinates.
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

    /// Creates the cell of a file and a rank.
    pub(super) const fn flat(file: u8, rank: u8) -> Cell {
        Cell { coordinates: [file, rank, 0], dimensions: 2 }
    }

    /// Returns the coordinates: file, rank, layer; as many as the cell has dimensions.
    #[must_use]
    pub fn coordinates(&self) -> &[u8] {
        self.coordinates.get(..usize::from(self.dimensions)).unwrap_or(&[])
    }

    /// Converts a grammar match to a cell; `None` if a coordinate is over its bound.
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

impl Shape {
    /// The square that a cell names, if it has the board's dimensions and lies on it.
    ///
    /// ```
    /// use ggn_core::{Shape, notation::cell::Cell};
    /// let shape = Shape::new(&[9, 10]).ok_or("a board")?;
    /// assert!(shape.square(Cell::new(&[8, 9]).ok_or("a cell")?).is_some());
    /// assert!(shape.square(Cell::new(&[9, 0]).ok_or("a cell")?).is_none());
    /// # Ok::<(), &str>(())
    /// ```
    // Requirements sashite-1, sashite-2.
    #[must_use]
    pub fn square(&self, cell: Cell) -> Option<Square> {
        let coordinates = cell.coordinates();
        if coordinates.len() != self.sizes().len()
            || coordinates.iter().zip(self.sizes()).any(|(c, size)| c >= size)
        {
            return None;
        }
        let index = coordinates
            .iter()
            .zip(self.sizes())
            .rev()
            .fold(0, |index, (&coordinate, &size)| index * usize::from(size) + usize::from(coordinate));
        self.at(index)
    }

    /// The name of a square. A square of another, larger board has no name here.
    #[must_use]
    pub fn cell(&self, square: Square) -> Option<Cell> {
        if square.index() >= self.squares() {
            return None;
        }
        let mut coordinates = [0; Cell::DIMENSIONS_MAX];
        for (kept, given) in coordinates.iter_mut().zip(self.coordinates(square)) {
            *kept = given;
        }
        Cell::new(coordinates.get(..self.sizes().len())?)
    }
}

/// Returns the coordinate of one component of a name.
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

/// Error for a text that is not valid CELL.
pub type ParseCellError = ParseError<CellErrorKind>;

/// Classes of CELL errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellErrorKind {
    /// Empty text.
    #[error("expected the name of a square")]
    Empty,
    /// More than seven bytes.
    #[error("expected the name of a square, no longer than 7 characters")]
    TooLong,
    /// The first character is no lower-case letter.
    #[error("expected a lower-case letter as the file")]
    Start,
    /// A character that cannot follow here.
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
        #[cfg(feature = "compiled")]
        if let Some(cell) = super::well_formed::cell(text) {
            return Ok(cell);
        }
        grammar::parse(Rule::cell_text, text, Cell::read).ok_or_else(|| classify(text))
    }
}

/// Returns the error for a text, or part of one, that should be a cell and is not.
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
