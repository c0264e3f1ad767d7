//! Diagnostics for authors: every fault of a folder with its place, the text found there, the expected text, and advice.
//!
//! A fault becomes a diagnostic in two steps: [`fault`], [`data`] and [`syntax`] describe it, [`reporter`] finds its place in
//! the bytes of the file. [`render`] and [`report`] show diagnostics to people and to machines.

pub use diagnostic::{Diagnostic, Severity, suggest};
pub use notation::position_hint;

pub mod clash;
pub mod code;
pub mod data;
pub mod description;
pub mod fault;
mod field;
mod ggn;
pub mod known;
pub mod locate;
mod meaning;
mod notation;
pub mod position;
pub mod render;
pub mod report;
pub mod reporter;
pub mod source;
pub mod syntax;
