//! FEEN: a position as three fields (`placement hands style-turn`), canonical form only.
//!
//! Each position has exactly one text, so a text that parses prints back byte for byte, and texts can be compared instead
//! of positions.
//!
//! ```
//! use ggn_core::notation::feen::{Feen, FeenErrorKind};
//! let text = "k^+p4+PK^ 2P/b C/c";
//! let feen: Feen = text.parse()?;
//! assert_eq!(feen.placement.sizes, [8]);
//! assert_eq!(feen.hands.first.len(), 1);
//! assert_eq!(feen.to_string(), text);
//!
//! let error = "7/4$3 / C/c".parse::<Feen>().unwrap_err();
//! assert_eq!(error.kind, FeenErrorKind::InvalidPieceToken);
//! assert_eq!(error.to_string(), "expected a piece or a count, found `$` at byte 3, in the placement, on e1");
//! # Ok::<(), ggn_core::notation::feen::ParseFeenError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::epin::Epin;
use super::sin::Sin;
use crate::{BySide, Shape, Side};

mod error;
#[cfg(feature = "compiled")]
mod fast_path;
mod placement;
mod reserve;
mod style_turn;

pub use error::{FeenErrorKind, FeenField, ParseFeenError};
pub use reserve::canonical_reserve;

/// The contents of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The size of each dimension, innermost (files) first; one to three of them.
    pub sizes: Vec<u8>,
    /// All squares in the order of the text: files ascending within a rank, the highest rank (and layer) first.
    pub squares: Vec<Option<Epin>>,
}

/// The pieces in one hand: each kind once, with its count, in canonical order.
pub type Reserve = Vec<(Epin, u32)>;

/// A position as written. Whether a ruleset allows it is checked elsewhere (`Ruleset::position`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Feen {
    /// The board.
    pub placement: Placement,
    /// The hands of both sides.
    pub hands: BySide<Reserve>,
    /// The style of the side to move; its case says which side that is.
    pub active: Sin,
    /// The style of the other side.
    pub inactive: Sin,
}

impl Feen {
    /// Maximum length in bytes of a text to be parsed. Printing has no such limit: on boards of more than about eight hundred squares a position can print longer
    /// than that and then cannot be parsed. `ggn check` reports rules whose games reach such positions.
    pub const LENGTH_MAX: usize = 4096;

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.active.side
    }
}

impl FromStr for Feen {
    type Err = ParseFeenError;

    fn from_str(text: &str) -> Result<Feen, ParseFeenError> {
        #[cfg(feature = "compiled")]
        if let Some(feen) = fast_path::read(text) {
            return Ok(feen);
        }
        by_grammar(text)
    }
}

/// Parses by the grammar: the definition of FEEN, and the source of its errors.
fn by_grammar(text: &str) -> Result<Feen, ParseFeenError> {
    if text.len() > Feen::LENGTH_MAX {
        return Err(ParseFeenError::new(FeenErrorKind::InputTooLong, text, Feen::LENGTH_MAX));
    }
    if let Some(at) = text.find(|c: char| !c.is_ascii()) {
        return Err(ParseFeenError::new(FeenErrorKind::NonAscii, text, at));
    }
    let mut fields = text.splitn(4, ' ');
    let (Some(placement), Some(hands), Some(style_turn), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        let at = text.match_indices(' ').nth(2).map_or(text.len(), |(at, _)| at);
        return Err(ParseFeenError::new(FeenErrorKind::FieldCount, text, at));
    };
    let hands_at = placement.len() + 1;
    let style_turn_at = hands_at + hands.len() + 1;

    let board = placement::parse(placement).map_err(|error| error.within(FeenField::Placement, text, 0))?;
    let reserves = reserve::parse(hands).map_err(|error| error.within(FeenField::Hands, text, hands_at))?;
    let (active, inactive) = style_turn::parse(style_turn)
        .map_err(|error| error.within(FeenField::StyleTurn, text, style_turn_at))?;

    let squares = board.squares();
    if squares > Shape::SQUARES_MAX as u64 {
        return Err(ParseFeenError::new(FeenErrorKind::TooManySquares, text, 0).of(FeenField::Placement));
    }
    let held = |reserve: &Reserve| reserve.iter().map(|(_, count)| u64::from(*count)).sum::<u64>();
    if board.pieces() + held(&reserves.first) + held(&reserves.second) > squares {
        return Err(ParseFeenError::new(FeenErrorKind::TooManyPieces, text, hands_at).of(FeenField::Hands));
    }
    Ok(Feen { placement: board.expand(), hands: reserves, active, inactive })
}

// Requirement sashite-3.
impl fmt::Display for Feen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        placement::write(&self.placement, f)?;
        f.write_str(" ")?;
        reserve::write(&self.hands, f)?;
        write!(f, " {}/{}", self.active, self.inactive)
    }
}
