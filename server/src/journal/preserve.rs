//! Copies of a journal's files as they were found, so that nothing that is done to them afterwards can make a loss worse.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;

use sha2::{Digest as _, Sha256};

use super::files::{self, Files};
use crate::hex::hex;

/// Copies database, log and acknowledgements to a folder beside them, and returns that folder. Its name is a hash of the files, so that a
/// server that is started again and again makes one copy.
pub(super) fn preserve(files: &Files) -> io::Result<PathBuf> {
    let parts: Vec<_> =
        [&files.database, &files.wal, &files.acknowledged].into_iter().filter(|path| path.exists()).collect();
    let mut hasher = Sha256::new();
    for path in &parts {
        io::copy(&mut File::open(path)?, &mut hasher)?;
    }
    let name = hex(hasher.finalize().get(..8).unwrap_or_default());
    let folder = files.folder.join(format!("journal-copy-{name}"));
    if folder.exists() {
        return Ok(folder);
    }
    let unfinished = files.folder.join(format!("journal-copy-{name}.new"));
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    DirBuilder::new().mode(0o700).create(&unfinished)?;
    for path in parts {
        let Some(name) = path.file_name() else { continue };
        let copy = unfinished.join(name);
        fs::copy(path, &copy)?;
        File::open(&copy)?.sync_all()?;
    }
    files::sync_folder(&unfinished)?;
    fs::rename(&unfinished, &folder)?;
    files::sync_folder(&files.folder)?;
    Ok(folder)
}
