//! A ruleset of the catalogue, read at the start or when it is first used.

use std::sync::{Arc, OnceLock};

use ggn_core::json::Json;

use super::read;
use crate::data::Faults;
use crate::rules::{self, Rules};

/// File with the name of a ruleset.
const MANIFEST: &str = "ruleset.json";

/// A ruleset of the catalogue. Tables are read at the start. Patterns have to be written out first, and there may be many games that nobody plays: a
/// ruleset of patterns alone is read when it is first used.
#[derive(Debug)]
pub(super) struct RulesetEntry {
    /// Name for people.
    pub(super) name: String,
    /// Folder below `rules/`.
    folder: String,
    /// Files of the folder; none once the ruleset has been read at the start.
    files: Vec<(String, Vec<u8>)>,
    /// Set when it is first used; `None` for faulty patterns.
    rules: OnceLock<Option<Arc<Rules>>>,
}

impl RulesetEntry {
    /// Creates the entry of a folder with a manifest; `None` if it is faulty.
    pub(super) fn new(
        folder: &str,
        files: Vec<(String, Vec<u8>)>,
        faults: &mut Faults,
    ) -> Option<RulesetEntry> {
        if let Some(name) = pattern::is_alone(&files).then(|| name(folder, &files)).flatten() {
            return Some(RulesetEntry { name, folder: folder.to_owned(), files, rules: OnceLock::new() });
        }
        let rules = Arc::new(read::ruleset(folder, &files, faults)?);
        Some(RulesetEntry {
            name: rules.ruleset.name().to_owned(),
            folder: folder.to_owned(),
            files: Vec::new(),
            rules: OnceLock::from(Some(rules)),
        })
    }

    /// Returns the ruleset, and reads it if this is the first use; `None` if its patterns are faulty, as `ggn check` reports.
    pub(super) fn rules(&self) -> Option<&Arc<Rules>> {
        self.rules_or(&mut Faults::new())
    }

    /// Returns whether the ruleset has been read, or tried to be.
    pub(super) fn is_read(&self) -> bool {
        self.rules.get().is_some()
    }

    /// Returns the files as one JSON object from path to text, for the engine in the browser. Patterns are written out for each call: that text is large,
    /// and the server keeps it compressed.
    pub(super) fn bundle(&self) -> Option<Arc<str>> {
        if self.files.is_empty() {
            return self.rules().map(|rules| Arc::clone(rules.bundle()));
        }
        let files = read::tables(&self.folder, &self.files, &mut Faults::new())?;
        Some(rules::bundle(&files))
    }

    /// Returns the ruleset as [`RulesetEntry::rules`] does, and reports its faults at the first use.
    pub(super) fn rules_or(&self, faults: &mut Faults) -> Option<&Arc<Rules>> {
        self.rules.get_or_init(|| read::ruleset(&self.folder, &self.files, faults).map(Arc::new)).as_ref()
    }
}

/// Returns the name in the manifest of a folder, if the id there is the folder's name. A manifest without them is read at the start, which reports that.
fn name(folder: &str, files: &[(String, Vec<u8>)]) -> Option<String> {
    let (_, manifest) = files.iter().find(|(path, _)| path == MANIFEST)?;
    let json = Json::parse(manifest).ok()?;
    match (json.get("id")?, json.get("name")?) {
        (Json::String(id), Json::String(name)) if id == folder => Some(name.clone()),
        _ => None,
    }
}
