//! The files of a journal: their names, the lock, and durable changes of their folder.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::JournalError;

/// The files of one journal, all in one folder.
#[derive(Debug, Clone)]
pub(super) struct Files {
    /// SQLite's database, `journal.db`.
    pub(super) database: PathBuf,
    /// SQLite's write-ahead log, `journal.db-wal`.
    pub(super) wal: PathBuf,
    /// SQLite's index of that log, which is made anew at each start.
    pub(super) index: PathBuf,
    /// The last acknowledged input of each game, `journal.ack`.
    pub(super) acknowledged: PathBuf,
    lock: PathBuf,
    pub(super) folder: PathBuf,
}

impl Files {
    /// The files of the journal whose database is `file`.
    pub(super) fn of(file: &Path) -> Files {
        let beside = |suffix: &str| {
            let mut name = OsString::from(file);
            name.push(suffix);
            PathBuf::from(name)
        };
        let parent = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Files {
            database: file.to_owned(),
            wal: beside("-wal"),
            index: beside("-shm"),
            acknowledged: file.with_extension("ack"),
            lock: file.with_extension("lock"),
            folder: parent.unwrap_or(Path::new(".")).to_owned(),
        }
    }

    /// Creates the folder if it does not exist, for its owner only since the journal holds tokens, and locks the journal.
    pub(super) fn lock(&self) -> Result<File, JournalError> {
        if !self.folder.exists() {
            let mut builder = fs::DirBuilder::new();
            builder.mode(0o700).recursive(true).create(&self.folder).map_err(failed(&self.folder))?;
        }
        let lock = open_private(&self.lock).map_err(failed(&self.lock))?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(lock),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(JournalError::InUse(self.database.clone())),
            Err(error) => Err(failed(&self.database)(error.into())),
        }
    }

    /// Creates the database's file if it does not exist, for its owner only.
    pub(super) fn create_database(&self) -> Result<(), JournalError> {
        open_private(&self.database).map(drop).map_err(failed(&self.database))
    }

    /// Removes the write-ahead log and its index.
    pub(super) fn remove_wal(&self) -> io::Result<()> {
        for path in [&self.wal, &self.index] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        sync_folder(&self.folder)
    }
}

/// Returns a function that names the path at which the operating system failed.
pub(super) fn failed(path: &Path) -> impl Fn(io::Error) -> JournalError + use<> {
    let path = path.to_owned();
    move |error| JournalError::File { path: path.clone(), error }
}

/// Opens a file for writing, and creates it for its owner only.
pub(super) fn open_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path)
}

/// Returns the length of a file in bytes; 0 if it does not exist.
pub(super) fn length(path: &Path) -> io::Result<u64> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// Makes new, renamed and removed files of a folder survive a power cut.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
