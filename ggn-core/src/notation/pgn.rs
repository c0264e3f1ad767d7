//! The export format of PGN: tags, and the words of the moves in lines of fewer than 80 columns.
//!
//! ```
//! use ggn_core::notation::pgn;
//! let mut text = String::new();
//! pgn::write_tag(&mut text, "Event", "a \"friendly\" game")?;
//! pgn::write_words(&mut text, ["1.", "e4", "e5", "*"].map(pgn::Word::new))?;
//! assert_eq!(text, "[Event \"a \\\"friendly\\\" game\"]\n1. e4 e5 *\n");
//! # Ok::<(), std::fmt::Error>(())
//! ```

use std::fmt;

/// The widest line, in characters.
const WIDTH: usize = 79;

/// A part of the moves that stays in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// The text, without a blank at its ends.
    pub text: &'t str,
    /// True if nothing else may stand behind it in its line, as after a comment that begins with `;`.
    pub ends_line: bool,
}

impl<'t> Word<'t> {
    /// A word that others may follow in its line.
    #[must_use]
    pub fn new(text: &'t str) -> Word<'t> {
        Word { text, ends_line: false }
    }
}

/// Writes a tag in a line of its own. Quotes and backslashes are escaped; control characters become blanks.
///
/// # Errors
///
/// Those of `out`.
pub fn write_tag(out: &mut impl fmt::Write, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    writeln!(out, "[{name} \"{value}\"]")
}

/// Writes words in lines of at most 79 characters, the last of them ended. A longer word has a line of its own.
///
/// # Errors
///
/// Those of `out`.
pub fn write_words<'t>(out: &mut impl fmt::Write, words: impl IntoIterator<Item = Word<'t>>) -> fmt::Result {
    let mut column = 0;
    for Word { text, ends_line } in words {
        let width = text.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            writeln!(out)?;
            column = 0;
        }
        write!(out, "{}{text}", if column > 0 { " " } else { "" })?;
        column += width + usize::from(column > 0);
        if ends_line {
            writeln!(out)?;
            column = 0;
        }
    }
    if column > 0 { writeln!(out) } else { Ok(()) }
}
