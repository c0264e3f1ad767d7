//! Rulesets from the file system, and the positions from which commands start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ggn_core::notation::feen::Feen;
use ggn_core::notation::fen;
use ggn_core::{Counters, Faults, Position, Ruleset};

use crate::command::Failure;

/// Why a ruleset's folder gives no ruleset.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("cannot read {path}: {why}")]
    Unreadable { path: PathBuf, why: io::Error },
    #[error("the ruleset in {folder} is faulty:\n{faults}")]
    Faulty { folder: PathBuf, faults: Faults },
}

/// Reads a ruleset from its folder.
pub(crate) fn load(folder: &Path) -> Result<Arc<Ruleset>, LoadError> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    Ruleset::load(&files).map_err(|faults| LoadError::Faulty { folder: folder.to_owned(), faults })
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), LoadError> {
    let unreadable = |why| LoadError::Unreadable { path: folder.to_owned(), why };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(unreadable)?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            let bytes =
                fs::read(entry.path()).map_err(|why| LoadError::Unreadable { path: entry.path(), why })?;
            files.push((name, bytes));
        }
    }
    Ok(())
}

/// Where to start from, if not from the ruleset's initial position.
#[derive(clap::Args)]
#[group(multiple = false)]
pub(crate) struct Start {
    /// Start from this FEN position (games of 8x8 chess only).
    #[arg(long, allow_hyphen_values = true)]
    fen: Option<String>,
    /// Start from this FEEN position.
    #[arg(long, allow_hyphen_values = true)]
    feen: Option<String>,
}

impl Start {
    /// The position, and the counts beside it.
    pub(crate) fn position(&self, rules: &Ruleset) -> Result<(Position, Counters), Failure> {
        if let Some(text) = &self.fen {
            let setup = fen::parse(text)?;
            let counters = Counters { halfmove: setup.halfmove, fullmove: setup.fullmove };
            return Ok((rules.position(&setup.feen)?, counters));
        }
        if let Some(text) = &self.feen {
            let feen: Feen = text.parse()?;
            return Ok((rules.position(&feen)?, Counters::default()));
        }
        Ok((rules.initial().clone(), Counters::default()))
    }
}
