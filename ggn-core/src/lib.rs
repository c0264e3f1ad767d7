//! Board games from data.
//!
//! `ggn-core` reads positions (FEEN) and movement tables (GGN), applies a constraint layer, and knows no game itself:
//! whatever is particular to a game comes from the files of its ruleset. The crate is pure. It does no input or output,
//! knows no clock and draws no random number; it eats bytes and hands back values.

pub mod json;
pub mod notation;

mod side;
mod square;

pub use side::{BySide, Side};
pub use square::{Shape, Square};
