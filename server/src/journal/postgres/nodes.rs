//! The nodes that share the database: owners of games, and claims.
//!
//! A node is silent if its last beat is older than the lease, by the database's clock alone. All of this decides which node has a game next, and how soon: that no game
//! has two continuations is up to the key of its inputs.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use session::GameId;
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Row as _};
use tokio::sync::mpsc;

use super::TAKE_TURN;
use super::link::{self, Identity};
use super::readers::Readers;
use super::shared_memory::FORGET_ENDED;
use crate::journal::nodes::{Location, NodeAddress, Nodes, watch_id};
use crate::journal::rulesets::guest_ruleset;
use crate::journal::write::{NodeChange, Write, WriterHandle};
use crate::journal::{JournalError, decode};

/// The owner of a game, found by either of its ids; no owner if that node is silent.
const FIND: &str = "SELECT game.id, node.id, node.address FROM game LEFT JOIN node \
    ON node.id = game.node AND node.id <> '' AND node.beat > CURRENT_TIMESTAMP - $2 * INTERVAL '1 second' \
    WHERE game.id = $1 OR game.watch_id = $1";
const ORPHANS: &str = "SELECT game.id FROM game WHERE NOT EXISTS (SELECT 1 FROM node \
    WHERE node.id = game.node AND node.id <> '' AND node.beat > CURRENT_TIMESTAMP - $2 * INTERVAL '1 second') LIMIT $1";

/// Claims games without an owner, or whose node is silent. What this node owns already is claimed anew: an earlier run of it may still write.
const CLAIM: &str = "UPDATE game SET node = $2, epoch = epoch + 1 WHERE id = ANY($1::text[]) AND (node = $2 OR NOT EXISTS (SELECT 1 FROM node \
    WHERE node.id = game.node AND node.id <> '' AND node.beat > CURRENT_TIMESTAMP - $3 * INTERVAL '1 second')) \
    AND EXISTS (SELECT 1 FROM node WHERE incarnation = $4) RETURNING id, epoch";
const RELEASE: &str = "UPDATE game SET node = '' WHERE id = ANY($1::text[]) AND node = $2";
const OWNED: &str = "SELECT id, epoch FROM game WHERE node = $1";

/// A server that plays alone and has beaten of late.
const ALONE: &str = "SELECT 1 FROM node WHERE id <> '' AND address = '' AND beat > CURRENT_TIMESTAMP - $1 * INTERVAL '1 second'";
/// Enters a node, after what its earlier run and others have left.
const FORGET_SILENT: &str =
    "DELETE FROM node WHERE id <> '' AND (address = '' OR beat < CURRENT_TIMESTAMP - INTERVAL '1 day')";
const ENTER: &str = "INSERT INTO node (id, incarnation, address, beat) VALUES ($1, $2, $3, CURRENT_TIMESTAMP) \
    ON CONFLICT (id) DO UPDATE SET incarnation = excluded.incarnation, address = excluded.address, beat = excluded.beat";
const RELEASE_ALL: &str = "UPDATE game SET node = '' WHERE node = $1";

/// Games of which it is not noted what their first inputs say: the id of the link for spectators, and the guest's ruleset. They are of before that was noted, or
/// imported.
const UNNOTED: &str = "SELECT input.game_id, input.body FROM game JOIN input ON input.game_id = game.id AND input.seq = 0 \
    WHERE game.watch_id = '' OR game.guest_ruleset IS NULL LIMIT 500";
const NOTE: &str = "UPDATE game SET watch_id = fresh.watch_id, guest_ruleset = fresh.guest_ruleset \
    FROM unnest($1::text[], $2::text[], $3::text[]) AS fresh (id, watch_id, guest_ruleset) WHERE game.id = fresh.id";

/// Lease of a node, and its way to say which games it has lost.
#[derive(Debug)]
pub(super) struct Sharing {
    pub(super) lease: Duration,
    /// Games that turn out to be another node's.
    pub(super) lost: mpsc::UnboundedSender<GameId>,
}

/// The nodes of a database, as one of them sees them.
#[derive(Debug)]
pub(super) struct PostgresNodes {
    pub(super) readers: Readers,
    /// Connections for what nodes share beside games.
    pub(super) shared: Readers,
    pub(super) writer: WriterHandle,
    pub(super) identity: Identity,
    pub(super) lease: Duration,
    pub(super) lost: Mutex<Option<mpsc::UnboundedReceiver<GameId>>>,
}

/// Enters a node among the others.
///
/// # Errors
/// Returns an error if a server plays alone, or the database fails.
pub(super) async fn join(
    connection: &mut PgConnection,
    identity: &Identity,
    address: &NodeAddress,
    lease: Duration,
) -> Result<(), JournalError> {
    let mut transaction = connection.begin().await?;
    sqlx::query(link::WAIT_FOR_STANDBYS).execute(&mut *transaction).await?;
    sqlx::query(TAKE_TURN).execute(&mut *transaction).await?;
    if sqlx::query(ALONE).bind(lease.as_secs_f64()).fetch_optional(&mut *transaction).await?.is_some() {
        return Err(JournalError::Running);
    }
    sqlx::query(FORGET_SILENT).execute(&mut *transaction).await?;
    sqlx::query(ENTER)
        .bind(&identity.node)
        .bind(&identity.incarnation)
        .bind(address.to_string())
        .execute(&mut *transaction)
        .await?;
    sqlx::query(RELEASE_ALL).bind(&identity.node).execute(&mut *transaction).await?;
    sqlx::query(FORGET_ENDED).execute(&mut *transaction).await?;
    transaction.commit().await?;
    note_first_inputs(connection).await
}

