//! Diagnostics as machines read them. The form is described in the crate's README.

use serde::Serialize;

use super::reporter::Reporter;
use super::{Diagnostic, Severity};

/// One diagnostic on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DiagnosticReport {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// See [`Diagnostic::code`].
    pub code: &'static str,
    /// See [`Diagnostic::file`].
    pub file: String,
    /// The line on which it begins, from 1; null without a place in the file, as all that follow up to `length`.
    pub line: Option<usize>,
    /// The column on which it begins, from 1, in characters.
    pub column: Option<usize>,
    /// The line on which it ends.
    pub end_line: Option<usize>,
    /// The column behind its last character.
    pub end_column: Option<usize>,
    /// The byte at which it begins, from 0.
    pub offset: Option<usize>,
    /// Number of its bytes.
    pub length: Option<usize>,
    /// The place in the JSON of the file (`$.endings[3].count`); null in files that are not JSON.
    pub path: Option<String>,
    /// See [`Diagnostic::message`].
    pub message: String,
    /// See [`Diagnostic::found`].
    pub found: Option<String>,
    /// See [`Diagnostic::expected`].
    pub expected: Option<String>,
    /// See [`Diagnostic::hint`].
    pub hint: Option<String>,
}

/// Diagnostics with their lines and columns.
#[must_use]
pub fn report(reporter: &Reporter<'_>, diagnostics: &[Diagnostic]) -> Vec<DiagnosticReport> {
    let one = |diagnostic: &Diagnostic| {
        let opened = reporter.open(&diagnostic.file);
        let place = |at| opened.as_ref().map(|opened| opened.source.place(at));
        let span = diagnostic.span.as_ref();
        let (start, end) = (span.and_then(|span| place(span.start)), span.and_then(|span| place(span.end)));
        DiagnosticReport {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: diagnostic.code,
            file: diagnostic.file.clone(),
            line: start.map(|place| place.line),
            column: start.map(|place| place.column),
            end_line: end.map(|place| place.line),
            end_column: end.map(|place| place.column),
            offset: span.map(|span| span.start),
            length: span.map(|span| span.len()),
            path: diagnostic.path.as_ref().map(ToString::to_string),
            message: diagnostic.message.clone(),
            found: diagnostic.found.clone(),
            expected: diagnostic.expected.clone(),
            hint: diagnostic.hint.clone(),
        }
    };
    diagnostics.iter().map(one).collect()
}
