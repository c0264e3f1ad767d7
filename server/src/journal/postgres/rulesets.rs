//! Rulesets of guests in the database.
//!
//! A ruleset is not removed as long as a game by it is stored, nor for its age alone as long as a finished game names it. A new game notes the use of its
//! ruleset in the transaction that stores it, which locks the row; a removal looks for games only once it has locked the row as well. So whichever comes first,
//! the other finds what it did.

use std::time::Duration;

use futures_util::future::BoxFuture;
use session::UnixMs;
use session::protocol::player::PublishedRuleset;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection as _, Postgres, Row as _};

use super::link::{self, is_retry};
use super::location::PostgresLocation;
use super::readers::Readers;
use crate::journal::JournalError;
use crate::journal::rulesets::{
    Publication, PublishedPosition, RulesetBounds, SharedRulesets, StoredRuleset,
};

/// Lets servers that store rulesets take their turns until the transaction ends: each counts what the others have stored.
const TAKE_TURN: &str = "SELECT 1 FROM node WHERE id = '' FOR UPDATE";
/// The files of a ruleset, unless they are too many.
const LOAD: &str = "SELECT octet_length(files)::bigint, CASE WHEN octet_length(files) <= $2 THEN files END FROM guest_ruleset WHERE id = $1";
const TOUCH: &str =
    "UPDATE guest_ruleset SET used_at = CURRENT_TIMESTAMP WHERE id = $1 AND files = $2 RETURNING id";
const STORE: &str = "INSERT INTO guest_ruleset (id, files, bytes, used_at) VALUES ($1, $2, $3, CURRENT_TIMESTAMP) \
    ON CONFLICT (id) DO UPDATE SET files = excluded.files, bytes = excluded.bytes, used_at = excluded.used_at";
const TOTAL: &str = "SELECT count(*), COALESCE(sum(bytes), 0)::bigint FROM guest_ruleset";
/// Locks the ruleset without games whose last use is longest ago; one that finished games name only if there is no other. What is published stays: else the list
/// would tell by which of its rulesets people play.
const OLDEST: &str = "SELECT id FROM guest_ruleset WHERE id <> $1 AND published_at_ms IS NULL \
    AND NOT EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id) \
    ORDER BY EXISTS (SELECT 1 FROM finished_game WHERE finished_game.ruleset = guest_ruleset.id), used_at, id LIMIT 1 FOR UPDATE";
/// Removes a locked ruleset, unless a game has come to use it before it was locked.
const REMOVE: &str = "DELETE FROM guest_ruleset WHERE id = $1 \
    AND NOT EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id)";
const MISSING: &str = "SELECT DISTINCT guest_ruleset FROM game WHERE guest_ruleset <> '' \
    AND NOT EXISTS (SELECT 1 FROM guest_ruleset WHERE guest_ruleset.id = game.guest_ruleset)";
/// Rulesets of guests that finished games name. Their ids are all that begin with `g-`, which no other id does.
const MISSING_OF_RECORDS: &str = "SELECT DISTINCT ruleset FROM finished_game WHERE ruleset >= 'g-' AND ruleset < 'g.' \
    AND NOT EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = finished_game.ruleset) \
    AND NOT EXISTS (SELECT 1 FROM guest_ruleset WHERE guest_ruleset.id = finished_game.ruleset)";
/// Notes the use of rulesets that games have.
const NOTE_GAMES: &str = "UPDATE guest_ruleset SET used_at = CURRENT_TIMESTAMP WHERE used_at < CURRENT_TIMESTAMP - $1 * INTERVAL '1 second' \
    AND EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id)";
/// Removes what nobody has used of late. A row that was locked meanwhile by a new game has a new time, and stays.
const REMOVE_EXPIRED: &str = "DELETE FROM guest_ruleset WHERE used_at < CURRENT_TIMESTAMP - $1 * INTERVAL '1 second' AND published_at_ms IS NULL \
    AND NOT EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id) \
    AND NOT EXISTS (SELECT 1 FROM finished_game WHERE finished_game.ruleset = guest_ruleset.id) RETURNING id";
/// Notes the use of rulesets by new games. Returns those that are there.
const USE: &str =
    "UPDATE guest_ruleset SET used_at = CURRENT_TIMESTAMP WHERE id = ANY($1::text[]) RETURNING id";

/// Locks a ruleset that is about to be published.
const TO_PUBLISH: &str = "SELECT bytes, published_at_ms FROM guest_ruleset WHERE id = $1 FOR UPDATE";
const PUBLISHED_TOTAL: &str =
    "SELECT count(*), COALESCE(sum(bytes), 0)::bigint FROM guest_ruleset WHERE published_at_ms IS NOT NULL";
const PUBLISH: &str = "UPDATE guest_ruleset SET published_at_ms = (extract(epoch FROM CURRENT_TIMESTAMP) * 1000)::bigint, \
    name = $2, about = $3 WHERE id = $1";
