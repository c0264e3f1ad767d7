//! EPIN: a PIN token with a mark for pieces of the other side's style.
//!
//! ```
//! use ggn_core::notation::epin::Epin;
//! let epin: Epin = "+K^'".parse()?;
//! assert!(epin.derived && epin.pin.terminal);
//! assert_eq!(epin.to_string(), "+K^'");
//! # Ok::<(), ggn_core::notation::epin::ParseEpinError>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use pest::iterators::Pair;

use super::error::ParseError;
use super::grammar::{self, Rule};
use super::pin::{Pin, PinErrorKind};

/// A piece on a FEEN board: a PIN and its derivation mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epin {
    /// The piece.
    pub pin: Pin,
    /// True if the piece has the other side's style (`'`).
    pub derived: bool,
}

impl Epin {
    /// Converts a grammar match to a piece.
    pub(super) fn read(pair: Pair<'_, Rule>) -> Option<Epin> {
        let mut parts = pair.into_inner();
        Some(Epin { pin: Pin::read(parts.next()?)?, derived: parts.next().is_some() })
    }
}

impl fmt::Display for Epin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pin.fmt(f)?;
        if self.derived { f.write_char('\'') } else { Ok(()) }
    }
}

/// Error for a text that is not valid EPIN.
pub type ParseEpinError = ParseError<EpinErrorKind>;

/// Classes of EPIN errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpinErrorKind {
    /// A derivation mark elsewhere than once, at the end.
    #[error("expected the derivation mark `'` only once, at the end of the piece")]
    DerivationMarker,
    /// The rest of the token is not a valid PIN.
    #[error(transparent)]
    Pin(#[from] PinErrorKind),
}

impl FromStr for Epin {
    type Err = ParseEpinError;

    fn from_str(text: &str) -> Result<Epin, ParseEpinError> {
        grammar::parse(Rule::epin_text, text, Epin::read).ok_or_else(|| classify(text))
    }
}

/// Returns the error for a text that is not valid EPIN.
pub(super) fn classify(text: &str) -> ParseEpinError {
    let pin = text.strip_suffix('\'').unwrap_or(text);
    match (pin.find('\''), pin.parse::<Pin>()) {
        (None, Err(error)) => error.within(text, 0, EpinErrorKind::Pin),
        (at, _) => ParseError::new(EpinErrorKind::DerivationMarker, text, at.unwrap_or(pin.len())),
    }
}
