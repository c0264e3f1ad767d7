//! Moderators, profiles, ways to play with bids and translations, as the server reads them.

use std::collections::BTreeSet;

use diagnostic::suggest;
use ggn_core::json::JsonStep;
use session::{Catalogue, DataFault, DataFaultKind};

use super::Checked;
use crate::diagnose::data::{Ids, describe};
use crate::diagnose::reporter::Reporter;
use crate::diagnose::{Diagnostic, Severity, syntax};
use crate::rules::Folder;

/// Returns whether a folder of `rules/` holds moderators, profiles or ways to play with bids rather than a ruleset.
pub(super) fn is_data(name: &str) -> bool {
    matches!(name, "moderators" | "profiles" | "gambit")
}

/// Checks moderators and profiles, if the folder has any; a folder with rulesets alone asks for none.
pub(super) fn check(folder: Folder) -> Option<Checked> {
    let first = |path: &str| path.split_once('/').map(|(name, _)| name.to_owned());
    let folders: BTreeSet<String> = folder.files.iter().filter_map(|(path, _)| first(path)).collect();
    if !folders.iter().any(|name| is_data(name)) {
        return None;
    }
    let ids = Ids {
        rulesets: folders.into_iter().filter(|name| is_ruleset(&folder, name)).collect(),
        moderators: names(&folder, "moderators/"),
    };
    let mut elsewhere = 0;
    let mut faults = match Catalogue::load(folder.files.clone()) {
        Ok(catalogue) => [catalogue.unknown_names(), catalogue.pieces_without_values()].concat(),
        Err(faults) => faults.faults().to_vec(),
    };
    // Rules may be a part of those that were translated: a name that is like none of them is no slip.
    faults.retain(|fault| {
        let is_kept = is_slip(fault);
        elsewhere += usize::from(!is_kept);
        is_kept
    });
    let notes = match elsewhere {
        0 => Vec::new(),
        count => vec![format!("{count} names in translations and values are of none of these rules")],
    };
    let reporter = Reporter::new(&folder);
    let mut diagnostics: Vec<Diagnostic> =
        faults.iter().filter_map(|fault| diagnostic(&reporter, &folder, fault, &ids)).collect();
    super::sort(&mut diagnostics);
    Some(Checked { folder, is_ruleset: false, id: None, diagnostics, notes, stats: None })
}

/// Returns whether a fault is one for its author: a name that the rules do not have is, if they have a similar one.
fn is_slip(fault: &DataFault) -> bool {
    let (DataFaultKind::UnknownName { known, .. }, Some(JsonStep::Key(name))) =
        (&fault.kind, fault.place.steps.last())
    else {
        return true;
    };
    suggest::is_slip(name, known.iter().map(String::as_str))
}

fn is_ruleset(folder: &Folder, name: &str) -> bool {
    folder.files.iter().any(|(path, _)| *path == format!("{name}/ruleset.json"))
}

fn names(folder: &Folder, below: &str) -> Vec<String> {
    let name = |path: &str| path.strip_prefix(below)?.strip_suffix(".json").map(str::to_owned);
    folder.files.iter().filter_map(|(path, _)| name(path)).collect()
}

fn diagnostic(reporter: &Reporter<'_>, folder: &Folder, fault: &DataFault, ids: &Ids) -> Option<Diagnostic> {
    // Description where each house rule is checked with its rulesets.
    if fault.file.starts_with("overlays/") {
        return None;
    }
    if let DataFaultKind::Json(_) = fault.kind {
        let (_, bytes) = folder.files.iter().find(|(path, _)| *path == fault.file)?;
        return Some(reporter.report(Severity::Error, &fault.file, None, syntax::describe(bytes)?));
    }
    let field = match fault.place.steps.last() {
        Some(JsonStep::Key(key)) => key.as_str(),
        Some(JsonStep::Index(_)) | None => "",
    };
    let is_warning = matches!(fault.kind, DataFaultKind::NoValue(_));
    let severity = if is_warning { Severity::Warning } else { Severity::Error };
    let description = describe(&fault.kind, field, ids)?;
    Some(reporter.report(severity, &fault.file, Some(&fault.place), description))
}
