//! Rows of players in the journal's SQLite file: read here, changed by the journal's one writer.

use futures_util::future::BoxFuture;
use sqlx::{SqliteConnection, SqlitePool};

use super::JournalError;
use super::players::{COUNT, PlayerChange, PlayerQueryBy, PlayerRow, PlayerStore, count_of};
use super::sqlite_archive::overwriting;
use super::statement::bound;
use super::write::{Write, WriterHandle};

/// The rows of players in an open journal.
#[derive(Debug)]
pub(super) struct SqlitePlayers {
    pub(super) readers: SqlitePool,
    pub(super) writer: WriterHandle,
}

impl PlayerStore for SqlitePlayers {
    fn select(&self, query: PlayerQueryBy) -> BoxFuture<'static, Result<Vec<PlayerRow>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let statement = query.statement();
            let rows = bound!(statement).fetch_all(&readers).await?;
            Ok(rows.iter().map(PlayerRow::read).collect::<Result<_, _>>()?)
        })
    }

    fn count(&self) -> BoxFuture<'static, Result<u64, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move { Ok(count_of(sqlx::query_scalar(COUNT).fetch_one(&readers).await?)) })
    }

    fn change(&self, change: PlayerChange) -> BoxFuture<'static, Result<u64, JournalError>> {
        self.writer.ask(|reply| Write::Player { change: Box::new(change), reply })
    }
}

/// Makes a change. The place of what is removed on request is zeroed.
pub(super) async fn change(
    connection: &mut SqliteConnection,
    change: &PlayerChange,
) -> Result<u64, sqlx::Error> {
    let statement = change.statement();
    let query = bound!(statement);
    if is_on_request(change) {
        return overwriting(connection, query).await;
    }
    Ok(query.execute(connection).await?.rows_affected())
}

/// Returns whether a change is a removal on request, after which nothing may be left in the log.
pub(super) fn is_on_request(change: &PlayerChange) -> bool {
    match change {
        PlayerChange::Remove { .. } | PlayerChange::Forget(_) | PlayerChange::Erase(_) => true,
        PlayerChange::Put { .. }
        | PlayerChange::Add { .. }
        | PlayerChange::Touch(..)
        | PlayerChange::UnusedSince { .. } => false,
    }
}
