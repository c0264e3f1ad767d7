//! GGN: pseudo-legal movement tables, as JSON.
//!
//! A table maps a piece, the place where it stands and the place where it goes to the ways in which it can go there.
//! The text must be strict JSON; a key may stand only once in its object, since a second one would silently hide the first.
//!
//! ```
//! use ggn_core::notation::ggn::Ggn;
//! let text = br#"{ "C:P": { "e2": { "e4": [{ "must": { "e3": "empty", "e4": "empty" } }] } } }"#;
//! let ggn = Ggn::parse(text).map_err(|faults| faults[0].to_string())?;
//! assert_eq!(ggn.rows.len(), 1);
//! assert_eq!(Ggn::parse(ggn.to_string().as_bytes()), Ok(ggn));
//!
//! let faults = Ggn::parse(br#"{ "C:P": { "e0": {} }, "P": 1 }"#).unwrap_err();
//! let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
//! assert_eq!(told, [
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

mod print;
#[cfg(feature = "compiled")]
mod quick;
mod read;

pub use read::{GgnFault, GgnFaultKind, OldFormat};

/// Where a move starts or ends: on a square, or in the mover's hand (`*`).
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

/// Why a text is neither a CELL nor HAND.
pub type ParsePlaceError = ParseError<CellErrorKind>;

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        let place = grammar::parse(Rule::place_text, text, |pair| match pair.as_rule() {
            Rule::hand => Some(Place::Hand),
            _ => Cell::read(pair).map(Place::Cell),
        });
        place.ok_or_else(|| cell::classify(text))
    }
}

/// One way in which a move is possible: everything in `must` holds and nothing in `deny` does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possibility {
    /// All of these must hold.
    pub must: Lcn,
    /// None of these may hold.
    pub deny: Lcn,
}

/// One line of a table: a piece, where it stands, where it may go, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The piece that moves.
    pub piece: Qpi,
    /// Where it stands.
    pub source: Place,
    /// Where it goes.
    pub destination: Place,
    /// The ways in which it can: one that holds is enough. Rows that say the same may share them.
    pub possibilities: Arc<[Possibility]>,
}

/// A table, as its rows in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ggn {
    /// The rows; no two have the same piece, source and destination.
    pub rows: Vec<Row>,
    /// Pieces that the text lists with nowhere to go (`"C:W": {}`): it says of them that they never move.
    pub idle: Vec<Qpi>,
}
