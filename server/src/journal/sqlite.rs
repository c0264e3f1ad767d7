//! The journal in an SQLite file: no set-up, one process, nothing acknowledged is lost.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use prometheus_client::registry::Registry;
use session::{Entry, FinishedGame, GameId, Receipt};
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, Sqlite, SqlitePool};
use tokio::sync::mpsc;

use super::acknowledged::AcknowledgedFile;
use super::archive::Archive;
use super::audit::audit;
use super::chain::{ChainEnd, ChainWalk, StoredRow};
use super::doubt::Doubtful;
use super::files::{Files, failed};
use super::import::{Lines, Row};
use super::log_cuts::LogCuts;
use super::measured::BatchMeasures;
use super::migrations::migrator;
use super::players::{self, PlayerStore};
use super::preserve::preserve;
use super::salvage::SalvagedGame;
use super::sqlite_archive::{self, SqliteArchive};
use super::sqlite_players::SqlitePlayers;
use super::sqlite_tournaments::SqliteTournaments;
use super::sqlite_writer::{Writer, select};
use super::statement::bound;
use super::tournaments::{TournamentChange, TournamentStore};
use super::write::{InputRow, Write, WriterHandle};
use super::{Journal, JournalError};
use crate::limits::Limits;
use crate::log_name::LogName;

/// The decision at start if acknowledged inputs may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnLoss {
    /// The journal is not opened.
    Refuse,
    /// The journal is opened without them, unless the database is malformed.
    Accept,
}

/// A journal in an SQLite file.
#[derive(Debug)]
pub struct SqliteJournal {
    writer: WriterHandle,
    readers: SqlitePool,
    rules: String,
    batches: BatchMeasures,
    /// Held as long as the journal is open: two servers on one file would answer the same players.
    _lock: File,
}

impl SqliteJournal {
    /// Opens or creates the journal in `file`, and migrates its schema. `rules` identifies the present rules
    /// (see [`rules_hash`](crate::rules_hash)); it is stored with each input.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created, another process has the journal open, the database fails, or acknowledged inputs
    /// may be missing.
    pub async fn open(file: &Path, rules: &str, limits: &Limits) -> Result<Self, JournalError> {
        Self::open_after_loss(file, rules, limits, OnLoss::Refuse).await
    }

    /// Opens the journal like [`SqliteJournal::open`], with a choice for acknowledged inputs that may be missing. The files are copied
    /// before anything is written to them then.
    ///
    /// # Errors
    /// See [`SqliteJournal::open`].
    pub async fn open_after_loss(
        file: &Path,
        rules: &str,
        limits: &Limits,
        on_loss: OnLoss,
    ) -> Result<Self, JournalError> {
        let files = Files::of(file);
        let lock = files.lock()?;
        let audit = audit(&files).await?;
        if !audit.doubts.is_empty() {
            let copy = preserve(&files).map_err(failed(&files.folder))?;
            let doubtful = Doubtful { doubts: audit.doubts.clone(), copy };
            if on_loss == OnLoss::Refuse || doubtful.needs_repair() {
                return Err(JournalError::Doubtful(Box::new(doubtful)));
            }
            for doubt in &doubtful.doubts {
                tracing::error!(%doubt, copy = %doubtful.copy.display(), "loss accepted");
            }
        }
        if audit.nameless > 0 {
            tracing::error!(
                rows = audit.nameless,
                "the journal holds inputs of games whose id is none; they are left alone"
            );
        }
        // Before the schema says that there is such a file.
        let acknowledged =
            AcknowledgedFile::create(&files, audit.to_acknowledge()).map_err(failed(&files.acknowledged))?;
        files.create_database()?;
        let options = options(file);
        let mut connection = options.connect().await?;
        if !audit.doubts.is_empty() {
            // SQLite writes over the log from the damaged frame on. What stays behind it would be doubted at every start until the log ends.
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await?;
        }
        migrator().run_direct(&mut connection).await?;
        // None of these is in the file of acknowledged inputs any more.
        sqlx::query("DELETE FROM forgotten").execute(&mut connection).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options.clone().read_only(true));
        let (writer, inbox) = mpsc::channel(limits.journal_queue.max(1));
        let batches = BatchMeasures::default();
        let writer_task = Writer {
            options,
            connection,
            rules: rules.to_owned(),
            ends: audit.ends(),
            uncertain: HashSet::new(),
            acknowledged,
            rows: Vec::new(),
            replies: Vec::new(),
            forgotten: Vec::new(),
            batches: batches.clone(),
            cuts: LogCuts::default(),
        };
        tokio::spawn(writer_task.run(inbox, limits.journal_batch.max(1)));
        Ok(SqliteJournal {
            writer: WriterHandle(writer),
            readers,
            rules: rules.to_owned(),
            batches,
            _lock: lock,
        })
    }
}

