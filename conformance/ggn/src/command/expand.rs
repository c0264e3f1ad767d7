//! `ggn expand`: the movement tables and the effects that a ruleset's patterns come to.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use authoring::diagnose::Diagnostic;
use authoring::diagnose::render::render;
use authoring::diagnose::report::{DiagnosticReport, report};
use authoring::diagnose::reporter::Reporter;
use authoring::overlays::{self, Patterns};
use authoring::rules::Folder;
use serde::Serialize;

use super::look::{Colour, look};
use super::{Failure, Format, Reported};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the ruleset or of an overlay, such as rules/chess.
    rules: PathBuf,
    /// Write nothing; fail if a table is not what its patterns come to.
    #[arg(long)]
    check: bool,
    /// Print the tables and the effects, or the one of that name (`--stdout=knight`), instead of writing them.
    #[arg(long, value_name = "TABLE", num_args = 0..=1, require_equals = true, conflicts_with_all = ["check", "format"])]
    stdout: Option<Option<String>>,
    /// Write into this folder instead of the ruleset's.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["check", "stdout"])]
    out: Option<PathBuf>,
    /// For whom the report is: for people, faults on standard error, or for machines on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
}

/// Reasons why a table is neither printed nor written.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("there are no patterns for a table `{asked}`; there are for {known}")]
    NoTable { asked: String, known: String },
    #[error("cannot write {}: {why}", path.display())]
    Unwritable { path: PathBuf, why: io::Error },
}

/// Report for machines; `conformance/README.md` describes it.
#[derive(Default, Serialize)]
struct Report {
    format: u32,
    /// The tables that were written.
    written: Vec<String>,
    /// The tables that were so already.
    unchanged: Vec<String>,
    diagnostics: Vec<DiagnosticReport>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Patterns { folder, base } = overlays::patterns(Folder::read(&arguments.rules)?)?;
    let (mut done, diagnostics) = if arguments.check {
        (Report::default(), pattern::check_over(&folder.files, &base))
    } else {
        match pattern::expand_over(&folder.files, &base) {
            Err(faults) => (Report::default(), faults),
            Ok(tables) => match &arguments.stdout {
                Some(asked) => return print(&tables, asked.as_deref()),
                None => (write(&folder, arguments.out.as_deref(), tables)?, Vec::new()),
            },
        }
    };
    match arguments.format {
        Format::Text => text(&folder, &done, &diagnostics, arguments)?,
        Format::Json => {
            done.format = 1;
            done.diagnostics = report(&Reporter::new(&folder), &diagnostics);
            writeln!(io::stdout(), "{}", serde_json::to_string(&done)?)?;
        }
    }
    if diagnostics.is_empty() { Ok(()) } else { Err(Reported.into()) }
}

/// Returns the report for people.
fn text(folder: &Folder, done: &Report, diagnostics: &[Diagnostic], arguments: &Arguments) -> io::Result<()> {
    let shown_as = format!("{}/", folder.root.display());
    let target = arguments.out.as_deref().map_or(shown_as.clone(), |out| format!("{}/", out.display()));
    write!(
        io::stderr(),
        "{}",
        render(&Reporter::new(folder), diagnostics, &shown_as, look(arguments.color))
    )?;
    let mut out = io::stdout().lock();
    for table in &done.written {
        writeln!(out, "wrote {target}{table}")?;
    }
    let (same, all) = (done.unchanged.len(), done.written.len() + done.unchanged.len());
    if same > 0 {
        writeln!(out, "{same} of {all} files were so already")?;
    }
    Ok(())
}

/// Prints all tables, or one.
fn print(tables: &[(String, String)], asked: Option<&str>) -> Result<(), Failure> {
    let name = |path: &str| path.trim_start_matches("ggn/").trim_end_matches(".json").to_owned();
    let chosen: Vec<&(String, String)> =
        tables.iter().filter(|(path, _)| asked.is_none_or(|asked| asked == name(path))).collect();
    if let (Some(asked), []) = (asked, chosen.as_slice()) {
        let known: Vec<String> = tables.iter().map(|(path, _)| name(path)).collect();
        return Err(Refused::NoTable { asked: asked.to_owned(), known: known.join(", ") }.into());
    }
    let mut out = io::stdout().lock();
    for (path, text) in chosen {
        if asked.is_none() {
            eprintln!("{path}");
        }
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Writes the files that are not so already: into the ruleset's folder, or all of them into another.
fn write(folder: &Folder, out: Option<&Path>, tables: Vec<(String, String)>) -> Result<Report, Refused> {
    let mut done = Report::default();
    for (path, text) in tables {
        if out.is_none()
            && folder.files.iter().any(|(known, bytes)| *known == path && bytes == text.as_bytes())
        {
            done.unchanged.push(path);
            continue;
        }
        let target = out.unwrap_or(&folder.root).join(&path);
        replace(&target, text.as_bytes()).map_err(|why| Refused::Unwritable { path: target, why })?;
        done.written.push(path);
    }
    Ok(done)
}

/// Puts a file in the place of another, whole or not at all.
fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}", std::process::id()));
    let written = File::create_new(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, target)
    });
    if written.is_err() {
        // What is left of the draft is of no use, and that it cannot be removed is not what went wrong.
        let _ = fs::remove_file(&draft);
    }
    written
}
