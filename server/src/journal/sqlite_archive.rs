//! Finished games in the journal's SQLite file: read here, written and removed by the journal's one writer.

use std::path::Path;

use futures_util::future::BoxFuture;
use session::{GameId, UnixMs};
use sqlx::{Sqlite, SqliteConnection, SqlitePool};

use super::JournalError;
use super::archive::{Archive, ArchivedGame, FinishedQuery, ListedGame};
use super::archive_row::{ArchiveRow, PLAYERS_AT};
use super::write::{Removal, Write, WriterHandle};

type Query = sqlx::query::Query<'static, Sqlite, sqlx::sqlite::SqliteArguments<'static>>;

/// The finished games of an open journal.
#[derive(Debug)]
pub(super) struct SqliteArchive {
    pub(super) readers: SqlitePool,
    pub(super) writer: WriterHandle,
}

impl Archive for SqliteArchive {
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Option<ArchivedGame>, JournalError>> {
        let readers = self.readers.clone();
        let sql = format!(
            "SELECT {} FROM finished_game WHERE game_id = ?1 OR watch_id = ?1 LIMIT 1",
            ArchiveRow::COLUMNS
        );
        let id = id.as_str().to_owned();
        Box::pin(async move {
            let row = sqlx::query(&sql).bind(id).fetch_optional(&readers).await?;
            row.map(|row| ArchiveRow::read(&row)?.open()).transpose()
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
            let rows = select.fetch_all(&readers).await?;
            let rows = rows.iter().map(ArchiveRow::read).collect::<Result<Vec<_>, _>>()?;
            Ok(rows.iter().filter_map(ArchiveRow::listed).collect())
        })
    }

    fn played_among(&self, rulesets: Vec<String>) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        const PLAYED: &str = "SELECT 1 FROM finished_game WHERE ruleset = ?1 LIMIT 1";
        let readers = self.readers.clone();
        Box::pin(async move {
            let mut played = Vec::new();
            for ruleset in rulesets {
                let found = sqlx::query(PLAYED).bind(ruleset.clone()).fetch_optional(&readers).await?;
                if found.is_some() {
                    played.push(ruleset);
                }
            }
            Ok(played)
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
/// further than the list is long.
fn list_sql(query: &FinishedQuery) -> String {
    let of_ruleset = if query.ruleset.is_some() { " AND ruleset = ?7" } else { "" };
    let shown = if query.is_of_owner() { "?1 >= 0" } else { "is_listed = 1 AND shown_at_ms <= ?1" };
    let order = "ORDER BY ended_at_ms DESC, watch_id DESC LIMIT ?5";
    let select = |of_player: &str| {
        format!(
            "SELECT {} FROM finished_game WHERE {shown} AND ended_at_ms >= ?2 \
             AND (ended_at_ms, watch_id) < (?3, ?4){of_ruleset}{of_player} {order}",
            ArchiveRow::COLUMNS_OF_LISTS
        )
    };
    if query.player.is_none() {
        return select("");
    }
    let [white, black] = if query.is_of_owner() {
        let [white, black] = PLAYERS_AT.map(|at| format!("substr(readers, {at}, 20)"));
        [select(&format!(" AND {white} = ?6")), select(&format!(" AND {black} = ?6 AND {white} <> ?6"))]
    } else {
        [select(" AND white = ?6"), select(" AND black = ?6")]
    };
    format!("SELECT * FROM ({white}) UNION ALL SELECT * FROM ({black}) {order}")
}

/// Returns the statement that stores a finished game. Ids are random and so many that none comes again in practice; should
/// one, the older record stays, and the input is stored all the same.
pub(super) fn insert(row: ArchiveRow) -> Query {
    const INSERT: &str = "INSERT OR IGNORE INTO finished_game (game_id, watch_id, is_open, is_listed, shown_at_ms, \
        ended_at_ms, ruleset, white, black, readers, summary, state, state_hash, hash) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    sqlx::query(INSERT)
        .bind(row.game_id)
        .bind(row.watch_id)
        .bind(i64::from(row.is_open))
        .bind(i64::from(row.is_listed))
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

/// Copies the finished games of the journal in `from`, what its players keep, and its tournaments.
pub(super) async fn copy(from: &Path, to: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let attach = sqlx::query("ATTACH DATABASE ?1 AS salvaged").bind(from.to_string_lossy().into_owned());
    attach.execute(&mut *to).await?;
    let columns = ArchiveRow::COLUMNS;
    let copy = format!(
        "INSERT OR IGNORE INTO finished_game ({columns}) SELECT {columns} FROM salvaged.finished_game"
    );
    sqlx::query(&copy).execute(&mut *to).await?;
    sqlx::query("INSERT INTO player_row SELECT * FROM salvaged.player_row").execute(&mut *to).await?;
    let tournaments = "INSERT INTO tournament_event SELECT * FROM salvaged.tournament_event";
    sqlx::query(tournaments).execute(&mut *to).await?;
    sqlx::query("DETACH DATABASE salvaged").execute(to).await?;
    Ok(())
}

/// Removes rows on request, and zeroes their place. Copies of it are in the log until that is [cut](cut_log).
pub(super) async fn overwriting<'q>(
    connection: &mut SqliteConnection,
    delete: sqlx::query::Query<'q, Sqlite, sqlx::sqlite::SqliteArguments<'q>>,
) -> Result<u64, sqlx::Error> {
    sqlx::query("PRAGMA secure_delete = ON").execute(&mut *connection).await?;
    let removed = delete.execute(&mut *connection).await;
    sqlx::query("PRAGMA secure_delete = OFF").execute(connection).await?;
    Ok(removed?.rows_affected())
}

/// Writes the log back into the file, and cuts it.
pub(super) async fn cut_log(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await.map(drop)
}

/// Removes finished games. One that is removed on request is overwritten.
pub(super) async fn remove(connection: &mut SqliteConnection, removal: Removal) -> Result<u64, sqlx::Error> {
    match removal {
        Removal::Game(id) => {
            let delete = sqlx::query("DELETE FROM finished_game WHERE game_id = ?1 OR watch_id = ?1");
            let removed = overwriting(connection, delete.bind(id.as_str().to_owned())).await?;
            if removed > 0 {
                cut_log(connection).await?;
            }
            Ok(removed)
        }
        Removal::EndedBefore(at) => {
            let delete = sqlx::query("DELETE FROM finished_game WHERE ended_at_ms < ?1");
            let at = i64::try_from(at.0).unwrap_or(i64::MAX);
            Ok(delete.bind(at).execute(connection).await?.rows_affected())
        }
    }
}