/// Published rulesets after a place of their list. An index has their order.
const PUBLISHED: &str = "SELECT id, name, about, published_at_ms FROM guest_ruleset WHERE published_at_ms IS NOT NULL \
    AND (published_at_ms, id) < ($1, $2) ORDER BY published_at_ms DESC, id DESC LIMIT $3";
const END_PUBLICATIONS: &str = "UPDATE guest_ruleset SET published_at_ms = NULL, used_at = CURRENT_TIMESTAMP \
    WHERE published_at_ms < (extract(epoch FROM CURRENT_TIMESTAMP) * 1000)::bigint - $1";
/// Takes one ruleset off the list.
const UNPUBLISH: &str = "UPDATE guest_ruleset SET published_at_ms = NULL, used_at = CURRENT_TIMESTAMP WHERE id = $1 AND published_at_ms IS NOT NULL";

/// Part of a lifetime after which the use by a game is noted again.
const NOTED_PER_LIFETIME: f64 = 24.0;
/// Attempts to store a ruleset, if the database cannot order two servers.
const ATTEMPTS: usize = 3;

/// The rulesets of guests in a database.
#[derive(Debug)]
pub(super) struct PostgresRulesets(pub(super) Readers);

/// Notes the use of rulesets by games that are about to be stored in this transaction. Returns those that are there, which stay until it ends.
pub(super) async fn note_use(
    connection: &mut PgConnection,
    rulesets: &[&str],
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(USE).bind(rulesets).fetch_all(connection).await
}

/// The attempts that are left of one transaction.
struct Attempts(usize);

impl Attempts {
    /// Returns what an attempt came to; `None` if it shall be made again, since the database could not order it among others. A connection that gave no answer in
    /// time is closed.
    fn settle<T>(
        &mut self,
        attempt: Result<Result<T, sqlx::Error>, JournalError>,
        connection: PoolConnection<Postgres>,
    ) -> Result<Option<T>, JournalError> {
        self.0 -= 1;
        match attempt {
            Ok(Ok(done)) => Ok(Some(done)),
            Ok(Err(error)) if is_retry(&error) && self.0 > 0 => Ok(None),
            Ok(Err(error)) => Err(error.into()),
            Err(error) => {
                drop(connection.detach());
                Err(error)
            }
        }
    }
}

/// Stores a ruleset if there is room for it, or can be made.
async fn store(
    connection: &mut PgConnection,
    id: &str,
    files: &str,
    bounds: RulesetBounds,
) -> Result<bool, sqlx::Error> {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let mut transaction = connection.begin().await?;
    sqlx::query(TAKE_TURN).execute(&mut *transaction).await?;
    sqlx::query(STORE).bind(id).bind(files).bind(number(files.len())).execute(&mut *transaction).await?;
    // Each round removes one, or finds that a game has just come to use it.
    loop {
        let total = sqlx::query(TOTAL).fetch_one(&mut *transaction).await?;
        let (rulesets, bytes): (i64, i64) = (total.try_get(0)?, total.try_get(1)?);
        if rulesets <= number(bounds.rulesets) && bytes <= number(bounds.bytes) {
            transaction.commit().await?;
            return Ok(true);
        }
        let oldest: Option<String> =
            sqlx::query_scalar(OLDEST).bind(id).fetch_optional(&mut *transaction).await?;
        let Some(oldest) = oldest else {
            transaction.rollback().await?;
            return Ok(false);
        };
        sqlx::query(REMOVE).bind(oldest).execute(&mut *transaction).await?;
    }
}

/// Publishes a ruleset if there is room for it in the list.
async fn publish(
    connection: &mut PgConnection,
    id: &str,
    name: &str,
    about: Option<&str>,
    bounds: RulesetBounds,
) -> Result<Publication, sqlx::Error> {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let mut transaction = connection.begin().await?;
    sqlx::query(TAKE_TURN).execute(&mut *transaction).await?;
    let own = sqlx::query(TO_PUBLISH).bind(id).fetch_optional(&mut *transaction).await?;
    let Some(own) = own else {
        transaction.rollback().await?;
        return Ok(Publication::Missing);
    };
    let (bytes, published_at): (i64, Option<i64>) = (own.try_get(0)?, own.try_get(1)?);
    if published_at.is_some() {
        transaction.rollback().await?;
        return Ok(Publication::Published);
    }
    let total = sqlx::query(PUBLISHED_TOTAL).fetch_one(&mut *transaction).await?;
    let (rulesets, all): (i64, i64) = (total.try_get(0)?, total.try_get(1)?);
    if rulesets >= number(bounds.rulesets) || all.saturating_add(bytes) > number(bounds.bytes) {
        transaction.rollback().await?;
        return Ok(Publication::Full);
    }
    sqlx::query(PUBLISH).bind(id).bind(name).bind(about).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(Publication::Published)
}

/// Reads a row of the list.
fn read_published(row: &PgRow) -> Result<PublishedRuleset, sqlx::Error> {
    let (name, at): (Option<String>, i64) = (row.try_get(1)?, row.try_get(3)?);
    Ok(PublishedRuleset {
        id: row.try_get(0)?,
        name: name.unwrap_or_default(),
        about: row.try_get(2)?,
        published_at: UnixMs(u64::try_from(at).unwrap_or(0)),
    })
}

