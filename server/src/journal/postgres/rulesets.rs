//! Rulesets of guests in the database.
//!
//! A ruleset is not removed as long as a game by it is stored. A new game notes the use of its ruleset in the transaction that stores it, which locks the row; a
//! removal looks for games only once it has locked the row as well. So whichever comes first, the other finds what it did.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Row as _};

use super::link::is_retry;
use super::readers::Readers;
use crate::journal::JournalError;
use crate::journal::rulesets::{RulesetBounds, SharedRulesets, StoredRuleset};

/// Lets servers that store rulesets take their turns until the transaction ends: each counts what the others have stored.
const TAKE_TURN: &str = "SELECT 1 FROM node WHERE id = '' FOR UPDATE";
/// The files of a ruleset, unless they are too many.
const LOAD: &str = "SELECT octet_length(files)::bigint, CASE WHEN octet_length(files) <= $2 THEN files END FROM guest_ruleset WHERE id = $1";
const TOUCH: &str =
    "UPDATE guest_ruleset SET used_at = CURRENT_TIMESTAMP WHERE id = $1 AND files = $2 RETURNING id";
const STORE: &str = "INSERT INTO guest_ruleset (id, files, bytes, used_at) VALUES ($1, $2, $3, CURRENT_TIMESTAMP) \
    ON CONFLICT (id) DO UPDATE SET files = excluded.files, bytes = excluded.bytes, used_at = excluded.used_at";
const TOTAL: &str = "SELECT count(*), COALESCE(sum(bytes), 0)::bigint FROM guest_ruleset";
/// Locks the ruleset without games whose last use is longest ago.
const OLDEST: &str = "SELECT id FROM guest_ruleset WHERE id <> $1 \
    AND NOT EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id) ORDER BY used_at, id LIMIT 1 FOR UPDATE";
/// Removes a locked ruleset, unless a game has come to use it before it was locked.
const REMOVE: &str = "DELETE FROM guest_ruleset WHERE id = $1 \
    AND NOT EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id)";
const MISSING: &str = "SELECT DISTINCT guest_ruleset FROM game WHERE guest_ruleset <> '' \
    AND NOT EXISTS (SELECT 1 FROM guest_ruleset WHERE guest_ruleset.id = game.guest_ruleset)";
/// Notes the use of rulesets that games have.
const NOTE_GAMES: &str = "UPDATE guest_ruleset SET used_at = CURRENT_TIMESTAMP WHERE used_at < CURRENT_TIMESTAMP - $1 * INTERVAL '1 second' \
    AND EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id)";
/// Removes what nobody has used of late. A row that was locked meanwhile by a new game has a new time, and stays.
const REMOVE_EXPIRED: &str = "DELETE FROM guest_ruleset WHERE used_at < CURRENT_TIMESTAMP - $1 * INTERVAL '1 second' \
    AND NOT EXISTS (SELECT 1 FROM game WHERE game.guest_ruleset = guest_ruleset.id) RETURNING id";
/// Notes the use of rulesets by new games. Returns those that are there.
const USE: &str =
    "UPDATE guest_ruleset SET used_at = CURRENT_TIMESTAMP WHERE id = ANY($1::text[]) RETURNING id";

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
            let mut attempt = 1;
            loop {
                let mut connection = readers.acquire().await?;
                let stored = readers.answered(store(&mut connection, &id, &files, bounds)).await;
                match stored {
                    Ok(Err(error)) if is_retry(&error) && attempt < ATTEMPTS => attempt += 1,
                    Ok(stored) => return Ok(stored?),
                    Err(error) => {
                        drop(connection.detach());
                        return Err(error);
                    }
                }
            }
        })
    }

    fn missing(&self) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        let readers = self.0.clone();
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(MISSING)).await?;
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
