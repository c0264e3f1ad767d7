//! What an author is told: every fault of a folder with its place, what was found there, what was expected, and a way on.
//!
//! A fault becomes a diagnostic in two steps: [`fault`], [`data`] and [`syntax`] say what is told of it, [`reporter`] finds its place in
//! the bytes of the file. [`render`] and [`report`] show diagnostics to people and to machines.

use std::ops::Range;

use ggn_core::json::JsonPath;

pub mod clash;
pub mod code;
pub mod data;
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
pub mod suggest;
pub mod syntax;
pub mod told;

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The ruleset does not load, or does not do what its own tests say.
    Error,
    /// The ruleset works, but hardly as its author means it.
    Warning,
}

/// One thing that an author is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it weighs.
    pub severity: Severity,
    /// A stable name for machines and for searching, in kebab case: `no-such-row`.
    pub code: &'static str,
    /// Path of the file inside the folder.
    pub file: String,
    /// The bytes of the file that are meant; none when the file is missing. Of a long object or array, only its opening bracket.
    pub span: Option<Range<usize>>,
    /// The place in the file's JSON; none in files that are not JSON.
    pub path: Option<JsonPath>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What stands there.
    pub found: Option<String>,
    /// What should stand there.
    pub expected: Option<String>,
    /// What the author can do about it.
    pub hint: Option<String>,
}