/// Returns all published rulesets, the latest first. A server may run.
///
/// # Errors
/// Returns an error if there is no such database, or it cannot be read.
pub async fn published_postgres(location: &PostgresLocation) -> Result<Vec<PublishedRuleset>, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let select = sqlx::query(PUBLISHED).bind(i64::MAX).bind("").bind(i64::MAX);
    let rows = select.fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(rows.iter().map(read_published).collect::<Result<_, _>>()?)
}

/// Takes a ruleset off the list of published ones. Returns whether it was there. A server may run.
///
/// # Errors
/// Returns an error if there is no such database, or it cannot be written.
pub async fn unpublish_postgres(location: &PostgresLocation, id: &str) -> Result<bool, JournalError> {
    let mut connection = link::connect(&location.options()).await?;
    let done = sqlx::query(UNPUBLISH).bind(id).execute(&mut connection).await?;
    connection.close().await?;
    Ok(done.rows_affected() > 0)
}

impl SharedRulesets for PostgresRulesets {
    fn load(&self, id: String, most: usize) -> BoxFuture<'static, Result<StoredRuleset, JournalError>> {
        let readers = self.0.clone();
        let most = i32::try_from(most).unwrap_or(i32::MAX);
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(LOAD).bind(id).bind(most)).await?;
            let Some(row) = rows.first() else { return Ok(StoredRuleset::Missing) };
            let bytes: i64 = row.try_get(0)?;
            Ok(match row.try_get(1)? {
                Some(files) => StoredRuleset::Files(files),
                None => StoredRuleset::Oversized(u64::try_from(bytes).unwrap_or(0)),
            })
        })
    }

    fn touch(&self, id: String, files: String) -> BoxFuture<'static, Result<bool, JournalError>> {
        let readers = self.0.clone();
        Box::pin(
            async move { Ok(!readers.fetch_all(sqlx::query(TOUCH).bind(id).bind(files)).await?.is_empty()) },
        )
    }

    fn store(
        &self,
        id: String,
        files: String,
        bounds: RulesetBounds,
    ) -> BoxFuture<'static, Result<bool, JournalError>> {
        let readers = self.0.clone();
        Box::pin(async move {
            let mut attempts = Attempts(ATTEMPTS);
            loop {
                let mut connection = readers.acquire().await?;
                let stored = readers.answered(store(&mut connection, &id, &files, bounds)).await;
                if let Some(stored) = attempts.settle(stored, connection)? {
                    return Ok(stored);
                }
            }
        })
    }

    fn publish(
        &self,
        id: String,
        name: String,
        about: Option<String>,
        bounds: RulesetBounds,
    ) -> BoxFuture<'static, Result<Publication, JournalError>> {
        let readers = self.0.clone();
        Box::pin(async move {
            let mut attempts = Attempts(ATTEMPTS);
            loop {
                let mut connection = readers.acquire().await?;
                let work = publish(&mut connection, &id, &name, about.as_deref(), bounds);
                let done = readers.answered(work).await;
                if let Some(done) = attempts.settle(done, connection)? {
                    return Ok(done);
                }
            }
        })
    }

    fn published(
        &self,
        before: Option<PublishedPosition>,
        most: usize,
    ) -> BoxFuture<'static, Result<Vec<PublishedRuleset>, JournalError>> {
        let readers = self.0.clone();
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let (at, id) = before.map_or((i64::MAX, String::new()), |place| (number(place.at.0), place.id));
        Box::pin(async move {
            let select = sqlx::query(PUBLISHED).bind(at).bind(id).bind(number(most as u64));
            let rows = readers.fetch_all(select).await?;
            Ok(rows.iter().map(read_published).collect::<Result<_, _>>()?)
        })
    }

    fn end_publications(&self, lifetime: Duration) -> BoxFuture<'static, Result<(), JournalError>> {
        let readers = self.0.clone();
        let lifetime = i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX);
        Box::pin(
            async move { readers.fetch_all(sqlx::query(END_PUBLICATIONS).bind(lifetime)).await.map(drop) },
        )
    }

    fn missing(&self) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        let readers = self.0.clone();
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(MISSING)).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
    }

    fn missing_of_records(&self) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        let readers = self.0.clone();
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(MISSING_OF_RECORDS)).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
    }

    fn remove_expired(&self, lifetime: Duration) -> BoxFuture<'static, Result<u64, JournalError>> {
        let readers = self.0.clone();
        let seconds = lifetime.as_secs_f64();
        Box::pin(async move {
            readers.fetch_all(sqlx::query(NOTE_GAMES).bind(seconds / NOTED_PER_LIFETIME)).await?;
            Ok(readers.fetch_all(sqlx::query(REMOVE_EXPIRED).bind(seconds)).await?.len() as u64)
        })
    }
}
