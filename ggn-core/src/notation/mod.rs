//! The notations: a module for each, with a pest grammar (`*.pest`) by which texts are parsed. A value prints as one text, which is parsed to it again.
//!
//! | text | modules |
//! |---|---|
//! | a square, the hand | [`cell`], [`hand`] |
//! | a piece, a style | [`pin`], [`epin`], [`qpi`], [`sin`], [`snn`], [`letter`] |
//! | a position | [`feen`], [`fen`] |
//! | conditions, a movement table | [`lcn`], [`ggn`] |
//! | a move | [`uci`], [`pmn`], `duel` (with its bids, feature `mechanic`) |
//! | a status of a game | [`cgsn`] |
//! | a game, only written | [`pgn`] (no grammar) |
//!
//! Algebraic notation (SAN), and the notation that a ruleset names for its players, have no module here: they need a position and its legal
//! moves, and `move_text` writes them.
//!
//! A parsed notation is well-formed text; whether it is meaningful under a ruleset is checked elsewhere.
//! Any other text gives an error that says what was expected, what was found, and at which byte:
//!
//! ```
//! use ggn_core::notation::qpi::{Qpi, QpiErrorKind};
//! use ggn_core::notation::sin::SinErrorKind;
//! let error = "CC:K".parse::<Qpi>().unwrap_err();
//! assert_eq!((error.kind, error.at), (QpiErrorKind::Style(SinErrorKind::TooLong), 1));
//! assert_eq!(error.to_string(), "expected a style of one letter, found `C` at byte 1");
//! ```

pub mod cell;
pub mod cgsn;
#[cfg(feature = "mechanic")]
pub mod duel;
pub mod epin;
pub mod feen;
pub mod fen;
pub mod ggn;
pub mod hand;
pub mod lcn;
pub mod letter;
pub mod pgn;
pub mod pin;
pub mod pmn;
pub mod qpi;
pub mod sin;
pub mod snn;
pub mod uci;

mod error;
mod grammar;
pub(crate) mod memo;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "compiled")]
mod well_formed;

pub(crate) use error::ErrorPosition;
pub use error::{Found, ParseError};
