//! House rules, alone or together, with the rulesets that they are made for.

use std::cell::LazyCell;
use std::path::PathBuf;

use ggn_core::json::{JsonPath, JsonStep};
use ggn_core::{Clash, Composed, Fault, Overlay, Rules};

use super::doubt::{Doubt, is_hopeless};
use super::{CheckContext, Checked, Options, companion, needs, sort, start, stats, stopwatch};
use crate::diagnose::clash::{self, ClashContext};
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};
use crate::diagnose::reporter::Reporter;
use crate::diagnose::{Diagnostic, Severity, suggest};
use crate::overlays::{self, Draft, House, OverlayError};
use crate::rules::{Folder, MANIFEST, OVERLAY};

/// Checks an overlay with every ruleset that it is made for: its own faults, those of the composed ruleset, its patterns, and the counts and games
/// that lie beside it.
#[must_use]
pub fn overlay(folder: Folder, options: Options) -> Checked {
    let mut checked = nothing(folder.clone(), None);
    let (overlay, faults) = Overlay::draft(&folder.files);
    let bases = overlay.as_ref().map(|overlay| overlays::bases(&folder, overlay)).unwrap_or_default();
    let first_base = || bases.first().and_then(|base| Folder::read(base).ok());
    checked.diagnostics = own(&folder, first_base, &faults);
    let Some(overlay) = overlay else {
        sort(&mut checked.diagnostics);
        return checked;
    };
    checked.id = Some(overlay.id().to_owned());
    checked.diagnostics.extend(names(&folder, &overlay, &bases));
    let mut board = None;
    let mut ruleset = Vec::new();
    for (index, base) in bases.into_iter().enumerate() {
        let read = Folder::read(&base).map_err(OverlayError::from);
        let draft = match read.and_then(|base| Draft::with_required(base, &folder)) {
            Ok(draft) => draft,
            Err(why) => {
                checked.notes.push(why.to_string());
                continue;
            }
        };
        for (other, _) in draft.faulty.iter().filter(|(other, _)| other.root != folder.root) {
            let (id, other) = (overlay.id(), other.root.display());
            checked
                .notes
                .push(format!("{id} cannot be checked as a whole: {other}, which it requires, is faulty"));
        }
        let composition = draft.house.compose_anyway();
        if index == 0 {
            board = composition.0.files.iter().find(|(path, _)| path == MANIFEST).cloned();
            ruleset.clone_from(&draft.house.base.files);
        }
        let found = together(&draft, composition, folder.root.clone(), options);
        checked.diagnostics.extend(found.diagnostics);
        checked.notes.extend(found.notes);
        checked.stats = checked.stats.or(found.stats);
        // The shown files of other folders are kept for the printer.
        checked.folder = found.folder;
    }
    if !checked.diagnostics.iter().any(|one| one.severity == Severity::Error) {
        let (fault, note) = needs::check(&folder, &overlay, options.rulesets);
        checked.diagnostics.extend(fault);
        checked.notes.extend(note);
    }
    let in_patterns = patterns(&folder, board, &ruleset, &checked.diagnostics);
    checked.diagnostics.extend(in_patterns);
    sort(&mut checked.diagnostics);
    checked
}

/// Faults of its patterns, and tables that are not what these come to, unless such a table has other faults. `board` is the manifest that
/// tells the board: that of the first ruleset, whose files are `ruleset`, and this overlay.
fn patterns(
    folder: &Folder,
    board: Option<(String, Vec<u8>)>,
    ruleset: &[(String, Vec<u8>)],
    known: &[Diagnostic],
) -> Vec<Diagnostic> {
    let reporter = Reporter::new(folder);
    let is_faulty = |file: &str| known.iter().any(|known| known.file == file);
    let files: Vec<_> = folder.files.iter().cloned().chain(board).collect();
    let found = pattern::check_over(&files, ruleset).into_iter();
    let found = found.filter(|found| found.span.is_some() || !is_faulty(&found.file));
    found.map(|found| reporter.placed(found)).collect()
}

