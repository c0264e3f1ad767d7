//! A new folder, all of it or nothing of it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Reasons why a folder could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// Something of that name is there.
    #[error("{} is there already, and is left as it is", .0.display())]
    Taken(PathBuf),
    /// The folder in which it should be is not there.
    #[error("there is no folder {}; go to the folder that holds it, or say with --dir where the ruleset shall be", .0.display())]
    NoParent(PathBuf),
    /// The operating system refuses.
    #[error("cannot write {}: {why}", path.display())]
    Unwritable {
        /// Path.
        path: PathBuf,
        /// Error.
        why: io::Error,
    },
}

/// Returns the folder in which another is to be made, once it is sure that it can be.
pub(super) fn parent_of(folder: &Path) -> Result<PathBuf, PlaceError> {
    if folder.symlink_metadata().is_ok() {
        return Err(PlaceError::Taken(folder.to_owned()));
    }
    let parent = match folder.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(PlaceError::Taken(folder.to_owned())),
    };
    if parent.is_dir() { Ok(parent.to_owned()) } else { Err(PlaceError::NoParent(parent.to_owned())) }
}

/// Writes a folder with its files, pairs of the path below it and the bytes. The folder appears whole or not at all.
pub(super) fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), PlaceError> {
    let unwritable = |path: &Path| {
        let path = path.to_owned();
        move |why| PlaceError::Unwritable { path, why }
    };
    let parent = parent_of(folder)?;
    // Beside the folder, so that it can be moved in one step; gone by itself if anything fails.
    let hidden = tempfile::Builder::new().prefix(".new-").tempdir_in(&parent).map_err(unwritable(&parent))?;
    let whole = hidden.path().join("ruleset");
    for (path, bytes) in files {
        let file = whole.join(path);
        let below = file.parent().unwrap_or(&whole);
        fs::create_dir_all(below).map_err(unwritable(folder))?;
        fs::write(&file, bytes).map_err(unwritable(&folder.join(path)))?;
    }
    fs::rename(&whole, folder).map_err(unwritable(folder))
}
