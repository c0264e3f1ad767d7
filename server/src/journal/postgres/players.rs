//! Rows of players in PostgreSQL: read here, changed by the journal's one writer.

use futures_util::future::BoxFuture;
use sqlx::postgres::PgConnection;

use super::readers::Readers;
use crate::journal::JournalError;
use crate::journal::players::{PlayerChange, PlayerQueryBy, PlayerRow, PlayerStore, bound};
use crate::journal::write::{Write, WriterHandle};

/// The rows of players in an open journal.
#[derive(Debug)]
pub(super) struct PostgresPlayers {
    pub(super) readers: Readers,
    pub(super) writer: WriterHandle,
}

impl PlayerStore for PostgresPlayers {
    fn select(&self, query: PlayerQueryBy) -> BoxFuture<'static, Result<Vec<PlayerRow>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let statement = query.statement();
            let rows = readers.fetch_all(bound!(statement)).await?;
            Ok(rows.iter().map(PlayerRow::read).collect::<Result<_, _>>()?)
        })
    }

    fn change(&self, change: PlayerChange) -> BoxFuture<'static, Result<u64, JournalError>> {
        self.writer.ask(|reply| Write::Player { change: Box::new(change), reply })
    }
}

/// Makes a change.
pub(super) async fn change(connection: &mut PgConnection, change: &PlayerChange) -> Result<u64, sqlx::Error> {
    let statement = change.statement();
    Ok(bound!(statement).execute(connection).await?.rows_affected())
}
