//! Rows of players, read and changed beside a server that may run: for the operator.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use super::players::{PlayerChange, PlayerQueryBy, PlayerRow, ROWS_READ_MAX};
use super::postgres::players::{change_at, select_at};
use super::redis::players as redis_players;
use super::statement::bound;
use super::{JournalError, JournalPlace, sqlite_archive, sqlite_players};

/// Returns all rows of players that are asked for. Those of a server in memory are gone with it.
///
/// # Errors
/// Returns an error if there is no such journal, or it cannot be read.
pub async fn player_rows(
    place: &JournalPlace,
    query: &PlayerQueryBy,
) -> Result<Vec<PlayerRow>, JournalError> {
    rows_in_lists(place, query, ROWS_READ_MAX).await
}

/// Returns all rows that are asked for, read in lists of at most so many.
async fn rows_in_lists(
    place: &JournalPlace,
    query: &PlayerQueryBy,
    most: usize,
) -> Result<Vec<PlayerRow>, JournalError> {
    let mut rows: Vec<PlayerRow> = Vec::new();
    loop {
        let statement = query.statement_after(rows.last(), most);
        let next = match place {
            JournalPlace::File(file) => {
                let mut connection = open(file, true).await?;
                let next = bound!(statement).fetch_all(&mut connection).await?;
                connection.close().await?;
                next.iter().map(PlayerRow::read).collect::<Result<Vec<_>, _>>()?
            }
            JournalPlace::Postgres(location) => select_at(location, &statement).await?,
            // All at once: its places are in memory anyway.
            JournalPlace::Redis(location) => return redis_players::select_at(location, query).await,
            JournalPlace::Memory => return Err(JournalError::InMemory),
        };
        let is_last = next.len() < most;
        rows.extend(next);
        if is_last {
            return Ok(rows);
        }
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
        JournalPlace::Redis(location) => redis_players::change_at(location, change).await,
        JournalPlace::Memory => Err(JournalError::InMemory),
    }
}

async fn open(file: &Path, is_read_only: bool) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file).read_only(is_read_only);
    options.disable_statement_logging().connect().await
}

#[cfg(test)]
mod tests {
    use session::UnixMs;

    use super::*;
    use crate::journal::{Journal as _, RowKind, SqliteJournal};
    use crate::limits::Limits;

    #[tokio::test]
    async fn long_lists_are_read_to_their_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal.db");
        let journal = SqliteJournal::open(&file, "rules", &Limits::default()).await.unwrap();
        for (player, name) in [(1, "b"), (1, "a"), (2, "a"), (3, "a"), (3, "c")] {
            let player: session::domain::PlayerId = format!("{player:020}").parse().unwrap();
            let row = PlayerRow::new(player, RowKind::Report, name, UnixMs(5), "{}".to_owned());
            let put = PlayerChange::Put { row, before: None };
            assert_eq!(journal.players().unwrap().change(put).await.unwrap(), 1);
        }
        let (place, all) = (JournalPlace::File(file), PlayerQueryBy::UsedSince(RowKind::Report, UnixMs(0)));
        let whole = player_rows(&place, &all).await.unwrap();
        assert_eq!(whole.iter().map(|row| row.name.as_str()).collect::<String>(), "abaac");
        for most in 1..=6 {
            assert_eq!(rows_in_lists(&place, &all, most).await.unwrap(), whole, "{most}");
        }
        journal.close().await;
    }
}
