//! House rules, alone or together, with the rulesets that they are made for.

use std::path::PathBuf;
use std::time::Instant;

use ggn_core::json::{JsonPath, JsonStep};
use ggn_core::{Clash, Composed, Fault, Overlay, Ruleset};

use super::{Checked, Desk, Options, companion, sort, stats};
use crate::diagnose::code::Code;
use crate::diagnose::known::Known;
use crate::diagnose::reporter::Reporter;
use crate::diagnose::told::{Aim, Told};
use crate::diagnose::{Diagnostic, Severity};
use crate::overlays::{self, House, OVERLAY};
use crate::pattern;
use crate::rules::{Folder, MANIFEST};

/// Checks an overlay with every ruleset that it is made for: its own faults, those that come of the two, its patterns, and the counts and games
/// that lie beside it.
pub(super) fn overlay(folder: Folder, options: Options) -> Checked {
    let mut checked = Checked {
        is_ruleset: true,
        id: None,
        diagnostics: Vec::new(),
        notes: Vec::new(),
        stats: None,
        folder: folder.clone(),
    };
    let overlay = match Overlay::read(&folder.files) {
        Ok(overlay) => overlay,
        Err(faults) => {
            checked.diagnostics = Reporter::new(&folder).faults(faults.as_slice());
            sort(&mut checked.diagnostics);
            return checked;
        }
    };
    checked.id = Some(overlay.id().to_owned());
    let name = folder.root.file_name().map(|name| name.to_string_lossy().into_owned());
    if name.as_deref().is_some_and(|name| name != overlay.id()) {
        let told = Told::new(Code::IdNotName, Aim::Value, "the id is not the name of the folder")
            .expected(format!("{:?}", name.unwrap_or_default()))
            .advise("games find an overlay by its folder");
        checked.diagnostics.push(at(&folder, &["id".into()], told));
    }
    let there = overlays::bases(&folder, &overlay);
    let is_there = |id: &str| there.iter().any(|base| base.ends_with(id));
    for (index, id) in overlay.over().enumerate().filter(|(_, id)| !is_there(id)) {
        let told = Told::new(Code::NoSuchRuleset, Aim::Value, format!("there is no ruleset {id}"))
            .expected("the id of a ruleset beside the folder of the overlays");
        checked.diagnostics.push(at(&folder, &["over".into(), index.into()], told));
    }
    for base in there {
        let base = match Folder::read(&base) {
            Ok(base) => base,
            Err(why) => {
                checked.notes.push(why.to_string());
                continue;
            }
        };
        let Ok(overlay) = Overlay::read(&folder.files) else { continue };
        let overlays = match overlays::with_required(&folder, overlay) {
            Ok(overlays) => overlays,
            Err(why) => {
                checked.notes.push(why.to_string());
                continue;
            }
        };
        let found = together(&House { base, overlays }, folder.root.clone(), options);
        checked.diagnostics.extend(found.diagnostics);
        checked.notes.extend(found.notes);
        checked.stats = checked.stats.or(found.stats);
        // What was shown of other folders stays at hand for whoever prints it.
        checked.folder = found.folder;
    }
    if let Ok(board) = overlays::with_board(folder.clone()) {
        let reporter = Reporter::new(&folder);
        checked.diagnostics.extend(pattern::check(&board).into_iter().map(|told| reporter.placed(told)));
    }
    sort(&mut checked.diagnostics);
    checked
}

/// Checks a ruleset with overlays: whether they go together, and what comes of it.
#[must_use]
pub fn house(house: &House, options: Options) -> Checked {
    let mut checked = together(house, house.base.root.clone(), options);
    sort(&mut checked.diagnostics);
    checked
}

