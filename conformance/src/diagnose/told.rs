//! What is told of one fault, before its place in the file is found.

use std::ops::Range;

use super::code::Code;

/// What of a place is pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The file as a whole.
    File,
    /// The key.
    Key,
    /// The value.
    Value,
    /// These bytes of the file.
    Span(Range<usize>),
    /// A text, which is the key or the value: whichever says it. Only these bytes of it, if a part is meant.
    Text(String, Option<Range<usize>>),
}

/// What is told, and what of the place it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// See [`super::Diagnostic::code`].
    pub code: Code,
    /// What is pointed at.
    pub aim: Aim,
    /// See [`super::Diagnostic::message`].
    pub message: String,
    /// See [`super::Diagnostic::found`]; what stands at the place, unless something better can be said.
    pub found: Option<String>,
    /// Whether the fault is that something is not there: then nothing is found.
    pub is_absent: bool,
    /// See [`super::Diagnostic::expected`].
    pub expected: Option<String>,
    /// See [`super::Diagnostic::hint`].
    pub hint: Option<String>,
}

impl Told {
    /// What is wrong with what is aimed at.
    pub fn new(code: Code, aim: Aim, message: impl Into<String>) -> Told {
        Told { code, aim, message: message.into(), found: None, is_absent: false, expected: None, hint: None }
    }

    /// The same, with what stands there.
    #[must_use]
    pub fn found(self, found: impl Into<String>) -> Told {
        Told { found: Some(found.into()), ..self }
    }

    /// The same, told as something that is not there.
    #[must_use]
    pub fn absent(self) -> Told {
        Told { is_absent: true, ..self }
    }

    /// The same, with what should stand there.
    #[must_use]
    pub fn expected(self, expected: impl Into<String>) -> Told {
        Told { expected: Some(expected.into()), ..self }
    }

    /// The same, with a way on, if there is one.
    #[must_use]
    pub fn hint(self, hint: impl Into<Option<String>>) -> Told {
        Told { hint: hint.into().or(self.hint), ..self }
    }

    /// The same, with a way on.
    #[must_use]
    pub fn advise(self, hint: impl Into<String>) -> Told {
        self.hint(Some(hint.into()))
    }
}
