//! What `ggn check` does beyond loading: the companions of a ruleset, the likeness of its sides, and whither its moves lead.
//!
//! A ruleset is checked whole, so that its author sees every fault at once: what cannot be asked of files that do not load is asked as
//! far as it can be.

mod companion;
mod data;
mod doubt;
mod entries;
mod form;
mod games;
mod overlay;
mod perft;
mod place;
mod schema;
mod settle;
mod symmetry;
mod target;
mod walk;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ggn_core::json::Json;
use ggn_core::{Extent, Fault, Ruleset};

use crate::diagnose::reporter::Reporter;
use crate::diagnose::{Diagnostic, Severity};
use crate::pattern;
use crate::rules::Folder;
use crate::tables::Tables;

pub use overlay::house;
pub use schema::{Games, Perft};
pub use target::{Target, TargetError};

/// How many nodes of the counts in `perft.json` are walked unless the caller says otherwise: few enough for every save of a file.
pub const PERFT_NODES: u64 = 5_000_000;

/// How thoroughly to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many nodes of the counts in `perft.json` are walked; none for all.
    pub perft_nodes: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { perft_nodes: Some(PERFT_NODES) }
    }
}

/// A folder that was checked, and what its author is told.
#[derive(Debug)]
pub struct Checked {
    /// The folder and its files.
    pub folder: Folder,
    /// Whether it is a ruleset's or an overlay's; else it holds moderators and profiles.
    pub is_ruleset: bool,
    /// The id of the ruleset, as far as it can be read; none when the folder is not a ruleset's.
    pub id: Option<String>,
    /// What is wrong, file by file and in the order of each.
    pub diagnostics: Vec<Diagnostic>,
    /// What was left out, in sentences.
    pub notes: Vec<String>,
    /// Figures of a ruleset that loads.
    pub stats: Option<Stats>,
}

/// Figures of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// How many pieces it has: each side and state counts.
    pub pieces: usize,
    /// What its tables hold.
    pub tables: Extent,
    /// How many bytes the same tables take as bits, roughly; nothing where bits cannot hold the game.
    pub compiled_bytes: Option<usize>,
    /// How long loading took, compiling included.
    pub load: Duration,
}

impl Checked {
    /// How many diagnostics there are of a weight.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }
}

/// What the parts of a check are given.
struct Desk<'f> {
    folder: &'f Folder,
    reporter: Reporter<'f>,
    /// How a command names the rules: `rules/chess`.
    rules: String,
    options: Options,
    diagnostics: Vec<Diagnostic>,
    notes: Vec<String>,
}

impl Desk<'_> {
    fn tell(&mut self, faults: &[Fault]) {
        self.diagnostics.extend(self.reporter.faults(faults));
    }

    fn warn(&mut self, faults: &[Fault]) {
        let warnings = self.reporter.faults(faults).into_iter();
        self.diagnostics.extend(warnings.map(|told| Diagnostic { severity: Severity::Warning, ..told }));
    }
}

/// Checks a ruleset.
///
/// ```
/// use conformance::check::{Options, ruleset};
/// use conformance::rules::Folder;
/// # let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/lane");
/// let checked = ruleset(Folder::read(root.as_ref())?, Options::default());
/// assert_eq!(checked.id.as_deref(), Some("lane"));
/// assert!(checked.diagnostics.is_empty());
/// # Ok::<(), conformance::rules::LoadError>(())
/// ```
#[must_use]
pub fn ruleset(folder: Folder, options: Options) -> Checked {
    let mut desk = Desk {
        folder: &folder,
        reporter: Reporter::new(&folder),
        rules: folder.root.display().to_string(),
        options,
        diagnostics: Vec::new(),
        notes: Vec::new(),
    };
    let start = Instant::now();
    let loaded = Ruleset::load(&folder.files);
    let load = start.elapsed();
    let rules = match loaded {
        Ok(rules) => {
            desk.warn(&rules.doubts());
            Some(rules)
        }
        Err(faults) => {
            desk.tell(faults.as_slice());
            None
        }
    };
    target::ignored(&mut desk);
    patterns(&mut desk);
    companion::check(&mut desk, rules.as_ref());
    if let Some(rules) = &rules {
        let tables = Tables::read(&folder);
        symmetry::check(&mut desk, rules, &tables);
        if settle::check(&mut desk, &tables) {
            walk::check(&mut desk, rules);
        }
    }
    let (mut diagnostics, notes) = (desk.diagnostics, desk.notes);
    sort(&mut diagnostics);
    let id = rules.as_ref().map(|rules| rules.id().to_owned()).or_else(|| written_id(&folder));
    let stats = rules.map(|rules| stats(&rules, load));
    Checked { folder, is_ruleset: true, id, diagnostics, notes, stats }
}

/// Faults of patterns, and tables that are not what their patterns come to. Of a table that has other faults nothing more is told:
/// it differs by those.
fn patterns(desk: &mut Desk<'_>) {
    let is_faulty = |file: &str| desk.diagnostics.iter().any(|told| told.file == file);
    let told =
        pattern::check(desk.folder).into_iter().filter(|told| told.span.is_some() || !is_faulty(&told.file));
    let told: Vec<Diagnostic> = told.map(|told| desk.reporter.placed(told)).collect();
    desk.diagnostics.extend(told);
}

fn stats(rules: &Arc<Ruleset>, load: Duration) -> Stats {
    Stats {
        pieces: rules.pieces().count(),
        tables: rules.extent(),
        compiled_bytes: rules.compiled_bytes(),
        load,
    }
}

/// File by file, and inside a file in the order of its text; what is told twice of the same place is told once.
fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let start = |diagnostic: &Diagnostic| diagnostic.span.as_ref().map(|span| span.start);
    diagnostics.sort_by(|one, other| {
        (&one.file, start(one), one.severity).cmp(&(&other.file, start(other), other.severity))
    });
    diagnostics.dedup();
}

/// The id in a manifest that has faults.
fn written_id(folder: &Folder) -> Option<String> {
    let (_, bytes) = folder.files.iter().find(|(path, _)| path == "ruleset.json")?;
    match Json::parse(bytes).ok()?.get("id")? {
        Json::String(id) => Some(id.clone()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
    }
}