/// What comes of a ruleset and overlays, told of the files as they are seen from a folder.
fn together(house: &House, root: PathBuf, options: Options) -> Checked {
    let mut view = house.seen_from(&root);
    if root == house.base.root {
        // They tell of the ruleset alone.
        view.files.retain(|(path, _)| !matches!(path.as_str(), "perft.json" | "games.json"));
    }
    let ids: Vec<&str> = house.overlays.iter().map(|(_, overlay)| overlay.id()).collect();
    let name = house.base.root.file_name().map(|name| name.to_string_lossy().into_owned());
    let id = Some(format!("{} + {}", name.unwrap_or_default(), ids.join(" + ")));
    let composed = match house.compose() {
        Ok(composed) => composed,
        Err(overlays::OverlayError::Clash(clashes)) => {
            let diagnostics = clashes.iter().map(|clash| self::clash(house, &view, clash)).collect();
            return Checked {
                folder: view,
                is_ruleset: true,
                id,
                diagnostics,
                notes: Vec::new(),
                stats: None,
            };
        }
        Err(why) => {
            let notes = vec![why.to_string()];
            return Checked {
                folder: view,
                is_ruleset: true,
                id,
                diagnostics: Vec::new(),
                notes,
                stats: None,
            };
        }
    };
    let whole = Folder { root: root.clone(), files: composed.files.clone() };
    let mut desk = Desk {
        folder: &view,
        reporter: Reporter::knowing(&view, Known::of(&whole)),
        rules: format!("{} --with {}", house.base.root.display(), ids.join(",")),
        options,
        diagnostics: Vec::new(),
        notes: Vec::new(),
    };
    let start = Instant::now();
    let loaded = Ruleset::load(&composed.files);
    let load = start.elapsed();
    let rules = match loaded {
        Ok(rules) => {
            let before = Ruleset::load(&house.base.files).map(|base| base.doubts()).unwrap_or_default();
            let new = rules.doubts().into_iter().filter(|doubt| !before.contains(doubt));
            desk.warn(&seen(house, &composed, &view, new));
            Some(rules)
        }
        Err(faults) => {
            desk.tell(&seen(house, &composed, &view, faults.as_slice().iter().cloned()));
            None
        }
    };
    companion::check(&mut desk, rules.as_ref());
    let (diagnostics, notes) = (desk.diagnostics, desk.notes);
    let stats = rules.map(|rules| stats(&rules, load));
    Checked { folder: view, is_ruleset: true, id, diagnostics, notes, stats }
}

/// Faults of the composed files at the places where they were written.
fn seen(
    house: &House,
    composed: &Composed,
    view: &Folder,
    faults: impl Iterator<Item = Fault>,
) -> Vec<Fault> {
    let place = |fault: Fault| {
        let origin = composed.origin(&fault.file, &fault.path);
        Fault { file: house.file_from(&view.root, &origin), path: origin.path, kind: fault.kind }
    };
    faults.map(place).collect()
}

/// Why the overlays do not go together, told of the one that says so.
fn clash(house: &House, view: &Folder, clash: &Clash) -> Diagnostic {
    let path = match clash {
        Clash::NotThere { path, .. } | Clash::Renamed { path, .. } => Some(path.clone()),
        Clash::NotOver { .. } => Some(JsonPath { steps: vec!["over".into()] }),
        Clash::Requires { .. } => Some(JsonPath { steps: vec!["requires".into()] }),
        Clash::NotWith { .. } | Clash::Twice(_) | Clash::Both { .. } | Clash::TooMany { .. } => None,
    };
    let of = match clash {
        Clash::NotOver { overlay, .. }
        | Clash::Requires { overlay, .. }
        | Clash::NotThere { overlay, .. }
        | Clash::Renamed { overlay, .. } => Some(overlay),
        Clash::NotWith { one, .. } | Clash::Both { one, .. } | Clash::Twice(one) => Some(one),
        Clash::TooMany { .. } => None,
    };
    let folder = of.and_then(|id| house.overlays.iter().find(|(_, overlay)| overlay.id() == id));
    let root = folder.map_or(&house.base.root, |(folder, _)| &folder.root);
    let file = if folder.is_some() { OVERLAY } else { MANIFEST };
    let file = format!("{}{file}", overlays::way(&view.root, root));
    let aim = if path.is_some() { Aim::Key } else { Aim::File };
    let told = Told::new(Code::OverlaysClash, aim, clash.to_string());
    Reporter::new(view).report(Severity::Error, &file, path.as_ref(), told)
}

fn at(folder: &Folder, path: &[JsonStep], told: Told) -> Diagnostic {
    let path = JsonPath { steps: path.to_vec() };
    Reporter::new(folder).report(Severity::Error, OVERLAY, Some(&path), told)
}
