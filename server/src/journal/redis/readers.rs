//! A connection beside the writer's, for reading.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{Cmd, Pipeline, RedisResult, Value};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::location::RedisLocation;
use super::reply;
use super::script::Call;
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
    /// The connection, and the age in which it began to be made.
    connection: Arc<Mutex<Option<(u64, MultiplexedConnection)>>>,
    /// A connection of an earlier age is not used any more.
    age: Arc<AtomicU64>,
}

impl Readers {
    /// No connection yet. `wait` is the time for which a reader waits for one, and for its answer.
    pub(super) fn new(location: &RedisLocation, wait: Duration) -> Readers {
        Readers {
            location: location.clone(),
            time: wait.max(SHORTEST_TIME),
            connection: Arc::default(),
            age: Arc::default(),
        }
    }

    /// Lets all that is asked from now on be asked on a new connection: the one of now may lead to a server that is not the journal's any more.
    pub(super) fn renew(&self) {
        self.age.fetch_add(1, Ordering::AcqRel);
    }

    async fn connection(&self) -> Result<MultiplexedConnection, JournalError> {
        let connection = async {
            let mut held = self.connection.lock().await;
            let age = self.age.load(Ordering::Acquire);
            if let Some((of, connection)) = &*held
                && *of == age
            {
                return Ok(connection.clone());
            }
            let made = self.location.connect().await?;
            *held = Some((age, made.clone()));
            Ok::<_, JournalError>(made)
        };
        // Those that wait for another one to connect wait no longer than it.
        timeout(self.time, connection).await.unwrap_or(Err(JournalError::Unanswered))
    }

    /// Returns the answer to a command.
    pub(super) async fn query(&self, command: &Cmd) -> Result<Value, JournalError> {
        let mut connection = self.connection().await?;
        self.answered(command.query_async(&mut connection)).await
    }

    /// Returns the answer to a call of a script.
    pub(super) async fn call(&self, call: &Call) -> Result<Value, JournalError> {
        let mut connection = self.connection().await?;
        self.answered(call.run(&mut connection)).await
    }

    /// Returns the answers to several commands, in their order. One may be an error: it concerns no other.
    pub(super) async fn query_all(&self, mut commands: Pipeline) -> Result<Vec<Value>, JournalError> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let mut connection = self.connection().await?;
        self.answered(commands.ignore_errors().query_async(&mut connection)).await
    }

    /// Returns the answers to several commands that read, in their order; nothing where a key holds something else.
    ///
    /// # Errors
    /// Returns an error if one of them is not answered: what cannot be read now is not missing.
    pub(super) async fn values(&self, commands: Pipeline) -> Result<Vec<Value>, JournalError> {
        let value = |answer: Value| match answer.extract_error() {
            Ok(answer) => Ok(answer),
            Err(error) if error.code() == Some("WRONGTYPE") => Ok(Value::Nil),
            Err(error) => Err(JournalError::from(error)),
        };
        self.query_all(commands).await?.into_iter().map(value).collect()
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
