//! Checks of `ggn check` beyond loading: the companions of a ruleset, the likeness of its sides, and the positions that its moves reach.
//!
//! A ruleset is checked whole, so that its author sees every fault at once: what cannot be asked of files that do not load is asked as
//! far as it can be.

mod companion;
mod doubt;
mod entries;
mod form;
mod games;
mod ignored;
mod mirror;
mod needs;
mod overlay;
mod perft;
mod place;
mod settle;
mod start;
mod stopwatch;
mod symmetry;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use ggn_core::json::Json;
use ggn_core::{Extent, Fault, Faults, Rules};

use crate::diagnose::reporter::Reporter;
use crate::diagnose::{Diagnostic, Severity};
use crate::rules::Folder;
use crate::tables::Tables;

pub use games::{SIDES, STATUSES};
pub use overlay::{house, overlay};

/// Number of nodes of the counts in `perft.json` that are walked unless the caller says otherwise: few enough for every save of a file.
pub const PERFT_NODES: u64 = 5_000_000;

/// Thoroughness of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of nodes of the counts in `perft.json` that are walked; none for all.
    pub perft_nodes: Option<u64>,
    /// Number of rulesets with which a house rule is tried because they have what it needs; none for all.
    pub rulesets: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options { perft_nodes: Some(PERFT_NODES), rulesets: None }
    }
}

/// Result of the check of a folder.
#[derive(Debug)]
pub struct Checked {
    /// The folder and its files.
    pub folder: Folder,
    /// True if it is a ruleset's or an overlay's; else it holds moderators and profiles.
    pub is_ruleset: bool,
    /// The id of the ruleset, as far as it can be read; none when the folder is not a ruleset's.
    pub id: Option<String>,
    /// Diagnostics, file by file and in the order of each.
    pub diagnostics: Vec<Diagnostic>,
    /// Notes on what was left out, in sentences.
    pub notes: Vec<String>,
    /// Figures of a ruleset that loads.
    pub stats: Option<Stats>,
}

/// Figures of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Number of its pieces: each side and state counts.
    pub pieces: usize,
    /// Extent of its tables.
    pub tables: Extent,
    /// Size of the same tables as bits, in bytes, roughly; nothing where bits cannot hold the game.
    pub compiled_bytes: Option<usize>,
    /// Time that loading took, compiling included; zero in a browser.
    pub load: Duration,
}

impl Checked {
    /// Returns the number of diagnostics of a weight.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }
}

/// Context of the parts of a check.
struct CheckContext<'f> {
    folder: &'f Folder,
    reporter: Reporter<'f>,
    /// Name of the rules in a command: `rules/chess`.
    rules: String,
    options: Options,
    diagnostics: Vec<Diagnostic>,
    notes: Vec<String>,
}

impl CheckContext<'_> {
    fn report_faults(&mut self, faults: &[Fault]) {
        self.diagnostics.extend(self.reporter.faults(faults));
    }

    fn warn(&mut self, faults: &[Fault]) {
        let warnings = self.reporter.faults(faults).into_iter();
        self.diagnostics
            .extend(warnings.map(|warning| Diagnostic { severity: Severity::Warning, ..warning }));
    }
}

/// Checks a ruleset.
///
/// ```
/// use ruleset_check::check::{Options, ruleset};
/// use ruleset_check::rules::Folder;
/// # let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/fixtures/games/lane");
/// let checked = ruleset(Folder::read(root.as_ref())?, Options::default());
/// assert_eq!(checked.id.as_deref(), Some("lane"));
/// assert!(checked.diagnostics.is_empty());
/// # Ok::<(), ruleset_check::rules::LoadError>(())
/// ```
#[must_use]
pub fn ruleset(folder: Folder, options: Options) -> Checked {
    match pattern::tables(&folder.files) {
        // Faulty patterns come to nothing.
        Err(faults) => faulty_patterns(folder, faults),
        Ok(None) => {
            let source = Source::of_tables(&folder);
            check(folder, source, options)
        }
        Ok(Some(written)) => patterns_alone(folder, written, options),
    }
}

/// Checks a ruleset of patterns alone. What they come to is nearly always without fault: it is written out as text only where a diagnostic needs its
/// place in that.
fn patterns_alone(folder: Folder, written: pattern::Tables, options: Options) -> Checked {
    let source = Source::of_patterns(&folder, written);
    if source.loaded.is_ok() {
        let checked = check(folder.clone(), source, options);
        if !checked.diagnostics.iter().any(|found| pattern::origin(&found.file).is_some()) {
            return checked;
        }
    }
    let files = match pattern::whole(&folder.files) {
        Ok(files) => files.into_owned(),
        Err(faults) => return faulty_patterns(folder, faults),
    };
    let folder = Folder { files, ..folder };
    let source = Source { are_patterns_alone: true, ..Source::of_tables(&folder) };
    check(folder, source, options)
}

/// A ruleset as it was read for a check.
struct Source {
    loaded: Result<(Arc<Rules>, Tables), Faults>,
    are_patterns_alone: bool,
    /// Time that loading took.
    load: Duration,
}

impl Source {
    fn of_tables(folder: &Folder) -> Source {
        let (loaded, load) = stopwatch::timed(|| Rules::load(&folder.files));
        let loaded = loaded.map(|rules| (rules, Tables::read(folder)));
        Source { loaded, are_patterns_alone: false, load }
    }

