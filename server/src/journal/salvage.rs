//! Everything that can still be read of a damaged journal.
//!
//! The same database is read in several ways, each from a copy: as SQLite reads it, with every intact frame of the write-ahead log also
//! behind a damaged one, without the log, and with a new first page in place of a damaged one. A row that one way lost may stand in
//! another; the hashes tell which of two versions is the one that was stored.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use futures_util::TryStreamExt as _;
use session::GameId;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Row as _};

use super::JournalError;
use super::acknowledged::{self, Acknowledged};
use super::audit::{self, Schema};
use super::chain::{ChainFault, ChainHash, ChainWalk, StoredRow};
use super::files::{self, Files, failed};
use super::records::SalvagedRecords;
use super::wal::{self, Wal, WalFrames};

/// The rows of one game that were found, by number, with all their versions.
type Versions = BTreeMap<i64, BTreeSet<StoredRow>>;

/// Everything that can be read of a journal.
#[derive(Debug, Default)]
pub(super) struct Salvage {
    rows: BTreeMap<Vec<u8>, Versions>,
    /// Games that were removed on purpose.
    forgotten: BTreeSet<GameId>,
    acknowledged: HashMap<GameId, Acknowledged>,
}

/// The rest of one game.
#[derive(Debug)]
pub(super) struct SalvagedGame {
    pub(super) game: GameId,
    /// Its inputs in their order, one version of each.
    pub(super) rows: Vec<StoredRow>,
    /// How many of them, from the first on, are what was stored.
    pub(super) sound: usize,
    /// The number of inputs that it had as far as is known.
    pub(super) known: u64,
    /// The first of the sound inputs that this version of the server cannot decode.
    pub(super) unreadable: Option<u64>,
}

/// Reads everything that can be read; records of finished games are added to `records`. The files are not changed; copies are made in `scratch`.
pub(super) async fn salvage(
    files: &Files,
    template: &Path,
    scratch: &Path,
    records: &mut SalvagedRecords,
) -> Result<Salvage, JournalError> {
    let acknowledged = acknowledged::read(files).map_err(failed(&files.acknowledged))?;
    let mut salvage = Salvage { acknowledged: acknowledged.unwrap_or_default().games, ..Salvage::default() };
    let log = wal::read(&files.wal).map_err(failed(&files.wal))?;
    for (name, way) in [
        ("log", Way::AllFrames),
        ("sqlite", Way::AsItIs),
        ("database", Way::WithoutLog),
        ("page", Way::NewFirstPage),
    ] {
        let folder = scratch.join(name);
        let copy = Files::of(&folder.join("journal.db"));
        let is_made = fs::create_dir(&folder).and_then(|()| way.copy(files, &log, &copy, template));
        if is_made.map_err(failed(&folder))? {
            salvage.collect(&copy, records).await?;
        }
        fs::remove_dir_all(&folder).map_err(failed(&folder))?;
    }
    Ok(salvage)
}

/// A way to read a database.
#[derive(Debug, Clone, Copy)]
enum Way {
    AllFrames,
    AsItIs,
    WithoutLog,
    NewFirstPage,
}

impl Way {
    /// Copies the files so that SQLite reads them in this way. Returns false if another way does the same.
    fn copy(self, files: &Files, log: &Wal, copy: &Files, template: &Path) -> io::Result<bool> {
        if files.database.exists() {
            fs::copy(&files.database, &copy.database)?;
        } else {
            File::create(&copy.database)?;
        }
        match (self, log) {
            (Way::AllFrames, Wal::Frames(frames) | Wal::NoHeader { frames, .. }) => {
                apply(frames, &files.wal, &copy.database)
            }
            (Way::AsItIs, _) if files.wal.exists() => fs::copy(&files.wal, &copy.wal).map(|_| true),
            (Way::AsItIs, _) => Ok(true),
            (Way::WithoutLog, Wal::Frames(_)) => Ok(true),
            (Way::NewFirstPage, _) => {
                if let Wal::Frames(frames) | Wal::NoHeader { frames, .. } = log {
                    apply(frames, &files.wal, &copy.database)?;
                }
                renew_first_page(template, &copy.database)
            }
            (Way::AllFrames, Wal::Empty) | (Way::WithoutLog, Wal::Empty | Wal::NoHeader { .. }) => Ok(false),
        }
    }
}

/// Writes the newest intact version of each page into the database.
fn apply(frames: &WalFrames, log: &Path, database: &Path) -> io::Result<bool> {
    let (newest, pages) = frames.newest_pages();
    if newest.is_empty() {
        return Ok(false);
    }
    let log = File::open(log)?;
    let database = OpenOptions::new().write(true).open(database)?;
    let mut page = vec![0; frames.page_bytes];
    for (number, position) in newest {
        log.read_exact_at(&mut page, position)?;
        database.write_all_at(&page, u64::from(number - 1) * frames.page_bytes as u64)?;
    }
    database.set_len(u64::from(pages) * frames.page_bytes as u64)?;
    Ok(true)
}

/// Replaces the first page, which holds the header and the schema, by that of a new database. Every journal is made by the same steps, so
/// its inputs begin at the same page.
fn renew_first_page(template: &Path, database: &Path) -> io::Result<bool> {
    const PAGE_BYTES: usize = 4096;
    const PAGES_AT: usize = 28;
    const FREE_PAGES: std::ops::Range<usize> = 32..40;
    let mut page = fs::read(template)?;
    page.truncate(PAGE_BYTES);
    let pages = u32::try_from(files::length(database)? / PAGE_BYTES as u64).unwrap_or(u32::MAX);
    for (to, from) in page.iter_mut().skip(PAGES_AT).zip(pages.to_be_bytes()) {
        *to = from;
    }
    page.iter_mut().take(FREE_PAGES.end).skip(FREE_PAGES.start).for_each(|byte| *byte = 0);
    OpenOptions::new().write(true).open(database)?.write_all_at(&page, 0)?;
    Ok(true)
}

