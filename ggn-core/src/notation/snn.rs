//! SNN: the full name of a style (`Xiongqi`, `Xiongqi2`). No other notation contains it.
//!
//! ```
//! use ggn_core::notation::snn::Snn;
//! assert_eq!("Xiongqi2".parse::<Snn>()?.as_str(), "Xiongqi2");
//! assert!("xiongqi".parse::<Snn>().is_err());
//! # Ok::<(), ggn_core::notation::snn::ParseSnnError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::error::ParseError;
use super::grammar::{self, Rule};

/// The name of a style.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Snn(String);

impl Snn {
    /// Maximum length in bytes.
    pub const LENGTH_MAX: usize = 32;

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Snn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Error for a text that is not valid SNN.
pub type ParseSnnError = ParseError<SnnErrorKind>;

/// Classes of SNN errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnnErrorKind {
    /// Empty text.
    #[error("expected the name of a style")]
    Empty,
    /// More than 32 bytes.
    #[error("expected the name of a style, no longer than 32 characters")]
    TooLong,
    /// The first character is not a capital letter.
    #[error("expected a capital letter")]
    Start,
    /// A character that cannot follow here.
    #[error("expected letters, then digits, and nothing else")]
    Unexpected,
}

impl FromStr for Snn {
    type Err = ParseSnnError;

    fn from_str(text: &str) -> Result<Snn, ParseSnnError> {
        let name = grammar::parse(Rule::snn_text, text, |name| {
            (name.as_str().len() <= Snn::LENGTH_MAX).then(|| Snn(name.as_str().to_owned()))
        });
        name.ok_or_else(|| {
            let (kind, at) = match (text.len(), grammar::prefix(Rule::snn, text)) {
                (0, _) => (SnnErrorKind::Empty, 0),
                (length, _) if length > Snn::LENGTH_MAX => (SnnErrorKind::TooLong, Snn::LENGTH_MAX),
                (_, None) => (SnnErrorKind::Start, 0),
                (_, Some(at)) => (SnnErrorKind::Unexpected, at),
            };
            ParseError::new(kind, text, at)
        })
    }
}