/// Notes what the first inputs of games say, where that is not noted yet.
pub(super) async fn note_first_inputs(connection: &mut PgConnection) -> Result<(), JournalError> {
    loop {
        let rows = sqlx::query(UNNOTED).fetch_all(&mut *connection).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let (mut ids, mut watch_ids, mut rulesets) = (Vec::new(), Vec::new(), Vec::new());
        for row in &rows {
            let (id, body): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
            let entry = id.parse().ok().and_then(|game| decode(&game, 0, body.as_bytes()).ok());
            // A game that cannot be read has neither, and is not looked at again.
            let watch = entry.as_ref().and_then(watch_id);
            ids.push(id.to_owned());
            watch_ids.push(watch.map_or_else(|| id.to_owned(), |watch| watch.as_str().to_owned()));
            rulesets.push(entry.as_ref().and_then(guest_ruleset).unwrap_or_default().to_owned());
        }
        sqlx::query(NOTE).bind(ids).bind(watch_ids).bind(rulesets).execute(&mut *connection).await?;
    }
}

/// Claims games, behind the barrier: what their former node has left on the primary alone would be taken back by a failover. Returns the claimed ones with
/// their new epochs.
pub(super) async fn claim(
    connection: &mut PgConnection,
    games: &[String],
    identity: &Identity,
    lease: Duration,
) -> Result<Vec<(GameId, i64)>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::query(link::WAIT_FOR_STANDBYS).execute(&mut *transaction).await?;
    let claim = sqlx::query(CLAIM).bind(games).bind(&identity.node).bind(lease.as_secs_f64());
    let rows = claim.bind(&identity.incarnation).fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    epochs(&rows)
}

/// Gives games up.
pub(super) async fn release(
    connection: &mut PgConnection,
    games: &[String],
    identity: &Identity,
) -> Result<u64, sqlx::Error> {
    let release = sqlx::query(RELEASE).bind(games).bind(&identity.node);
    Ok(release.execute(connection).await?.rows_affected())
}

/// Returns the games that the database says are this node's, with their epochs.
pub(super) async fn owned(
    connection: &mut PgConnection,
    identity: &Identity,
) -> Result<Vec<(GameId, i64)>, sqlx::Error> {
    epochs(&sqlx::query(OWNED).bind(&identity.node).fetch_all(connection).await?)
}

fn epochs(rows: &[sqlx::postgres::PgRow]) -> Result<Vec<(GameId, i64)>, sqlx::Error> {
    let mut epochs = Vec::with_capacity(rows.len());
    for row in rows {
        if let Ok(game) = row.try_get::<&str, _>(0)?.parse() {
            epochs.push((game, row.try_get(1)?));
        }
    }
    Ok(epochs)
}

pub(super) fn address(text: &str) -> Result<NodeAddress, JournalError> {
    // Another version of the server may write addresses in another form.
    text.parse().map_err(|_| JournalError::Unanswered)
}

impl PostgresNodes {
    fn change(&self, change: NodeChange) -> BoxFuture<'static, Result<u64, JournalError>> {
        self.writer.ask(|reply| Write::Node { change, reply })
    }
}

impl Nodes for PostgresNodes {
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Location, JournalError>> {
        let (readers, id, node) = (self.readers.clone(), *id, self.identity.node.clone());
        let lease = self.lease.as_secs_f64();
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(FIND).bind(id.as_str().to_owned()).bind(lease)).await?;
            let Some(row) = rows.first() else { return Ok(Location::Nowhere) };
            let Ok(game) = row.try_get::<&str, _>(0)?.parse() else { return Ok(Location::Nowhere) };
            match (row.try_get::<Option<&str>, _>(1)?, row.try_get::<Option<&str>, _>(2)?) {
                (Some(owner), Some(there)) if owner != node => Ok(Location::There(address(there)?)),
                _ => Ok(Location::Free(game)),
            }
        })
    }

    fn claim(&self, game: &GameId) -> BoxFuture<'static, Result<bool, JournalError>> {
        let claimed = self.change(NodeChange::Claim(*game));
        Box::pin(async move { Ok(claimed.await? > 0) })
    }

    fn orphans(&self, most: usize) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let readers = self.readers.clone();
        let (most, lease) = (i64::try_from(most).unwrap_or(i64::MAX), self.lease.as_secs_f64());
        Box::pin(async move {
            let rows = readers.fetch_all(sqlx::query(ORPHANS).bind(most).bind(lease)).await?;
            Ok(rows.iter().filter_map(|row| row.try_get::<&str, _>(0).ok()?.parse().ok()).collect())
        })
    }

    fn release(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        let released = self.change(NodeChange::Release(*game));
        Box::pin(async move { released.await.map(|_| ()) })
    }

    fn take_lost(&self) -> Option<mpsc::UnboundedReceiver<GameId>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
