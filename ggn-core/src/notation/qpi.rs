//! QPI: a piece with its style (`C:+K^`).
//!
//! The grammar allows style and piece in different cases: such a piece belongs to one side and has the style of the other.
//!
//! ```
//! use ggn_core::notation::qpi::Qpi;
//! let qpi: Qpi = "C:+K^".parse()?;
//! assert!(qpi.is_native());
//! assert_eq!(qpi.to_string(), "C:+K^");
//! assert!(!"C:k".parse::<Qpi>()?.is_native());
//! # Ok::<(), ggn_core::notation::qpi::ParseQpiError>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use pest::iterators::Pair;

use super::error::ParseError;
use super::grammar::{self, Rule};
use super::pin::{Pin, PinErrorKind};
use super::sin::{Sin, SinErrorKind};
use crate::Side;

/// A piece with all that identifies it: style, name, side, state, and whether it is terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Qpi {
    /// The style.
    pub sin: Sin,
    /// The piece.
    pub pin: Pin,
}

impl Qpi {
    /// Returns the side of the piece: the case of its PIN letter.
    #[must_use]
    pub fn side(self) -> Side {
        self.pin.side
    }

    /// Returns whether style and piece are of the same side. Most games have only such native pieces.
    #[must_use]
    pub fn is_native(self) -> bool {
        self.sin.side == self.pin.side
    }

    /// Converts a grammar match to a piece.
    pub(super) fn read(pair: Pair<'_, Rule>) -> Option<Qpi> {
        let mut parts = pair.into_inner();
        Some(Qpi { sin: Sin::read(parts.next()?)?, pin: Pin::read(parts.next()?)? })
    }
}

impl fmt::Display for Qpi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sin.fmt(f)?;
        f.write_char(':')?;
        self.pin.fmt(f)
    }
}

/// Error for a text that is not valid QPI.
pub type ParseQpiError = ParseError<QpiErrorKind>;

/// Classes of QPI errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QpiErrorKind {
    /// Empty text.
    #[error("expected a style, `:` and a piece")]
    Empty,
    /// No colon.
    #[error("expected `:` between style and piece")]
    Separator,
    /// The part before the colon is not a valid SIN.
    #[error(transparent)]
    Style(#[from] SinErrorKind),
    /// The part after the colon is not a valid PIN.
    #[error(transparent)]
    Piece(#[from] PinErrorKind),
}

impl FromStr for Qpi {
    type Err = ParseQpiError;

    fn from_str(text: &str) -> Result<Qpi, ParseQpiError> {
        #[cfg(feature = "compiled")]
        if let Some(piece) = super::well_formed::qpi(text) {
            return Ok(piece);
        }
        grammar::parse(Rule::qpi_text, text, Qpi::read).ok_or_else(|| classify(text))
    }
}

/// Returns the error for a text that is not valid QPI.
fn classify(text: &str) -> ParseQpiError {
    let separator = || {
        let at = text.chars().next().map_or(0, char::len_utf8);
        ParseError::new(QpiErrorKind::Separator, text, at)
    };
    if text.is_empty() {
        return ParseError::new(QpiErrorKind::Empty, text, 0);
    }
    let Some((style, piece)) = text.split_once(':') else { return separator() };
    match (style.parse::<Sin>(), piece.parse::<Pin>()) {
        (Err(error), _) => error.within(text, 0, QpiErrorKind::Style),
        (_, Err(error)) => error.within(text, style.len() + 1, QpiErrorKind::Piece),
        (Ok(_), Ok(_)) => separator(),
    }
}
