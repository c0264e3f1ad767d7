//! The letter of a piece or a style, without the case that gives its side.
//!
//! ```
//! use ggn_core::{Side, notation::letter::Letter};
//! let letter = Letter::new('k').ok_or("a letter")?;
//! assert_eq!(Some(letter), Letter::new('K'));
//! assert_eq!((letter.cased(Side::First), letter.cased(Side::Second)), ('K', 'k'));
//! # Ok::<(), &str>(())
//! ```

/// A letter `A`–`Z`. In the notations its case gives a side, so here it has no case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letter(u8);

impl Letter {
    /// The letter of the only style in FEN.
    pub(super) const OF_FEN: Letter = Letter(b'C');

    /// Creates a letter from either case; `None` for anything but an ASCII letter.
    #[must_use]
    pub fn new(letter: char) -> Option<Letter> {
        letter.is_ascii_alphabetic().then_some(Letter(letter.to_ascii_uppercase() as u8))
    }

    /// Returns the letter of a text of one character, and the side given by its case.
    pub(super) fn read(text: &str) -> Option<(Letter, crate::Side)> {
        let mut characters = text.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else { return None };
        let side = if character.is_ascii_uppercase() { crate::Side::First } else { crate::Side::Second };
        Letter::new(character).map(|letter| (letter, side))
    }

    /// Returns the letter in upper case.
    #[must_use]
    pub fn upper(self) -> char {
        char::from(self.0)
    }

    /// Returns the letter in lower case.
    #[must_use]
    pub fn lower(self) -> char {
        char::from(self.0.to_ascii_lowercase())
    }

    /// Returns the letter in the case of `side`.
    #[must_use]
    pub fn cased(self, side: crate::Side) -> char {
        match side {
            crate::Side::First => self.upper(),
            crate::Side::Second => self.lower(),
        }
    }
}
