//! Finished games in PostgreSQL: read here, written and removed by the journal's one writer.

use futures_util::future::BoxFuture;
use session::{GameId, UnixMs};
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::{Postgres, Row as _};

use super::readers::Readers;
use crate::journal::JournalError;
use crate::journal::archive::{Archive, ArchivedGame, FinishedQuery, ListedGame};
use crate::journal::archive_row::{ArchiveRow, PLAYERS_AT};
use crate::journal::write::{Removal, Write, WriterHandle};

/// The columns of a list: no state is read.
const COLUMNS_OF_LISTS: &str = "game_id, watch_id, is_open, is_listed, shown_at_ms, ended_at_ms, ruleset, white, black, readers, summary, \
    ''::bytea, state_hash, hash";

/// The finished games of an open journal.
#[derive(Debug)]
pub(super) struct PostgresArchive {
    pub(super) readers: Readers,
    pub(super) writer: WriterHandle,
}

impl Archive for PostgresArchive {
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Option<ArchivedGame>, JournalError>> {
        let readers = self.readers.clone();
        let sql = format!(
            "SELECT {} FROM finished_game WHERE game_id = $1 OR watch_id = $1 LIMIT 1",
            ArchiveRow::COLUMNS
        );
        let id = id.as_str().to_owned();
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(&sql).bind(id)).await?;
            rows.first().map(|row| ArchiveRow::read_postgres(row)?.open()).transpose()
        })
    }

    fn list(&self, query: FinishedQuery) -> BoxFuture<'static, Result<Vec<ListedGame>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let sql = list_sql(&query);
            let before = query.before;
            let time = |at: UnixMs| i64::try_from(at.0).unwrap_or(i64::MAX);
            let select = sqlx::query(&sql)
                .bind(time(query.now))
                .bind(time(query.since))
                .bind(before.map_or(i64::MAX, |place| time(place.ended_at)))
                .bind(before.map(|place| place.id.as_str().to_owned()).unwrap_or_default())
                .bind(i64::try_from(query.most).unwrap_or(i64::MAX))
                .bind(query.player_key().unwrap_or_default())
                .bind(query.ruleset.unwrap_or_default());
            let rows = readers.fetch_all(select).await?;
            let rows = rows.iter().map(ArchiveRow::read_postgres).collect::<Result<Vec<_>, _>>()?;
            Ok(rows.iter().filter_map(ArchiveRow::listed).collect())
        })
    }

    fn played_among(&self, rulesets: Vec<String>) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        const PLAYED: &str = "SELECT DISTINCT ruleset FROM finished_game WHERE ruleset = ANY($1::text[])";
        let readers = self.readers.clone();
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(PLAYED).bind(rulesets)).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
    }

    fn remove(&self, id: &GameId) -> BoxFuture<'static, Result<bool, JournalError>> {
        let removal = Removal::Game(*id);
        let removed = self.writer.ask(|reply| Write::Remove { removal, reply });
        Box::pin(async move { Ok(removed.await? > 0) })
    }

    fn prune(&self, ended_before: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>> {
        let removal = Removal::EndedBefore(ended_before);
        self.writer.ask(|reply| Write::Remove { removal, reply })
    }
}

/// Returns the statement for a list. A player's games are those of white and those of black: each of the two is read in the order of an index, and no
/// further than the list is long. Every parameter occurs, since PostgreSQL wants to know its type.
fn list_sql(query: &FinishedQuery) -> String {
    let of_ruleset = if query.ruleset.is_some() { "ruleset = $7" } else { "$7::text = ''" };
    let shown = if query.is_of_owner() { "$1::bigint >= 0" } else { "is_listed AND shown_at_ms <= $1" };
    let order = "ORDER BY ended_at_ms DESC, watch_id DESC LIMIT $5";
    let select = |of_player: &str| {
        format!(
            "SELECT {COLUMNS_OF_LISTS} FROM finished_game WHERE {shown} AND ended_at_ms >= $2 \
             AND (ended_at_ms, watch_id) < ($3, $4) AND {of_ruleset} AND {of_player} {order}"
        )
    };
    if query.player.is_none() {
        return select("$6::text = ''");
    }
    let [white, black] = if query.is_of_owner() {
        let [white, black] = PLAYERS_AT.map(|at| format!("substr(readers, {at}, 20) COLLATE \"C\""));
        [select(&format!("{white} = $6")), select(&format!("{black} = $6 AND {white} <> $6"))]
    } else {
        [select("white = $6"), select("black = $6")]
    };
    format!("SELECT * FROM (({white}) UNION ALL ({black})) AS games {order}")
}

/// Returns the statement that stores a finished game. Ids are random and so many that none comes again in practice; should
/// one, the older record stays, and the input is stored all the same.
pub(super) fn insert(row: ArchiveRow) -> sqlx::query::Query<'static, Postgres, PgArguments> {
    const INSERT: &str = "INSERT INTO finished_game (game_id, watch_id, is_open, is_listed, shown_at_ms, ended_at_ms, ruleset, white, black, \
        readers, summary, state, state_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING";
    sqlx::query(INSERT)
        .bind(row.game_id)
        .bind(row.watch_id)
        .bind(row.is_open)
        .bind(row.is_listed)
        .bind(row.shown_at)
        .bind(row.ended_at)
        .bind(row.ruleset)
        .bind(row.white)
        .bind(row.black)
        .bind(row.readers)
        .bind(row.summary)
        .bind(row.state)
        .bind(row.state_hash)
        .bind(row.hash)
}

/// Removes finished games. Their bytes stay in the database's files until a vacuum, and in its log and backups for as long as these are kept.
pub(super) async fn remove(connection: &mut PgConnection, removal: Removal) -> Result<u64, sqlx::Error> {
    let removed = match removal {
        Removal::Game(id) => {
            let delete = sqlx::query("DELETE FROM finished_game WHERE game_id = $1 OR watch_id = $1");
            delete.bind(id.as_str()).execute(connection).await?
        }
        Removal::EndedBefore(at) => {
            let delete = sqlx::query("DELETE FROM finished_game WHERE ended_at_ms < $1");
            delete.bind(i64::try_from(at.0).unwrap_or(i64::MAX)).execute(connection).await?
        }
    };
    Ok(removed.rows_affected())
}
