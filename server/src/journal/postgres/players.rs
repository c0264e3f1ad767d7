//! Rows of players in PostgreSQL: read here, changed by the journal's one writer.

use futures_util::future::BoxFuture;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Row as _};

use super::readers::Readers;
use super::{PostgresLocation, link};
use crate::journal::JournalError;
use crate::journal::players::{COUNT, PlayerChange, PlayerQueryBy, PlayerRow, PlayerStore, count_of};
use crate::journal::statement::{Statement, bound};
use crate::journal::write::{Write, WriterHandle};

/// Lets servers that add rows of one kind for one player take their turns until the transaction ends. The inputs of a server's games wait behind such a row: a
/// lock that others need as well, held by a server that is paused, would stop them. Where the player has no such row yet, each server adds one without a turn.
const TAKE_TURN: &str =
    "SELECT name FROM player_row WHERE player = $1 AND kind = $2 ORDER BY name LIMIT 1 FOR UPDATE";

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

    fn count(&self) -> BoxFuture<'static, Result<u64, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(COUNT)).await?;
            let counted = rows.first().map(|row| row.try_get(0)).transpose()?;
            Ok(counted.map(count_of).unwrap_or_default())
        })
    }

    fn change(&self, change: PlayerChange) -> BoxFuture<'static, Result<u64, JournalError>> {
        self.writer.ask(|reply| Write::Player { change: Box::new(change), reply })
    }
}

/// Makes a change. One that counts rows takes its turn, so that it counts those of other servers.
pub(super) async fn change(connection: &mut PgConnection, change: &PlayerChange) -> Result<u64, sqlx::Error> {
    let statement = change.statement();
    let PlayerChange::Add { row, .. } = change else {
        return Ok(bound!(statement).execute(connection).await?.rows_affected());
    };
    let mut transaction = connection.begin().await?;
    sqlx::query(TAKE_TURN)
        .bind(row.player.as_str())
        .bind(row.kind.as_str())
        .execute(&mut *transaction)
        .await?;
    let added = bound!(statement).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(added)
}

/// Returns rows, on a connection of its own. A server may run.
pub(in crate::journal) async fn select_at(
    location: &PostgresLocation,
    statement: &Statement,
) -> Result<Vec<PlayerRow>, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let rows = bound!(statement).fetch_all(&mut connection).await?;
    Ok(rows.iter().map(PlayerRow::read).collect::<Result<_, _>>()?)
}

/// Makes a change, on a connection of its own. A server may run.
pub(in crate::journal) async fn change_at(
    location: &PostgresLocation,
    made: &PlayerChange,
) -> Result<u64, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let rows = change(&mut connection, made).await?;
    connection.close().await?;
    Ok(rows)
}
