//! `ggn check`: everything that is wrong with rules, each fault at its place.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use authoring::check::{Checked, Options, Stats, Target};
use authoring::diagnose::code::Code;
use authoring::diagnose::render::render;
use authoring::diagnose::report::{DiagnosticReport, report};
use authoring::diagnose::reporter::Reporter;
use authoring::diagnose::{Diagnostic, Severity};
use authoring::overlays::Draft;
use serde::Serialize;

use super::look::{Colour, look};
use super::rules::HouseRules;
use super::{Failure, Format, Reported, counted};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folders of rulesets, such as rules/chess, or whole folders of rules with their moderators and profiles.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    house: HouseRules,
    /// For whom the report is: for people on standard error, with a summary on standard output, or for machines on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
    /// Number of nodes of the counts in perft.json to walk for each ruleset.
    #[arg(long, value_name = "N", default_value_t = authoring::check::PERFT_NODES)]
    perft_nodes: u64,
    /// Number of rulesets with which to try a house rule because they have what it needs; by default all.
    #[arg(long, value_name = "N")]
    rulesets: Option<usize>,
    /// Walk all counts in perft.json, however long it takes.
    #[arg(long, conflicts_with = "perft_nodes")]
    thorough: bool,
    /// Print figures of each ruleset.
    #[arg(long)]
    stats: bool,
    /// Let warnings count as errors.
    #[arg(long)]
    deny_warnings: bool,
    /// Leave out the warnings of this code; may be given several times.
    #[arg(long, value_name = "CODE", value_parser = code)]
    allow: Vec<&'static str>,
}

/// Returns the code of that name, of rules or of patterns.
fn code(text: &str) -> Result<&'static str, String> {
    let of_patterns = pattern::code::Code::ALL.iter().map(|code| code.name());
    let known = Code::ALL.iter().map(|code| code.name()).chain(of_patterns);
    known.clone().find(|name| *name == text).ok_or_else(|| {
        let near = authoring::diagnose::suggest::nearest(text, known);
        near.map_or_else(
            || "there is no such code".to_owned(),
            |near| format!("there is no such code; did you mean {near}?"),
        )
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let perft_nodes = (!arguments.thorough).then_some(arguments.perft_nodes);
    let options = Options { perft_nodes, rulesets: arguments.rulesets };
    let mut all = Vec::new();
    let mut unreadable = Vec::new();
    for folder in &arguments.folders {
        if arguments.house.with.is_empty() {
            match Target::read(folder) {
                Ok(target) => all.extend(target.check(options)),
                Err(why) => unreadable.push(why.to_string()),
            }
        } else {
            match Draft::read(folder, &arguments.house.with) {
                Ok(draft) => all.push(authoring::check::house(&draft, options)),
                Err(why) => unreadable.push(why.to_string()),
            }
        }
    }
    let allowed = allow(&mut all, &arguments.allow);
    match arguments.format {
        Format::Text => text(arguments, &all, allowed)?,
        Format::Json => {
            writeln!(std::io::stdout(), "{}", serde_json::to_string(&Report::of(&all, arguments))?)?;
        }
    }
    if !unreadable.is_empty() {
        return Err(unreadable.join("\nggn: ").into());
    }
    let is_ok = all.iter().all(|checked| is_ok(checked, arguments));
    if is_ok { Ok(()) } else { Err(Reported.into()) }
}

/// Leaves out the warnings that the caller allows, and counts them.
fn allow(all: &mut [Checked], codes: &[&str]) -> usize {
    let is_allowed = |diagnostic: &Diagnostic| {
        diagnostic.severity == Severity::Warning && codes.contains(&diagnostic.code)
    };
    let mut allowed = 0;
    for checked in all {
        let before = checked.diagnostics.len();
        checked.diagnostics.retain(|diagnostic| !is_allowed(diagnostic));
        allowed += before - checked.diagnostics.len();
    }
    allowed
}

fn is_ok(checked: &Checked, arguments: &Arguments) -> bool {
    let warnings = if arguments.deny_warnings { checked.count(Severity::Warning) } else { 0 };
    checked.count(Severity::Error) + warnings == 0
}

/// The report for people.
fn text(arguments: &Arguments, all: &[Checked], allowed: usize) -> Result<(), Failure> {
    let look = look(arguments.color);
    let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr().lock());
    for checked in all {
        let reporter = Reporter::new(&checked.folder);
        let shown_as = format!("{}/", checked.folder.root.display());
        write!(err, "{}", render(&reporter, &checked.diagnostics, &shown_as, look))?;
    }
    err.flush()?;
    for checked in all {
        let folder = checked.folder.root.display();
        for note in &checked.notes {
            writeln!(out, "{folder}: {note}")?;
        }
        if let Some(stats) = checked.stats.filter(|_| arguments.stats) {
            writeln!(out, "{folder}: {}", figures(&stats))?;
        }
    }
    if allowed > 0 {
        writeln!(out, "{} left out by --allow", counted(allowed, "warning"))?;
    }
    let version = concat!("checked by ggn ", env!("CARGO_PKG_VERSION"));
    for checked in all {
        let counts = summary(std::slice::from_ref(checked));
        let end = if all.len() == 1 { format!(" ({version})") } else { String::new() };
        let what = if checked.is_ruleset { "" } else { " (moderators and profiles)" };
        writeln!(out, "{}{what}: {counts}{end}", checked.folder.root.display())?;
    }
    if all.len() > 1 {
        writeln!(out, "in all: {} ({version})", summary(all))?;
    }
    Ok(())
}

