//! Reading of a table from JSON. All faults are reported, each with its path.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::{Ggn, ParsePlaceError, Place, Possibility, Row};
use crate::json::{Json, JsonError, JsonPath};
use crate::notation::lcn::{Lcn, LcnFaultKind, Names};
use crate::notation::memo::Memo;
use crate::notation::qpi::{ParseQpiError, Qpi};

/// A fault of a table, with its path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {kind}")]
pub struct GgnFault {
    /// Path in the text.
    pub path: JsonPath,
    /// Kind of the fault.
    pub kind: GgnFaultKind,
}

/// Kinds of faults of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GgnFaultKind {
    /// The text is not JSON.
    #[error("{0}")]
    Json(JsonError),
    /// Something other than an object.
    #[error("expected {expected}, found {found}")]
    NotAnObject {
        /// Expected contents of the object.
        expected: &'static str,
        /// The kind of JSON value that was found.
        found: &'static str,
    },
    /// Something other than a list of possibilities.
    #[error("expected an array of possibilities, found {found}")]
    NotAnArray {
        /// The kind of JSON value that was found.
        found: &'static str,
    },
    /// The same key twice in an object.
    #[error("expected each key once, found `{key}` again")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A key that is no piece.
    #[error("{0}")]
    Piece(ParseQpiError),
    /// A source that is neither a square nor `*`.
    #[error("{0}")]
    Source(ParsePlaceError),
    /// A destination that is neither a square nor `*`.
    #[error("{0}")]
    Destination(ParsePlaceError),
    /// A move from the hand to the hand.
    #[error("expected a square at one end of the move, found `*` at both")]
    HandToHand,
    /// A field of an older format.
    #[error("expected `must` or `deny`, found `{field}`, a field of {format}")]
    OldField {
        /// The field.
        field: String,
        /// The format that had it.
        format: OldFormat,
    },
    /// An unknown field.
    #[error("expected `must` or `deny`, found `{field}`")]
    UnknownField {
        /// The field.
        field: String,
    },
    /// A fault in the conditions.
    #[error(transparent)]
    Conditions(LcnFaultKind),
}

/// A table format that is no longer read, named by the versions of the `ggn` library that read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldFormat {
    /// `captures`, `gain`, `drop`
    Captures,
    /// `require`, `prevent`, `perform`
    RequirePreventPerform,
    /// `diff`
    Diff,
}

impl OldFormat {
    /// Returns the format that had a field of that name.
    fn of(field: &str) -> Option<OldFormat> {
        match field {
            "captures" | "gain" | "drop" => Some(OldFormat::Captures),
            "require" | "prevent" | "perform" => Some(OldFormat::RequirePreventPerform),
            "diff" => Some(OldFormat::Diff),
            _ => None,
        }
    }
}

impl fmt::Display for OldFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OldFormat::Captures => "the GGN of versions 0.3 to 0.5",
            OldFormat::RequirePreventPerform => "the GGN of versions 0.3 to 0.7",
            OldFormat::Diff => "the GGN of version 0.8",
        })
    }
}

impl Ggn {
    /// Parses a JSON text.
    ///
    /// # Errors
    /// Returns all faults of the text, in order.
    pub fn parse(bytes: &[u8]) -> Result<Ggn, Vec<GgnFault>> {
        let mut faults = Vec::new();
        let ggn = Ggn::read(bytes, &mut |fault| faults.push(fault))
            .map_err(|error| vec![GgnFault { path: JsonPath::default(), kind: GgnFaultKind::Json(error) }])?;
        if faults.is_empty() { Ok(ggn) } else { Err(faults) }
    }

    /// Reads a text, reports every fault of the table, and keeps the valid rows.
    pub(crate) fn read(bytes: &[u8], report: &mut impl FnMut(GgnFault)) -> Result<Ggn, JsonError> {
        #[cfg(feature = "compiled")]
        if let Some(ggn) = super::fast_path::read(bytes) {
            return Ok(ggn);
        }
        Ok(Ggn::from_json(&Json::parse(bytes)?, report))
    }

