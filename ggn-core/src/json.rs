//! JSON as written: members in order, including duplicate keys, so that data can be checked as its author typed it.
//!
//! ```
//! use ggn_core::json::Json;
//! let json = Json::parse(br#"{ "b": 1, "a": [true], "b": 2 }"#)?;
//! let Json::Object(members) = &json else { panic!("an object") };
//! assert_eq!(members.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["b", "a", "b"]);
//! assert_eq!(json.duplicate_keys().iter().map(ToString::to_string).collect::<Vec<_>>(), ["$.b"]);
//! # Ok::<(), ggn_core::json::JsonError>(())
//! ```

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(serde_json::Number),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object: its members in the order of the text, including repeated keys.
    Object(Vec<(String, Json)>),
}

/// Syntax error of a JSON text, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct JsonError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1; 0 if the text ends with the preceding line.
    pub column: usize,
    /// Description of the error.
    pub message: String,
}

impl Json {
    /// Parses a whole text. Values nested deeper than 127 levels are refused, so that parsing cannot exhaust the stack.
    ///
    /// # Errors
    /// Returns an error if the bytes are not one JSON value in UTF-8, without a byte-order mark and with nothing after it.
    pub fn parse(bytes: &[u8]) -> Result<Json, JsonError> {
        if bytes.starts_with(b"\xEF\xBB\xBF") {
            let message =
                "expected JSON, found a byte-order mark: save the file as UTF-8 without one".to_owned();
            return Err(JsonError { line: 1, column: 1, message });
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
            JsonError {
                line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
                column: before.len() - line_start + 1,
                message: "expected UTF-8, found a byte that is not".to_owned(),
            }
        })?;
        serde_json::from_str(text).map_err(|error| {
            let full = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = full.strip_suffix(&place).unwrap_or(&full).to_owned();
            JsonError { line: error.line(), column: error.column(), message }
        })
    }

    /// Returns the kind of the value, in words that fit after "found".
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }

    /// Returns the first member of an object with that key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => None,
        }
    }

    /// Returns the paths of all members that repeat a key of their object, at every depth.
    #[must_use]
    pub fn duplicate_keys(&self) -> Vec<JsonPath> {
        let mut found = Vec::new();
        self.collect_duplicates(&mut Vec::new(), &mut found);
        found
    }

    fn collect_duplicates<'j>(&'j self, path: &mut Vec<Step<'j>>, found: &mut Vec<JsonPath>) {
        match self {
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    path.push(Step::Index(index));
                    item.collect_duplicates(path, found);
                    path.pop();
                }
            }
            Json::Object(members) => {
                // Most objects have a few members, which are faster compared than kept.
                let is_small = cfg!(feature = "compiled") && members.len() <= SMALL_OBJECT;
                let mut seen = HashSet::new();
                for (index, (key, value)) in members.iter().enumerate() {
                    path.push(Step::Key(key));
                    let is_known = if is_small {
                        members.iter().take(index).any(|(earlier, _)| earlier == key)
                    } else {
                        !seen.insert(key)
                    };
                    if is_known {
                        found.push(JsonPath { steps: path.iter().map(JsonStep::from).collect() });
                    }
                    value.collect_duplicates(path, found);
                    path.pop();
                }
            }
        }
    }
}

/// Greatest number of members of an object whose keys are compared with each other.
const SMALL_OBJECT: usize = 8;

/// A step of a path, which is written out for a duplicate alone.
enum Step<'j> {
    Key(&'j str),
    Index(usize),
}

impl From<&Step<'_>> for JsonStep {
    fn from(step: &Step<'_>) -> JsonStep {
        match *step {
            Step::Key(key) => key.into(),
            Step::Index(index) => index.into(),
        }
    }
}

/// Prints on one line, without spaces.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = |index| if index == 0 { "" } else { "," };
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::String(text) => quoted(text, f),
            Json::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", comma(index))?;
                }
                f.write_str("]")
            }
            Json::Object(members) => {
                f.write_str("{")?;
                for (index, (key, value)) in members.iter().enumerate() {
                    f.write_str(comma(index))?;
                    quoted(key, f)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Writes a string between quotes.
fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", serde_json::Value::from(text))
}

/// One step of a [`JsonPath`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonStep {
    /// Into the member of an object.
    Key(String),
    /// Into the item of an array.
    Index(usize),
}

impl From<&str> for JsonStep {
    fn from(key: &str) -> JsonStep {
        JsonStep::Key(key.to_owned())
    }
}

impl From<usize> for JsonStep {
    fn from(index: usize) -> JsonStep {
        JsonStep::Index(index)
    }
}

/// Position in a JSON document. Prints as `$["C:K^"].e1.e2[0].must.e2`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JsonPath {
    /// The steps from the root.
    pub steps: Vec<JsonStep>,
}

impl JsonPath {
    /// Runs `act` one step deeper, then restores the path.
    pub fn within<T>(&mut self, step: impl Into<JsonStep>, act: impl FnOnce(&mut JsonPath) -> T) -> T {
        self.steps.push(step.into());
        let result = act(self);
        self.steps.pop();
        result
    }
}

impl fmt::Display for JsonPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        for step in &self.steps {
            match step {
                JsonStep::Index(index) => write!(f, "[{index}]")?,
                JsonStep::Key(key) if is_name(key) => write!(f, ".{key}")?,
                JsonStep::Key(key) => {
                    f.write_str("[")?;
                    quoted(key, f)?;
                    f.write_str("]")?;
                }
            }
        }
        Ok(())
    }
}

/// Returns whether a key needs no quotes in a path.
fn is_name(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(AsWritten)
    }
}

/// Visits a value of any kind.
struct AsWritten;

impl<'de> Visitor<'de> for AsWritten {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Json, E> {
        serde_json::Number::from_f64(value)
            .map(Json::Number)
            .ok_or_else(|| E::custom("expected a finite number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut read = Vec::new();
        while let Some(item) = items.next_element()? {
            read.push(item);
        }
        Ok(Json::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut read = Vec::new();
        while let Some(member) = members.next_entry()? {
            read.push(member);
        }
        Ok(Json::Object(read))
    }
}
