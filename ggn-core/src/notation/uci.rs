//! UCI: moves in coordinate notation as engines exchange them (`e2e4`, `e7e8q`, `P@e5`), with CELL names, so for any board that has ranks.
//!
//! ```
//! use ggn_core::notation::uci::{Uci, UciMove};
//! let mv: UciMove = "a10b11q".parse()?;
//! assert_eq!((mv.source.to_string(), mv.destination.to_string()), ("a10".into(), "b11".into()));
//! assert_eq!(mv.promotion.map(|letter| letter.upper()), Some('Q'));
//! assert_eq!(mv.to_string(), "a10b11q");
//! assert!(matches!("P@e5".parse()?, Uci::Drop(_)));
//! # Ok::<(), ggn_core::notation::uci::ParseUciError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use pest::iterators::Pair;

use super::cell::{Cell, CellErrorKind};
use super::error::ParseError;
use super::grammar::{self, Rule};
use super::letter::Letter;

/// A move from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// Source.
    pub source: Cell,
    /// Destination.
    pub destination: Cell,
    /// Promotion letter, written in lower case for either side.
    pub promotion: Option<Letter>,
}

/// A drop from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciDrop {
    /// The piece, written in upper case for either side.
    pub piece: Letter,
    /// Destination.
    pub destination: Cell,
    /// Letter of the piece that it becomes, written in lower case for either side.
    pub promotion: Option<Letter>,
}

/// A board move or a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uci {
    /// `e2e4`
    Move(UciMove),
    /// `P@e5`
    Drop(UciDrop),
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.source, self.destination)?;
        self.promotion.map_or(Ok(()), |letter| write!(f, "{}", letter.lower()))
    }
}

impl fmt::Display for UciDrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.piece.upper(), self.destination)?;
        self.promotion.map_or(Ok(()), |letter| write!(f, "{}", letter.lower()))
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uci::Move(mv) => mv.fmt(f),
            Uci::Drop(drop) => drop.fmt(f),
        }
    }
}

/// Error for a text that is not a valid move.
pub type ParseUciError = ParseError<UciErrorKind>;

/// Classes of UCI errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciErrorKind {
    /// Empty text.
    #[error("expected a move such as `e2e4`")]
    Empty,
    /// No square with a rank at the start.
    #[error("expected the square where the move starts, with file and rank")]
    Source,
    /// No square with a rank after the first one, or after `@`.
    #[error("expected the square where the move ends, with file and rank")]
    Destination,
    /// A square that is over the bounds of CELL.
    #[error(transparent)]
    Square(#[from] CellErrorKind),
    /// Squares of boards with different numbers of dimensions.
    #[error("expected both squares to have equally many dimensions")]
    Dimensions,
    /// Something other than one lower-case letter at the end.
    #[error("expected the lower-case letter of a promotion, or the end")]
    Promotion,
    /// A drop where only a board move is allowed.
    #[error("expected a move from a square")]
    Drop,
    /// Text after a drop.
    #[error("expected the end of the drop")]
    Trailing,
}

impl FromStr for Uci {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<Uci, ParseUciError> {
        grammar::parse(Rule::uci_text, text, read).ok_or_else(|| classify(text))
    }
}

impl FromStr for UciMove {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<UciMove, ParseUciError> {
        match text.parse()? {
            Uci::Move(mv) => Ok(mv),
            Uci::Drop(_) => Err(ParseError::whole(UciErrorKind::Drop, text)),
        }
    }
}

/// Converts a grammar match to a move.
fn read(pair: Pair<'_, Rule>) -> Option<Uci> {
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    let first = parts.next()?;
    let destination = |pair: Option<Pair<'_, Rule>>| pair.and_then(Cell::read);
    let promotion = |pair: Option<Pair<'_, Rule>>| {
        pair.and_then(|pair| Letter::read(pair.as_str())).map(|(letter, _)| letter)
    };
    if rule == Rule::uci_drop {
        let (piece, _) = Letter::read(first.as_str())?;
        let destination = destination(parts.next())?;
        return Some(Uci::Drop(UciDrop { piece, destination, promotion: promotion(parts.next()) }));
    }
    let (source, destination) = (Cell::read(first)?, destination(parts.next())?);
    if source.coordinates().len() != destination.coordinates().len() {
        return None;
    }
    Some(Uci::Move(UciMove { source, destination, promotion: promotion(parts.next()) }))
}

/// Returns the error for a text that is not a valid move.
fn classify(text: &str) -> ParseUciError {
    let error = |kind, at| ParseError::new(kind, text, at);
    // A square at a byte of the text, with its end.
    let square = |at: usize, missing: UciErrorKind| {
        let rest = text.get(at..).unwrap_or_default();
        let written = grammar::prefix(Rule::ranked_cell, rest).and_then(|length| rest.get(..length));
        let written = written.ok_or_else(|| error(missing, at))?;
        let cell = written.parse::<Cell>().map_err(|error| error.within(text, at, UciErrorKind::Square))?;
        Ok((cell, at + written.len()))
    };
    let walk = || -> Result<ParseUciError, ParseUciError> {
        if text.is_empty() {
            return Err(error(UciErrorKind::Empty, 0));
        }
        if text.get(1..).is_some_and(|rest| rest.starts_with('@'))
            && text.starts_with(|c: char| c.is_ascii_uppercase())
        {
            let (_, end) = square(2, UciErrorKind::Destination)?;
            let promoted =
                text.get(end..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
            return Ok(error(UciErrorKind::Trailing, end + usize::from(promoted)));
        }
        let (source, middle) = square(0, UciErrorKind::Source)?;
        let (destination, end) = square(middle, UciErrorKind::Destination)?;
        if source.coordinates().len() != destination.coordinates().len() {
            return Err(error(UciErrorKind::Dimensions, middle));
        }
        let promoted = text.get(end..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        Ok(error(UciErrorKind::Promotion, end + usize::from(promoted)))
    };
    walk().unwrap_or_else(|error| error)
}
