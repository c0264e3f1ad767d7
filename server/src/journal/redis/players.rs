//! Rows of players in Redis: read here, changed by the journal's one writer. A row has a place, which is its player, its kind and its name in one text; sorted sets
//! have the places by player, by name and by the time of their last use.

use futures_util::future::BoxFuture;
use redis::Value;

use super::RedisLocation;
use super::link::{Live, answered};
use super::maintenance::PATIENCE;
use super::readers::Readers;
use super::reply;
use super::script::{self, Asker, Call};
use crate::journal::JournalError;
use crate::journal::players::{PlayerChange, PlayerQueryBy, PlayerRow, PlayerStore, ROWS_READ_MAX};
use crate::journal::write::{Write, WriterHandle};

/// The hash of all rows: their hashes and bodies by their places.
const ROWS: &str = "tabula:players";
/// The sorted sets of places: by the time of their last use; by player, kind and name; by name, kind and player.
const USED: &str = "tabula:players:used";
const ORDER: &str = "tabula:players:order";
const NAMED: &str = "tabula:players:named";
/// The sign between the parts of a place. None of them has it, and it is below all signs that they have.
const SEPARATOR: char = '\u{1f}';
/// Rows that are read at once.
const CHUNK: usize = 500;

/// Player, kind and name of a row.
type Place = [String; 3];

/// The rows of players in an open journal.
#[derive(Debug)]
pub(super) struct RedisPlayers {
    pub(super) readers: Readers,
    pub(super) writer: WriterHandle,
}

impl PlayerStore for RedisPlayers {
    fn select(&self, query: PlayerQueryBy) -> BoxFuture<'static, Result<Vec<PlayerRow>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let mut places = places(&readers, &query).await?;
            places.truncate(ROWS_READ_MAX);
            rows(&readers, &places).await
        })
    }

    fn count(&self) -> BoxFuture<'static, Result<u64, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let mut count = redis::cmd("HLEN");
            count.arg(ROWS);
            reply::number(readers.query(&count).await?).ok_or(JournalError::Unanswered)
        })
    }

    fn change(&self, change: PlayerChange) -> BoxFuture<'static, Result<u64, JournalError>> {
        self.writer.ask(|reply| Write::Player { change: Box::new(change), reply })
    }
}

/// Returns the places of rows, in their order.
async fn places(readers: &Readers, query: &PlayerQueryBy) -> Result<Vec<Place>, JournalError> {
    let (set, beginning) = match query {
        PlayerQueryBy::Player(player) => (ORDER, format!("{player}{SEPARATOR}")),
        PlayerQueryBy::Kind(player, kind) => {
            (ORDER, format!("{player}{SEPARATOR}{}{SEPARATOR}", kind.as_str()))
        }
        PlayerQueryBy::Name(kind, name) => (NAMED, format!("{name}{SEPARATOR}{}{SEPARATOR}", kind.as_str())),
        PlayerQueryBy::UsedSince(kind, at) => {
            let mut range = redis::cmd("ZRANGEBYSCORE");
            range.arg(USED).arg(at.0).arg("+inf");
            let mut places = places_in(readers.query(&range).await?);
            places.retain(|[_, of, _]| of == kind.as_str());
            places.sort_unstable();
            return Ok(places);
        }
    };
    let mut range = redis::cmd("ZRANGEBYLEX");
    // No text has a byte of 255.
    let end = [&b"("[..], beginning.as_bytes(), &[255]].concat();
    range.arg(set).arg(format!("[{beginning}")).arg(end.as_slice());
    let mut places = places_in(readers.query(&range).await?);
    if set == NAMED {
        places.iter_mut().for_each(|place| place.reverse());
    }
    Ok(places)
}

/// Returns the places in an answer, or their parts from the last to the first in those of names.
fn places_in(answer: Value) -> Vec<Place> {
    let place = |text: String| {
        let mut parts = text.splitn(3, SEPARATOR).map(str::to_owned);
        Some([parts.next()?, parts.next()?, parts.next()?])
    };
    reply::texts(answer).into_iter().filter_map(place).collect()
}

fn text_of([player, kind, name]: &Place) -> String {
    format!("{player}{SEPARATOR}{kind}{SEPARATOR}{name}")
}

