//! Diagnostics for authors: every fault of a folder with its place, the text found there, the expected text, and advice.
//!
//! A fault becomes a diagnostic in two steps: [`fault`] and [`syntax`] describe it, [`reporter`] finds its place in
//! the bytes of the file. [`report`] shows diagnostics to machines.

pub use diagnostic::{Diagnostic, Severity, suggest};
pub use notation::position_hint;

pub mod clash;
pub mod code;
pub mod description;
mod drawing;
pub mod fault;
pub mod field;
mod ggn;
pub mod known;
pub mod locate;
mod meaning;
mod notation;
pub mod position;
pub mod report;
pub mod reporter;
pub mod source;
pub mod syntax;
