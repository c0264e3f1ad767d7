//! `ggn expand`: the movement tables that a ruleset's patterns come to.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use conformance::diagnose::Diagnostic;
use conformance::pattern;
use conformance::rules::Folder;

use super::Failure;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the ruleset, such as rules/chess.
    rules: PathBuf,
    /// Write nothing; fail if a table is not what its patterns come to.
    #[arg(long)]
    check: bool,
    /// Print the tables, or the one of that name (`--stdout=knight`), instead of writing them.
    #[arg(long, value_name = "TABLE", num_args = 0..=1, require_equals = true, conflicts_with = "check")]
    stdout: Option<Option<String>>,
}

/// Why nothing, or not everything, was written.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("{0} fault(s) in the patterns; nothing is written")]
    Faulty(usize),
    #[error("{0} table(s) are not what their patterns come to, or the patterns are faulty")]
    Differs(usize),
    #[error("there are no patterns for a table `{asked}`; there are for {known}")]
    NoTable { asked: String, known: String },
    #[error("cannot write {}: {why}", path.display())]
    Unwritable { path: PathBuf, why: io::Error },
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = Folder::read(&arguments.rules)?;
    if arguments.check {
        let told = pattern::check(&folder);
        show(&folder, &told);
        return if told.is_empty() { Ok(()) } else { Err(Refused::Differs(told.len()).into()) };
    }
    let tables = pattern::expand(&folder).map_err(|faults| {
        show(&folder, &faults);
        Refused::Faulty(faults.len())
    })?;
    match &arguments.stdout {
        Some(asked) => print(&tables, asked.as_deref()),
        None => write(&folder, &tables),
    }
}

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

fn write(folder: &Folder, tables: &[(String, String)]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut written = 0;
    for (path, text) in tables {
        if folder.files.iter().any(|(known, bytes)| known == path && bytes == text.as_bytes()) {
            continue;
        }
        let target = folder.root.join(path);
        replace(&target, text.as_bytes()).map_err(|why| Refused::Unwritable { path: target.clone(), why })?;
        writeln!(out, "wrote {}", target.display())?;
        written += 1;
    }
    let same = tables.len() - written;
    if same > 0 {
        writeln!(out, "{same} of {} tables were written already", tables.len())?;
    }
    Ok(())
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

fn show(folder: &Folder, told: &[Diagnostic]) {
    for Diagnostic { code, file, span, message, found, expected, hint, .. } in told {
        let bytes = folder.files.iter().find(|(path, _)| path == file).map(|(_, bytes)| bytes.as_slice());
        let before = span.as_ref().and_then(|span| bytes?.get(..span.start));
        let line = before.map(|before| before.iter().filter(|&&byte| byte == b'\n').count() + 1);
        let column = before.map(|before| before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1);
        let place = line.zip(column).map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default();
        eprintln!("{}{place}: {message} [{code}]", folder.root.join(file).display());
        for (what, words) in [("found", found), ("expected", expected), ("hint", hint)] {
            if let Some(words) = words {
                eprintln!("  {what} {words}");
            }
        }
    }
}
