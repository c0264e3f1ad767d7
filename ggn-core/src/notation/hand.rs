//! HAND: the hand as a place (`*`). The side follows from the mover.
//!
//! ```
//! use ggn_core::notation::hand::Hand;
//! assert_eq!("*".parse::<Hand>()?.to_string(), "*");
//! assert!("**".parse::<Hand>().is_err());
//! # Ok::<(), ggn_core::notation::hand::ParseHandError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::error::ParseError;
use super::grammar::{self, Rule};

/// The mover's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hand;

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("*")
    }
}

/// Error for a text that is not valid HAND.
pub type ParseHandError = ParseError<HandErrorKind>;

/// Classes of HAND errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandErrorKind {
    /// Anything but a single star.
    #[error("expected `*` alone")]
    NotHand,
}

impl FromStr for Hand {
    type Err = ParseHandError;

    fn from_str(text: &str) -> Result<Hand, ParseHandError> {
        grammar::parse(Rule::hand_text, text, |_| Some(Hand))
            .ok_or_else(|| ParseError::new(HandErrorKind::NotHand, text, usize::from(text.starts_with('*'))))
    }
}