/// Makes a new database of the sound inputs of games, with new hashes, and of the finished games in the database `records`. Returns the ends of the games'
/// chains.
pub(super) async fn build(
    file: &Path,
    games: &[SalvagedGame],
    records: Option<&Path>,
) -> Result<HashMap<GameId, ChainEnd>, JournalError> {
    Files::of(file).create_database()?;
    let mut connection = options(file).connect().await?;
    migrator().run_direct(&mut connection).await?;
    let mut transaction = connection.begin().await?;
    let mut ends = HashMap::new();
    for game in games.iter().filter(|game| game.sound > 0) {
        let mut end = ChainEnd::EMPTY;
        for row in game.rows.iter().take(game.sound) {
            end = ChainEnd { next: end.next + 1, hash: end.hash.with_row(row) };
            insert(row, end.hash.to_text().as_bytes()).execute(&mut *transaction).await?;
        }
        ends.insert(game.game, end);
    }
    transaction.commit().await?;
    if let Some(records) = records {
        sqlite_archive::copy(records, &mut connection).await?;
    }
    connection.close().await?;
    Ok(ends)
}

/// Makes a new database of the rows of an export. It holds nothing unless all of them are there.
pub(super) async fn fill(file: &Path, lines: &mut Lines<'_>) -> Result<(), JournalError> {
    Files::of(file).create_database()?;
    let mut connection = options(file).connect().await?;
    migrator().run_direct(&mut connection).await?;
    let mut transaction = connection.begin().await?;
    while let Some(row) = lines.next()? {
        match row {
            Row::Input(row) => insert(&row, &row.hash).execute(&mut *transaction).await?,
            Row::Record(row) => sqlite_archive::insert(*row).execute(&mut *transaction).await?,
            Row::Player(row) => {
                let restoration = players::restoration(&row);
                bound!(restoration).execute(&mut *transaction).await?
            }
            Row::Tournament(row) => {
                let append = TournamentChange::Append(*row).statement();
                bound!(append).execute(&mut *transaction).await?
            }
        };
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(())
}

/// Returns the statement that stores one row.
fn insert(row: &StoredRow, hash: &[u8]) -> sqlx::query::Query<'static, Sqlite, SqliteArguments<'static>> {
    const INSERT: &str =
        "INSERT INTO input (game_id, seq, at_ms, body, rules, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let insert = sqlx::query(INSERT).bind(text(&row.game)).bind(row.seq).bind(row.at);
    insert.bind(text(&row.body)).bind(text(&row.rules)).bind(text(hash))
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging()
}

impl Journal for SqliteJournal {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let row = InputRow::of(game, entry, finished);
        self.writer.ask(|reply| Write::Append { row, reply })
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let rows = sqlx::query("SELECT DISTINCT game_id AS game FROM input").fetch_all(&readers).await?;
            let id = |row: &SqliteRow| std::str::from_utf8(row.try_get_unchecked(0).ok()?).ok()?.parse().ok();
            Ok(rows.iter().filter_map(id).collect())
        })
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        let (readers, game, present) = (self.readers.clone(), *game, self.rules.clone());
        Box::pin(async move {
            let rows = select(&game).fetch_all(&readers).await?;
            let mut walk = ChainWalk::new(game);
            let mut entries = Vec::with_capacity(rows.len());
            let mut is_under_other_rules = false;
            for row in &rows {
                let row = StoredRow::read(row)?;
                is_under_other_rules |= row.rules != present.as_bytes();
                entries.extend(walk.push(&row));
            }
            if is_under_other_rules {
                tracing::warn!(game = %LogName::of(&game), "a game is brought back under other rules than it was played by");
            }
            match walk.finish().iter().find_map(|fault| fault.error(game)) {
                Some(error) => Err(error),
                None => Ok(entries),
            }
        })
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        let game = *game;
        self.writer.ask(|reply| Write::Forget { game, reply })
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        self.writer.ask(|reply| Write::Probe { reply })
    }

    fn archive(&self) -> Option<Arc<dyn Archive>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(SqliteArchive { readers, writer }))
    }

    fn players(&self) -> Option<Arc<dyn PlayerStore>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(SqlitePlayers { readers, writer }))
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        let (readers, writer) = (self.readers.clone(), self.writer.clone());
        Some(Arc::new(SqliteTournaments { readers, writer }))
    }

    fn register_metrics(&self, registry: &mut Registry) {
        self.batches.register(registry);
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        let (writer, readers) = (self.writer.clone(), self.readers.clone());
        Box::pin(async move {
            readers.close().await;
            writer.close().await;
        })
    }
}
