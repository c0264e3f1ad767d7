//! UCI: moves as engines write them (`e2e4`, `e7e8q`, `P@e5`), over CELL, so on any board that has ranks.
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
    /// Where it starts.
    pub source: Cell,
    /// Where it ends.
    pub destination: Cell,
    /// What the piece becomes, written in lower case for either side.
    pub promotion: Option<Letter>,
}

/// A drop from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciDrop {
    /// The piece, written in upper case for either side.
    pub piece: Letter,
    /// Where it goes.
    pub destination: Cell,
}

/// What can stand where a move is written.
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
        write!(f, "{}@{}", self.piece.upper(), self.destination)
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

/// Why a text is no move.
pub type ParseUciError = ParseError<UciErrorKind>;

/// The classes of errors of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciErrorKind {
    /// Nothing there.
    #[error("expected a move such as `e2e4`")]
    Empty,
    /// No square with a rank at the beginning.
    #[error("expected the square where the move starts, with file and rank")]
    Source,
    /// No square with a rank after the first, or after `@`.
    #[error("expected the square where the move ends, with file and rank")]
    Destination,
    /// A square that is over the bounds of CELL.
    #[error(transparent)]
    Square(#[from] CellErrorKind),
    /// Squares of boards with different numbers of dimensions.
    #[error("expected both squares to have equally many dimensions")]
    Dimensions,
    /// Something else than one lower-case letter at the end.
    #[error("expected the lower-case letter of a promotion, or the end")]
    Promotion,
    /// A drop where only a move on the board will do.
    #[error("expected a move from a square")]
    Drop,
    /// Something behind a drop.
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

/// Reads a move out of what the grammar matched.
fn read(pair: Pair<'_, Rule>) -> Option<Uci> {
    let rule = pair.as_rule();
    let mut parts = pair.into_inner();
    let first = parts.next()?;
    let destination = |pair: Option<Pair<'_, Rule>>| pair.and_then(Cell::read);
    if rule == Rule::uci_drop {
        let (piece, _) = Letter::read(first.as_str())?;
        return Some(Uci::Drop(UciDrop { piece, destination: destination(parts.next())? }));
    }
    let (source, destination) = (Cell::read(first)?, destination(parts.next())?);
    if source.coordinates().len() != destination.coordinates().len() {
        return None;
    }
    let promotion = parts.next().and_then(|letter| Letter::read(letter.as_str())).map(|(letter, _)| letter);
    Some(Uci::Move(UciMove { source, destination, promotion }))
}

/// Tells why a text is no move.
fn classify(text: &str) -> ParseUciError {
    let error = |kind, at| ParseError::new(kind, text, at);
    // A square at a byte of the text, and where it ends.
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
            return Ok(error(UciErrorKind::Trailing, end));
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
