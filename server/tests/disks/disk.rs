//! A journal as a killed server leaves it, and ways to damage it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use session::{Entry, GameId};
use tabula::journal::{Journal as _, JournalError, OnLoss, SqliteJournal};
use tabula::limits::Limits;

/// Inputs by game.
pub type Inputs = BTreeMap<GameId, Vec<Entry>>;

/// Files of a journal that have a meaning of their own.
pub const FILES: [&str; 4] = ["journal.db", "journal.db-wal", "journal.db-shm", "journal.ack"];

/// A folder with a journal.
pub struct Disk {
    folder: tempfile::TempDir,
}

/// Returns an input of a plausible size.
pub fn entry(game: usize, seq: u64) -> Entry {
    serde_json::from_value(json!({
        "seq": seq,
        "at": 1_800_000_000_000_u64 + seq,
        "input": {"closed": {"conn": 1_000_000_007_u64 * (game as u64 + 1) + seq}},
    }))
    .unwrap()
}

pub fn game(number: usize) -> GameId {
    format!("game{number:04}").parse().unwrap()
}

impl Disk {
    pub fn empty() -> Disk {
        Disk { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub fn database(&self) -> PathBuf {
        self.file("journal.db")
    }

    pub async fn open(&self) -> Result<SqliteJournal, JournalError> {
        SqliteJournal::open(&self.database(), "rules", &Limits::default()).await
    }

    pub async fn open_after_loss(&self) -> Result<SqliteJournal, JournalError> {
        SqliteJournal::open_after_loss(&self.database(), "rules", &Limits::default(), OnLoss::Accept).await
    }

    /// Returns a copy of the files as they are now: what a kill at this moment leaves.
    pub fn copy(&self) -> Disk {
        let copy = Disk::empty();
        for name in FILES {
            if self.file(name).exists() {
                fs::copy(self.file(name), copy.file(name)).unwrap();
            }
        }
        copy
    }

    /// Returns the bytes of every file but the index, which each opening makes anew. To SQLite an empty file is like none.
    pub fn bytes(&self) -> Vec<Vec<u8>> {
        let kept = FILES.iter().filter(|name| !name.ends_with("shm"));
        kept.map(|name| fs::read(self.file(name)).unwrap_or_default()).collect()
    }

    /// Changes the bytes of a file.
    pub fn change(&self, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(self.file(name)).unwrap();
        change(&mut bytes);
        fs::write(self.file(name), bytes).unwrap();
    }

    /// Flips a bit of the byte at `part` of a file's length.
    pub fn flip(&self, name: &str, part: f64) {
        self.change(name, |bytes| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
            let at = (bytes.len() as f64 * part) as usize;
            bytes[at] ^= 1;
        });
    }

    /// Returns the copies that were made of the files.
    pub fn copies(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap().path());
        entries
            .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("journal-copy-"))
            .collect()
    }

    /// Returns a journal as a killed server leaves it, with what it acknowledged: some games in the database, and more inputs of most,
    /// a new game and the removal of one in the write-ahead log.
    pub async fn killed() -> (Disk, Inputs) {
        const GAMES: usize = 24;
        /// Games that go on after the database was written.
        const BUSY: usize = 16;
        let disk = Disk::empty();
        let mut inputs = Inputs::new();
        let journal = disk.open().await.unwrap();
        for seq in 0..20 {
            for number in 0..GAMES {
                journal.append(&game(number), &entry(number, seq), None).await.unwrap();
                inputs.entry(game(number)).or_default().push(entry(number, seq));
            }
        }
        journal.close().await;
        drop(journal);
        let journal = disk.open().await.unwrap();
        for seq in 20..24 {
            for number in 0..BUSY {
                journal.append(&game(number), &entry(number, seq), None).await.unwrap();
                inputs.entry(game(number)).or_default().push(entry(number, seq));
            }
        }
        journal.forget(&game(3)).await.unwrap();
        inputs.remove(&game(3));
        journal.append(&game(GAMES), &entry(GAMES, 0), None).await.unwrap();
        inputs.insert(game(GAMES), vec![entry(GAMES, 0)]);
        let killed = disk.copy();
        journal.close().await;
        (killed, inputs)
    }
}

/// Returns all inputs of a journal, and the games that it quarantines.
pub async fn read(journal: &SqliteJournal) -> (Inputs, Vec<GameId>) {
    let (mut inputs, mut quarantined) = (Inputs::new(), Vec::new());
    for id in journal.games().await.unwrap() {
        match journal.load(&id).await {
            Ok(entries) => drop(inputs.insert(id, entries)),
            Err(error) if error.is_of_one_game() => quarantined.push(id),
            Err(error) => panic!("{error}"),
        }
    }
    (inputs, quarantined)
}
