//! Telling faults of a file of patterns, with as much help as there is.

use strsim::damerau_levenshtein;

use super::ast::Span;
use crate::diagnose::{Diagnostic, Severity};

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

    /// The number of the line in which a byte stands, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
    }

    /// Adds an error; what comes back takes more words about it.
    pub(super) fn tell(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Told<'_> {
        self.list.push(Diagnostic {
            severity: Severity::Error,
            code,
            file: self.file.clone(),
            span: Some(span),
            path: None,
            message: message.into(),
            found: None,
            expected: None,
            hint: None,
        });
        Told(self.list.last_mut())
    }
}

/// A fault that has been told, and can be told better.
pub(super) struct Told<'f>(Option<&'f mut Diagnostic>);

impl Told<'_> {
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

    /// A hint if there is one.
    pub(super) fn perhaps(self, hint: Option<String>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }
}

/// The known word that a wrong one is most like, if it is like one at all.
pub(super) fn nearest<'w>(wrong: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    // A word of two letters is one slip away from too many others.
    let slips = match wrong.chars().count() {
        0..=2 => return None,
        3..=4 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .map(|word| (damerau_levenshtein(wrong, word), word))
        .filter(|&(distance, _)| (1..=slips).contains(&distance))
        .min()
        .map(|(_, word)| word)
}

/// `did you mean …?` for a word that is like a known one.
pub(super) fn did_you_mean<'w>(wrong: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
    nearest(wrong, known).map(|word| format!("did you mean `{word}`?"))
}
