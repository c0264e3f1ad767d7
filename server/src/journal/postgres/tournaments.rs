//! Tournaments in PostgreSQL: read here, written and removed by the journal's one writer.

use futures_util::future::BoxFuture;
use session::GameId;
use sqlx::postgres::PgConnection;

use super::readers::Readers;
use crate::journal::JournalError;
use crate::journal::statement::bound;
use crate::journal::tournaments::{
    TournamentChange, TournamentRow, TournamentStore, events, ids, read_events, read_ids,
};
use crate::journal::write::{Write, WriterHandle};

/// The tournaments of an open journal.
#[derive(Debug)]
pub(super) struct PostgresTournaments {
    pub(super) readers: Readers,
    pub(super) writer: WriterHandle,
}

impl TournamentStore for PostgresTournaments {
    fn append(&self, row: TournamentRow) -> BoxFuture<'static, Result<bool, JournalError>> {
        let change = TournamentChange::Append(row);
        let stored = self.writer.ask(|reply| Write::Tournament { change, reply });
        Box::pin(async move { Ok(stored.await? > 0) })
    }

    fn load(&self, id: &GameId, from: u64) -> BoxFuture<'static, Result<Vec<TournamentRow>, JournalError>> {
        let (readers, statement) = (self.readers.clone(), events(id, from));
        Box::pin(async move { Ok(read_events(&readers.fetch_all(bound!(statement)).await?)?) })
    }

    fn ids(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let (readers, statement) = (self.readers.clone(), ids());
        Box::pin(async move { Ok(read_ids(&readers.fetch_all(bound!(statement)).await?)?) })
    }

    fn remove(&self, id: &GameId, next: u64) -> BoxFuture<'static, Result<u64, JournalError>> {
        let change = TournamentChange::Remove(*id, next);
        self.writer.ask(|reply| Write::Tournament { change, reply })
    }
}

/// Makes a change. Returns the number of events that it concerns: of an event that was stored by the first of two attempts, none.
pub(super) async fn apply(
    connection: &mut PgConnection,
    change: &TournamentChange,
) -> Result<u64, sqlx::Error> {
    let statement = change.statement();
    Ok(bound!(statement).execute(connection).await?.rows_affected())
}
