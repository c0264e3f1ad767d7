//! The notations, each parsed by a pest grammar and printed back byte for byte.
//!
//! A parsed notation is text that is well formed; whether it means anything under a ruleset is not asked here.

pub mod cell;
pub mod cgsn;
pub mod epin;
pub mod feen;
pub mod fen;
pub mod ggn;
pub mod hand;
pub mod lcn;
pub mod letter;
pub mod pin;
pub mod pmn;
pub mod qpi;
pub mod sin;
pub mod snn;
pub mod uci;

mod error;
mod grammar;

pub use error::{Found, ParseError};
