//! Rulesets and house rules, read from the files of their folders.

use ggn_core::Overlay;
use ggn_core::json::JsonPath;
use pattern::LoadError;

use crate::data::{DataFault, DataFaultKind, Faults};
use crate::rules::Rules;

/// Reads a ruleset from the files of its folder: its tables, or patterns alone.
pub(super) fn ruleset(folder: &str, files: &[(String, Vec<u8>)], faults: &mut Faults) -> Option<Rules> {
    let report = |error| match error {
        LoadError::Patterns(found) => faults.extend(found.into_iter().map(|found| DataFault {
            file: format!("{folder}/{}", found.file),
            place: JsonPath::default(),
            kind: DataFaultKind::Pattern(found.message),
        })),
        LoadError::Ruleset(found) => faults.extend(of_folder(folder, &found)),
    };
    let ruleset = pattern::load(files).map_err(report).ok()?;
    let rules = Rules::new(ruleset, files, Vec::new());
    is_named(rules.ruleset.id(), folder, format!("{folder}/ruleset.json"), faults);
    Some(rules)
}

/// Reads the ruleset of a guest, which was checked before, under the id by which the server knows it.
pub(super) fn guest_ruleset(id: &str, files: &[(String, Vec<u8>)]) -> Option<Rules> {
    let ruleset = pattern::load(files).ok()?;
    Some(Rules::new(ruleset, files, Vec::new()).known_as(id))
}

/// Reads a house rule from the files of its folder below `overlays/`.
pub(super) fn overlay(folder: &str, files: &[(String, Vec<u8>)], faults: &mut Faults) -> Option<Overlay> {
    let report = |found: ggn_core::Faults| faults.extend(of_folder(&format!("overlays/{folder}"), &found));
    let overlay = Overlay::read(files).map_err(report).ok()?;
    is_named(overlay.id(), folder, format!("overlays/{folder}/overlay.json"), faults);
    Some(overlay)
}

/// Returns the faults of a ruleset as faults of its folder.
fn of_folder(folder: &str, found: &ggn_core::Faults) -> Vec<DataFault> {
    let fault = |fault: &ggn_core::Fault| DataFault {
        file: folder.to_owned(),
        place: JsonPath::default(),
        kind: DataFaultKind::Ruleset(fault.clone()),
    };
    found.as_slice().iter().map(fault).collect()
}

/// Checks that an id is the name of its folder.
fn is_named(id: &str, folder: &str, file: String, faults: &mut Faults) {
    if id != folder {
        faults.push(DataFault {
            file,
            place: JsonPath { steps: vec!["id".into()] },
            kind: DataFaultKind::NotFolderName { id: id.to_owned(), folder: folder.to_owned() },
        });
    }
}
