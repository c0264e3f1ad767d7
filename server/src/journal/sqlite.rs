//! The journal in an SQLite file: no set-up, one process, nothing acknowledged is lost.
//!
//! One task writes. While the disk is busy with one commit, further inputs queue up and become the next commit, so
//! that the cost of reaching the disk is shared by all games that move at the same time and a lone move does not wait.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use futures_util::future::BoxFuture;
use rustix::fs::{FlockOperation, flock};
use session::{Entry, GameId, Receipt};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::{Journal, JournalError, decode, encode};
use crate::limits::Limits;

/// Migrations from an empty file to the present schema. New ones are added; none is ever changed.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "inputs", include_str!("../../migrations/0001_inputs.sql")),
    (2, "rules", include_str!("../../migrations/0002_rules.sql")),
];

/// One statement for a batch of any size: its rows are one JSON text, and it is its own transaction.
const APPEND: &str = "INSERT INTO input (game_id, seq, at_ms, body, rules) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?2 FROM json_each(?1)";

/// The same for the removal of games: hundreds may end at once, and games that go on do not wait for each.
const FORGET: &str = "DELETE FROM input WHERE game_id IN (SELECT value FROM json_each(?1))";

/// A journal in an SQLite file.
#[derive(Debug)]
pub struct SqliteJournal {
    writer: mpsc::Sender<Write>,
    readers: SqlitePool,
    rules: String,
    /// Held as long as the journal is open: two servers on one file would answer the same players.
    _lock: File,
}

/// A row to be inserted: game, seq, time, text.
type InputRow = (GameId, u64, u64, String);

enum Write {
    Append { row: InputRow, reply: oneshot::Sender<Result<Receipt, JournalError>> },
    Forget { game: GameId, reply: oneshot::Sender<Result<(), JournalError>> },
    Close { reply: oneshot::Sender<()> },
}

impl SqliteJournal {
    /// Opens or creates the journal in `file`, and migrates its schema. `rules` identifies the present rules
    /// (see [`rules_hash`](crate::rules_hash)); it is stored with each input.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created, another process has the journal open, or the database fails.
    pub async fn open(file: &Path, rules: &str, limits: &Limits) -> Result<Self, JournalError> {
        let lock = lock(file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        migrator().run_direct(&mut connection).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options.clone().read_only(true));
        let (writer, inbox) = mpsc::channel(limits.journal_queue.max(1));
        let writer_task = Writer {
            options,
            connection,
            rules: rules.to_owned(),
            rows: Vec::new(),
            replies: Vec::new(),
            forgotten: Vec::new(),
        };
        tokio::spawn(writer_task.run(inbox, limits.journal_batch.max(1)));
        Ok(SqliteJournal { writer, readers, rules: rules.to_owned(), _lock: lock })
    }
}

fn migrator() -> Migrator {
    let steps = MIGRATIONS.iter().map(|(version, name, sql)| {
        Migration::new(*version, Cow::Borrowed(name), MigrationType::Simple, Cow::Borrowed(sql), false)
    });
    Migrator { migrations: steps.collect(), ..Migrator::DEFAULT }
}

/// Creates folder and file if they do not exist, for their owner only since the journal holds tokens, and locks the journal.
fn lock(file: &Path) -> Result<File, JournalError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| JournalError::File { path, error }
    };
    if let Some(folder) = file.parent().filter(|folder| !folder.exists()) {
        let mut builder = fs::DirBuilder::new();
        builder.mode(0o700).recursive(true).create(folder).map_err(failed(folder))?;
    }
    let open = |path: &Path| {
        OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(path)
            .map_err(failed(path))
    };
    let lock = open(&file.with_extension("lock"))?;
    open(file)?;
    match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(lock),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(JournalError::InUse(file.to_owned())),
        Err(error) => Err(failed(file)(error.into())),
    }
}

/// The one writer: commits all waiting requests at once and answers them, until it is closed.
struct Writer {
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    rules: String,
    /// Rows of the next commit, and the requests that wait for it.
    rows: Vec<InputRow>,
    replies: Vec<oneshot::Sender<Result<Receipt, JournalError>>>,
    /// Games to be removed after that commit.
    forgotten: Vec<(GameId, oneshot::Sender<Result<(), JournalError>>)>,
}

impl Writer {
    async fn run(mut self, mut inbox: mpsc::Receiver<Write>, batch: usize) {
        let mut waiting = Vec::new();
        while inbox.recv_many(&mut waiting, batch).await > 0 {
            for request in waiting.drain(..) {
                match request {
                    Write::Append { row, reply } => {
                        self.rows.push(row);
                        self.replies.push(reply);
                    }
                    // A game has no inputs after its end, and its id is free only when it is removed: every input of
                    // it is in this batch or before.
                    Write::Forget { game, reply } => self.forgotten.push((game, reply)),
                    Write::Close { reply } => {
                        self.commit().await;
                        self.forget().await;
                        if let Err(error) = self.connection.close().await {
                            tracing::warn!(%error, "journal not closed cleanly");
                        }
                        let _ = reply.send(());
                        return;
                    }
                }
            }
            self.commit().await;
            self.forget().await;
        }
    }

