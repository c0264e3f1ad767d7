//! Tournaments in Redis: a stream each, whose entries are the events. Read here, written and removed by the journal's one writer.

use futures_util::future::BoxFuture;
use redis::Value;
use session::{GameId, UnixMs};

use super::readers::Readers;
use super::reply::{self, StreamEntry, entry_id};
use super::script::{self, Asker, Call};
use crate::journal::JournalError;
use crate::journal::tournaments::{TournamentChange, TournamentRow, TournamentStore};
use crate::journal::write::{Write, WriterHandle};

/// The tournaments of an open journal.
#[derive(Debug)]
pub(super) struct RedisTournaments {
    pub(super) readers: Readers,
    pub(super) writer: WriterHandle,
}

impl TournamentStore for RedisTournaments {
    fn append(&self, row: TournamentRow) -> BoxFuture<'static, Result<bool, JournalError>> {
        let change = TournamentChange::Append(row);
        let stored = self.writer.ask(|reply| Write::Tournament { change, reply });
        Box::pin(async move { Ok(stored.await? > 0) })
    }

    fn load(&self, id: &GameId, from: u64) -> BoxFuture<'static, Result<Vec<TournamentRow>, JournalError>> {
        let (readers, id) = (self.readers.clone(), *id);
        Box::pin(async move { events(&readers, id, from).await })
    }

    fn ids(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move { ids(&readers).await })
    }

    fn remove(&self, id: &GameId, next: u64) -> BoxFuture<'static, Result<u64, JournalError>> {
        let change = TournamentChange::Remove(*id, next);
        self.writer.ask(|reply| Write::Tournament { change, reply })
    }
}

/// Returns the events of a tournament from a number on. One that is damaged is left out: the tournament cannot be read then.
pub(super) async fn events(
    readers: &Readers,
    tournament: GameId,
    from: u64,
) -> Result<Vec<TournamentRow>, JournalError> {
    let mut range = redis::cmd("XRANGE");
    range.arg(format!("tabula:tournament:{tournament}")).arg(entry_id(from)).arg("+");
    let row = |entry: &StreamEntry| {
        let (seq, at) = (entry.seq()?, UnixMs(entry.number("at")?));
        let body = std::str::from_utf8(entry.field("body")).ok()?.to_owned();
        Some(TournamentRow { tournament, seq, at, body })
    };
    Ok(StreamEntry::all(readers.query(&range).await?).iter().filter_map(row).collect())
}

/// Returns the ids of all tournaments, in their order.
pub(super) async fn ids(readers: &Readers) -> Result<Vec<GameId>, JournalError> {
    let mut members = redis::cmd("SMEMBERS");
    members.arg("tabula:tournaments");
    let answer: Value = readers.query(&members).await?;
    let mut ids: Vec<GameId> = reply::texts(answer).iter().filter_map(|id| id.parse().ok()).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// Returns the call that makes a change.
pub(super) fn change(asker: &Asker, change: &TournamentChange) -> Call {
    let mut command = asker.eval(&script::TOURNAMENTS);
    match change {
        TournamentChange::Append(TournamentRow { tournament, seq, at, body }) => {
            command.arg("append").arg(tournament.as_str()).arg(entry_id(*seq)).arg(at.0).arg(body.as_str());
        }
        TournamentChange::Remove(id, next) => {
            command.arg("remove").arg(id.as_str()).arg(*next);
        }
    }
    command
}