/// Checks the ids that an overlay names, its own among them.
fn names(folder: &Folder, overlay: &Overlay, bases: &[PathBuf]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let name = folder.root.file_name().map(|name| name.to_string_lossy().into_owned());
    if name.as_deref().is_some_and(|name| name != overlay.id()) && overlays::is_id(overlay.id()) {
        let description =
            Description::new(Code::IdNotName, Aim::Value, "the id is not the name of the folder")
                .expected(format!("{:?}", name.unwrap_or_default()))
                .advise("games find an overlay by its folder");
        diagnostics.push(at(folder, Severity::Error, &["id".into()], description));
    }
    let is_there = |id: &str| bases.iter().any(|base| base.ends_with(id));
    for (index, id) in overlay.over().enumerate().filter(|(_, id)| overlays::is_id(id) && !is_there(id)) {
        let description =
            Description::new(Code::NoSuchRuleset, Aim::Value, format!("there is no ruleset {id}"))
                .expected("the id of a ruleset beside the folder of the overlays");
        diagnostics.push(at(folder, Severity::Error, &["over".into(), index.into()], description));
    }
    let Some(beside) = overlays::beside(folder) else { return diagnostics };
    let known = || beside.iter().map(String::as_str);
    let is_lost = |id: &str| overlays::is_id(id) && id != overlay.id() && !known().any(|known| known == id);
    for (index, id) in overlay.not_with().enumerate().filter(|(_, id)| is_lost(id)) {
        let description =
            Description::new(Code::NoSuchOverlay, Aim::Value, format!("there is no overlay {id}"))
                .expected("the id of an overlay beside this one")
                .hint(suggest::nearest(id, known()).map(|near| format!("did you mean \"{near}\"?")));
        diagnostics.push(at(folder, Severity::Warning, &["not_with".into(), index.into()], description));
    }
    diagnostics
}

/// Returns the faults of an overlay by itself. What its ruleset names is known, as far as there is one.
fn own(folder: &Folder, base: impl FnOnce() -> Option<Folder>, faults: &[Fault]) -> Vec<Diagnostic> {
    if faults.is_empty() {
        return Vec::new();
    }
    let files = base().into_iter().flat_map(|base| base.files).chain(folder.files.iter().cloned());
    let whole = Folder { root: folder.root.clone(), files: files.collect() };
    Reporter::knowing(folder, &whole).faults(faults)
}

/// Checks a ruleset with overlays: the faults of each, their clashes, and the composed ruleset.
#[must_use]
pub fn house(draft: &Draft, options: Options) -> Checked {
    let base = &draft.house.base;
    let mut checked = together(draft, draft.house.compose_anyway(), base.root.clone(), options);
    for (folder, faults) in &draft.faulty {
        let way = overlays::way(&base.root, &folder.root);
        let diagnostics = own(folder, || Some(base.clone()), faults).into_iter();
        checked
            .diagnostics
            .extend(diagnostics.map(|one| Diagnostic { file: format!("{way}{}", one.file), ..one }));
    }
    sort(&mut checked.diagnostics);
    checked
}

/// Nothing said yet.
fn nothing(folder: Folder, id: Option<String>) -> Checked {
    Checked { folder, is_ruleset: true, id, diagnostics: Vec::new(), notes: Vec::new(), stats: None }
}

