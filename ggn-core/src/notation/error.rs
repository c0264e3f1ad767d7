//! Errors of the small notations: what was expected, what was found, and where.

use std::fmt;

/// Text found in place of what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The end of the text.
    End,
    /// A character.
    Char(char),
    /// Several characters that belong together.
    Text(String),
}

impl Found {
    /// Returns the text found at a byte.
    pub(crate) fn at(text: &str, at: usize) -> Found {
        text.get(at..).and_then(|rest| rest.chars().next()).map_or(Found::End, Found::Char)
    }

    /// Returns a part of a text, which may be empty.
    pub(crate) fn text(part: &str) -> Found {
        if part.is_empty() { Found::End } else { Found::Text(part.to_owned()) }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::End => f.write_str("the end of the text"),
            Found::Char(c) => write!(f, "`{}`", Visible(c.encode_utf8(&mut [0; 4]))),
            Found::Text(text) => write!(f, "`{}`", Visible(text)),
        }
    }
}

/// A text with control characters escaped.
struct Visible<'t>(&'t str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        self.0.chars().try_for_each(|c| {
            if c.is_control() { write!(f, "{}", c.escape_default()) } else { f.write_char(c) }
        })
    }
}

/// An error of a notation: its class, its position, and the text found there.
///
/// The class says what was expected, so the whole prints as one sentence:
///
/// ```
/// use ggn_core::notation::cell::Cell;
/// let error = "a0".parse::<Cell>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a rank without a leading zero, found `0` at byte 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}, found {found} at byte {at}")]
pub struct ParseError<K: fmt::Display + fmt::Debug> {
    /// The class of the error; its message says what was expected.
    pub kind: K,
    /// Position in bytes; the length of the text if something is missing at its end.
    pub at: usize,
    /// The text found there.
    pub found: Found,
}

impl<K: fmt::Display + fmt::Debug> ParseError<K> {
    /// Creates an error at a byte of a text.
    pub(crate) fn new(kind: K, text: &str, at: usize) -> ParseError<K> {
        let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        ParseError { kind, at, found: Found::at(text, at) }
    }

    /// Creates an error about a text as a whole.
    pub(crate) fn whole(kind: K, text: &str) -> ParseError<K> {
        ParseError { kind, at: 0, found: Found::text(text) }
    }

    /// Converts the error of a part to one of the whole `text`, in which the part starts at byte `offset`.
    pub(crate) fn within<L: fmt::Display + fmt::Debug>(
        self,
        text: &str,
        offset: usize,
        wrap: impl FnOnce(K) -> L,
    ) -> ParseError<L> {
        let at = self.at + offset;
        // The end of the part need not be the end of the text.
        let found = if self.found == Found::End { Found::at(text, at) } else { self.found };
        ParseError { kind: wrap(self.kind), at, found }
    }
}

/// An error with a position in its text.
pub(crate) trait ErrorPosition {
    /// Returns the position in bytes.
    fn at(&self) -> usize;
}

impl<K: fmt::Display + fmt::Debug> ErrorPosition for ParseError<K> {
    fn at(&self) -> usize {
        self.at
    }
}
