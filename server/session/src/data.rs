//! Reading the data files of `rules/`: every fault is told, with its file and place, and none hides another.

use std::fmt;

use ggn_core::json::{Json, JsonPath};
use serde::de::DeserializeOwned;

use crate::limits::DATA_ID_CHARS_MAX;

/// One fault of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFault {
    /// The file, below `rules/`.
    pub file: String,
    /// The place in the file, where there is one.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => write!(f, "{}: {}", self.file, self.what),
            place => write!(f, "{}: {place}: {}", self.file, self.what),
        }
    }
}

/// Faults as they are found.
pub(crate) type Faults = Vec<DataFault>;

/// The members of a JSON object, to be taken out one by one; whatever is left over at the end is unknown.
pub(crate) struct Fields<'f> {
    file: &'f str,
    place: JsonPath,
    members: Vec<(String, Json)>,
    faults: &'f mut Faults,
}

impl<'f> Fields<'f> {
    /// Reads a file whose JSON is one object.
    pub(crate) fn read(file: &'f str, bytes: &[u8], faults: &'f mut Faults) -> Option<Fields<'f>> {
        let mut fault = |place: String, what: String| {
            faults.push(DataFault { file: file.to_owned(), place, what });
        };
        let json =
            Json::parse(bytes).map_err(|error| fault(String::new(), format!("not JSON: {error}"))).ok()?;
        for path in json.duplicate_keys() {
            fault(path.to_string(), "the key stands twice in one object".to_owned());
        }
        match json {
            Json::Object(members) => Some(Fields { file, place: JsonPath::default(), members, faults }),
            other => {
                fault(String::new(), format!("expected an object, found {}", other.kind()));
                None
            }
        }
    }

    /// Records a fault of one member.
    pub(crate) fn fault(&mut self, name: &str, what: impl Into<String>) {
        let place = self.place.within(name, |place| place.to_string());
        self.faults.push(DataFault { file: self.file.to_owned(), place, what: what.into() });
    }

    fn take(&mut self, name: &str) -> Option<Json> {
        let place = self.members.iter().position(|(key, _)| key == name);
        let taken = place.map(|place| self.members.remove(place).1);
        if taken.is_none() {
            self.fault(name, "is missing");
        }
        taken
    }

    /// Takes a member of a plain type.
    pub(crate) fn plain<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let value = plain_value(&self.take(name)?);
        serde_json::from_value(value).map_err(|error| self.fault(name, error.to_string())).ok()
    }

    /// Takes the id of the file, which has to be the file's name.
    pub(crate) fn id(&mut self) -> Option<String> {
        let id: String = self.plain("id")?;
        let named =
            self.file.rsplit('/').next().and_then(|name| name.strip_suffix(".json")).unwrap_or_default();
        if id != named {
            self.fault("id", format!("is {id:?}, but the file is named {named:?}"));
        }
        if !is_id(&id) {
            self.fault("id", "has to be lower case letters, digits and hyphens");
        }
        Some(id)
    }

    /// Takes a member that is an object, and each of its members as a value of one type.
    pub(crate) fn table<T: DeserializeOwned>(&mut self, name: &str) -> Vec<(String, T)> {
        let members = match self.take(name) {
            Some(Json::Object(members)) => members,
            Some(other) => {
                self.fault(name, format!("expected an object, found {}", other.kind()));
                return Vec::new();
            }
            None => return Vec::new(),
        };
        let mut table = Vec::with_capacity(members.len());
        for (key, value) in members {
            match serde_json::from_value(plain_value(&value)) {
                Ok(value) => table.push((key, value)),
                Err(error) => self.fault(&format!("{name}.{key}"), error.to_string()),
            }
        }
        table
    }

    /// Whatever was not taken is unknown.
    pub(crate) fn finish(mut self) {
        for (name, _) in std::mem::take(&mut self.members) {
            self.fault(&name, "is not known here");
        }
    }
}

/// Whether a text can be the id of a ruleset, a moderator or a profile.
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