/// Returns the figures of a ruleset, for people.
fn figures(stats: &Stats) -> String {
    let Stats { pieces, tables, compiled_bytes, load } = stats;
    let bits = compiled_bytes.map_or_else(|| "none".to_owned(), |bytes| format!("{bytes}"));
    format!(
        "{pieces} pieces, {} rows, {} possibilities, tables of about {} bytes in words and {bits} in bits, loaded in {:.1} ms",
        tables.rows,
        tables.possibilities,
        tables.bytes,
        load.as_secs_f64() * 1_000.0
    )
}

/// Returns the summary: how much was found in how many files.
fn summary(all: &[Checked]) -> String {
    let sum = |severity| all.iter().map(|checked| checked.count(severity)).sum::<usize>();
    let (errors, warnings) = (sum(Severity::Error), sum(Severity::Warning));
    let files: BTreeSet<(&Path, &str)> = all
        .iter()
        .flat_map(|checked| {
            checked
                .diagnostics
                .iter()
                .map(|diagnostic| (checked.folder.root.as_path(), diagnostic.file.as_str()))
        })
        .collect();
    let files = counted(files.len(), "file");
    match (errors, warnings) {
        (0, 0) => "no faults".to_owned(),
        (0, warnings) => format!("{} in {files}", counted(warnings, "warning")),
        (errors, 0) => format!("{} in {files}", counted(errors, "error")),
        (errors, warnings) => {
            format!("{} and {} in {files}", counted(errors, "error"), counted(warnings, "warning"))
        }
    }
}

/// The report for machines; `conformance/README.md` describes it.
#[derive(Serialize)]
struct Report {
    format: u32,
    engine: &'static str,
    rulesets: Vec<FolderReport>,
    /// Folders with moderators and profiles.
    data: Vec<FolderReport>,
}

#[derive(Serialize)]
struct FolderReport {
    folder: String,
    id: Option<String>,
    ok: bool,
    diagnostics: Vec<DiagnosticReport>,
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsReport>,
}

#[derive(Serialize)]
struct StatsReport {
    pieces: usize,
    rows: usize,
    possibilities: usize,
    table_bytes: usize,
    /// Null for a game that is played from its rows, because bits cannot hold it.
    compiled_bytes: Option<usize>,
    load_ms: f64,
}

impl Report {
    fn of(all: &[Checked], arguments: &Arguments) -> Report {
        let folder = |checked: &Checked| FolderReport {
            folder: checked.folder.root.display().to_string(),
            id: checked.id.clone(),
            ok: is_ok(checked, arguments),
            diagnostics: report(&Reporter::new(&checked.folder), &checked.diagnostics),
            notes: checked.notes.clone(),
            stats: checked.stats.filter(|_| arguments.stats).map(|stats| StatsReport {
                pieces: stats.pieces,
                rows: stats.tables.rows,
                possibilities: stats.tables.possibilities,
                table_bytes: stats.tables.bytes,
                compiled_bytes: stats.compiled_bytes,
                load_ms: stats.load.as_secs_f64() * 1_000.0,
            }),
        };
        let of = |is_ruleset| {
            all.iter().filter(move |checked| checked.is_ruleset == is_ruleset).map(folder).collect()
        };
        Report { format: 1, engine: env!("CARGO_PKG_VERSION"), rulesets: of(true), data: of(false) }
    }
}
