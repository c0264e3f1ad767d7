//! Diagnostics of a file of patterns, with as much help as there is.

use super::ast::Span;
use super::code::Code;
use diagnostic::suggest::nearest;
use diagnostic::{Diagnostic, Severity};

/// All that is wrong with one file.
pub(super) struct Faults {
    file: String,
    text: String,
    pub(super) list: Vec<Diagnostic>,
}

impl Faults {
    pub(super) fn new(file: &str, text: &str) -> Faults {
        Faults { file: file.to_owned(), text: text.to_owned(), list: Vec::new() }
    }

    /// Returns the path of the file.
    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// Returns the number of the line in which a byte stands, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
    }

    /// Adds an error; what comes back takes more words about it.
    pub(super) fn add(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> DiagnosticBuilder<'_> {
        self.list.push(Diagnostic {
            severity: Severity::Error,
            code: code.name(),
            file: self.file.clone(),
            span: Some(span),
            path: None,
            message: message.into(),
            found: None,
            expected: None,
            hint: None,
        });
        DiagnosticBuilder(self.list.last_mut())
    }
}

/// Builder of the diagnostic that was added last.
pub(super) struct DiagnosticBuilder<'f>(Option<&'f mut Diagnostic>);

impl DiagnosticBuilder<'_> {
    fn with(mut self, change: impl FnOnce(&mut Diagnostic)) -> Self {
        if let Some(diagnostic) = self.0.as_deref_mut() {
            change(diagnostic);
        }
        self
    }

    pub(super) fn found(self, found: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.found = Some(found.into()))
    }

    pub(super) fn expected(self, expected: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.expected = Some(expected.into()))
    }

    pub(super) fn hint(self, hint: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.hint = Some(hint.into()))
    }

    /// Adds a hint if there is one.
    pub(super) fn perhaps(self, hint: Option<String>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }
}

/// `did you mean …?` for a word that is like a known one.
pub(super) fn did_you_mean<'w>(wrong: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
    nearest(wrong, known.into_iter().filter(|word| *word != wrong))
        .map(|word| format!("did you mean `{word}`?"))
}
