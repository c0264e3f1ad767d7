//! Rulesets of patterns alone: their files with what the patterns come to, as loaders take them.

use std::borrow::Cow;
use std::sync::Arc;

use diagnostic::Diagnostic;
use ggn_core::json::Json;
use ggn_core::notation::ggn::Ggn;
use ggn_core::{Faults, Rules};

use super::{EFFECTS, Expansion, TABLES, expand, expansion, table_of};

/// Files as loaders take them: the path below the ruleset's folder, and the bytes.
type Files = [(String, Vec<u8>)];

/// Returns whether files hold patterns, but none of the files that patterns come to: a ruleset of patterns alone.
#[must_use]
pub fn is_alone(files: &Files) -> bool {
    let has = |is: &dyn Fn(&str) -> bool| files.iter().any(|(path, _)| is(path));
    has(&|path| table_of(path).is_some())
        && has(&|path| path == super::board::MANIFEST)
        && !has(&|path| path == EFFECTS || path.starts_with(TABLES.0) && path.ends_with(TABLES.1))
}

/// Returns the files of a ruleset as loaders take them. A ruleset of patterns alone gets the tables and effects that they come to; any
/// other, also one with patterns beside its tables, stays as it is.
///
/// ```
/// let file = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
/// let files = [file("ruleset.json", r#"{ "initial": "k^3/4/4/3K^ / G/g" }"#), file("patterns/king.moves", "K^: K")];
/// let whole = pattern::whole(&files).map_err(|faults| faults[0].message.clone())?;
/// assert_eq!(whole.len(), 3);
/// assert_eq!(pattern::whole(&whole).map(|same| same.len()), Ok(3));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// All faults of the patterns.
pub fn whole(files: &Files) -> Result<Cow<'_, Files>, Vec<Diagnostic>> {
    if !is_alone(files) {
        return Ok(Cow::Borrowed(files));
    }
    let written = expand(files)?.into_iter().map(|(path, text)| (path, text.into_bytes()));
    let mut files = files.to_vec();
    files.extend(written);
    files.sort();
    Ok(Cow::Owned(files))
}

/// Tables and effects that a ruleset of patterns alone comes to, not written out as text.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Path of each table below the folder, and the table, in the order of the paths.
    pub tables: Vec<(String, Ggn)>,
    /// Content of `effects.json`; none if the patterns say no effects.
    pub effects: Option<Json>,
}

/// Returns what the files of a ruleset of patterns alone come to; nothing for any other ruleset.
///
/// # Errors
/// All faults of the patterns.
pub fn tables(files: &Files) -> Result<Option<Tables>, Vec<Diagnostic>> {
    if !is_alone(files) {
        return Ok(None);
    }
    let mut faults = Vec::new();
    let Expansion { tables, effects } = expansion(files, &[], &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut tables: Vec<_> = tables.into_iter().map(|expanded| (expanded.table, expanded.ggn)).collect();
    tables.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(Some(Tables { tables, effects: effects.map(|effects| effects.json()) }))
}

/// Faults of a ruleset: of its patterns, or of what they and its other files come to.
#[derive(Debug)]
pub enum LoadError {
    /// All faults of the patterns.
    Patterns(Vec<Diagnostic>),
    /// All faults of the ruleset.
    Ruleset(Faults),
}

/// Loads a ruleset from the files of its folder: from its tables, or from patterns alone. What patterns come to is not written out as text for it.
///
/// # Errors
/// All faults of the patterns, or all of the ruleset.
pub fn load(files: &Files) -> Result<Arc<Rules>, LoadError> {
    let loaded = match tables(files).map_err(LoadError::Patterns)? {
        None => Rules::load(files),
        Some(Tables { tables, effects }) => Rules::load_with_tables(files, tables, effects.as_ref()),
    };
    loaded.map_err(LoadError::Ruleset)
}
