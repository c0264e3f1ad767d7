//! Tournaments in PostgreSQL: read here, written and removed by the journal's one writer.

use futures_util::future::BoxFuture;
use session::{GameId, UnixMs};
use sqlx::Row as _;
use sqlx::postgres::PgConnection;

use super::readers::Readers;
use crate::journal::JournalError;
use crate::journal::tournaments::{TournamentChange, TournamentRow, TournamentStore, integer, row};
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
        let (readers, id) = (self.readers.clone(), *id);
        Box::pin(async move {
            const SELECT: &str = "SELECT seq, at_ms, body FROM tournament_event WHERE tournament_id = $1 AND seq >= $2 ORDER BY seq";
            let select = sqlx::query(SELECT).bind(id.as_str().to_owned()).bind(integer(from));
            let rows = readers.fetch_all(select).await?;
            let read = rows.iter().map(|stored| {
                Ok(row(id.as_str(), stored.try_get(0)?, stored.try_get(1)?, stored.try_get(2)?))
            });
            Ok(read.collect::<Result<Vec<_>, sqlx::Error>>()?.into_iter().flatten().collect())
        })
    }

    fn ids(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let select = sqlx::query("SELECT tournament_id FROM tournament_event WHERE seq = 0");
            let rows = readers.fetch_all(select).await?;
            let ids = rows.iter().map(|row| Ok(row.try_get::<&str, _>(0)?.parse().ok()));
            Ok(ids.collect::<Result<Vec<_>, sqlx::Error>>()?.into_iter().flatten().collect())
        })
    }

    fn prune(&self, quiet_since: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>> {
        let change = TournamentChange::Prune(quiet_since);
        self.writer.ask(|reply| Write::Tournament { change, reply })
    }
}

/// Makes a change. Returns the number of events that it concerns: of an event that was stored by the first of two attempts, none.
pub(super) async fn apply(
    connection: &mut PgConnection,
    change: &TournamentChange,
) -> Result<u64, sqlx::Error> {
    let statement = match change {
        TournamentChange::Append(TournamentRow { tournament, seq, at, body }) => {
            const INSERT: &str = "INSERT INTO tournament_event (tournament_id, seq, at_ms, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
            let insert = sqlx::query(INSERT).bind(tournament.as_str().to_owned());
            insert.bind(integer(*seq)).bind(integer(at.0)).bind(body.as_str())
        }
        TournamentChange::Prune(since) => {
            const DELETE: &str = "DELETE FROM tournament_event WHERE tournament_id IN \
                (SELECT tournament_id FROM tournament_event GROUP BY tournament_id HAVING max(at_ms) < $1)";
            sqlx::query(DELETE).bind(integer(since.0))
        }
    };
    Ok(statement.execute(connection).await?.rows_affected())
}