    /// Reads a table, reports every fault, and keeps the valid rows.
    pub fn from_json(json: &Json, report: &mut dyn FnMut(GgnFault)) -> Ggn {
        let (places, names) = (Memo::default(), Names::default());
        let mut reader = Reader { path: JsonPath::default(), places, names, lists: Vec::new(), report };
        let (mut rows, mut idle) = (Vec::new(), Vec::new());
        let mut table = json;
        // A compact text; no piece has such a name.
        if let (Some(Json::Array(lists)), Some(rows)) = (json.get("possibilities"), json.get("rows")) {
            reader.path.steps.push("possibilities".into());
            for (number, list) in lists.iter().enumerate() {
                reader.path.steps.push(number.into());
                let list = reader.possibilities(list).into();
                reader.lists.push(list);
                reader.path.steps.pop();
            }
            reader.path.steps.pop();
            reader.path.steps.push("rows".into());
            table = rows;
        }
        reader.object(table, "an object from pieces to their sources", |reader, piece, sources| {
            let piece = reader.valid(piece.parse::<Qpi>().map_err(GgnFaultKind::Piece));
            if matches!(sources, Json::Object(sources) if sources.is_empty()) {
                idle.extend(piece);
            }
            reader.object(sources, "an object from sources to their destinations", |reader, source, ends| {
                let source = reader.place(source, GgnFaultKind::Source);
                reader.object(ends, "an object from destinations to possibilities", |reader, end, ways| {
                    let destination = reader.place(end, GgnFaultKind::Destination);
                    if (source, destination) == (Some(Place::Hand), Some(Place::Hand)) {
                        reader.fault(GgnFaultKind::HandToHand);
                    }
                    let possibilities = reader.list(ways);
                    if let (Some(piece), Some(source), Some(destination)) = (piece, source, destination) {
                        rows.push(Row { piece, source, destination, possibilities });
                    }
                });
            });
        });
        Ggn { rows, idle }
    }
}

/// Position of the reader, and the receiver of its faults.
struct Reader<'j, 'r> {
    path: JsonPath,
    places: Memo<'j, Place>,
    names: Names<'j>,
    /// The lists of a compact text, by their numbers.
    lists: Vec<Arc<[Possibility]>>,
    report: &'r mut dyn FnMut(GgnFault),
}

impl<'j> Reader<'j, '_> {
    fn fault(&mut self, kind: GgnFaultKind) {
        (self.report)(GgnFault { path: self.path.clone(), kind });
    }

    /// Iterates over the members of an object.
    fn object(
        &mut self,
        json: &'j Json,
        expected: &'static str,
        mut member: impl FnMut(&mut Self, &'j str, &'j Json),
    ) {
        let Json::Object(members) = json else {
            return self.fault(GgnFaultKind::NotAnObject { expected, found: json.kind() });
        };
        let mut seen = HashSet::new();
        for (key, value) in members {
            self.path.steps.push(key.as_str().into());
            if !seen.insert(key) {
                self.fault(GgnFaultKind::DuplicateKey { key: key.clone() });
            }
            member(self, key, value);
            self.path.steps.pop();
        }
    }

    /// Reads a source or destination.
    fn place(&mut self, key: &'j str, wrap: impl FnOnce(ParsePlaceError) -> GgnFaultKind) -> Option<Place> {
        let place = self.places.read(key).map_err(wrap);
        self.valid(place)
    }

    /// Returns the parsed value, or reports the fault and returns `None`.
    fn valid<T>(&mut self, read: Result<T, GgnFaultKind>) -> Option<T> {
        read.map_err(|kind| self.fault(kind)).ok()
    }

    /// Reads the possibilities of a move, or finds them by their number.
    fn list(&mut self, json: &'j Json) -> Arc<[Possibility]> {
        if let Json::Number(number) = json
            && let Some(list) = number.as_u64().and_then(|number| self.lists.get(number as usize))
        {
            return Arc::clone(list);
        }
        self.possibilities(json).into()
    }

    /// Reads a list of possibilities.
    fn possibilities(&mut self, json: &'j Json) -> Vec<Possibility> {
        let Json::Array(items) = json else {
            self.fault(GgnFaultKind::NotAnArray { found: json.kind() });
            return Vec::new();
        };
        let mut possibilities = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            self.path.steps.push(index.into());
            let mut possibility = Possibility::default();
            self.object(item, "an object with `must`, `deny` or both", |reader, field, value| match field {
                "must" => possibility.must = reader.conditions(value),
                "deny" => possibility.deny = reader.conditions(value),
                _ => {
                    let field = field.to_owned();
                    reader.fault(match OldFormat::of(&field) {
                        Some(format) => GgnFaultKind::OldField { field, format },
                        None => GgnFaultKind::UnknownField { field },
                    });
                }
            });
            self.path.steps.pop();
            possibilities.push(possibility);
        }
        possibilities
    }

    /// Reads the conditions of a possibility.
    fn conditions(&mut self, json: &'j Json) -> Lcn {
        let report = &mut *self.report;
        Lcn::read(json, &mut self.names, &mut self.path, &mut |fault| {
            report(GgnFault { path: fault.path, kind: GgnFaultKind::Conditions(fault.kind) });
        })
    }
}
