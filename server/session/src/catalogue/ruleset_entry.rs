//! A ruleset of the catalogue, read at the start or when it is first used.

use std::sync::{Arc, OnceLock};

use ggn_core::json::Json;

use super::read;
use crate::data::Faults;
use crate::rules::{self, Rules};

/// File with the name of a ruleset.
const MANIFEST: &str = "ruleset.json";

/// A ruleset of the catalogue.
#[derive(Debug)]
pub(super) enum RulesetEntry {
    /// Tables, read at the start.
    Tables(Arc<Rules>),
    /// Patterns alone, read when they are first used: they have to be written out first, and there may be many games that nobody plays.
    Patterns(PatternsEntry),
}

/// A ruleset of patterns alone.
#[derive(Debug)]
pub(super) struct PatternsEntry {
    /// Name for people.
    name: String,
    /// Folder below `rules/`.
    folder: String,
    /// Files of the folder.
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
            let folder = folder.to_owned();
            return Some(RulesetEntry::Patterns(PatternsEntry {
                name,
                folder,
                files,
                rules: OnceLock::new(),
            }));
        }
        read::ruleset(folder, &files, faults).map(|rules| RulesetEntry::Tables(Arc::new(rules)))
    }

    /// Returns the name for people.
    pub(super) fn name(&self) -> &str {
        match self {
            RulesetEntry::Tables(rules) => rules.ruleset.name(),
            RulesetEntry::Patterns(patterns) => &patterns.name,
        }
    }

    /// Returns the ruleset, and reads it if this is the first use; `None` if its patterns are faulty, as `ggn check` reports.
    pub(super) fn rules(&self) -> Option<&Arc<Rules>> {
        self.rules_or(&mut Faults::new())
    }

    /// Returns the ruleset as [`RulesetEntry::rules`] does, and reports its faults at the first use.
    pub(super) fn rules_or(&self, faults: &mut Faults) -> Option<&Arc<Rules>> {
        match self {
            RulesetEntry::Tables(rules) => Some(rules),
            RulesetEntry::Patterns(PatternsEntry { folder, files, rules, .. }) => {
                rules.get_or_init(|| read::ruleset(folder, files, faults).map(Arc::new)).as_ref()
            }
        }
    }

    /// Returns whether the ruleset has been read, or tried to be.
    pub(super) fn is_read(&self) -> bool {
        match self {
            RulesetEntry::Tables(_) => true,
            RulesetEntry::Patterns(patterns) => patterns.rules.get().is_some(),
        }
    }

    /// Returns the files as one JSON object from path to text, for the engine in the browser. Patterns are written out for each call: that text is large,
    /// and the server keeps it compressed.
    pub(super) fn bundle(&self) -> Option<Arc<str>> {
        match self {
            RulesetEntry::Tables(rules) => Some(Arc::clone(rules.bundle())),
            RulesetEntry::Patterns(PatternsEntry { files, .. }) => {
                rules::tables(files).map(|files| rules::bundle(&files))
            }
        }
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
