//! What came of a composition, and where each part of it was written.

use crate::json::{JsonPath, JsonStep};

/// The files of a ruleset that was made of another.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The files, as [`Ruleset::load`](crate::Ruleset::load) takes them.
    pub files: Vec<(String, Vec<u8>)>,
    pub(super) parts: Vec<Part>,
}

/// A part of the composed files that stands elsewhere in what they were made of.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) file: String,
    pub(super) path: Vec<JsonStep>,
    pub(super) origin: Origin,
}

/// Where something was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The overlay; none for the ruleset itself.
    pub overlay: Option<String>,
    /// The file in its folder.
    pub file: String,
    /// Where in that file.
    pub path: JsonPath,
}

impl Composed {
    /// Where something of the composed files was written, so that a fault can be told where its author finds it.
    #[must_use]
    pub fn origin(&self, file: &str, path: &JsonPath) -> Origin {
        let holds = |part: &&Part| part.file == file && path.steps.starts_with(&part.path);
        let part = self.parts.iter().filter(holds).max_by_key(|part| part.path.len());
        match part {
            None => Origin { overlay: None, file: file.to_owned(), path: path.clone() },
            Some(part) => {
                let rest = path.steps.get(part.path.len()..).unwrap_or_default();
                let steps = part.origin.path.steps.iter().chain(rest).cloned().collect();
                Origin { path: JsonPath { steps }, ..part.origin.clone() }
            }
        }
    }
}
