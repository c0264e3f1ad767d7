//! Reading of the data files of `rules/`. Every fault is reported with its file and place, and none hides another.

use std::fmt;

use ggn_core::json::{Json, JsonPath, JsonStep};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;

use crate::domain::Event;
use crate::domain::limits::DATA_ID_CHARS_MAX;

/// One fault of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFault {
    /// The file below `rules/`; the folder of a faulty ruleset.
    pub file: String,
    /// The place in the file; the root for a fault of the whole file.
    pub place: JsonPath,
    /// The fault.
    pub kind: DataFaultKind,
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        if !self.place.steps.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        self.kind.fmt(f)
    }
}

/// A fault at one place of the data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataFaultKind {
    /// The file is not there.
    #[error("the file is missing; the mode of that name needs it")]
    MissingFile,
    /// A file of patterns is at fault; holds the message. `ggn check` says more.
    #[error("{0}; `ggn check` shows where")]
    Pattern(String),
    /// The file is not JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// A key stands twice in one object.
    #[error("the key stands twice in one object")]
    DuplicateKey,
    /// A value that is not an object where one belongs; holds the kind of value found.
    #[error("expected an object, found {0}")]
    NotAnObject(&'static str),
    /// A required member is missing.
    #[error("is missing")]
    MissingField,
    /// A member that the format does not have; holds the members that it has.
    #[error("is not known here")]
    UnknownField(Vec<&'static str>),
    /// A value of the wrong type, or a word that is not in the format's list; holds the message.
    #[error("{0}")]
    Value(String),
    /// A number that has to be greater than 0.
    #[error("has to be more than 0")]
    Zero,
    /// A number that is too small or too large.
    #[error("is {found} and has to be from {least} to {most}")]
    OutOfRange {
        /// The number.
        found: u32,
        /// The minimum.
        least: u32,
        /// The maximum.
        most: u32,
    },
    /// An id in a form that ids do not have.
    #[error("has to be lower case letters, digits and hyphens")]
    IdForm,
    /// An id that is not the name of its file.
    #[error("is {id:?}, but the file is named {named:?}")]
    NotFileName {
        /// The id.
        id: String,
        /// The id expected from the file's name.
        named: String,
    },
    /// The id of a ruleset that is not the name of its folder.
    #[error("is {id:?}, but the folder is named {folder:?}")]
    NotFolderName {
        /// The id.
        id: String,
        /// The folder.
        folder: String,
    },
    /// A profile names a ruleset that does not exist.
    #[error("there is no ruleset {0:?}")]
    NoRuleset(String),
    /// A profile names a moderator that does not exist.
    #[error("there is no moderator {0:?}")]
    NoModerator(String),
    /// A name that is not an event of the vocabulary.
    #[error("is no event of the vocabulary")]
    UnknownEvent,
    /// An event without an audience in the data.
    #[error("does not say who hears {:?}", .0.name())]
    MissingAudience(Event),
    /// A special move mapped to an event that is not a kind of move.
    #[error("{:?} is no kind of move", .0.name())]
    NotAMove(Event),
    /// An ending mapped to an event that is not an ending.
    #[error("{:?} is no ending", .0.name())]
    NotAnEnding(Event),
    /// An event that the file uses, without an audience in it; holds its name.
    #[error("is announced by {0:?}, and \"hearers\" does not say who hears that")]
    Unheard(&'static str),
    /// A list without an entry.
    #[error("has no entry")]
    EmptyList,
    /// An id that is named already, in the list or beside it.
    #[error("is named already")]
    Repeated,
    /// A member that has no meaning beside another, or without it; holds the reason.
    #[error("{0}")]
    NoMeaning(&'static str),
    /// A name that is neither a status of CGSN nor a goal.
    #[error("is no status of CGSN, and no goal")]
    UnknownStatus,
    /// A name that is not a piece of the ruleset; holds the names of its pieces.
    #[error("is no piece of the ruleset")]
    UnknownPiece(Vec<String>),
    /// A piece of the ruleset that the data does not mention.
    #[error("says nothing of {0:?}, which is a piece of the ruleset")]
    PieceMissing(String),
    /// A translation translates a name that the rules do not have; holds what they would have to have, and the names that they have.
    #[error("is no {what} of the rules")]
    UnknownName {
        /// Kind of name: a piece, a side, a ruleset.
        what: &'static str,
        /// Names of that kind.
        known: Vec<String>,
    },
    /// A piece without a value for games with bids, by which its ruleset could else be played; holds its name.
    #[error("is a piece without a value, so that the game has no bids: {0:?} is not in values.json")]
    NoValue(String),
    /// The amount of a tactic refers to a piece that this kind of tactic does not have.
    #[error("names a piece that a {tactic} does not have")]
    NotOfTactic {
        /// Name of the tactic.
        tactic: &'static str,
        /// Pieces that it has.
        known: Vec<&'static str>,
    },
    /// A ruleset of the data is faulty.
    #[error("{0}")]
    Ruleset(ggn_core::Fault),
}

/// Faults in the order in which they are found.
pub(crate) type Faults = Vec<DataFault>;

/// Members of a JSON object, taken one by one. Members that were never asked for are reported as unknown at the end.
pub(crate) struct Fields<'f> {
    file: &'f str,
    /// Keys of the objects around this one.
    around: Vec<&'static str>,
    members: Vec<(String, Json)>,
    asked: Vec<&'static str>,
    faults: &'f mut Faults,
}

impl<'f> Fields<'f> {
    /// Reads a file whose JSON is one object.
    pub(crate) fn read(file: &'f str, bytes: &[u8], faults: &'f mut Faults) -> Option<Fields<'f>> {
        let mut fault = |place, kind| faults.push(DataFault { file: file.to_owned(), place, kind });
        let at_root = JsonPath::default;
        let json = Json::parse(bytes)
            .map_err(|error| fault(at_root(), DataFaultKind::Json(error.to_string())))
            .ok()?;
        for path in json.duplicate_keys() {
            fault(path, DataFaultKind::DuplicateKey);
        }
        match json {
            Json::Object(members) => {
                let mut fields = Fields { file, around: Vec::new(), members, asked: Vec::new(), faults };
                fields.skip_schema();
                Some(fields)
            }
            other => {
                fault(at_root(), DataFaultKind::NotAnObject(other.kind()));
                None
            }
        }
    }

    /// Skips `$schema`, by which a file may name its schema for editors.
    fn skip_schema(&mut self) {
        if self.members.iter().any(|(key, _)| key == "$schema") {
            let _: Option<String> = self.plain("$schema");
        }
        self.asked.clear();
    }

    /// Records a fault of one member.
    pub(crate) fn fault(&mut self, name: &str, kind: DataFaultKind) {
        self.fault_at(&[name], kind);
    }

    /// Records a fault of a member of a member.
    pub(crate) fn fault_at(&mut self, steps: &[&str], kind: DataFaultKind) {
        let steps = self.around.iter().copied().chain(steps.iter().copied());
        let place = JsonPath { steps: steps.map(JsonStep::from).collect() };
        self.faults.push(DataFault { file: self.file.to_owned(), place, kind });
    }

    fn take(&mut self, name: &'static str) -> Option<Json> {
        self.asked.push(name);
        let place = self.members.iter().position(|(key, _)| key == name);
        let taken = place.map(|place| self.members.remove(place).1);
        if taken.is_none() {
            self.fault(name, DataFaultKind::MissingField);
        }
        taken
    }

    /// Takes a member of a plain type.
    pub(crate) fn plain<T: DeserializeOwned>(&mut self, name: &'static str) -> Option<T> {
        let value = plain_value(&self.take(name)?);
        let wrong = |error: serde_json::Error| self.fault(name, DataFaultKind::Value(error.to_string()));
        serde_json::from_value(value).map_err(wrong).ok()
    }

    /// Takes a member of a plain type that may be missing, or null.
    pub(crate) fn optional<T: DeserializeOwned>(&mut self, name: &'static str) -> Option<T> {
        if self.members.iter().any(|(key, _)| key == name) {
            return self.plain::<Option<T>>(name).flatten();
        }
        self.asked.push(name);
        None
    }

    /// Takes a member of a plain type that may be missing, but not null.
    pub(crate) fn if_present<T: DeserializeOwned>(&mut self, name: &'static str) -> Option<T> {
        if self.has(name) {
            return self.plain(name);
        }
        self.asked.push(name);
        None
    }

    /// Returns whether there is a member of that name that has not been taken.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(key, _)| key == name)
    }

    /// Takes a member that is an object and may be missing. [`Fields::finish`] has to be called for it too.
    pub(crate) fn object(&mut self, name: &'static str) -> Option<Fields<'_>> {
        if !self.has(name) {
            self.asked.push(name);
            return None;
        }
        match self.take(name)? {
            Json::Object(members) => {
                let around = self.around.iter().copied().chain([name]).collect();
                Some(Fields { file: self.file, around, members, asked: Vec::new(), faults: self.faults })
            }
            other => {
                self.fault(name, DataFaultKind::NotAnObject(other.kind()));
                None
            }
        }
    }

    /// Takes the id of the file, which has to be the file's name.
    pub(crate) fn id(&mut self) -> Option<String> {
        let id = self.id_of("id")?;
        let named =
            self.file.rsplit('/').next().and_then(|name| name.strip_suffix(".json")).unwrap_or_default();
        if id != named {
            let named = named.to_owned();
            self.fault("id", DataFaultKind::NotFileName { id: id.clone(), named });
        }
        Some(id)
    }

    /// Takes an id.
    pub(crate) fn id_of(&mut self, name: &'static str) -> Option<String> {
        let id: String = self.plain(name)?;
        if !is_id(&id) {
            self.fault(name, DataFaultKind::IdForm);
        }
        Some(id)
    }

    /// Takes a list of ids that may be missing, each of which is named once: neither again in the list, nor by `known` beside it.
    pub(crate) fn ids(&mut self, name: &'static str, known: Option<&str>) -> Option<Vec<String>> {
        let ids: Vec<String> = self.if_present(name)?;
        for (index, id) in ids.iter().enumerate() {
            let is_repeated = known == Some(id.as_str()) || ids.iter().take(index).any(|before| before == id);
            let fault = [(!is_id(id), DataFaultKind::IdForm), (is_repeated, DataFaultKind::Repeated)];
            for (_, kind) in fault.into_iter().filter(|(is_so, _)| *is_so) {
                let around = self.around.iter().copied().map(JsonStep::from);
                let steps = around.chain([JsonStep::from(name), JsonStep::from(index)]).collect();
                let place = JsonPath { steps };
                self.faults.push(DataFault { file: self.file.to_owned(), place, kind });
            }
        }
        Some(ids)
    }

    /// Takes a member that is an object, and each of its members as a value of one type; none for a value that is of another.
    pub(crate) fn table<T: DeserializeOwned>(&mut self, name: &'static str) -> Vec<(String, Option<T>)> {
        let members = match self.take(name) {
            Some(Json::Object(members)) => members,
            Some(other) => {
                self.fault(name, DataFaultKind::NotAnObject(other.kind()));
                return Vec::new();
            }
            None => return Vec::new(),
        };
        let mut table = Vec::with_capacity(members.len());
        for (key, value) in members {
            let wrong = |error: serde_json::Error| {
                self.fault_at(&[name, &key], DataFaultKind::Value(error.to_string()));
            };
            let value = serde_json::from_value(plain_value(&value)).map_err(wrong).ok();
            table.push((key, value));
        }
        table
    }

    /// Reports members that were never asked for as unknown. The remainder of a duplicate key has already been reported.
    pub(crate) fn finish(mut self) {
        self.end();
    }

    /// Does the same for a caller that keeps the fields. No member can be taken afterwards.
    pub(crate) fn end(&mut self) {
        for (name, _) in std::mem::take(&mut self.members) {
            if !self.asked.contains(&name.as_str()) {
                self.fault(&name, DataFaultKind::UnknownField(self.asked.clone()));
            }
        }
    }
}

/// An id of a ruleset, a moderator or a profile, for schemas.
pub(crate) fn id_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "minLength": 1,
        "maxLength": DATA_ID_CHARS_MAX,
        "pattern": "^[-a-z0-9]+$",
        "patternErrorMessage": "Expected lower-case letters, digits and hyphens.",
    })
}

/// Ids of rulesets, for schemas.
pub(crate) fn ids_schema(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": id_schema(generator) })
}

/// Returns whether a text can be the id of a ruleset, a moderator or a profile.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=DATA_ID_CHARS_MAX).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn plain_value(json: &Json) -> serde_json::Value {
    match json {
        Json::Null => serde_json::Value::Null,
        Json::Bool(value) => (*value).into(),
        Json::Number(number) => serde_json::Value::Number(number.clone()),
        Json::String(text) => text.as_str().into(),
        Json::Array(items) => items.iter().map(plain_value).collect(),
        Json::Object(members) => {
            members.iter().map(|(key, value)| (key.clone(), plain_value(value))).collect()
        }
    }
}
