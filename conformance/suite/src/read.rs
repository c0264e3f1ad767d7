//! Reading case files: from JSON to cases, with every fault at its place.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ggn_core::json::{Json, JsonPath, JsonStep};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use super::case::{Body, Case, Kind, Notation, NotationCase};
use super::script::moderator::ModeratorCase;
use super::script::protocol::ProtocolCase;
use authoring::diagnose::code::Code;
use authoring::diagnose::description::{Aim, Description};
use authoring::diagnose::reporter::Reporter;
use authoring::diagnose::suggest::{any_of, nearest};
use authoring::diagnose::{Diagnostic, Severity, syntax};
use authoring::rules::{Folder, LoadError};

/// Case files that were read together: those of one folder, or one file.
#[derive(Debug)]
pub struct Batch {
    /// The files.
    pub folder: Folder,
    /// The cases of those that could be read, file by file.
    pub cases: Vec<Case>,
    /// Faults of the files.
    pub diagnostics: Vec<Diagnostic>,
}

/// The fields of a case file.
const FIELDS: &[&str] = &["kind", "notation", "truth", "shows", "cases"];

/// The fields that every case may have.
pub const COMMON: &[&str] = &["name", "truth", "shows"];

/// Reads the case files below a folder, or one file.
///
/// # Errors
/// Returns an error if something cannot be read at all. Faults inside of files are in [`Batch::diagnostics`].
pub fn read(path: &Path) -> Result<Batch, LoadError> {
    let mut folder = if path.is_dir() {
        Folder::read(path)?
    } else {
        let unreadable = |why| LoadError::Unreadable { path: path.to_owned(), why };
        let bytes = fs::read(path).map_err(unreadable)?;
        let root = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Folder { root, files: vec![(name, bytes)] }
    };
    folder.files.retain(|(name, _)| name.ends_with(".json"));
    let (mut cases, mut diagnostics) = (Vec::new(), Vec::new());
    let reporter = Reporter::new(&folder);
    for (name, bytes) in &folder.files {
        let mut file = File { name, reporter: &reporter, cases: Vec::new(), diagnostics: Vec::new() };
        file.read(bytes);
        // Of a file with faults no case is played: what it would say is not known.
        if file.diagnostics.is_empty() {
            cases.append(&mut file.cases);
        }
        diagnostics.append(&mut file.diagnostics);
    }
    drop(reporter);
    Ok(Batch { folder, cases, diagnostics })
}

impl Batch {
    /// Returns the name under which a file of the batch is shown.
    #[must_use]
    pub fn shown(&self, file: &str) -> String {
        self.folder.root.join(file).display().to_string()
    }
}

/// One file while it is read.
struct File<'f> {
    name: &'f str,
    reporter: &'f Reporter<'f>,
    cases: Vec<Case>,
    diagnostics: Vec<Diagnostic>,
}

/// Head of a file, above its cases.
struct Head {
    kind: Kind,
    notation: Option<Notation>,
    truth: String,
    shows: String,
}

