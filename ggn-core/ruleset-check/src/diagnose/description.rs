//! Description of one fault, before its place in the file is found.

use std::ops::Range;

use ggn_core::json::{JsonPath, JsonStep};

use super::code::Code;

/// Texts at the place of a fault; empty where no text is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultTexts {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
}

/// Part of a place to point at.
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
    /// A text, which is the key or the value. Only these bytes of it, if a part is meant.
    Text(String, Option<Range<usize>>),
}

/// Description of a fault, and the part of its place to point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// See [`super::Diagnostic::code`].
    pub code: Code,
    /// Part to point at.
    pub aim: Aim,
    /// See [`super::Diagnostic::message`].
    pub message: String,
    /// See [`super::Diagnostic::found`]; the text at the place, unless there is a better one.
    pub found: Option<String>,
    /// True if the fault is that something is missing: then nothing is found.
    pub is_absent: bool,
    /// See [`super::Diagnostic::expected`].
    pub expected: Option<String>,
    /// See [`super::Diagnostic::hint`].
    pub hint: Option<String>,
}

impl Description {
    /// Describes the fault of a part.
    pub fn new(code: Code, aim: Aim, message: impl Into<String>) -> Description {
        Description {
            code,
            aim,
            message: message.into(),
            found: None,
            is_absent: false,
            expected: None,
            hint: None,
        }
    }

    /// Adds the text found there.
    #[must_use]
    pub fn found(self, found: impl Into<String>) -> Description {
        Description { found: Some(found.into()), ..self }
    }

    /// Marks the fault as something missing.
    #[must_use]
    pub fn absent(self) -> Description {
        Description { is_absent: true, ..self }
    }

    /// Adds the expected text.
    #[must_use]
    pub fn expected(self, expected: impl Into<String>) -> Description {
        Description { expected: Some(expected.into()), ..self }
    }

    /// Adds advice, if there is any.
    #[must_use]
    pub fn hint(self, hint: impl Into<Option<String>>) -> Description {
        Description { hint: hint.into().or(self.hint), ..self }
    }

    /// Adds advice behind what there is.
    #[must_use]
    pub fn also(self, hint: &str) -> Description {
        let hint = self.hint.as_ref().map_or_else(|| hint.to_owned(), |known| format!("{known}; {hint}"));
        self.advise(hint)
    }

    /// Adds advice.
    #[must_use]
    pub fn advise(self, hint: impl Into<String>) -> Description {
        self.hint(Some(hint.into()))
    }
}

/// Returns the last key of a path; empty for the root and for items of arrays.
pub(super) fn last_key(path: &JsonPath) -> &str {
    match path.steps.last() {
        Some(JsonStep::Key(key)) => key,
        Some(JsonStep::Index(_)) | None => "",
    }
}
