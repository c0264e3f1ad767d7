//! The task that writes the journal in an SQLite file.
//!
//! While the disk is busy with one commit, further inputs queue up and become the next commit, so that the cost of reaching the disk is shared by all games
//! that move at the same time and a lone move does not wait.

use std::collections::{HashMap, HashSet};

use session::{GameId, Receipt};
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use super::JournalError;
use super::acknowledged::AcknowledgedFile;
use super::chain::{ChainEnd, StoredRow};
use super::log_cuts::LogCuts;
use super::measured::BatchMeasures;
use super::players::PlayerChange;
use super::tournaments::TournamentChange;
use super::write::{InputRow, Removal, Write};
use super::{sqlite_archive, sqlite_players, sqlite_tournaments};

/// One statement for a batch of any size: its rows are one JSON text, and it is its own transaction.
const APPEND: &str = "INSERT INTO input (game_id, seq, at_ms, body, hash, rules) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?2 FROM json_each(?1)";

/// The same for the removal of games: hundreds may end at once, and games that go on do not wait for each. The removed games are noted, so
/// that nobody looks for them after a crash.
const FORGET: [&str; 2] = [
    "INSERT OR IGNORE INTO forgotten (game_id) SELECT value FROM json_each(?1)",
    "DELETE FROM input WHERE game_id IN (SELECT value FROM json_each(?1))",
];

/// A commit that changes nothing, and reaches the disk like any other.
const PROBE: &str = "PRAGMA user_version = 0";

/// The one writer: commits all waiting requests at once and answers them, until it is closed.
pub(super) struct Writer {
    pub(super) options: SqliteConnectOptions,
    pub(super) connection: SqliteConnection,
    pub(super) rules: String,
    /// Ends of the games' hash chains.
    pub(super) ends: HashMap<GameId, ChainEnd>,
    /// Games whose last commit failed: only the database knows whether it is stored.
    pub(super) uncertain: HashSet<GameId>,
    pub(super) acknowledged: AcknowledgedFile,
    /// Rows of the next commit, and the requests that wait for it.
    pub(super) rows: Vec<InputRow>,
    pub(super) replies: Vec<oneshot::Sender<Result<Receipt, JournalError>>>,
    /// Games to be removed after that commit.
    pub(super) forgotten: Vec<(GameId, oneshot::Sender<Result<(), JournalError>>)>,
    pub(super) batches: BatchMeasures,
    pub(super) cuts: LogCuts,
}

impl Writer {
    /// Serves requests until the journal is closed.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Write>, batch: usize) {
        let mut waiting = Vec::new();
        while self.wait_for(&mut inbox, &mut waiting, batch).await {
            for request in waiting.drain(..) {
                match request {
                    Write::Append { row, reply } => {
                        self.rows.push(row);
                        self.replies.push(reply);
                    }
                    // A game has no inputs after its end, and its id is free only when it is removed: every input of
                    // it is in this batch or before.
                    Write::Forget { game, reply } => self.forgotten.push((game, reply)),
                    // Also records that are in this batch.
                    Write::Remove { removal, reply } => {
                        self.commit().await;
                        let _ = reply.send(self.remove(removal).await.map_err(JournalError::from));
                    }
                    Write::Player { change, reply } => {
                        let _ = reply.send(self.change_players(&change).await.map_err(JournalError::from));
                    }
                    Write::Tournament { change, reply } => {
                        let _ = reply.send(self.change_tournament(change).await.map_err(JournalError::from));
                    }
                    // A file has one server.
                    Write::Node { reply, .. } => drop(reply.send(Ok(0))),
                    Write::Probe { reply } => {
                        let _ = reply.send(self.probe().await.map_err(JournalError::from));
                    }
                    Write::Close { reply } => {
                        self.commit().await;
                        self.forget().await;
                        if let Err(error) = self.acknowledged.sync() {
                            tracing::warn!(%error, "journal.ack not on the disk");
                        }
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
            if self.acknowledged.is_long() {
                self.renew_acknowledged().await;
            }
        }
    }

    /// Waits for requests, and cuts the log meanwhile if that is due. Returns false once nobody can ask for anything more.
    async fn wait_for(
        &mut self,
        inbox: &mut mpsc::Receiver<Write>,
        waiting: &mut Vec<Write>,
        batch: usize,
    ) -> bool {
        loop {
            self.cut_log().await;
            let Some(due) = self.cuts.due(Instant::now()) else {
                return inbox.recv_many(waiting, batch).await > 0;
            };
            if let Ok(count) = timeout_at(due, inbox.recv_many(waiting, batch)).await {
                return count > 0;
            }
        }
    }

    /// Cuts the log if that is due after a removal.
    async fn cut_log(&mut self) {
        if self.cuts.take(Instant::now())
            && let Err(error) = sqlite_archive::cut_log(&mut self.connection).await
        {
            tracing::warn!(%error, "what was removed is still in the log");
            self.cuts.want();
        }
    }

    /// Commits the waiting rows. If the database refuses the batch, each row is committed by itself, so that only the faulty one fails.
    async fn commit(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let replies = std::mem::take(&mut self.replies);
        if rows.is_empty() {
            return;
        }
        self.batches.note(rows.len());
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
                Ok(()) => Ok(Receipt::stored(row.seq)),
                Err(error) if is_conflict(&error) => {
                    Err(JournalError::Taken { game: row.game, seq: row.seq })
                }
                Err(error) => Err(error.into()),
            };
            let _ = reply.send(receipt);
        }
    }

    /// Commits something without a meaning.
    async fn probe(&mut self) -> Result<(), sqlx::Error> {
        let result = sqlx::query(PROBE).execute(&mut self.connection).await;
        if result.is_err() {
            self.reconnect().await;
        }
        result.map(|_| ())
    }