impl File<'_> {
    fn report(&mut self, path: Option<&JsonPath>, description: Description) {
        self.diagnostics.push(self.reporter.report(Severity::Error, self.name, path, description));
    }

    fn read(&mut self, bytes: &[u8]) {
        if let Some(description) = syntax::describe(bytes) {
            return self.report(None, description);
        }
        let json = match Json::parse(bytes) {
            Ok(json) => json,
            Err(why) => {
                return self.report(None, Description::new(Code::NotJson, Aim::File, why.to_string()));
            }
        };
        for path in json.duplicate_keys() {
            let description =
                Description::new(Code::DuplicateKey, Aim::Key, "the key stands twice in one object");
            self.report(Some(&path), description.expected("each key once").advise("remove one of the two"));
        }
        let Some(head) = self.head(&json) else { return };
        let Some(Json::Array(items)) = json.get("cases") else { return };
        let mut names = BTreeSet::new();
        for (index, item) in items.iter().enumerate() {
            let path = JsonPath { steps: vec!["cases".into(), index.into()] };
            if let Some(case) = self.case(&head, item, &path) {
                if !names.insert(case.name.clone()) {
                    let description = Description::new(
                        Code::Repeated,
                        Aim::Value,
                        "another case of this file is called so",
                    );
                    self.report(
                        Some(&path),
                        description.expected("a name of its own").advise("add or change \"name\""),
                    );
                }
                self.cases.push(case);
            }
        }
    }

    /// Reads what stands above the cases.
    fn head(&mut self, json: &Json) -> Option<Head> {
        let root = JsonPath::default();
        let Json::Object(members) = json else {
            self.report(Some(&root), wrong_type(json.kind(), "an object"));
            return None;
        };
        for (key, _) in members {
            if key != "$schema" && !FIELDS.contains(&key.as_str()) {
                let path = JsonPath { steps: vec![key.as_str().into()] };
                self.report(Some(&path), unknown_field(key, FIELDS));
            }
        }
        match json.get("cases") {
            Some(Json::Array(items)) if !items.is_empty() => {}
            Some(other) => {
                let path = JsonPath { steps: vec!["cases".into()] };
                self.report(Some(&path), wrong_type(other.kind(), "an array with cases"));
            }
            None => self.report(Some(&root), missing_field("cases")),
        }
        let kind = self.field::<Kind>(json, "kind");
        let notation = match kind {
            Some(Kind::Notation) => Some(self.field::<Notation>(json, "notation")?),
            _ => None,
        };
        let (truth, shows) = (self.field::<String>(json, "truth"), self.field::<String>(json, "shows"));
        Some(Head { kind: kind?, notation, truth: truth?, shows: shows? })
    }

    /// Reads a field of the head that must be there.
    fn field<T: DeserializeOwned>(&mut self, json: &Json, name: &str) -> Option<T> {
        let Some(value) = json.get(name) else {
            self.report(Some(&JsonPath::default()), missing_field(name));
            return None;
        };
        self.value(value, &JsonPath { steps: vec![name.into()] })
    }

    /// Reads a value, telling the first thing in it that does not fit.
    fn value<T: DeserializeOwned>(&mut self, json: &Json, path: &JsonPath) -> Option<T> {
        let text = json.to_string();
        let mut deserializer = serde_json::Deserializer::from_str(&text);
        match serde_path_to_error::deserialize(&mut deserializer) {
            Ok(value) => Some(value),
            Err(error) => {
                let mut path = path.clone();
                path.steps.extend(error.path().iter().filter_map(step));
                let why = error.inner().to_string();
                // The place inside of the text that was read is not the one in the file.
                let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why).to_owned();
                let description = misfit(&why, &mut path);
                self.report(Some(&path), description);
                None
            }
        }
    }

    fn case(&mut self, head: &Head, json: &Json, path: &JsonPath) -> Option<Case> {
        let Json::Object(members) = json else {
            self.report(Some(path), wrong_type(json.kind(), "an object"));
            return None;
        };
        let mut common: [Option<String>; 3] = [None, None, None];
        for (name, slot) in COMMON.iter().zip(&mut common) {
            if let Some(value) = json.get(name) {
                let at = JsonPath { steps: [&path.steps[..], &[(*name).into()]].concat() };
                *slot = Some(self.value(value, &at)?);
            }
        }
        let [name, truth, shows] = common;
        let rest = members.iter().filter(|(key, _)| !COMMON.contains(&key.as_str())).cloned().collect();
        let body = self.body(head, &Json::Object(rest), path)?;
        let named = name.or_else(|| match &body {
            Body::Notation(_, case) => Some(own_name(case)),
            _ => None,
        });
        let Some(name) = named.filter(|name| !name.is_empty()) else {
            self.report(Some(path), missing_field("name"));
            return None;
        };
        Some(Case {
            file: self.name.to_owned(),
            path: path.clone(),
            name,
            truth: truth.unwrap_or_else(|| head.truth.clone()),
            shows: shows.unwrap_or_else(|| head.shows.clone()),
            body,
        })
    }

    fn body(&mut self, head: &Head, json: &Json, path: &JsonPath) -> Option<Body> {
        Some(match head.kind {
            Kind::Notation => Body::Notation(head.notation?, self.value(json, path)?),
            Kind::Evaluation => Body::Evaluation(self.value(json, path)?),
            Kind::Perft => Body::Perft(self.value(json, path)?),
            Kind::Positions => Body::Positions(self.value(json, path)?),
            Kind::Games => Body::Games(self.value(json, path)?),
            Kind::Engine => Body::Engine(self.value(json, path)?),
            Kind::Moderator => {
                let case: Box<ModeratorCase> = self.value(json, path)?;
                let faults = case.faults();
                self.steps(path, faults)?;
                Body::Moderator(case)
            }
            Kind::Protocol => {
                let case: Box<ProtocolCase> = self.value(json, path)?;
                let faults = case.faults();
                self.steps(path, faults)?;
                Body::Protocol(case)
            }
        })
    }

    /// Tells what is wrong with steps of a script; `None` if something is.
    fn steps(&mut self, path: &JsonPath, faults: Vec<(usize, String)>) -> Option<()> {
        let is_sound = faults.is_empty();
        for (index, expected) in faults {
            let steps = [&path.steps[..], &["steps".into(), index.into()]].concat();
            let description = Description::new(Code::WrongForm, Aim::Value, "this step cannot be read");
            self.report(Some(&JsonPath { steps }), description.expected(expected));
        }
        is_sound.then_some(())
    }
}

