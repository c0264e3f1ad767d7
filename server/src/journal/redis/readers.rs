//! A connection beside the writer's, for reading.

use std::sync::Arc;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{Cmd, Pipeline, RedisResult, Value};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::location::RedisLocation;
use super::reply;
use crate::journal::JournalError;

/// Time that a connection and an answer have at least.
const SHORTEST_TIME: Duration = Duration::from_millis(200);
/// Keys that one step of a walk through all of them looks at.
const STEP: usize = 1000;

/// A connection that is made when it is needed. All who read share it.
#[derive(Debug, Clone)]
pub(super) struct Readers {
    location: RedisLocation,
    time: Duration,
    connection: Arc<Mutex<Option<MultiplexedConnection>>>,
}

impl Readers {
    /// No connection yet. `wait` is the time for which a reader waits for one, and for its answer.
    pub(super) fn new(location: &RedisLocation, wait: Duration) -> Readers {
        Readers { location: location.clone(), time: wait.max(SHORTEST_TIME), connection: Arc::default() }
    }

    async fn connection(&self) -> Result<MultiplexedConnection, JournalError> {
        let mut held = self.connection.lock().await;
        if let Some(connection) = &*held {
            return Ok(connection.clone());
        }
        let made = timeout(self.time, self.location.connect()).await;
        let made = made.unwrap_or(Err(JournalError::Unanswered))?;
        *held = Some(made.clone());
        Ok(made)
    }

    /// Returns the answer to a command.
    pub(super) async fn query(&self, command: &Cmd) -> Result<Value, JournalError> {
        let mut connection = self.connection().await?;
        self.answered(command.query_async(&mut connection)).await
    }

    /// Returns the answers to several commands, in their order. One may be an error: it concerns no other.
    pub(super) async fn query_all(&self, mut commands: Pipeline) -> Result<Vec<Value>, JournalError> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let mut connection = self.connection().await?;
        self.answered(commands.ignore_errors().query_async(&mut connection)).await
    }

    /// Waits for an answer. A connection that gives none is dropped, since it may never answer again.
    async fn answered<T>(&self, answer: impl Future<Output = RedisResult<T>>) -> Result<T, JournalError> {
        let error = match timeout(self.time, answer).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) if reply::is_answer(&error) => return Err(error.into()),
            Ok(Err(error)) => JournalError::from(error),
            Err(_) => JournalError::Unanswered,
        };
        self.close().await;
        Err(error)
    }

    /// Returns all keys that begin with a text, in their order.
    pub(super) async fn keys(&self, beginning: &str) -> Result<Vec<String>, JournalError> {
        let mut keys = Vec::new();
        let mut cursor = "0".to_owned();
        loop {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor.as_str()).arg("MATCH").arg(format!("{beginning}*")).arg("COUNT").arg(STEP);
            let mut answer = reply::list(self.query(&scan).await?).into_iter();
            cursor = answer.next().and_then(reply::text).ok_or(JournalError::Unanswered)?;
            keys.extend(answer.next().map(reply::texts).unwrap_or_default());
            if cursor == "0" {
                // A walk may come to a key twice.
                keys.sort_unstable();
                keys.dedup();
                return Ok(keys);
            }
        }
    }

    /// Closes the connection.
    pub(super) async fn close(&self) {
        *self.connection.lock().await = None;
    }
}