/// Reads the rows in some places. One that is gone meanwhile is left out.
async fn rows(readers: &Readers, places: &[Place]) -> Result<Vec<PlayerRow>, JournalError> {
    let mut rows = Vec::with_capacity(places.len());
    for chunk in places.chunks(CHUNK) {
        let mut commands = redis::pipe();
        for (command, set) in [("HMGET", ROWS), ("ZMSCORE", USED)] {
            commands.cmd(command).arg(set);
            for place in chunk {
                commands.arg(text_of(place));
            }
        }
        let mut answers = readers.values(commands).await?.into_iter().map(reply::list);
        let (stored, used) = (answers.next().unwrap_or_default(), answers.next().unwrap_or_default());
        for ((place, stored), used) in chunk.iter().zip(stored).zip(used) {
            let Some(stored) = reply::text(stored) else { continue };
            let (hash, body) = stored.split_once('\n').unwrap_or(("", &stored));
            let [player, kind, name] = place.clone();
            let used_ms = reply::text(used).and_then(|used| used.parse().ok()).unwrap_or(i64::MAX);
            let (hash, body) = (hash.to_owned(), body.to_owned());
            rows.push(PlayerRow { player, kind, name, used_ms, body, hash });
        }
    }
    Ok(rows)
}

/// Returns the call that makes a change.
pub(super) fn change(asker: &Asker, change: &PlayerChange) -> Call {
    let mut command = asker.eval(&script::PLAYERS);
    match change {
        PlayerChange::Put { row, before } => {
            command.arg("put");
            add_row(&mut command, row);
            command.arg(before.is_some()).arg(before.as_deref().unwrap_or_default());
        }
        PlayerChange::Add { row, most } => {
            command.arg("add");
            add_row(&mut command, row);
            command.arg(*most);
        }
        PlayerChange::Touch(player, at) => {
            command.arg("touch").arg(player.to_string()).arg(at.0);
        }
        PlayerChange::Remove { player, kind, name, body } => {
            command.arg("remove").arg(player.to_string()).arg(kind.as_str());
            command.arg(name.as_str()).arg(body.as_str());
        }
        PlayerChange::Forget(player) => {
            command.arg("forget").arg(player.to_string());
        }
        PlayerChange::Erase(player) => {
            command.arg("erase").arg(player.to_string());
        }
        PlayerChange::UnusedSince { vacations, others } => {
            command.arg("unused").arg(vacations.0).arg(others.0);
        }
    }
    command
}

fn add_row(command: &mut Call, row: &PlayerRow) {
    command.arg(row.player.as_str()).arg(row.kind.as_str()).arg(row.name.as_str());
    command.arg(row.used_ms).arg(row.hash.as_str()).arg(row.body.as_str());
}

/// Returns the call that stores a row as it is, unless there is one in its place that was used later.
pub(super) fn restore(asker: &Asker, row: &PlayerRow) -> Call {
    let mut command = asker.eval(&script::PLAYERS);
    command.arg("restore");
    add_row(&mut command, row);
    command
}

/// Returns the call that removes a row, whatever it holds.
pub(super) fn drop_row(asker: &Asker, row: &PlayerRow) -> Call {
    let mut command = asker.eval(&script::PLAYERS);
    command.arg("remove").arg(row.player.as_str()).arg(row.kind.as_str()).arg(row.name.as_str());
    command
}

/// Returns all rows, in the order of players, kinds and names.
pub(super) async fn all_rows(readers: &Readers) -> Result<Vec<PlayerRow>, JournalError> {
    let mut range = redis::cmd("ZRANGE");
    range.arg(ORDER).arg(0).arg(-1);
    let places = places_in(readers.query(&range).await?);
    rows(readers, &places).await
}

/// Returns all rows that are asked for, on a connection of its own. A server may run.
pub(in crate::journal) async fn select_at(
    location: &RedisLocation,
    query: &PlayerQueryBy,
) -> Result<Vec<PlayerRow>, JournalError> {
    let readers = Readers::new(location, PATIENCE);
    let places = places(&readers, query).await?;
    rows(&readers, &places).await
}

/// Makes a change, on a connection of its own. A server may run.
pub(in crate::journal) async fn change_at(
    location: &RedisLocation,
    made: &PlayerChange,
) -> Result<u64, JournalError> {
    let mut live = Live::beside(location).await?;
    let command = change(&live.asker, made);
    let changed = answered(PATIENCE, live.ask(&command)).await?;
    reply::number(changed).ok_or(JournalError::Unanswered)
}
