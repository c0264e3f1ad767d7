//! Errors of a FEEN text: class, position in bytes, field and square.

use std::fmt;

use crate::notation::cell::Cell;
use crate::notation::error::{ErrorPosition, Found};

/// A field of a FEEN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeenField {
    /// The board.
    Placement,
    /// The hands.
    Hands,
    /// The styles and the side to move.
    StyleTurn,
}

impl fmt::Display for FeenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FeenField::Placement => "the placement",
            FeenField::Hands => "the hands",
            FeenField::StyleTurn => "the style-turn",
        })
    }
}

/// Error for a text that is not valid FEEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseFeenError {
    /// The class of the error; its message says what was expected.
    pub kind: FeenErrorKind,
    /// Position in bytes.
    pub at: usize,
    /// The text found there.
    pub found: Found,
    /// The field concerned, if the text has fields.
    pub field: Option<FeenField>,
    /// The square concerned, if it can be determined.
    pub square: Option<Cell>,
}

impl ParseFeenError {
    /// Creates an error at a byte of a text.
    pub(super) fn new(kind: FeenErrorKind, text: &str, at: usize) -> ParseFeenError {
        let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        ParseFeenError { kind, at, found: Found::at(text, at), field: None, square: None }
    }

    /// Sets the field of the error.
    pub(super) fn of(self, field: FeenField) -> ParseFeenError {
        ParseFeenError { field: Some(field), ..self }
    }

    /// Converts an error of one field's text to one of the whole `text`, in which the field starts at byte `offset`.
    pub(super) fn within(self, field: FeenField, text: &str, offset: usize) -> ParseFeenError {
        let at = self.at + offset;
        // The end of a field need not be the end of the text.
        let found = if self.found == Found::End { Found::at(text, at) } else { self.found };
        ParseFeenError { field: Some(field), at, found, ..self }
    }
}

impl ErrorPosition for ParseFeenError {
    fn at(&self) -> usize {
        self.at
    }
}

impl fmt::Display for ParseFeenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, found {} at byte {}", self.kind, self.found, self.at)?;
        if let Some(field) = self.field {
            write!(f, ", in {field}")?;
        }
        if let Some(square) = self.square {
            write!(f, ", on {square}")?;
        }
        Ok(())
    }
}

/// Classes of FEEN errors, in the order in which they are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeenErrorKind {
    /// More than 4096 bytes.
    #[error("expected no more than 4096 bytes")]
    InputTooLong,
    /// A character outside ASCII.
    #[error("expected ASCII only")]
    NonAscii,
    /// Not three fields, each separated from the next by one blank.
    #[error("expected three fields with one blank between them: placement, hands, style-turn")]
    FieldCount,
    /// No placement.
    #[error("expected a board")]
    PlacementEmpty,
    /// A separator in front of the first rank.
    #[error("expected the board to begin with a rank")]
    PlacementStartsWithSeparator,
    /// A separator behind the last rank.
    #[error("expected the board to end with a rank")]
    PlacementEndsWithSeparator,
    /// A number of empty squares that begins with zero.
    #[error("expected a number of empty squares without a leading zero")]
    InvalidEmptyCount,
    /// Neither a piece nor a count, on the board or in a hand.
    #[error("expected a piece or a count")]
    InvalidPieceToken,
    /// A separator of more than two slashes.
    #[error("expected no more than 3 dimensions")]
    TooManyDimensions,
    /// A separator that joins parts which do not have the next shorter separator inside.
    #[error("expected more than one rank in each of the layers that `//` joins")]
    DimensionalCoherence,
    /// Ranks of different lengths, or layers of different numbers of ranks.
    #[error("expected every rank to be as long as the first, and every layer to have as many ranks")]
    BoardNotRegular,
    /// A dimension of more than 255.
    #[error("expected no more than 255 squares in a dimension")]
    DimensionTooLarge,
    /// Not exactly one slash between the hands.
    #[error("expected two hands with one `/` between them")]
    InvalidHandsDelimiter,
    /// A count of 0 or 1, or one that begins with zero.
    #[error("expected a count of 2 or more, without a leading zero; a single piece has no count")]
    InvalidHandCount,
    /// The same piece twice in a hand.
    #[error("expected each kind of piece once, with a count")]
    HandNotAggregated,
    /// The pieces of a hand in another order than the canonical one.
    #[error(
        "expected the canonical order: by count from the highest, then letter, then case, then `-`, `+` and no sign, \
         then without `^`, then without `'`"
    )]
    HandNotCanonical,
    /// Not exactly one slash between the styles.
    #[error("expected two styles with one `/` between them")]
    InvalidStyleTurnDelimiter,
    /// A style that is not one letter.
    #[error("expected a style of one letter")]
    InvalidStyleToken,
    /// Two styles of one case.
    #[error("expected one style in upper case and one in lower case")]
    StylesSameCase,
    /// A board of more than 65025 squares.
    #[error("expected a board of no more than 65025 squares")]
    TooManySquares,
    /// More pieces, on the board and in the hands, than the board has squares.
    #[error("expected no more pieces than the board has squares")]
    TooManyPieces,
}
