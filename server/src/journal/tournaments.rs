//! Tournaments: the events of each, as a journal keeps them. The number of an event is unique in its tournament, so that no round is paired twice.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use futures_util::future::{BoxFuture, ready};
use session::{GameId, UnixMs};

use super::JournalError;

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

    /// Removes the tournaments of which nothing was stored since a time. Returns the number of events removed.
    fn prune(&self, quiet_since: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>>;
}

/// A change that the one writer of a journal makes.
#[derive(Debug, Clone)]
pub(super) enum TournamentChange {
    /// Stores an event.
    Append(TournamentRow),
    /// Removes the tournaments of which nothing was stored since a time.
    Prune(UnixMs),
}

/// A number as databases hold it.
pub(super) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Makes a row of a stored one; `None` if it is damaged.
pub(super) fn row(tournament: &str, seq: i64, at: i64, body: String) -> Option<TournamentRow> {
    let (seq, at) = (u64::try_from(seq).ok()?, u64::try_from(at).ok()?);
    Some(TournamentRow { tournament: tournament.parse().ok()?, seq, at: UnixMs(at), body })
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

    fn prune(&self, quiet_since: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>> {
        self.with(|tournaments| {
            let before: usize = tournaments.values().map(Vec::len).sum();
            tournaments.retain(|_, rows| rows.last().is_some_and(|row| row.at >= quiet_since));
            (before - tournaments.values().map(Vec::len).sum::<usize>()) as u64
        })
    }
}
