//! The connection of the journal's writer: made again after a loss, and then used only behind a barrier.
//!
//! A commit whose answer is lost may be on the primary alone: a broken wait for a synchronous standby leaves a row that everybody can read, and that a
//! failover takes back. So the first thing on each new connection is a commit that waits until the standbys have applied it, and with it all before it.
//! A row that is read after that is not taken back.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgDatabaseError, PgSeverity};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use crate::journal::JournalError;

/// Time in which a connection is made, or given up.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Time that the barrier of a new connection may take. A standby that is away for longer delays it without end; another connection is tried then, since the
/// answer of this one may be lost as well.
const BARRIER_TIME: Duration = Duration::from_secs(60);
/// Time for which a request waits for a connection that has been lost for longer.
const LATE_WAIT: Duration = Duration::from_secs(1);
/// Half of the time that an answer has at least.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
/// Pause between two attempts to connect, doubled up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// A commit of this server's own row, by which it also notices that it is not the owner any more.
const BEAT: &str = "UPDATE node SET beat = CURRENT_TIMESTAMP WHERE incarnation = $1";

/// The names of a server in the database.
#[derive(Debug, Clone)]
pub(super) struct Identity {
    /// Its name as an owner of games, which a node keeps when it starts again.
    pub(super) node: String,
    /// The name of this run alone.
    pub(super) incarnation: String,
}

/// The connection of the one writer.
#[derive(Debug)]
pub(super) struct Link {
    options: PgConnectOptions,
    identity: Identity,
    /// Time for which requests wait for a lost connection. After that they are refused until there is one.
    wait: Duration,
    state: State,
    /// Time at which the last working connection was lost.
    lost_at: Option<Instant>,
    pause: Duration,
}

#[derive(Debug)]
enum State {
    Up(Box<PgConnection>),
    /// A connection that is being made, with its barrier.
    Settling(JoinHandle<Result<PgConnection, JournalError>>),
    Down {
        next: Instant,
    },
}

impl Link {
    /// A link with a connection behind its barrier.
    pub(super) fn new(
        options: PgConnectOptions,
        identity: Identity,
        wait: Duration,
        connection: PgConnection,
    ) -> Link {
        let state = State::Up(Box::new(connection));
        Link { options, identity, wait, state, lost_at: None, pause: FIRST_PAUSE }
    }

    /// Returns the connection; makes one where there is none, and waits for it for a bounded time.
    pub(super) async fn get(&mut self) -> Result<&mut PgConnection, JournalError> {
        let now = Instant::now();
        let until = (self.lost_at.unwrap_or(now) + self.wait).max(now + LATE_WAIT.min(self.wait));
        let mut why = None;
        while !matches!(self.state, State::Up(_)) {
            if let State::Down { next } = &self.state {
                if *next > until {
                    break;
                }
                sleep_until(*next).await;
                self.state =
                    State::Settling(tokio::spawn(settle(self.options.clone(), self.identity.clone())));
            }
            if let State::Settling(task) = &mut self.state {
                let Ok(settled) = timeout_at(until, task).await else { break };
                self.state = match settled {
                    Ok(Ok(connection)) => State::Up(Box::new(connection)),
                    Ok(Err(error)) => {
                        if matches!(error, JournalError::TakenOver) {
                            self.state = State::Down { next: Instant::now() };
                            return Err(error);
                        }
                        why = Some(error);
                        self.down()
                    }
                    // A panic of that task.
                    Err(_) => self.down(),
                };
            }
        }
        match &mut self.state {
            State::Up(connection) => Ok(connection),
            State::Settling(_) | State::Down { .. } => Err(why.unwrap_or(JournalError::Unanswered)),
        }
    }

    fn down(&mut self) -> State {
        let next = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        State::Down { next }
    }

    /// Returns the time after which an answer counts as lost.
    pub(super) fn answer_time(&self) -> Duration {
        2 * self.wait.max(SHORTEST_WAIT)
    }

    /// Notes that the connection has worked.
    pub(super) fn worked(&mut self) {
        if let Some(at) = self.lost_at.take() {
            tracing::info!(seconds = at.elapsed().as_secs(), "the journal's database answers again");
        }
        self.pause = FIRST_PAUSE;
    }

