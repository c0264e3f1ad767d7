//! Rulesets from the file system, and the positions from which commands start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ggn_core::{Faults, Ruleset};

/// The files of one folder as bytes, by their path below it (`ggn/leapers.json`), in the order of the paths.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where the folder is.
    pub root: PathBuf,
    /// The files.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Why a folder gives no ruleset.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file or a folder cannot be read.
    #[error("cannot read {path}: {why}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// The files are not a ruleset without fault.
    #[error("the ruleset in {folder} is faulty:\n{faults}")]
    Faulty {
        /// The folder.
        folder: PathBuf,
        /// All that is wrong.
        faults: Faults,
    },
}

impl Folder {
    /// Reads every file below a folder.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn read(root: &Path) -> Result<Folder, LoadError> {
        let mut files = Vec::new();
        collect(root, "", &mut files)?;
        files.sort();
        Ok(Folder { root: root.to_owned(), files })
    }

    /// The ruleset that the files are.
    ///
    /// # Errors
    /// All faults of the files.
    pub fn ruleset(&self) -> Result<Arc<Ruleset>, LoadError> {
        Ruleset::load(&self.files).map_err(|faults| LoadError::Faulty { folder: self.root.clone(), faults })
    }
}

/// Reads a ruleset from its folder.
///
/// # Errors
/// When a file cannot be read, or with all faults of the files.
pub fn load(folder: &Path) -> Result<Arc<Ruleset>, LoadError> {
    Folder::read(folder)?.ruleset()
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
