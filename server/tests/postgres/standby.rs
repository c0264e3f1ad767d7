//! A database with a synchronous standby: a commit whose wait for it is broken stands on the primary, where everybody can read it, and nowhere else.

use std::sync::Arc;

use serde_json::json;
use session::{Entry, GameId};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use tabula::journal::{Journal as _, PostgresJournal};
use tabula::limits::Limits;

use crate::common::postgres::Cluster;
use crate::common::proxy::Proxy;

fn entry(seq: u64) -> Entry {
    serde_json::from_value(json!({"seq": seq, "at": 5, "input": "tick"})).unwrap()
}

/// Waits until another process of the database than `but` waits for this, and returns its number.
async fn waiting(connection: &mut PgConnection, event: &str, but: i32) -> i32 {
    let select = "SELECT pid FROM pg_stat_activity WHERE $1 IN (wait_event, wait_event_type) AND pid <> $2";
    loop {
        let found = sqlx::query_scalar(select).bind(event).bind(but);
        if let Some(pid) = found.fetch_optional(&mut *connection).await.unwrap() {
            return pid;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn what_is_on_the_primary_alone_is_not_taken_for_stored() {
    let game: GameId = "aaaaaaaa".parse().unwrap();
    let mut primary = Cluster::start(&[]);
    let mut standby = primary.standby();
    let database = primary.database();
    database.change("ALTER SYSTEM SET synchronous_standby_names = 'standby'").await;
    database.change("SELECT pg_reload_conf()").await;
    let mut connection = database.connect().await;
    let state = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'";
    while sqlx::query_scalar::<_, i64>(state).fetch_one(&mut connection).await.unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    let proxy = Proxy::to(database.address()).await;
    let location = database.at(proxy.address).location();
    let journal = Arc::new(PostgresJournal::open(&location, "rules", &Limits::default()).await.unwrap());
    for seq in 0..2 {
        journal.append(&game, &entry(seq), None).await.unwrap();
    }

    // The standby goes while the journal is at this input, and at nothing else.
    let mut other = database.connect().await;
    let mut lock = other.begin().await.unwrap();
    sqlx::query("LOCK TABLE input IN SHARE MODE").execute(&mut *lock).await.unwrap();
    let appended = tokio::spawn(journal.append(&game, &entry(2), None));
    waiting(&mut connection, "Lock", 0).await;
    standby.kill();
    lock.rollback().await.unwrap();
    let broken = waiting(&mut connection, "SyncRep", 0).await;
    sqlx::query("SELECT pg_terminate_backend($1)").bind(broken).execute(&mut connection).await.unwrap();
    // The next that waits is the barrier, since nothing else is written.
    waiting(&mut connection, "SyncRep", broken).await;
    let rows = "SELECT count(*) FROM input";
    assert_eq!(
        sqlx::query_scalar::<_, i64>(rows).fetch_one(&mut connection).await.unwrap(),
        3,
        "it can be read"
    );
    assert!(!appended.is_finished(), "and is not acknowledged");

    primary.kill();
    standby.restart();
    standby.promote();
    proxy.lead_to(standby.database().address());
    let is_acknowledged = appended.await.unwrap().is_ok();
    while journal.probe().await.is_err() {}
    if !is_acknowledged {
        // The failover took longer than requests wait.
        journal.append(&game, &entry(2), None).await.unwrap();
    }
    assert_eq!(journal.load(&game).await.unwrap(), [entry(0), entry(1), entry(2)]);
    let mut connection = standby.database().connect().await;
    assert_eq!(sqlx::query_scalar::<_, i64>(rows).fetch_one(&mut connection).await.unwrap(), 3);
    journal.close().await;
}