    fn of_patterns(folder: &Folder, written: pattern::Tables) -> Source {
        let tables = Tables::of(written.clone());
        let pattern::Tables { tables: ggn, effects } = written;
        let load = || Rules::load_with_tables(&folder.files, ggn, effects.as_ref());
        let (loaded, load) = stopwatch::timed(load);
        Source { loaded: loaded.map(|rules| (rules, tables)), are_patterns_alone: true, load }
    }
}

fn check(folder: Folder, source: Source, options: Options) -> Checked {
    let Source { loaded, are_patterns_alone, load } = source;
    let mut context = CheckContext {
        folder: &folder,
        reporter: Reporter::new(&folder),
        rules: folder.root.display().to_string(),
        options,
        diagnostics: Vec::new(),
        notes: Vec::new(),
    };
    match &loaded {
        Ok((rules, _)) => {
            context.warn(&rules.doubts());
            start::check(&mut context, rules, "ruleset.json", &start::path());
            start::check_drawn(&mut context, rules);
        }
        Err(faults) => context.report_faults(faults.as_slice()),
    }
    ignored::check(&mut context);
    if are_patterns_alone {
        // Their tables have just been written out, so there is nothing to compare.
        context.diagnostics.extend(pattern::stray(&folder.files));
    } else {
        patterns(&mut context);
    }
    companion::check(&mut context, loaded.as_ref().ok().map(|(rules, _)| rules));
    if let Ok((rules, tables)) = &loaded {
        // A line of patterns is for both sides, or says `only`.
        if !are_patterns_alone {
            symmetry::check(&mut context, rules, tables);
        }
        if settle::check(&mut context, tables) {
            walk::check(&mut context, rules);
        }
    }
    let (mut diagnostics, notes) = (context.diagnostics, context.notes);
    if are_patterns_alone {
        diagnostics.iter_mut().for_each(name_patterns);
    }
    sort(&mut diagnostics);
    let id = loaded.as_ref().ok().map(|(rules, _)| rules.id().to_owned()).or_else(|| written_id(&folder));
    let stats = loaded.ok().map(|(rules, _)| stats(&rules, load));
    Checked { folder, is_ruleset: true, id, diagnostics, notes, stats }
}

/// Adds to a diagnostic of a table or effects the patterns that they were written out from: the author has no such file.
fn name_patterns(diagnostic: &mut Diagnostic) {
    let Some(patterns) = pattern::origin(&diagnostic.file) else { return };
    let hint = format!("this file is what {patterns} to: change that");
    diagnostic.hint = Some(match diagnostic.hint.take() {
        Some(advice) => format!("{hint}; {advice}"),
        None => hint,
    });
}

/// Returns the diagnostics of a ruleset of patterns alone that are at fault. Where they have no board because of faults in the manifest, those are
/// reported: a reader of patterns takes the board alone and knows less about the rest.
fn faulty_patterns(folder: Folder, faults: Vec<Diagnostic>) -> Checked {
    let reporter = Reporter::new(&folder);
    let is_boardless = |fault: &Diagnostic| fault.code == pattern::code::Code::NoBoard.name();
    let of_manifest = match Rules::load(&folder.files) {
        Err(found) if faults.iter().any(is_boardless) => reporter.faults(found.as_slice()),
        Ok(_) | Err(_) => Vec::new(),
    };
    let is_shown = |fault: &Diagnostic| !is_boardless(fault) || of_manifest.is_empty();
    let mut diagnostics: Vec<Diagnostic> =
        faults.into_iter().filter(is_shown).map(|fault| reporter.placed(fault)).collect();
    diagnostics.extend(of_manifest);
    sort(&mut diagnostics);
    let id = written_id(&folder);
    Checked { folder, is_ruleset: true, id, diagnostics, notes: Vec::new(), stats: None }
}

/// Faults of patterns, and tables that are not what their patterns come to. A table with other faults gets no more diagnostics:
/// it differs by those.
fn patterns(context: &mut CheckContext<'_>) {
    let is_faulty = |file: &str| context.diagnostics.iter().any(|diagnostic| diagnostic.file == file);
    let found = pattern::check(&context.folder.files)
        .into_iter()
        .filter(|found| found.span.is_some() || !is_faulty(&found.file));
    let found: Vec<Diagnostic> = found.map(|found| context.reporter.placed(found)).collect();
    context.diagnostics.extend(found);
}

fn stats(rules: &Arc<Rules>, load: Duration) -> Stats {
    Stats {
        pieces: rules.pieces().count(),
        tables: rules.extent(),
        compiled_bytes: rules.compiled_bytes(),
        load,
    }
}

/// Sorts diagnostics file by file, and inside a file in the order of its text; equal diagnostics of the same place are merged.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let start = |diagnostic: &Diagnostic| diagnostic.span.as_ref().map(|span| span.start);
    diagnostics.sort_by(|one, other| {
        (&one.file, start(one), one.severity).cmp(&(&other.file, start(other), other.severity))
    });
    diagnostics.dedup();
}

/// Returns the id in a manifest that has faults.
fn written_id(folder: &Folder) -> Option<String> {
    let (_, bytes) = folder.files.iter().find(|(path, _)| path == "ruleset.json")?;
    match Json::parse(bytes).ok()?.get("id")? {
        Json::String(id) => Some(id.clone()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
    }
}
