//! Places of things in the memory of one node, and texts that are given out once, as the nodes of a database share them.
//!
//! None of it has to survive a crash, so nothing waits for the disk or a standby. After a failover each node notes its rooms anew.

use std::time::Duration;

use futures_util::future::BoxFuture;
use session::RoomCode;
use sqlx::Row as _;

use super::nodes::{PostgresNodes, address};
use crate::journal::JournalError;
use crate::journal::shared_memory::{Holder, InMemory, SharedMemory, ShortLived};

/// The node that has something. One that is silent counts as none.
const HOLDER: &str = "SELECT node.incarnation, node.address FROM memory_holder JOIN node ON node.incarnation = memory_holder.incarnation \
    WHERE memory_holder.name = $1 AND node.beat > CURRENT_TIMESTAMP - $2 * INTERVAL '1 second'";
const HOLD: &str = "INSERT INTO memory_holder (name, incarnation) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM node WHERE incarnation = $2) \
    ON CONFLICT (name) DO UPDATE SET incarnation = excluded.incarnation WHERE memory_holder.incarnation = excluded.incarnation \
    OR NOT EXISTS (SELECT 1 FROM node WHERE node.incarnation = memory_holder.incarnation \
    AND node.beat > CURRENT_TIMESTAMP - $3 * INTERVAL '1 second') RETURNING name";
const LET_GO: &str = "DELETE FROM memory_holder WHERE name = $1 AND incarnation = $2";
const HELD: &str = "SELECT name FROM memory_holder WHERE incarnation = $1";
/// Removes the names of nodes that have ended.
pub(super) const FORGET_ENDED: &str = "DELETE FROM memory_holder WHERE NOT EXISTS (SELECT 1 FROM node WHERE node.incarnation = memory_holder.incarnation)";

/// The statements about one kind of texts that are given out once.
struct TextStatements {
    forget_old: &'static str,
    keep: &'static str,
    take: &'static str,
}

const HANDOVERS: TextStatements = TextStatements {
    forget_old: "DELETE FROM handover WHERE until <= CURRENT_TIMESTAMP",
    keep: "INSERT INTO handover (code, sealed, until) SELECT $1, $2, CURRENT_TIMESTAMP + $3 * INTERVAL '1 second' \
        WHERE (SELECT count(*) FROM handover) < $4 ON CONFLICT DO NOTHING RETURNING code",
    take: "DELETE FROM handover WHERE code = $1 RETURNING sealed, until > CURRENT_TIMESTAMP",
};
const PASSKEY_CHALLENGES: TextStatements = TextStatements {
    forget_old: "DELETE FROM passkey_challenge WHERE until <= CURRENT_TIMESTAMP",
    keep: "INSERT INTO passkey_challenge (code, kept, until) SELECT $1, $2, CURRENT_TIMESTAMP + $3 * INTERVAL '1 second' \
        WHERE (SELECT count(*) FROM passkey_challenge) < $4 ON CONFLICT DO NOTHING RETURNING code",
    take: "DELETE FROM passkey_challenge WHERE code = $1 RETURNING kept, until > CURRENT_TIMESTAMP",
};

fn statements(kind: ShortLived) -> &'static TextStatements {
    match kind {
        ShortLived::Handover => &HANDOVERS,
        ShortLived::PasskeyChallenge => &PASSKEY_CHALLENGES,
    }
}

impl SharedMemory for PostgresNodes {
    fn holder(&self, of: InMemory) -> BoxFuture<'static, Result<Holder, JournalError>> {
        let (shared, own, lease) =
            (self.shared.clone(), self.identity.incarnation.clone(), self.lease.as_secs_f64());
        Box::pin(async move {
            let rows = shared.fetch_all(sqlx::query(HOLDER).bind(of.to_string()).bind(lease)).await?;
            let Some(row) = rows.first() else { return Ok(Holder::Nobody) };
            if row.try_get::<&str, _>(0)? == own {
                return Ok(Holder::Here);
            }
            Ok(Holder::There(address(row.try_get(1)?)?))
        })
    }

    fn hold(&self, of: InMemory) -> BoxFuture<'static, Result<bool, JournalError>> {
        let (shared, own, lease) =
            (self.shared.clone(), self.identity.incarnation.clone(), self.lease.as_secs_f64());
        Box::pin(async move {
            let held = sqlx::query(HOLD).bind(of.to_string()).bind(own).bind(lease);
            Ok(!shared.fetch_all(held).await?.is_empty())
        })
    }

    fn let_go(&self, of: InMemory) -> BoxFuture<'static, Result<(), JournalError>> {
        let (shared, own) = (self.shared.clone(), self.identity.incarnation.clone());
        Box::pin(async move {
            shared.fetch_all(sqlx::query(LET_GO).bind(of.to_string()).bind(own)).await.map(drop)
        })
    }

    fn held_rooms(&self) -> BoxFuture<'static, Result<Vec<RoomCode>, JournalError>> {
        let (shared, own) = (self.shared.clone(), self.identity.incarnation.clone());
        Box::pin(async move {
            let rows = shared.fetch_all(sqlx::query(HELD).bind(own)).await?;
            Ok(rows.iter().filter_map(|row| InMemory::code_of(row.try_get(0).ok()?)).collect())
        })
    }

    fn keep_text(
        &self,
        kind: ShortLived,
        code: String,
        text: String,
        lifetime: Duration,
        most: usize,
    ) -> BoxFuture<'static, Result<bool, JournalError>> {
        let (shared, sql) = (self.shared.clone(), statements(kind));
        let (seconds, most) = (lifetime.as_secs_f64(), i64::try_from(most).unwrap_or(i64::MAX));
        Box::pin(async move {
            shared.fetch_all(sqlx::query(sql.forget_old)).await?;
            let keep = sqlx::query(sql.keep).bind(code).bind(text).bind(seconds).bind(most);
            Ok(!shared.fetch_all(keep).await?.is_empty())
        })
    }

    fn forget_texts(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        let shared = self.shared.clone();
        Box::pin(async move {
            for kind in [ShortLived::Handover, ShortLived::PasskeyChallenge] {
                shared.fetch_all(sqlx::query(statements(kind).forget_old)).await?;
            }
            Ok(())
        })
    }

    fn take_text(
        &self,
        kind: ShortLived,
        code: String,
    ) -> BoxFuture<'static, Result<Option<String>, JournalError>> {
        let shared = self.shared.clone();
        Box::pin(async move {
            let rows = shared.fetch_all(sqlx::query(statements(kind).take).bind(code)).await?;
            let Some(row) = rows.first() else { return Ok(None) };
            let is_in_time: bool = row.try_get(1)?;
            Ok(if is_in_time { Some(row.try_get(0)?) } else { None })
        })
    }
}
