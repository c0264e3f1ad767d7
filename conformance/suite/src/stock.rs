//! Rulesets and tables that cases ask for, read once each.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ggn_core::notation::feen::Feen;
use ggn_core::notation::fen;
use ggn_core::{Counters, Game, Position, Rules};
use session::Catalogue;

use super::case::Start;
use authoring::rules::{self, Folder, LoadError, MANIFEST};

/// The default ruleset.
const USUAL: &str = "chess";

/// Values read, or the reasons why they cannot be.
type Cache<T> = Mutex<HashMap<String, Arc<OnceLock<Result<Arc<T>, String>>>>>;

/// Everything that cases share.
#[derive(Debug)]
pub struct Stock {
    /// The folder of rulesets, moderators and profiles.
    folder: Folder,
    rulesets: Cache<Rules>,
    catalogues: Cache<Catalogue>,
}

fn get<T>(
    cache: &Cache<T>,
    key: &str,
    make: impl FnOnce() -> Result<Arc<T>, String>,
) -> Result<Arc<T>, String> {
    let slot = {
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(cache.entry(key.to_owned()).or_default())
    };
    slot.get_or_init(make).clone()
}

impl Stock {
    /// Returns the stock of a folder of rules.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn read(rules: &Path) -> Result<Stock, LoadError> {
        let folder = Folder::read(rules)?;
        Ok(Stock { folder, rulesets: Mutex::default(), catalogues: Mutex::default() })
    }

    /// Returns a ruleset by its id, or by its folder as seen from the folder `beside`.
    pub(super) fn ruleset(&self, named: Option<&str>, beside: &Path) -> Result<Arc<Rules>, String> {
        let named = named.unwrap_or(USUAL);
        let folder: PathBuf =
            if named.contains('/') { beside.join(named) } else { self.folder.root.join(named) };
        get(&self.rulesets, &folder.display().to_string(), || {
            rules::load(&folder).map_err(|why| why.to_string())
        })
    }

    /// Returns the position in which a case starts.
    pub(super) fn position(
        &self,
        start: &Start<'_>,
        beside: &Path,
    ) -> Result<(Arc<Rules>, Position, Counters), String> {
        let rules = self.ruleset(start.ruleset, beside)?;
        let Some((feen, counters)) = placed(start)? else {
            let initial = rules.initial().clone();
            return Ok((rules, initial, Counters::default()));
        };
        let position = rules.position(&feen).map_err(|why| format!("no such position: {why}"))?;
        Ok((rules, position, counters))
    }

    /// Returns the game with which a case starts.
    pub(super) fn game(&self, start: &Start<'_>, beside: &Path) -> Result<Game, String> {
        let (rules, position, counters) = self.position(start, beside)?;
        Ok(Game::from_position(rules, position, counters))
    }

    /// Returns all data with some of its files changed: `change` is asked for each file by its path. The result is kept by its key.
    pub(super) fn catalogue(
        &self,
        key: Option<&str>,
        change: impl Fn(&str, &[u8]) -> Result<Option<Vec<u8>>, String>,
    ) -> Result<Arc<Catalogue>, String> {
        let make = || {
            let mut files = Vec::new();
            for (path, bytes) in &self.folder.files {
                let changed = change(path, bytes)?;
                files.push((path.clone(), changed.unwrap_or_else(|| bytes.clone())));
            }
            Catalogue::load(files).map_err(|faults| faults.to_string())
        };
        key.map_or_else(make, |key| get(&self.catalogues, key, make))
    }

    /// Returns a text of a profile: the id of its ruleset, or of its moderator.
    pub(super) fn of_profile(&self, profile: &str, field: &str) -> Result<String, String> {
        let path = format!("profiles/{profile}.json");
        let bytes = self.folder.file(&path).ok_or_else(|| format!("{path} is missing"))?;
        let value: serde_json::Value =
            serde_json::from_slice(bytes).map_err(|why| format!("{path}: {why}"))?;
        let text = value.get(field).and_then(serde_json::Value::as_str).map(str::to_owned);
        text.ok_or_else(|| format!("{path} has no {field}"))
    }

    /// Returns the path of a ruleset's manifest.
    pub(super) fn manifest(id: &str) -> String {
        format!("{id}/{MANIFEST}")
    }
}

/// Returns the position that a case names, with its counters; none if it names none.
pub(super) fn placed(start: &Start<'_>) -> Result<Option<(Feen, Counters)>, String> {
    match (start.fen, start.feen) {
        (Some(_), Some(_)) => Err("a case has `fen` or `feen`, not both".to_owned()),
        (Some(text), None) => {
            let setup = fen::parse(text).map_err(|why| why.to_string())?;
            Ok(Some((setup.feen, Counters { halfmove: setup.halfmove, fullmove: setup.fullmove })))
        }
        (None, Some(text)) => {
            let feen: Feen =
                text.parse().map_err(|why: ggn_core::notation::feen::ParseFeenError| why.to_string())?;
            Ok(Some((feen, Counters::default())))
        }
        (None, None) => Ok(None),
    }
}
