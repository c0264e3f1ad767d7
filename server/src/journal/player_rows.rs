//! Rows of players, read and changed beside a server that may run: for the operator.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::players::{PlayerChange, PlayerQueryBy, PlayerRow};
use super::postgres::players::{change_at, select_at};
use super::statement::bound;
use super::{JournalError, JournalPlace, sqlite_archive, sqlite_players};

/// Returns rows of players. Those of a server in memory are gone with it.
///
/// # Errors
/// Returns an error if there is no such journal, or it cannot be read.
pub async fn player_rows(
    place: &JournalPlace,
    query: &PlayerQueryBy,
) -> Result<Vec<PlayerRow>, JournalError> {
    match place {
        JournalPlace::File(file) => {
            let mut connection = open(file, true).await?;
            let statement = query.statement();
            let rows = bound!(statement).fetch_all(&mut connection).await?;
            let rows = rows.iter().map(PlayerRow::read).collect::<Result<_, _>>()?;
            connection.close().await?;
            Ok(rows)
        }
        JournalPlace::Postgres(location) => select_at(location, query).await,
        JournalPlace::Memory => Err(JournalError::InMemory),
    }
}

/// Makes a change of rows of players, and returns their number. SQLite lets one writer wait for the other, some milliseconds.
///
/// # Errors
/// Returns an error if there is no such journal, or it cannot be written.
pub async fn change_player_rows(place: &JournalPlace, change: &PlayerChange) -> Result<u64, JournalError> {
    match place {
        JournalPlace::File(file) => {
            let mut connection = open(file, false).await?;
            let rows = sqlite_players::change(&mut connection, change).await?;
            if rows > 0 && sqlite_players::is_on_request(change) {
                sqlite_archive::cut_log(&mut connection).await?;
            }
            connection.close().await?;
            Ok(rows)
        }
        JournalPlace::Postgres(location) => change_at(location, change).await,
        JournalPlace::Memory => Err(JournalError::InMemory),
    }
}

async fn open(file: &Path, is_read_only: bool) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file).read_only(is_read_only);
    options.disable_statement_logging().connect().await
}
