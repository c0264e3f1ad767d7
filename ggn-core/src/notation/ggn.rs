//! GGN: pseudo-legal movement tables, as JSON.
//!
//! A table maps a piece, its source and its destination to the possibilities of that move.
//! A text that travels may be [compact](Ggn::compact): it has each list of possibilities once.
//! The text must be strict JSON; duplicate keys are errors, since the second would silently hide the first.
//!
//! ```
//! use ggn_core::notation::ggn::Ggn;
//! let text = br#"{ "C:P": { "e2": { "e4": [{ "must": { "e3": "empty", "e4": "empty" } }] } } }"#;
//! let ggn = Ggn::parse(text).map_err(|faults| faults[0].to_string())?;
//! assert_eq!(ggn.rows.len(), 1);
//! assert_eq!(Ggn::parse(ggn.to_string().as_bytes()), Ok(ggn));
//!
//! let faults = Ggn::parse(br#"{ "C:P": { "e0": {} }, "P": 1 }"#).unwrap_err();
//! let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
//! assert_eq!(messages, [
//!     "$[\"C:P\"].e0: expected a rank without a leading zero, found `0` at byte 1",
//!     "$.P: expected `:` between style and piece, found the end of the text at byte 1",
//!     "$.P: expected an object from sources to their destinations, found a number",
//! ]);
//! # Ok::<(), String>(())
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::cell::{self, Cell, CellErrorKind};
use super::error::ParseError;
use super::grammar::{self, Rule};
use super::hand::Hand;
use super::lcn::Lcn;
use super::qpi::Qpi;

#[cfg(feature = "compiled")]
mod compact;
#[cfg(feature = "compiled")]
mod fast_path;
mod print;
mod read;

pub use read::{GgnFault, GgnFaultKind, OldFormat};

/// The source or destination of a move: a square, or the mover's hand (`*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The mover's hand.
    Hand,
    /// A square.
    Cell(Cell),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand => Hand.fmt(f),
            Place::Cell(cell) => cell.fmt(f),
        }
    }
}

/// Error for a text that is neither a CELL nor HAND.
pub type ParsePlaceError = ParseError<CellErrorKind>;

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        #[cfg(feature = "compiled")]
        if let Some(cell) = super::well_formed::cell(text) {
            return Ok(Place::Cell(cell));
        }
        let place = grammar::parse(Rule::place_text, text, |pair| match pair.as_rule() {
            Rule::hand => Some(Place::Hand),
            _ => Cell::read(pair).map(Place::Cell),
        });
        place.ok_or_else(|| cell::classify(text))
    }
}

/// One possibility of a move: everything in `must` holds and nothing in `deny` does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possibility {
    /// All of these must hold.
    pub must: Lcn,
    /// None of these may hold.
    pub deny: Lcn,
}

/// One row of a table: a piece, its source, its destination and the possibilities of the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The piece that moves.
    pub piece: Qpi,
    /// Source.
    pub source: Place,
    /// Destination.
    pub destination: Place,
    /// Possibilities; one that holds is enough. Equal rows may share them.
    pub possibilities: Arc<[Possibility]>,
}

/// A table as rows, in the order of the text.
// Requirement sashite-12.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ggn {
    /// The rows; no two have the same piece, source and destination.
    pub rows: Vec<Row>,
    /// Pieces listed without any source (`"C:W": {}`): pieces that never move.
    pub idle: Vec<Qpi>,
}
