//! The connection of the journal's writer: made again after a loss, and then used only behind a barrier.
//!
//! A command whose answer is lost may still be on its way: Redis carries it out when it reads it, perhaps after a command of the next connection. So each
//! connection has a number, every command names it, and the first thing on a new one is to make its number the only one that counts. What is read after that
//! is not changed any more by what went before. And it is on the disk, as far as Redis promises that at all: it answers nothing before.

use std::time::Duration;

use redis::Value;
use redis::aio::MultiplexedConnection;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::examine::examine;
use super::location::RedisLocation;
use super::reply;
use super::rights;
use super::script::{self, Asker, Call, Script};
use crate::journal::JournalError;

/// Time for which a start waits for a server that starts as well.
const START_TIME: Duration = Duration::from_secs(10);
const START_PAUSE: Duration = Duration::from_millis(200);
/// Time that a start has for what it asks first.
pub(super) const FIRST_ANSWERS: Duration = Duration::from_secs(10);
/// Time for which a request waits for a connection that has been lost for longer.
const LATE_WAIT: Duration = Duration::from_secs(1);
/// Half of the time that an answer has at least.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
/// Pause between two attempts to connect, doubled up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// Time without a beat after which a server counts as ended.
pub(super) const BEAT_LIFETIME: Duration = Duration::from_secs(5);

/// The reason why a journal of another format is refused.
pub(super) const LATER: &str = "the journal in this database is of another version of the server";

/// The reason why a server that is to be reached over TLS may not answer.
const SILENT: &str = "the journal's Redis server does not answer over TLS (rediss://); TLS has a port of its own there (tls-port)";

/// A connection whose commands count.
#[derive(Debug, Clone)]
pub(super) struct Live {
    connection: MultiplexedConnection,
    pub(super) asker: Asker,
}

impl Live {
    /// Makes a connection for commands beside the server.
    pub(super) async fn beside(location: &RedisLocation) -> Result<Live, JournalError> {
        let mut connection = location.connect().await?;
        answered(FIRST_ANSWERS, rights::check(&mut connection)).await?;
        Ok(Live { connection, asker: Asker::beside() })
    }

    /// Returns the answer to a call of a script.
    pub(super) async fn ask(&mut self, call: &Call) -> Result<Value, JournalError> {
        Ok(call.run(&mut self.connection).await?)
    }

    /// Makes this connection the one that counts, by one of the scripts for that.
    async fn enter(&mut self, by: &'static Script) -> Result<String, JournalError> {
        let mut enter = self.asker.eval(by);
        enter.arg(milliseconds(BEAT_LIFETIME)).arg(script::FORMAT).arg(script::FORMER_FORMAT);
        reply::text(self.ask(&enter).await?).ok_or(JournalError::Unanswered)
    }
}

/// The connection of the one writer.
#[derive(Debug)]
pub(super) struct Link {
    location: RedisLocation,
    /// The name of this run of the server.
    name: String,
    /// The number of the last connection that was tried.
    number: u64,
    /// Time for which requests wait for a lost connection. After that they are refused until there is one.
    wait: Duration,
    live: Option<Live>,
    /// Time at which the last working connection was lost.
    lost_at: Option<Instant>,
    /// Time of the next attempt to connect.
    next: Instant,
    pause: Duration,
}

impl Link {
    /// Connects, looks at the settings of the server, and takes the journal over: a server that had it is refused from then on. Waits for one that is only
    /// starting.
    pub(super) async fn open(
        location: &RedisLocation,
        name: String,
        wait: Duration,
    ) -> Result<Link, JournalError> {
        let (began, number) = (Instant::now(), 1);
        let live = loop {
            match take_over(location, Asker::server(&name, number)).await {
                Ok(live) => break live,
                Err(error) if began.elapsed() < START_TIME && is_starting(&error) => {
                    tracing::warn!(%error, "waiting for the journal's Redis server");
                    sleep(START_PAUSE).await;
                }
                Err(error) => return Err(error),
            }
        };
        Ok(Link {
            location: location.clone(),
            name,
            number,
            wait,
            live: Some(live),
            lost_at: None,
            next: Instant::now(),
            pause: FIRST_PAUSE,
        })
    }