/// Checks the composition of a ruleset and overlays, with files as they are seen from a folder. Of overlays that are faulty or do not
/// go together it reports only the faults that hold in any case.
fn together(
    draft: &Draft,
    (composed, clashes): (Composed, Vec<Clash>),
    root: PathBuf,
    options: Options,
) -> Checked {
    let house = &draft.house;
    let mut view = draft.seen_from(&root);
    if root == house.base.root {
        // They concern the ruleset alone.
        view.files.retain(|(path, _)| !matches!(path.as_str(), "perft.json" | "games.json"));
    }
    let ids: Vec<&str> = house.overlays.iter().map(|(_, overlay)| overlay.id()).collect();
    let name = house.base.root.file_name().unwrap_or_default().to_string_lossy();
    let id = Some(std::iter::once(&*name).chain(ids.iter().copied()).collect::<Vec<_>>().join(" + "));
    let clashing = clashes.iter().map(|clash| self::clash(house, &view, clash)).collect();
    if is_hopeless(&clashes) {
        return Checked { diagnostics: clashing, ..nothing(view, id) };
    }
    let doubt = Doubt::of(draft, &clashes);
    let whole = Folder { root: root.clone(), files: composed.files.clone() };
    let mut context = CheckContext {
        folder: &view,
        reporter: Reporter::knowing(&view, &whole),
        rules: format!("{} --with {}", house.base.root.display(), ids.join(",")),
        options,
        diagnostics: clashing,
        notes: Vec::new(),
    };
    let (loaded, load) = stopwatch::timed(|| Rules::load(&composed.files));
    let rules = match loaded {
        Ok(_) if doubt.is_there() => None,
        Ok(rules) => {
            // The ruleset alone is loaded only if something is to be compared with it.
            let base = LazyCell::new(|| Rules::load(&house.base.files).ok());
            let before = LazyCell::new(|| base.as_ref().map(|base| base.doubts()).unwrap_or_default());
            let new = rules.doubts().into_iter().filter(|doubt| !before.contains(doubt));
            context.warn(&seen(house, &composed, &view, new));
            if start::is_over(&rules) && !base.as_ref().is_some_and(start::is_over) {
                let origin = composed.origin("ruleset.json", &start::path());
                start::check(&mut context, &rules, &house.file_from(&view.root, &origin), &origin.path);
            }
            Some(rules)
        }
        Err(faults) => {
            let is_reported = |fault: &&Fault| {
                let is_of_overlay = composed.origin(&fault.file, &fault.path).overlay.is_some();
                !doubt.is_there() || (is_of_overlay && doubt.leaves(&fault.kind))
            };
            let reported = faults.as_slice().iter().filter(is_reported).cloned();
            context.report_faults(&seen(house, &composed, &view, reported));
            None
        }
    };
    companion::check(&mut context, rules.as_ref());
    let (diagnostics, notes) = (context.diagnostics, context.notes);
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

/// Reports why the overlays do not go together, in the one that says so.
fn clash(house: &House, view: &Folder, clash: &Clash) -> Diagnostic {
    let of = match clash {
        Clash::NotOver { overlay, .. }
        | Clash::Unmet { overlay, .. }
        | Clash::Requires { overlay, .. }
        | Clash::NotThere { overlay, .. }
        | Clash::Renamed { overlay, .. } => Some(overlay),
        Clash::NotWith { one, .. } | Clash::Both { one, .. } | Clash::Twice(one) => Some(one),
        Clash::TooMany { .. } => None,
    };
    let found = of.and_then(|id| house.overlays.iter().find(|(_, overlay)| overlay.id() == id));
    let path = match clash {
        Clash::NotThere { path, .. } | Clash::Renamed { path, .. } => Some(path.clone()),
        Clash::NotOver { .. } => Some(JsonPath { steps: vec!["over".into()] }),
        Clash::Unmet { .. } => Some(JsonPath { steps: vec!["needs".into()] }),
        Clash::Requires { required, .. } => {
            let index = found.and_then(|(_, overlay)| overlay.requires().position(|id| id == required));
            let index = index.map(JsonStep::from);
            Some(JsonPath { steps: std::iter::once("requires".into()).chain(index).collect() })
        }
        Clash::NotWith { .. } | Clash::Twice(_) | Clash::Both { .. } | Clash::TooMany { .. } => None,
    };
    let root = found.map_or(&house.base.root, |(folder, _)| &folder.root);
    let file = if found.is_some() { OVERLAY } else { MANIFEST };
    let file = format!("{}{file}", overlays::way(&view.root, root));
    let overlay = found.map(|(folder, _)| folder);
    let beside = overlay.and_then(overlays::beside).unwrap_or_default();
    let description =
        clash::describe(clash, path.as_ref(), &ClashContext { base: &house.base, overlay, beside: &beside });
    Reporter::new(view).report(Severity::Error, &file, path.as_ref(), description)
}

fn at(folder: &Folder, severity: Severity, path: &[JsonStep], description: Description) -> Diagnostic {
    let path = JsonPath { steps: path.to_vec() };
    Reporter::new(folder).report(severity, OVERLAY, Some(&path), description)
}
