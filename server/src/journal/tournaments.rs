//! Tournaments: the events of each, as a journal keeps them. The number of an event is unique in its tournament, so that no round is paired twice.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use futures_util::future::{BoxFuture, ready};
use session::{GameId, UnixMs};
use sha2::{Digest as _, Sha256};
use sqlx::{ColumnIndex, Decode, Row, Type};

use super::JournalError;
use super::statement::{Argument, Statement, text};
use crate::hex::hex;

/// One event of a tournament. The id has the form of a game's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRow {
    /// Id of the tournament.
    pub tournament: GameId,
    /// Number of the event, from 0.
    pub seq: u64,
    /// Time.
    pub at: UnixMs,
    /// The event, as JSON.
    pub body: String,
}

/// The tournaments of a journal.
pub trait TournamentStore: Debug + Send + Sync + 'static {
    /// Stores an event. Returns false if there is one with its number; true is returned only once it survives a crash.
    fn append(&self, row: TournamentRow) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Returns the events of a tournament from a number on, in their order.
    fn load(&self, id: &GameId, from: u64) -> BoxFuture<'static, Result<Vec<TournamentRow>, JournalError>>;

    /// Returns the ids of all tournaments.
    fn ids(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>>;

    /// Removes a tournament, unless it has an event of that number or a later one. Returns the number of events removed.
    fn remove(&self, id: &GameId, next: u64) -> BoxFuture<'static, Result<u64, JournalError>>;
}

/// A change that the one writer of a journal makes.
#[derive(Debug, Clone)]
pub(super) enum TournamentChange {
    /// Stores an event.
    Append(TournamentRow),
    /// Removes a tournament, unless it has an event of that number or a later one.
    Remove(GameId, u64),
}

/// The columns of an event.
const COLUMNS: &str = "tournament_id, seq, at_ms, body";

/// Returns the statement of all events of all tournaments.
pub(super) fn all_events() -> Statement {
    let sql = format!("SELECT {COLUMNS} FROM tournament_event ORDER BY tournament_id, seq");
    Statement { sql, arguments: Vec::new() }
}

/// Returns the statement of the ids of all tournaments.
pub(super) fn ids() -> Statement {
    let sql = "SELECT tournament_id FROM tournament_event WHERE seq = 0";
    Statement { sql: sql.to_owned(), arguments: Vec::new() }
}

/// Returns the statement of the events of a tournament from a number on.
pub(super) fn events(id: &GameId, from: u64) -> Statement {
    let sql =
        format!("SELECT {COLUMNS} FROM tournament_event WHERE tournament_id = $1 AND seq >= $2 ORDER BY seq");
    Statement { sql, arguments: vec![text(id.as_str()), integer(from)] }
}

impl TournamentChange {
    /// Returns the statement of the change. An event that is there already is left as it is.
    pub(super) fn statement(&self) -> Statement {
        let (sql, arguments) = match self {
            TournamentChange::Append(TournamentRow { tournament, seq, at, body }) => {
                let sql = "INSERT INTO tournament_event (tournament_id, seq, at_ms, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
                (sql, vec![text(tournament.as_str()), integer(*seq), integer(at.0), text(body)])
            }
            TournamentChange::Remove(id, next) => {
                let sql = "DELETE FROM tournament_event WHERE tournament_id = $1 AND NOT EXISTS \
                    (SELECT 1 FROM tournament_event AS later WHERE later.tournament_id = $1 AND later.seq >= $2)";
                (sql, vec![text(id.as_str()), integer(*next)])
            }
        };
        Statement { sql: sql.to_owned(), arguments }
    }
}

/// A number as databases hold it.
fn integer(number: u64) -> Argument {
    Argument::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Reads rows of [`ids`]. One that is damaged is left out.
pub(super) fn read_ids<'r, R: Row>(rows: &'r [R]) -> Result<Vec<GameId>, sqlx::Error>
where
    usize: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    let ids = rows.iter().map(|row| Ok(row.try_get::<String, _>(0)?.parse().ok()));
    Ok(ids.collect::<Result<Vec<_>, sqlx::Error>>()?.into_iter().flatten().collect())
}

/// Reads rows of [`events`]. One that is damaged is left out: the tournament cannot be read then.
pub(super) fn read_events<'r, R: Row>(rows: &'r [R]) -> Result<Vec<TournamentRow>, sqlx::Error>
where
    usize: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let read = rows.iter().map(read_event).collect::<Result<Vec<_>, _>>();
    Ok(read?.into_iter().flatten().collect())
}

/// Reads a row with the columns of [`COLUMNS`]; `None` if it is damaged.
pub(super) fn read_event<'r, R: Row>(row: &'r R) -> Result<Option<TournamentRow>, sqlx::Error>
where
    usize: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let id: String = row.try_get(0)?;
    let (seq, at): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    let (id, seq, at) = (id.parse().ok(), u64::try_from(seq).ok(), u64::try_from(at).ok());
    let (Some(tournament), Some(seq), Some(at)) = (id, seq, at) else { return Ok(None) };
    Ok(Some(TournamentRow { tournament, seq, at: UnixMs(at), body: row.try_get(3)? }))
}

impl TournamentRow {
    /// Returns the hash of the row, by which an import knows that it is what was exported.
    pub(super) fn check(&self) -> String {
        let mut hash = Sha256::new();
        for part in [self.tournament.as_str(), &self.seq.to_string(), &self.at.0.to_string(), &self.body] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hex(&hash.finalize())
    }
}

/// Tournaments in memory.
#[derive(Debug, Default)]
pub(super) struct MemoryTournaments(Mutex<BTreeMap<GameId, Vec<TournamentRow>>>);

impl MemoryTournaments {
    fn with<T>(
        &self,
        work: impl FnOnce(&mut BTreeMap<GameId, Vec<TournamentRow>>) -> T,
    ) -> BoxFuture<'static, Result<T, JournalError>>
    where
        T: Send + 'static,
    {
        Box::pin(ready(Ok(work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))))
    }
}

impl TournamentStore for MemoryTournaments {
    fn append(&self, row: TournamentRow) -> BoxFuture<'static, Result<bool, JournalError>> {
        self.with(|tournaments| {
            let rows = tournaments.entry(row.tournament).or_default();
            let is_free = rows.iter().all(|stored| stored.seq != row.seq);
            if is_free {
                rows.push(row);
            }
            is_free
        })
    }

    fn load(&self, id: &GameId, from: u64) -> BoxFuture<'static, Result<Vec<TournamentRow>, JournalError>> {
        self.with(|tournaments| {
            tournaments.get(id).into_iter().flatten().filter(|row| row.seq >= from).cloned().collect()
        })
    }

    fn ids(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        self.with(|tournaments| tournaments.keys().copied().collect())
    }

    fn remove(&self, id: &GameId, next: u64) -> BoxFuture<'static, Result<u64, JournalError>> {
        let id = *id;
        self.with(move |tournaments| {
            let has_later = |rows: &Vec<TournamentRow>| rows.iter().any(|row| row.seq >= next);
            if tournaments.get(&id).is_none_or(has_later) {
                return 0;
            }
            tournaments.remove(&id).map_or(0, |rows| rows.len() as u64)
        })
    }
}
