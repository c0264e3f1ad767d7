//! Tournaments in the journal's SQLite file: read here, written and removed by the journal's one writer.

use futures_util::future::BoxFuture;
use session::GameId;
use sqlx::{SqliteConnection, SqlitePool};

use super::JournalError;
use super::statement::bound;
use super::tournaments::{
    TournamentChange, TournamentRow, TournamentStore, events, ids, read_events, read_ids,
};
use super::write::{Write, WriterHandle};

/// The tournaments of an open journal.
#[derive(Debug)]
pub(super) struct SqliteTournaments {
    pub(super) readers: SqlitePool,
    pub(super) writer: WriterHandle,
}

impl TournamentStore for SqliteTournaments {
    fn append(&self, row: TournamentRow) -> BoxFuture<'static, Result<bool, JournalError>> {
        let change = TournamentChange::Append(row);
        let stored = self.writer.ask(|reply| Write::Tournament { change, reply });
        Box::pin(async move { Ok(stored.await? > 0) })
    }

    fn load(&self, id: &GameId, from: u64) -> BoxFuture<'static, Result<Vec<TournamentRow>, JournalError>> {
        let (readers, statement) = (self.readers.clone(), events(id, from));
        Box::pin(async move { Ok(read_events(&bound!(statement).fetch_all(&readers).await?)?) })
    }

    fn ids(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let (readers, statement) = (self.readers.clone(), ids());
        Box::pin(async move { Ok(read_ids(&bound!(statement).fetch_all(&readers).await?)?) })
    }

    fn remove(&self, id: &GameId, next: u64) -> BoxFuture<'static, Result<u64, JournalError>> {
        let change = TournamentChange::Remove(*id, next);
        self.writer.ask(|reply| Write::Tournament { change, reply })
    }
}

/// Makes a change. Returns the number of events that it concerns.
pub(super) async fn apply(
    connection: &mut SqliteConnection,
    change: &TournamentChange,
) -> Result<u64, sqlx::Error> {
    let statement = change.statement();
    Ok(bound!(statement).execute(connection).await?.rows_affected())
}
