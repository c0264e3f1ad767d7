//! PIN: a piece as one to three characters (`+K^`, `-p`).
//!
//! ```
//! use ggn_core::{Side, notation::pin::{Pin, State}};
//! let pin: Pin = "+k^".parse()?;
//! assert_eq!((pin.letter.upper(), pin.side, pin.state, pin.terminal), ('K', Side::Second, State::Enhanced, true));
//! assert_eq!(pin.to_string(), "+k^");
//! # Ok::<(), ggn_core::notation::pin::ParsePinError>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use pest::iterators::Pair;

use super::error::ParseError;
use super::grammar::{self, Rule};
use super::letter::Letter;
use crate::Side;

/// The state of a piece, written as a sign before its letter. The ruleset gives it meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// `-`
    Diminished,
    /// no sign
    Normal,
    /// `+`
    Enhanced,
}

/// A piece without its style: name, side, state, and whether its loss ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pin {
    /// The name of the piece.
    pub letter: Letter,
    /// The side, written as the letter's case.
    pub side: Side,
    /// The state, written as a sign.
    pub state: State,
    /// True if the piece is terminal (`^`): one that must not be lost.
    pub terminal: bool,
}

impl Pin {
    /// Maximum length in bytes (`+K^`).
    pub const LENGTH_MAX: usize = 3;

    /// Converts a grammar match to a piece.
    pub(super) fn read(pair: Pair<'_, Rule>) -> Option<Pin> {
        let (mut state, mut terminal, mut name) = (State::Normal, false, None);
        for part in pair.into_inner() {
            match (part.as_rule(), part.as_str()) {
                (Rule::state, "-") => state = State::Diminished,
                (Rule::state, _) => state = State::Enhanced,
                (Rule::terminal, _) => terminal = true,
                (_, letter) => name = Letter::read(letter),
            }
        }
        let (letter, side) = name?;
        Some(Pin { letter, side, state, terminal })
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.state {
            State::Diminished => f.write_char('-')?,
            State::Normal => {}
            State::Enhanced => f.write_char('+')?,
        }
        f.write_char(self.letter.cased(self.side))?;
        if self.terminal { f.write_char('^') } else { Ok(()) }
    }
}

/// Error for a text that is not valid PIN.
pub type ParsePinError = ParseError<PinErrorKind>;

/// Classes of PIN errors. The length of the token determines what each of its characters should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PinErrorKind {
    /// Empty text.
    #[error("expected a piece")]
    Empty,
    /// More than three bytes.
    #[error("expected a piece, no longer than 3 characters")]
    TooLong,
    /// No letter in place of the piece's name.
    #[error("expected a letter as the name of the piece")]
    Letter,
    /// No sign where a token of this length has one.
    #[error("expected a sign, `+` or `-`, in front of the rest of the piece")]
    State,
    /// Something other than the terminal mark in its place.
    #[error("expected `^` or nothing after the name of the piece")]
    Terminal,
}

// Requirement sashite-5.
impl FromStr for Pin {
    type Err = ParsePinError;

    fn from_str(text: &str) -> Result<Pin, ParsePinError> {
        grammar::parse(Rule::pin_text, text, Pin::read).ok_or_else(|| classify(text))
    }
}

/// Returns the error for a text that is not valid PIN.
fn classify(text: &str) -> ParsePinError {
    let sign = text.starts_with(['+', '-']);
    let second_is_letter = text.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic);
    let (kind, at) = match text.len() {
        0 => (PinErrorKind::Empty, 0),
        1 => (PinErrorKind::Letter, if sign { 1 } else { 0 }),
        2 if sign => (PinErrorKind::Letter, 1),
        2 if text.starts_with(|c: char| c.is_ascii_alphabetic()) => (PinErrorKind::Terminal, 1),
        2 | 3 if !sign => (PinErrorKind::State, 0),
        2 | 3 if second_is_letter => (PinErrorKind::Terminal, 2),
        2 | 3 => (PinErrorKind::Letter, 1),
        _ => (PinErrorKind::TooLong, Pin::LENGTH_MAX),
    };
    ParseError::new(kind, text, at)
}
