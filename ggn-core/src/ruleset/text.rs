//! Texts in an author's files. Their type names the expected notation; they are parsed when they are bound.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;

use super::binder::Binder;
use super::read::Read;
use crate::json::{Json, JsonStep};
use crate::notation::ErrorPosition;
use crate::notation::cell::Cell;
use crate::notation::feen::Feen;
use crate::notation::ggn::Place;
use crate::notation::lcn::Condition;
use crate::notation::qpi::Qpi;
use crate::notation::sin::Sin;
use crate::notation::snn::Snn;

/// Text in the notation `N`, as its author wrote it.
#[derive(PartialEq, Eq)]
pub(crate) struct Text<N> {
    text: String,
    notation: PhantomData<N>,
}

/// Notation of an author's files.
pub(crate) trait Notation: FromStr<Err: Display + ErrorPosition> {
    /// Name of the notation in messages of the form "expected …".
    const EXPECTED: &'static str;
}

impl<N> From<String> for Text<N> {
    fn from(text: String) -> Text<N> {
        Text { text, notation: PhantomData }
    }
}

impl<N> Deref for Text<N> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl<N> PartialEq<str> for Text<N> {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl<N> From<&Text<N>> for JsonStep {
    fn from(text: &Text<N>) -> JsonStep {
        JsonStep::Key(text.text.clone())
    }
}

impl<N> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl<N> Display for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Notation for Cell {
    const EXPECTED: &'static str = "a square (CELL)";
}

impl Notation for Condition {
    const EXPECTED: &'static str = "`empty`, `enemy` or a piece (QPI)";
}

impl Notation for Feen {
    const EXPECTED: &'static str = "a FEEN position";
}

impl Notation for Place {
    const EXPECTED: &'static str = "a square (CELL) or `*`";
}

impl Notation for Qpi {
    const EXPECTED: &'static str = "a piece (QPI)";
}

impl Notation for Sin {
    const EXPECTED: &'static str = "a style letter (SIN)";
}

impl Notation for Snn {
    const EXPECTED: &'static str = "a style name (SNN)";
}

/// Id of a ruleset: the name by which other data refers to it.
#[derive(Debug)]
pub(crate) struct Id;

/// Reason why a text is not an [`Id`].
#[derive(Debug, thiserror::Error)]
#[error("expected lower-case letters, digits and hyphens")]
pub(crate) struct NotAnId;

impl FromStr for Id {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Id, NotAnId> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        if !text.is_empty() && text.bytes().all(fits) { Ok(Id) } else { Err(NotAnId) }
    }
}

impl<N> Read for Text<N> {
    fn read(at: &mut Binder<'_>, json: &Json) -> Option<Text<N>> {
        String::read(at, json).map(Text::from)
    }
}
