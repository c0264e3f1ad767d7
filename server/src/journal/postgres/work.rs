//! Work of the writer that may be done twice with the same result.

use std::time::Duration;

use session::GameId;
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;

use super::link::Identity;
use super::{archive, link, nodes, players, tournaments};
use crate::journal::players::PlayerChange;
use crate::journal::tournaments::TournamentChange;
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
    /// Change what players keep.
    Change(PlayerChange),
    /// Store or remove events of tournaments.
    Tournament(TournamentChange),
    /// Remove these games.
    Forget(Vec<String>),
    /// Make these games this node's.
    Claim(Vec<String>, Duration),
    /// Give these games up.
    Release(Vec<String>),
    /// List the games that are this node's.
    Owned,
    /// Say that this server has the journal no longer.
    LetGo,
}

/// The result of work.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// The rows that it concerned.
    pub(super) rows: u64,
    /// Games with the epochs in which this node has them.
    pub(super) epochs: Vec<(GameId, i64)>,
}

impl From<u64> for Done {
    fn from(rows: u64) -> Done {
        Done { rows, epochs: Vec::new() }
    }
}

impl From<Vec<(GameId, i64)>> for Done {
    fn from(epochs: Vec<(GameId, i64)>) -> Done {
        Done { rows: epochs.len() as u64, epochs }
    }
}

impl Work {
    /// Does the work.
    pub(super) async fn run(
        &self,
        connection: &mut PgConnection,
        identity: &Identity,
    ) -> Result<Done, sqlx::Error> {
        match self {
            Work::Beat => Ok(link::beat(connection, identity).await?.into()),
            Work::Remove(removal) => Ok(archive::remove(connection, *removal).await?.into()),
            Work::Change(change) => Ok(players::change(connection, change).await?.into()),
            Work::Tournament(change) => Ok(tournaments::apply(connection, change).await?.into()),
            Work::Claim(games, lease) => Ok(nodes::claim(connection, games, identity, *lease).await?.into()),
            Work::Release(games) => Ok(nodes::release(connection, games, identity).await?.into()),
            Work::Owned => Ok(nodes::owned(connection, identity).await?.into()),
            Work::Forget(names) => {
                let mut transaction = connection.begin().await?;
                let [games, inputs] = FORGET;
                sqlx::query(games).bind(names).bind(&identity.node).execute(&mut *transaction).await?;
                let removed = sqlx::query(inputs).bind(names).execute(&mut *transaction).await?;
                transaction.commit().await?;
                Ok(removed.rows_affected().into())
            }
            Work::LetGo => {
                let let_go =
                    sqlx::query("DELETE FROM node WHERE incarnation = $1").bind(&identity.incarnation);
                Ok(let_go.execute(connection).await?.rows_affected().into())
            }
        }
    }
}