    /// Drops the connection, without a word to the database: a cancelled commit could be on the primary alone.
    pub(super) fn lose(&mut self, why: &dyn std::fmt::Display) {
        if self.lost_at.is_none() {
            tracing::error!(error = %why, "the journal's database does not answer");
            self.lost_at = Some(Instant::now());
        }
        self.state = State::Down { next: Instant::now() };
    }

    /// Ends the connection in good order.
    pub(super) async fn close(self) {
        if let State::Up(connection) = self.state
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "journal not closed cleanly");
        }
    }
}

/// Makes a connection for writing, and sets what a commit has to mean on it.
pub(super) async fn connect(options: &PgConnectOptions) -> Result<PgConnection, JournalError> {
    let connected = async {
        let mut connection = options.connect().await?;
        // A default of the server or the role may end a commit before its time, or answer it before it is safe.
        for setting in ["SET statement_timeout = 0", "SET idle_in_transaction_session_timeout = 0"] {
            sqlx::query(setting).execute(&mut connection).await?;
        }
        let waits: String = sqlx::query_scalar("SHOW synchronous_commit").fetch_one(&mut connection).await?;
        if waits != "remote_apply" {
            sqlx::query("SET synchronous_commit = on").execute(&mut connection).await?;
        }
        Ok(connection)
    };
    match timeout(CONNECT_TIME, connected).await {
        Ok(connected) => connected.map_err(JournalError::Database),
        Err(_) => Err(JournalError::Unanswered),
    }
}

async fn settle(options: PgConnectOptions, identity: Identity) -> Result<PgConnection, JournalError> {
    let mut connection = connect(&options).await?;
    match timeout(BARRIER_TIME, barrier(&mut connection, &identity)).await {
        Ok(passed) => passed.map(|()| connection),
        Err(_) => Err(JournalError::Unanswered),
    }
}

/// Waits until everything that is committed so far is also committed wherever a commit has to be.
pub(super) async fn barrier(connection: &mut PgConnection, identity: &Identity) -> Result<(), JournalError> {
    let mut transaction = connection.begin().await?;
    sqlx::query(WAIT_FOR_STANDBYS).execute(&mut *transaction).await?;
    let beaten = sqlx::query(BEAT).bind(&identity.incarnation).execute(&mut *transaction).await?;
    transaction.commit().await?;
    if beaten.rows_affected() == 0 { Err(JournalError::TakenOver) } else { Ok(()) }
}

/// Lets the commit of a transaction wait until the standbys that it waits for have applied it.
pub(super) const WAIT_FOR_STANDBYS: &str = "SET LOCAL synchronous_commit = remote_apply";

/// Commits something without a meaning. Returns 0 if this server's row is gone.
pub(super) async fn beat(connection: &mut PgConnection, identity: &Identity) -> Result<u64, sqlx::Error> {
    Ok(sqlx::query(BEAT).bind(&identity.incarnation).execute(connection).await?.rows_affected())
}

/// Returns whether an error proves that nothing was stored: the database answered, and the answer is that it refuses. Any other leaves it open.
pub(super) fn is_refusal(error: &sqlx::Error) -> bool {
    match error {
        // It is made before anything is sent.
        sqlx::Error::Encode(_) => true,
        sqlx::Error::Database(refusal) => {
            let is_of_statement = refusal
                .try_downcast_ref::<PgDatabaseError>()
                .is_some_and(|refusal| matches!(refusal.severity(), PgSeverity::Error));
            // A statement, or a transaction, whose end is unknown; a connection that ends; a server that ends, or no longer takes writes.
            const OPEN: [&str; 5] = ["40003", "08", "57P", "25006", "XX"];
            let code = refusal.code().unwrap_or_default();
            is_of_statement && !OPEN.iter().any(|open| code.starts_with(open))
        }
        _ => false,
    }
}

/// Returns whether the database asks for the same again: it could not order two transactions.
pub(super) fn is_retry(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Database(refusal) if refusal.code().is_some_and(|code| ["40001", "40P01"].contains(&&*code)))
}