    /// Removes finished games.
    async fn remove(&mut self, removal: Removal) -> Result<u64, sqlx::Error> {
        let result = sqlite_archive::remove(&mut self.connection, removal).await;
        if result.is_err() {
            self.reconnect().await;
        }
        result
    }

    /// Changes what players keep. After the first removal in a while, nothing of it is left in the log when it is answered.
    async fn change_players(&mut self, change: &PlayerChange) -> Result<u64, sqlx::Error> {
        let result = sqlite_players::change(&mut self.connection, change).await;
        match &result {
            Err(_) => self.reconnect().await,
            Ok(1..) if sqlite_players::is_on_request(change) => {
                self.cuts.want();
                self.cut_log().await;
            }
            Ok(_) => {}
        }
        result
    }

    /// Stores or removes events of tournaments.
    async fn change_tournament(&mut self, change: TournamentChange) -> Result<u64, sqlx::Error> {
        let result = sqlite_tournaments::apply(&mut self.connection, &change).await;
        if result.is_err() {
            self.reconnect().await;
        }
        result
    }

    /// Stores rows, all or none, and notes them as acknowledged.
    async fn insert(&mut self, rows: &[InputRow]) -> Result<(), sqlx::Error> {
        self.look_up_ends(rows).await?;
        let mut ends: HashMap<GameId, ChainEnd> = HashMap::new();
        let mut batch = Vec::with_capacity(rows.len());
        for InputRow { game, seq, at, body, .. } in rows {
            let before = match ends.get(game).or_else(|| self.ends.get(game)) {
                Some(end) if *seq > 0 => *end,
                _ => ChainEnd::EMPTY,
            };
            let (number, time) =
                (i64::try_from(*seq).unwrap_or(i64::MAX), i64::try_from(*at).unwrap_or(i64::MAX));
            let name = game.as_str();
            let hash =
                before.hash.with(name.as_bytes(), number, time, self.rules.as_bytes(), body.as_bytes());
            ends.insert(*game, ChainEnd { next: seq.saturating_add(1), hash });
            batch.push((name, seq, at, body, hash.to_text()));
        }
        let batch = serde_json::to_string(&batch).map_err(|fault| sqlx::Error::Encode(fault.into()))?;
        if let Err(error) = self.append(batch, rows).await {
            if !is_conflict(&error) {
                self.uncertain.extend(ends.into_keys());
            }
            return Err(error);
        }
        let ends: Vec<_> = ends.into_iter().collect();
        // Some microseconds: it does not wait for the disk.
        if let Err(error) = self.acknowledged.record(&ends) {
            tracing::error!(%error, "journal.ack is behind: a loss of the latest inputs would not be noticed");
        }
        self.ends.extend(ends);
        Ok(())
    }

    /// Appends a batch, with the records of the games that end in it. One statement is its own transaction.
    async fn append(&mut self, batch: String, rows: &[InputRow]) -> Result<(), sqlx::Error> {
        let append = sqlx::query(APPEND).bind(batch).bind(&self.rules);
        if rows.iter().all(|row| row.finished.is_none()) {
            return append.execute(&mut self.connection).await.map(|_| ());
        }
        let mut transaction = self.connection.begin().await?;
        append.execute(&mut *transaction).await?;
        for finished in rows.iter().filter_map(|row| row.finished.as_deref()) {
            sqlite_archive::insert(finished.clone()).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    /// Reads the ends of games from the database where they are not known.
    async fn look_up_ends(&mut self, rows: &[InputRow]) -> Result<(), sqlx::Error> {
        for InputRow { game, seq, .. } in rows {
            if *seq == 0 || self.ends.contains_key(game) && !self.uncertain.contains(game) {
                continue;
            }
            let mut end = ChainEnd::EMPTY;
            for row in select(game).fetch_all(&mut self.connection).await? {
                let row = StoredRow::read(&row)?;
                let next = u64::try_from(row.seq).unwrap_or_default() + 1;
                end = ChainEnd { next, hash: end.hash.with_row(&row) };
            }
            self.ends.insert(*game, end);
            self.uncertain.remove(game);
        }
        Ok(())
    }

    /// Makes the file of acknowledged inputs anew, without those that are out of date.
    async fn renew_acknowledged(&mut self) {
        if let Err(error) = self.acknowledged.renew() {
            tracing::error!(%error, "journal.ack not made anew");
            return;
        }
        let forgotten = sqlx::query("DELETE FROM forgotten").execute(&mut self.connection).await;
        if let Err(error) = forgotten {
            tracing::error!(%error, "removed games are still noted");
        }
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
        let mut transaction = self.connection.begin().await?;
        for statement in FORGET {
            sqlx::query(statement).bind(&batch).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        for game in games {
            self.ends.remove(game);
            self.uncertain.remove(game);
        }
        if let Err(error) = self.acknowledged.forget(games) {
            tracing::warn!(%error, "journal.ack still names removed games");
        }
        Ok(())
    }

    /// A connection that failed once may never work again; another one may.
    async fn reconnect(&mut self) {
        match self.options.connect().await {
            Ok(fresh) => self.connection = fresh,
            Err(error) => tracing::error!(%error, "the journal cannot be opened again"),
        }
    }
}

/// Returns the query for the inputs of one game in their order.
pub(super) fn select(game: &GameId) -> sqlx::query::Query<'static, Sqlite, SqliteArguments<'static>> {
    const SELECT: &str = "SELECT game_id AS game, seq AS seq, at_ms AS at, body AS body, rules AS rules, hash AS hash \
        FROM input WHERE game_id = ?1 ORDER BY seq";
    sqlx::query(SELECT).bind(game.as_str().to_owned())
}

fn is_conflict(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(refusal) if refusal.is_unique_violation())
}