/// Returns the name of a notation's case that has none: its text.
fn own_name(case: &NotationCase) -> String {
    match (&case.text, &case.input) {
        (Some(text), _) => format!("`{text}`"),
        (None, Some(Json::String(text))) => format!("`{text}`"),
        (None, Some(other)) => other.to_string(),
        (None, None) => "nothing".to_owned(),
    }
}

fn step(segment: &Segment) -> Option<JsonStep> {
    match segment {
        Segment::Seq { index } => Some((*index).into()),
        Segment::Map { key } => Some(key.as_str().into()),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

/// Words of serde between back-quotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Describes an error of a value's reader; the path becomes that of the value meant.
fn misfit(why: &str, path: &mut JsonPath) -> Description {
    if let Some(rest) = why.strip_prefix("unknown field ") {
        let words = quoted(rest);
        let (field, known) = words.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
        if path.steps.last() != Some(&field.into()) {
            path.steps.push(field.into());
        }
        return unknown_field(field, known);
    }
    if let Some(rest) = why.strip_prefix("missing field ") {
        return missing_field(quoted(rest).first().copied().unwrap_or_default());
    }
    if let Some(rest) = why.strip_prefix("unknown variant ") {
        let words = quoted(rest);
        let (found, known) = words.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
        return Description::new(Code::UnknownWord, Aim::Value, format!("\"{found}\" is not known here"))
            .expected(any_of(known))
            .hint(nearest(found, known.iter().copied()).map(|near| format!("did you mean \"{near}\"?")));
    }
    let parts = why.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "));
    match parts {
        Some((found, expected)) => wrong_type(kind(found), plain(expected)),
        None => Description::new(Code::WrongType, Aim::Value, why.to_owned()),
    }
}

/// Returns the kind of a value that serde found, in words that an author knows.
fn kind(found: &str) -> &str {
    match found.split([' ', ',']).next() {
        Some("integer" | "floating") => "a number",
        Some("string") => "a string",
        Some("boolean") => "a boolean",
        Some("sequence") => "an array",
        Some("map") => "an object",
        Some(_) | None => found,
    }
}

/// Returns the author's words for serde's expectation.
fn plain(expected: &str) -> &str {
    match expected {
        "u64" | "usize" | "u32" => "a whole number",
        "a boolean" => "true or false",
        "a sequence" => "an array",
        "a map" => "an object",
        other if other.starts_with("struct ") => "an object",
        other => other,
    }
}

fn wrong_type(found: &str, expected: &str) -> Description {
    Description::new(Code::WrongType, Aim::Value, format!("{found} stands where {expected} belongs"))
        .expected(expected)
}

fn missing_field(name: &str) -> Description {
    let hint = match name {
        "name" => "what the case is called",
        "kind" => "what kind of cases the file holds",
        "truth" => "where the truth of the cases comes from: a document, a law, a table",
        "shows" => "what the cases of the file show",
        "cases" => "the cases, in brackets",
        "notation" => "which notation the texts are in",
        _ => "",
    };
    Description::new(Code::MissingField, Aim::Key, format!("the field \"{name}\" is missing"))
        .absent()
        .expected(format!("\"{name}\": …"))
        .hint((!hint.is_empty()).then(|| hint.to_owned()))
}

fn unknown_field(name: &str, known: &[&str]) -> Description {
    let hint = match nearest(name, known.iter().chain(COMMON).copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "remove it".to_owned(),
    };
    Description::new(Code::UnknownField, Aim::Key, format!("there is no field \"{name}\" here"))
        .expected(any_of(known))
        .advise(hint)
}
