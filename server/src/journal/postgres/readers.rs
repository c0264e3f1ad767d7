//! Connections beside the writer's: for reading, and for what does not have to survive a crash.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{Executor as _, PgPool, Postgres};
use tokio::time::timeout;

use crate::journal::JournalError;

/// Connections of one kind.
const CONNECTIONS: u32 = 2;
/// Time that a connection and an answer have at least.
const SHORTEST_TIME: Duration = Duration::from_millis(200);

/// Connections beside the writer's, each made when it is needed.
#[derive(Debug, Clone)]
pub(super) struct Readers {
    pool: PgPool,
    time: Duration,
}

impl Readers {
    /// No connections yet. `wait` is the time for which a reader waits for one, and for its answer.
    pub(super) fn new(options: &PgConnectOptions, wait: Duration) -> Readers {
        Readers::of(PgPoolOptions::new(), options, wait)
    }

    /// No connections yet, for statements whose effects may be lost in a crash: they wait for no disk and no standby.
    pub(super) fn that_do_not_wait(options: &PgConnectOptions, wait: Duration) -> Readers {
        let pool = PgPoolOptions::new().after_connect(|connection, _| {
            Box::pin(async move { connection.execute("SET synchronous_commit = off").await.map(drop) })
        });
        Readers::of(pool, options, wait)
    }

    fn of(pool: PgPoolOptions, options: &PgConnectOptions, wait: Duration) -> Readers {
        let time = wait.max(SHORTEST_TIME);
        let pool = pool.max_connections(CONNECTIONS).acquire_timeout(time);
        Readers { pool: pool.connect_lazy_with(options.clone()), time }
    }

    /// Returns the rows of a statement. A connection that does not answer is dropped, since it may never answer again.
    pub(super) async fn fetch_all(
        &self,
        query: Query<'_, Postgres, PgArguments>,
    ) -> Result<Vec<PgRow>, JournalError> {
        let mut connection = self.acquire().await?;
        match self.answered(query.fetch_all(&mut *connection)).await {
            Ok(rows) => Ok(rows?),
            Err(error) => {
                drop(connection.detach());
                Err(error)
            }
        }
    }

    /// Returns a connection for more than one statement.
    pub(super) async fn acquire(&self) -> Result<PoolConnection<Postgres>, JournalError> {
        Ok(self.pool.acquire().await?)
    }

    /// Waits for an answer. Without one in time, the connection is to be dropped.
    pub(super) async fn answered<T>(
        &self,
        answer: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<Result<T, sqlx::Error>, JournalError> {
        timeout(self.time, answer).await.map_err(|_| JournalError::Unanswered)
    }

    /// Closes all connections.
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}