impl Salvage {
    /// Adds all rows of a database that can be read; its errors are expected.
    async fn collect(&mut self, files: &Files, records: &mut SalvagedRecords) -> Result<(), JournalError> {
        let Ok(mut connection) = audit::open(files).await else { return Ok(()) };
        if let Ok(Some(schema)) = Schema::of(&mut connection).await {
            self.collect_rows(&mut connection, schema).await;
        }
        records.collect(&mut connection).await?;
        // Nothing of this copy is needed any more.
        let _ = connection.close().await;
        Ok(())
    }

    async fn collect_rows(&mut self, connection: &mut SqliteConnection, schema: Schema) {
        if schema.has_hashes
            && let Ok(rows) =
                sqlx::query("SELECT game_id AS game FROM forgotten").fetch_all(&mut *connection).await
        {
            let names = rows.iter().filter_map(|row| row.try_get_unchecked::<Vec<u8>, _>(0).ok());
            self.forgotten
                .extend(names.filter_map(|name| std::str::from_utf8(&name).ok()?.parse::<GameId>().ok()));
        }
        let columns = schema.columns();
        let scan = |order: &str| format!("SELECT {columns} FROM input ORDER BY game_id {order}, seq {order}");
        if self.take(connection, &scan("ASC"), None).await {
            return;
        }
        // A page cannot be read. From the other side, and then one by one, all others can.
        self.take(connection, &scan("DESC"), None).await;
        let one = format!("SELECT {columns} FROM input WHERE game_id = ?1 AND seq = ?2");
        let known: Vec<_> = self.acknowledged.iter().map(|(game, known)| (*game, known.inputs)).collect();
        for (game, inputs) in known {
            for seq in 0..i64::try_from(inputs).unwrap_or(i64::MAX) {
                let is_there = self
                    .rows
                    .get(game.as_str().as_bytes())
                    .is_some_and(|versions| versions.contains_key(&seq));
                if !is_there {
                    self.take(connection, &one, Some((game, seq))).await;
                }
            }
        }
    }

    /// Adds a version of a row.
    pub(super) fn add(&mut self, row: StoredRow) {
        self.rows.entry(row.game.clone()).or_default().entry(row.seq).or_default().insert(row);
    }

    /// Adds the rows of a query. Returns false if it failed on the way.
    async fn take(
        &mut self,
        connection: &mut SqliteConnection,
        query: &str,
        of: Option<(GameId, i64)>,
    ) -> bool {
        let mut query = sqlx::query(query);
        if let Some((game, seq)) = of {
            query = query.bind(game.as_str().to_owned()).bind(seq);
        }
        let mut rows = query.fetch(connection);
        loop {
            match rows.try_next().await.and_then(|row| row.map(|row| StoredRow::read(&row)).transpose()) {
                Ok(Some(row)) => self.add(row),
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    /// Returns what is left of each game.
    pub(super) fn games(&self) -> Vec<SalvagedGame> {
        let found = self.rows.keys().filter_map(|name| std::str::from_utf8(name).ok()?.parse().ok());
        let games: BTreeSet<GameId> = found.chain(self.acknowledged.keys().copied()).collect();
        let is_removed = |game: &GameId| self.forgotten.contains(game);
        games.into_iter().filter(|game| !is_removed(game)).map(|game| self.game(game)).collect()
    }

    fn game(&self, game: GameId) -> SalvagedGame {
        let none = Versions::new();
        let versions = self.rows.get(game.as_str().as_bytes()).unwrap_or(&none);
        let acknowledged = self.acknowledged.get(&game);
        let mut walk = ChainWalk::new(game);
        let mut rows = Vec::new();
        let mut hash = ChainHash::EMPTY;
        for versions in versions.values() {
            let fits = |row: &&StoredRow| ChainHash::from_text(&row.hash) == Some(hash.with_row(row));
            let Some(row) = versions.iter().find(fits).or_else(|| versions.first()) else { continue };
            hash = hash.with_row(row);
            walk.push(row);
            rows.push(row.clone());
            if let Some(known) = acknowledged.filter(|known| known.inputs == walk.end().next) {
                walk.compare(known.hash);
            }
        }
        let last = walk.end().next;
        let proven = walk.proven();
        let has_hashes = rows.iter().any(|row| !row.hash.is_empty());
        let faults = walk.finish();
        let undecoded = faults.iter().filter_map(|fault| match fault {
            ChainFault::Unreadable { seq, .. } => Some(*seq),
            _ => None,
        });
        let undecoded = undecoded.min();
        let gap = faults.iter().filter_map(|fault| match fault {
            ChainFault::Gap { missing } => Some(*missing),
            _ => None,
        });
        let whole = gap.min().unwrap_or(last);
        // Without hashes there is no proof; what can be decoded is believed.
        let sound = if has_hashes || proven > 0 { proven } else { undecoded.unwrap_or(u64::MAX) };
        let sound = usize::try_from(sound.min(whole)).unwrap_or(usize::MAX).min(rows.len());
        SalvagedGame {
            game,
            sound,
            // The number of a damaged row says nothing.
            known: (rows.len() as u64).max(acknowledged.map_or(0, |known| known.inputs)),
            rows,
            unreadable: undecoded.filter(|seq| (*seq as usize) < sound),
        }
    }
}
