//! SIN: a player's style as one letter, whose case gives the side.
//!
//! ```
//! use ggn_core::{Side, notation::sin::Sin};
//! let sin: Sin = "c".parse()?;
//! assert_eq!((sin.letter.upper(), sin.side), ('C', Side::Second));
//! assert_eq!(sin.to_string(), "c");
//! # Ok::<(), ggn_core::notation::sin::ParseSinError>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use pest::iterators::Pair;

use super::error::ParseError;
use super::grammar::{self, Rule};
use super::letter::Letter;
use crate::Side;

/// The style of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sin {
    /// The style.
    pub letter: Letter,
    /// The side, written as the letter's case.
    pub side: Side,
}

impl Sin {
    /// Converts a grammar match to a style.
    pub(super) fn read(pair: Pair<'_, Rule>) -> Option<Sin> {
        Letter::read(pair.as_str()).map(|(letter, side)| Sin { letter, side })
    }
}

impl fmt::Display for Sin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter.cased(self.side))
    }
}

/// Error for a text that is not valid SIN.
pub type ParseSinError = ParseError<SinErrorKind>;

/// Classes of SIN errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SinErrorKind {
    /// Empty text.
    #[error("expected the letter of a style")]
    Empty,
    /// More than one byte.
    #[error("expected a style of one letter")]
    TooLong,
    /// One byte that is not a letter.
    #[error("expected a letter as the style")]
    Letter,
}

// Requirement sashite-4.
impl FromStr for Sin {
    type Err = ParseSinError;

    fn from_str(text: &str) -> Result<Sin, ParseSinError> {
        grammar::parse(Rule::sin_text, text, Sin::read).ok_or_else(|| {
            let (kind, at) = match text.len() {
                0 => (SinErrorKind::Empty, 0),
                1 => (SinErrorKind::Letter, 0),
                _ => (SinErrorKind::TooLong, 1),
            };
            ParseError::new(kind, text, at)
        })
    }
}