    /// Returns whether there is a connection.
    pub(super) fn is_there(&self) -> bool {
        self.live.is_some()
    }

    /// Returns the connection; makes one where there is none, and waits for it for a bounded time.
    pub(super) async fn get(&mut self) -> Result<Live, JournalError> {
        if let Some(live) = &self.live {
            return Ok(live.clone());
        }
        let now = Instant::now();
        let until = (self.lost_at.unwrap_or(now) + self.wait).max(now + LATE_WAIT.min(self.wait));
        let mut why = JournalError::Unanswered;
        while self.next <= until {
            sleep_until(self.next).await;
            // A former attempt that was given up may still arrive: it has another number.
            self.number += 1;
            // An attempt has its own time: at the end of the waiting time none would be left for it.
            match answered(self.answer_time(), self.settle()).await {
                Ok(live) => {
                    self.live = Some(live.clone());
                    return Ok(live);
                }
                Err(JournalError::TakenOver) => return Err(JournalError::TakenOver),
                Err(error) => why = error,
            }
            self.next = Instant::now() + self.pause;
            self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        }
        Err(why)
    }

    /// Makes a connection, and puts the barrier between it and all before it.
    async fn settle(&self) -> Result<Live, JournalError> {
        let connection = self.location.connect().await?;
        let mut live = Live { connection, asker: Asker::server(&self.name, self.number) };
        match live.enter(&script::SETTLE).await?.as_str() {
            "" => {}
            "lost" => tracing::error!(
                "no server had the journal any more: Redis has lost what it held, or another server or a repair had it meanwhile and ended; games go on from what is there"
            ),
            "other" => return Err(JournalError::TakenOver),
            _ => return Err(JournalError::Unanswered),
        }
        Ok(live)
    }

    /// Returns the time after which an answer counts as lost.
    pub(super) fn answer_time(&self) -> Duration {
        2 * self.wait.max(SHORTEST_WAIT)
    }

    /// Notes that the connection has worked.
    pub(super) fn worked(&mut self) {
        if let Some(at) = self.lost_at.take() {
            tracing::info!(seconds = at.elapsed().as_secs(), "the journal's Redis server answers again");
        }
        self.pause = FIRST_PAUSE;
    }

    /// Drops the connection. Clones of it have to go as well.
    pub(super) fn lose(&mut self, why: &JournalError) {
        if self.lost_at.is_none() {
            tracing::error!(error = %why, "the journal's Redis server does not answer as it should");
            self.lost_at = Some(Instant::now());
        }
        self.live = None;
        self.next = Instant::now();
    }
}

/// Connects, and takes the journal over from whichever server had it.
async fn take_over(location: &RedisLocation, asker: Asker) -> Result<Live, JournalError> {
    let connection = location.connect().await.map_err(|error| match error {
        JournalError::Unanswered if location.is_encrypted() => JournalError::Unfit(SILENT),
        error => error,
    })?;
    let mut live = Live { connection, asker };
    let weaknesses = answered(FIRST_ANSWERS, examine(&mut live.connection)).await?;
    answered(FIRST_ANSWERS, rights::check(&mut live.connection)).await?;
    let taken = answered(FIRST_ANSWERS, live.enter(&script::TAKE_OVER)).await?;
    match taken.as_str() {
        "" => {}
        "former" => tracing::warn!("the journal is taken over from a server that did not close it"),
        "work" => return Err(JournalError::Unfinished),
        "format" => return Err(JournalError::Unfit(LATER)),
        _ => return Err(JournalError::Unanswered),
    }
    for weakness in weaknesses {
        tracing::warn!("{weakness}");
    }
    Ok(live)
}

/// Returns whether the server may be starting: nobody listens yet, or it reads its files.
fn is_starting(error: &JournalError) -> bool {
    matches!(error, JournalError::Redis(error) if error.is_connection_refusal() || error.code() == Some("LOADING"))
}

/// Waits for an answer; without one in time, it counts as lost.
pub(super) async fn answered<T>(
    time: Duration,
    answer: impl Future<Output = Result<T, JournalError>>,
) -> Result<T, JournalError> {
    timeout(time, answer).await.unwrap_or(Err(JournalError::Unanswered))
}

/// Returns a duration as scripts have it.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
