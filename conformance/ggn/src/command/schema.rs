//! `ggn schema`: the JSON Schemas by which editors complete and underline an author's files.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use ggn_tool::schema::{self, Described};

use super::Failure;

/// Folder of the schemas, below the folder of the repository.
const FOLDER: &str = "rules/schema";

#[derive(clap::Args)]
#[group(multiple = false)]
pub(crate) struct Arguments {
    /// Print this schema (ruleset, ggn, effects, …); without a name, list them all.
    name: Option<String>,
    /// Write every schema into this folder.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = FOLDER)]
    out: Option<PathBuf>,
    /// Say whether the schemas in this folder are what the types say, and change nothing.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = FOLDER)]
    check: Option<PathBuf>,
}

/// Reasons why there is nothing to print, or the folder is not fresh.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("there is no schema {0:?}; there are {known}", known = names())]
    Unknown(String),
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    #[error("{}:\n{}\n`ggn schema --out {}` writes them anew", .folder.display(), .stale.join("\n"), .folder.display())]
    Stale { folder: PathBuf, stale: Vec<String> },
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if let Some(folder) = &arguments.out {
        write_all(folder)?;
    } else if let Some(folder) = &arguments.check {
        check(folder)?;
    } else if let Some(name) = &arguments.name {
        let described = schema::find(name).ok_or_else(|| Refused::Unknown(name.clone()))?;
        write!(out, "{}", described.text())?;
    } else {
        for Described { name, files, about, .. } in schema::ALL {
            let shown = match *files {
                "" if *name == schema::CASES => "(cases)",
                "" => "(wire)",
                // Those of overlays are the same.
                files => files.split_once(',').map_or(files, |(first, _)| first),
            };
            writeln!(out, "{name:<10} {shown:<20} {about}")?;
        }
    }
    Ok(())
}

fn names() -> String {
    schema::ALL.iter().map(|described| described.name).collect::<Vec<_>>().join(", ")
}

fn write_all(folder: &Path) -> Result<(), Refused> {
    fs::create_dir_all(folder).map_err(|why| Refused::File(folder.to_owned(), why))?;
    for described in schema::ALL {
        let path = folder.join(described.file_name());
        fs::write(&path, described.text()).map_err(|why| Refused::File(path, why))?;
    }
    Ok(())
}

/// Every schema is there as the types say, and there is none beside them.
fn check(folder: &Path) -> Result<(), Refused> {
    let mut stale = Vec::new();
    for described in schema::ALL {
        let path = folder.join(described.file_name());
        match fs::read_to_string(&path) {
            Ok(text) if text == described.text() => {}
            Ok(_) => stale.push(format!("{} is not what the types say", described.file_name())),
            Err(why) if why.kind() == ErrorKind::NotFound => {
                stale.push(format!("{} is missing", described.file_name()));
            }
            Err(why) => return Err(Refused::File(path, why)),
        }
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") && !schema::ALL.iter().any(|described| described.file_name() == name) {
            stale.push(format!("{name} is the schema of nothing"));
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(Refused::Stale { folder: folder.to_owned(), stale }) }
}
