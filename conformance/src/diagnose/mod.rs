//! What an author is told: every fault of a folder with its place, what was found there, what was expected, and a way on.

use std::ops::Range;

use ggn_core::json::JsonPath;

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
    /// The bytes of the file that are meant; none when the file is missing.
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
