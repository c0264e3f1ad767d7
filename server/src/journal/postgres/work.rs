//! Work of the writer that may be done twice with the same result.

use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

use super::{archive, link};
use crate::journal::write::Removal;

/// Removes games, as far as they are this server's.
const FORGET: [&str; 2] = [
    "DELETE FROM game WHERE id = ANY($1::text[]) AND node = $2",
    "DELETE FROM input WHERE game_id = ANY($1::text[]) AND NOT EXISTS (SELECT 1 FROM game WHERE game.id = input.game_id)",
];

/// Work that may be done twice with the same result.
#[derive(Debug)]
pub(super) enum Work {
    /// Commit something without a meaning.
    Beat,
    /// Remove finished games.
    Remove(Removal),
    /// Remove these games.
    Forget(Vec<String>),
    /// Say that this server has the journal no longer.
    LetGo,
}

impl Work {
    /// Does the work. Returns the number of rows that it concerned.
    pub(super) async fn run(&self, connection: &mut PgConnection, node: &str) -> Result<u64, sqlx::Error> {
        match self {
            Work::Beat => link::beat(connection, node).await,
            Work::Remove(removal) => archive::remove(connection, *removal).await,
            Work::Forget(names) => {
                let mut transaction = connection.begin().await?;
                let [games, inputs] = FORGET;
                sqlx::query(games).bind(names).bind(node).execute(&mut *transaction).await?;
                let removed = sqlx::query(inputs).bind(names).execute(&mut *transaction).await?;
                transaction.commit().await?;
                Ok(removed.rows_affected())
            }
            Work::LetGo => {
                let let_go = sqlx::query("DELETE FROM node WHERE id = $1").bind(node).execute(connection);
                Ok(let_go.await?.rows_affected())
            }
        }
    }
}
