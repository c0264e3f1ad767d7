//! Result of a composition, with the origin of each part.

use crate::json::{JsonPath, JsonStep};

/// Files of a composed ruleset.
#[derive(Clone, Debug)]
pub struct Composed {
    /// Files, as [`Rules::load`](crate::Rules::load) takes them.
    pub files: Vec<(String, Vec<u8>)>,
    pub(super) parts: Vec<Part>,
}

/// Part of the composed files that comes from another place in the sources.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) file: String,
    pub(super) path: Vec<JsonStep>,
    pub(super) origin: Origin,
}

/// Place in the source files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Overlay; `None` for the ruleset itself.
    pub overlay: Option<String>,
    /// File in its folder.
    pub file: String,
    /// Path in that file.
    pub path: JsonPath,
}

impl Composed {
    /// Returns the source of a place in the composed files, so that a fault can be reported where its author wrote it.
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