    /// Commits the waiting rows. If the database refuses the batch, each row is committed by itself, so that only the faulty one fails.
    async fn commit(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let replies = std::mem::take(&mut self.replies);
        if rows.is_empty() {
            return;
        }
        let whole = self.insert(&rows).await;
        if let Err(error) = &whole
            && !is_conflict(error)
        {
            tracing::error!(%error, rows = rows.len(), "journal commit failed");
            self.reconnect().await;
        }
        for (row, reply) in rows.into_iter().zip(replies) {
            let result = match &whole {
                Ok(()) => Ok(()),
                Err(_) => self.insert(std::slice::from_ref(&row)).await,
            };
            let receipt = match result {
                Ok(()) => Ok(Receipt::stored(row.1)),
                Err(error) if is_conflict(&error) => Err(JournalError::Taken { game: row.0, seq: row.1 }),
                Err(error) => Err(error.into()),
            };
            let _ = reply.send(receipt);
        }
    }

    async fn insert(&mut self, rows: &[InputRow]) -> Result<(), sqlx::Error> {
        let rows: Vec<_> = rows.iter().map(|(game, seq, at, body)| (game.as_str(), seq, at, body)).collect();
        let batch = serde_json::to_string(&rows).map_err(|fault| sqlx::Error::Encode(fault.into()))?;
        let statement = sqlx::query(APPEND).bind(batch).bind(&self.rules);
        statement.execute(&mut self.connection).await.map(|_| ())
    }

    /// Removes the games that have ended; if that fails, each is removed by itself and answered with its own result.
    async fn forget(&mut self) {
        let forgotten = std::mem::take(&mut self.forgotten);
        if forgotten.is_empty() {
            return;
        }
        let games: Vec<GameId> = forgotten.iter().map(|(game, _)| *game).collect();
        let is_done = self.delete(&games).await.is_ok();
        for (game, reply) in forgotten {
            let result = if is_done { Ok(()) } else { self.delete(&[game]).await };
            let _ = reply.send(result.map_err(JournalError::from));
        }
    }

    async fn delete(&mut self, games: &[GameId]) -> Result<(), sqlx::Error> {
        let names: Vec<&str> = games.iter().map(GameId::as_str).collect();
        let batch = serde_json::to_string(&names).map_err(|fault| sqlx::Error::Encode(fault.into()))?;
        sqlx::query(FORGET).bind(batch).execute(&mut self.connection).await.map(|_| ())
    }

    /// A connection that failed once may never work again; another one may.
    async fn reconnect(&mut self) {
        match self.options.connect().await {
            Ok(fresh) => self.connection = fresh,
            Err(error) => tracing::error!(%error, "the journal cannot be opened again"),
        }
    }
}

fn is_conflict(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(refusal) if refusal.is_unique_violation())
}

impl SqliteJournal {
    /// Sends a request to the writer and waits for its answer; the writer being gone means that the journal is closed.
    fn ask<T: Send + 'static>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, JournalError>>) -> Write,
    ) -> BoxFuture<'static, Result<T, JournalError>> {
        let writer = self.writer.clone();
        let (reply, answer) = oneshot::channel();
        let request = request(reply);
        Box::pin(async move {
            writer.send(request).await.map_err(|_| JournalError::Closed)?;
            answer.await.map_err(|_| JournalError::Closed)?
        })
    }
}

impl Journal for SqliteJournal {
    fn append(&self, game: &GameId, entry: &Entry) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let row = (*game, entry.seq, entry.at.0, encode(entry));
        self.ask(|reply| Write::Append { row, reply })
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let rows = sqlx::query("SELECT DISTINCT game_id FROM input").fetch_all(&readers).await?;
            let mut games = Vec::with_capacity(rows.len());
            for row in rows {
                match row.try_get::<String, _>(0)?.parse::<GameId>() {
                    Ok(game) => games.push(game),
                    Err(_) => {
                        tracing::error!("the journal holds a game whose name is none; it is left alone");
                    }
                }
            }
            Ok(games)
        })
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        let (readers, game, present) = (self.readers.clone(), *game, self.rules.clone());
        Box::pin(async move {
            let rows = sqlx::query("SELECT seq, body, rules FROM input WHERE game_id = ?1 ORDER BY seq")
                .bind(game.as_str())
                .fetch_all(&readers)
                .await?;
            let read = |row: &SqliteRow| {
                let seq = u64::try_from(row.try_get::<i64, _>(0)?).unwrap_or_default();
                decode(&game, seq, row.try_get::<&str, _>(1)?)
            };
            let is_other = |row: &SqliteRow| row.try_get::<&str, _>(2).is_ok_and(|rules| rules != present);
            if rows.iter().any(is_other) {
                tracing::warn!(%game, "a game is brought back under other rules than it was played by");
            }
            rows.iter().map(read).collect()
        })
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        let game = *game;
        self.ask(|reply| Write::Forget { game, reply })
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        let (writer, readers) = (self.writer.clone(), self.readers.clone());
        Box::pin(async move {
            readers.close().await;
            let (reply, done) = oneshot::channel();
            if writer.send(Write::Close { reply }).await.is_ok() {
                let _ = done.await;
            }
        })
    }
}
