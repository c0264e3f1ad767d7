//! LCN: conditions on squares, as a JSON object from CELL to `empty`, `enemy` or a QPI.
//!
//! ```
//! use ggn_core::notation::lcn::{Condition, Lcn};
//! let lcn = Lcn::parse(br#"{ "f1": "empty", "h1": "C:+R" }"#).map_err(|faults| faults[0].to_string())?;
//! assert_eq!(lcn.conditions[1].1, Condition::Piece("C:+R".parse().map_err(|_| "a piece")?));
//! assert_eq!(lcn.to_string(), r#"{ "f1": "empty", "h1": "C:+R" }"#);
//! # Ok::<(), String>(())
//! ```

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use super::cell::{Cell, ParseCellError};
use super::error::ParseError;
use super::grammar::{self, Rule};
use super::memo::Memo;
use super::qpi::{Qpi, QpiErrorKind};
use crate::json::{Json, JsonError, JsonPath};

/// A condition on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The square is empty.
    Empty,
    /// A piece of the other side stands there, seen from the moving piece.
    Enemy,
    /// Exactly this piece stands there: style, name, side, state and terminal mark all equal.
    Piece(Qpi),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Empty => f.write_str("empty"),
            Condition::Enemy => f.write_str("enemy"),
            Condition::Piece(qpi) => write!(f, "{qpi}"),
        }
    }
}

/// Squares and conditions parsed so far, shared between many objects.
#[derive(Default)]
pub(super) struct Names<'j> {
    cells: Memo<'j, Cell>,
    conditions: Memo<'j, Condition>,
}

impl<'j> Names<'j> {
    /// Parses a square and its condition; `None` if either is invalid.
    #[cfg(feature = "compiled")]
    pub(super) fn condition_at(&mut self, cell: &'j str, condition: &'j str) -> Option<(Cell, Condition)> {
        Some((self.cells.read(cell).ok()?, self.conditions.read(condition).ok()?))
    }

    fn condition(&mut self, json: &'j Json) -> Result<Condition, LcnFaultKind> {
        match json {
            Json::String(text) => self.conditions.read(text).map_err(LcnFaultKind::Condition),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                Err(LcnFaultKind::NotAString { found: json.kind() })
            }
        }
    }
}

/// Error for a text that is not a valid condition.
pub type ParseConditionError = ParseError<ConditionErrorKind>;

/// Classes of condition errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionErrorKind {
    /// Neither a condition word nor similar to a piece.
    #[error("expected `empty`, `enemy` or a piece such as `C:K`")]
    Unknown,
    /// An invalid piece.
    #[error(transparent)]
    Piece(#[from] QpiErrorKind),
}

impl FromStr for Condition {
    type Err = ParseConditionError;

    fn from_str(text: &str) -> Result<Condition, ParseConditionError> {
        #[cfg(feature = "compiled")]
        if let Some(piece) = super::well_formed::qpi(text) {
            return Ok(Condition::Piece(piece));
        }
        let condition = grammar::parse(Rule::condition_text, text, |pair| match pair.as_rule() {
            Rule::empty => Some(Condition::Empty),
            Rule::enemy => Some(Condition::Enemy),
            _ => Qpi::read(pair).map(Condition::Piece),
        });
        condition.ok_or_else(|| match text.parse::<Qpi>() {
            Err(error) if text.contains(':') => error.within(text, 0, ConditionErrorKind::Piece),
            Ok(_) | Err(_) => ParseError::whole(ConditionErrorKind::Unknown, text),
        })
    }
}

/// Conditions on squares, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lcn {
    /// Each square once, with its condition.
    pub conditions: Vec<(Cell, Condition)>,
}

/// A fault of an LCN, with its path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {kind}")]
pub struct LcnFault {
    /// Path in the text.
    pub path: JsonPath,
    /// Kind of the fault.
    pub kind: LcnFaultKind,
}

/// Kinds of faults of an LCN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LcnFaultKind {
    /// The text is not JSON.
    #[error("{0}")]
    Json(JsonError),
    /// Something other than an object.
    #[error("expected an object from squares to conditions, found {found}")]
    NotAnObject {
        /// The kind of JSON value that was found.
        found: &'static str,
    },
    /// The same square twice.
    #[error("expected each square once, found `{key}` again")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A key that is not a square.
    #[error("{0}")]
    Square(ParseCellError),
    /// A value that is not a string.
    #[error("expected `empty`, `enemy` or a piece, found {found}")]
    NotAString {
        /// The kind of JSON value that was found.
        found: &'static str,
    },
    /// A string that is not a condition.
    #[error("{0}")]
    Condition(ParseConditionError),
}

impl Lcn {
    /// Parses a JSON text.
    ///
    /// # Errors
    /// Returns all faults of the text, in order.
    pub fn parse(bytes: &[u8]) -> Result<Lcn, Vec<LcnFault>> {
        let mut path = JsonPath::default();
        let json = Json::parse(bytes)
            .map_err(|error| vec![LcnFault { path: path.clone(), kind: LcnFaultKind::Json(error) }])?;
        let mut faults = Vec::new();
        let lcn = Lcn::from_json(&json, &mut path, &mut |fault| faults.push(fault));
        if faults.is_empty() { Ok(lcn) } else { Err(faults) }
    }

    /// Reads the object at `path`, reports every fault, and keeps the valid conditions.
    pub fn from_json(json: &Json, path: &mut JsonPath, report: &mut impl FnMut(LcnFault)) -> Lcn {
        Lcn::read(json, &mut Names::default(), path, report)
    }

    /// Like [`Lcn::from_json`], reusing the names parsed from other objects.
    pub(super) fn read<'j>(
        json: &'j Json,
        names: &mut Names<'j>,
        path: &mut JsonPath,
        report: &mut impl FnMut(LcnFault),
    ) -> Lcn {
        let mut lcn = Lcn::default();
        let Json::Object(members) = json else {
            let kind = LcnFaultKind::NotAnObject { found: json.kind() };
            report(LcnFault { path: path.clone(), kind });
            return lcn;
        };
        let mut seen = HashSet::new();
        for (key, value) in members {
            path.within(key.as_str(), |path| {
                let mut fault = |kind| report(LcnFault { path: path.clone(), kind });
                let known = seen.insert(key);
                if !known {
                    fault(LcnFaultKind::DuplicateKey { key: key.clone() });
                }
                let cell = names.cells.read(key).map_err(LcnFaultKind::Square);
                match (cell, names.condition(value)) {
                    (Ok(cell), Ok(condition)) if known => lcn.conditions.push((cell, condition)),
                    (cell, condition) => cell.err().into_iter().chain(condition.err()).for_each(fault),
                }
            });
        }
        lcn
    }
}

impl fmt::Display for Lcn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, (cell, condition)) in self.conditions.iter().enumerate() {
            write!(f, "{} \"{cell}\": \"{condition}\"", if index == 0 { "" } else { "," })?;
        }
        f.write_str(if self.conditions.is_empty() { "}" } else { " }" })
    }
}
