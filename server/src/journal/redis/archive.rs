//! Finished games in Redis: a hash for each record, and sorted sets by the times of their ends that lists go by. Read here, written and removed by the journal's one
//! writer.

use futures_util::future::BoxFuture;
use redis::Value;
use session::{GameId, UnixMs};

use super::RedisLocation;
use super::link::{BEAT_LIFETIME, FIRST_ANSWERS, Live, answered, milliseconds};
use super::maintenance::PATIENCE;
use super::readers::Readers;
use super::reply;
use super::script::{self, Asker, Call, FORMAT};
use crate::journal::JournalError;
use crate::journal::archive::{Archive, ArchivedGame, FinishedQuery, ListPosition, ListedGame};
use crate::journal::archive_row::ArchiveRow;
use crate::journal::write::{Removal, Write, WriterHandle};

/// The fields of a record, in the order of the scripts.
const FIELDS: [&str; 13] = [
    "watch",
    "open",
    "listed",
    "shown",
    "ended",
    "ruleset",
    "white",
    "black",
    "readers",
    "summary",
    "state",
    "state_hash",
    "hash",
];
/// The field that lists do not need.
const STATE: &str = "state";

/// The sorted set of all records: the id of its spectators and the id of each game, by the time of its end.
const ALL: &str = "tabula:finished";
/// The same of those by a ruleset, and of those of a player's key.
const OF_RULESET: &str = "tabula:finished:ruleset:";
const OF_PLAYER: &str = "tabula:finished:player:";
/// The same of those that lists name: of all of them, of those by a ruleset, and of those of a name. Many games are in no list, and nobody walks past them.
const LISTED: &str = "tabula:finished:listed";
const LISTED_OF_RULESET: &str = "tabula:finished:listed:";
const OF_NAME: &str = "tabula:finished:name:";
/// The same of a player's key and of a name, of those by a ruleset, whose id comes first.
const IN_RULESET: &str = "tabula:finished:in:";

/// Records that are read at once.
const CHUNK: usize = 100;
/// Records that are removed at once: what comes meanwhile waits.
const REMOVED_AT_ONCE: u64 = 500;

/// The finished games of an open journal.
#[derive(Debug)]
pub(super) struct RedisArchive {
    pub(super) readers: Readers,
    pub(super) writer: WriterHandle,
}

impl Archive for RedisArchive {
    fn find(&self, id: &GameId) -> BoxFuture<'static, Result<Option<ArchivedGame>, JournalError>> {
        let (readers, id) = (self.readers.clone(), *id);
        Box::pin(async move {
            let mut found = read(&readers, &[id.as_str().to_owned()], true).await?.pop().flatten();
            if found.is_none() {
                let mut get = redis::cmd("HGET");
                get.arg("tabula:finished:watch").arg(id.as_str());
                if let Some(game) = reply::text(readers.query(&get).await?) {
                    found = read(&readers, &[game], true).await?.pop().flatten();
                }
            }
            found.map(|row| row.open()).transpose()
        })
    }

    fn list(&self, query: FinishedQuery) -> BoxFuture<'static, Result<Vec<ListedGame>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move { list(&readers, &query).await })
    }

    fn played_among(&self, rulesets: Vec<String>) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        let readers = self.readers.clone();
        Box::pin(async move {
            let mut commands = redis::pipe();
            for ruleset in &rulesets {
                commands.cmd("EXISTS").arg(format!("{OF_RULESET}{ruleset}"));
            }
            let answers = readers.values(commands).await?;
            let played = rulesets.into_iter().zip(answers).filter(|(_, answer)| *answer == Value::Int(1));
            Ok(played.map(|(ruleset, _)| ruleset).collect())
        })
    }

    fn remove(&self, id: &GameId) -> BoxFuture<'static, Result<bool, JournalError>> {
        let removal = Removal::Game(*id);
        let removed = self.writer.ask(|reply| Write::Remove { removal, reply });
        Box::pin(async move { Ok(removed.await? > 0) })
    }

    fn prune(&self, ended_before: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>> {
        let (writer, removal) = (self.writer.clone(), Removal::EndedBefore(ended_before));
        Box::pin(async move {
            let mut removed = 0;
            loop {
                // Inputs that came meanwhile are stored between two of these.
                let now = writer.ask(|reply| Write::Remove { removal, reply }).await?;
                removed += now;
                if now < REMOVED_AT_ONCE {
                    return Ok(removed);
                }
            }
        })
    }
}

/// Reads a list: the sorted set of what is asked for, from its end, as far as the list is long. Of each record it is looked at whether it is shown already.
async fn list(readers: &Readers, query: &FinishedQuery) -> Result<Vec<ListedGame>, JournalError> {
    let set = match (query.player_key(), &query.ruleset) {
        (Some(player), None) if query.is_of_owner() => format!("{OF_PLAYER}{player}"),
        (Some(player), Some(ruleset)) if query.is_of_owner() => of_player_in(ruleset, &player),
        (Some(name), None) => format!("{OF_NAME}{name}"),
        (Some(name), Some(ruleset)) => of_name_in(ruleset, &name),
        (None, Some(ruleset)) => format!("{LISTED_OF_RULESET}{ruleset}"),
        (None, None) => LISTED.to_owned(),
    };
    let latest = query.before.map_or("+inf".to_owned(), |place| place.ended_at.0.to_string());
    let mut before = query.before;
    let mut games = Vec::new();
    for chunk in 0.. {
        let mut range = redis::cmd("ZREVRANGEBYSCORE");
        range.arg(set.as_str()).arg(latest.as_str()).arg(query.since.0);
        range.arg("LIMIT").arg(chunk * CHUNK).arg(CHUNK);
        let members = reply::texts(readers.query(&range).await?);
        for row in read(readers, &games_of(&members), false).await?.into_iter().flatten() {
            let Some(game) = row.listed().filter(|_| query.selects(&row)) else { continue };
            let place = ListPosition::of(&game.summary);
            // A game that ended meanwhile moves the others on by one, and the last of the chunk before comes again.
            if before.is_none_or(|before| place < before) && games.len() < query.most {
                before = Some(place);
                games.push(game);
            }
        }
        if members.len() < CHUNK || games.len() >= query.most {
            break;
        }
    }
    Ok(games)
}

/// Returns the games that members of a sorted set name.
fn games_of(members: &[String]) -> Vec<String> {
    members.iter().filter_map(|member| Some(member.split_once(' ')?.1.to_owned())).collect()
}

/// Reads the records of games, with their states or without; `None` for one that is not there.
async fn read(
    readers: &Readers,
    games: &[String],
    has_state: bool,
) -> Result<Vec<Option<ArchiveRow>>, JournalError> {
    let mut commands = redis::pipe();
    for game in games {
        commands.cmd("HMGET").arg(format!("tabula:record:{game}"));
        for field in FIELDS {
            // A field that no record has stands in for the state.
            commands.arg(if has_state || field != STATE { field } else { "" });
        }
    }
    let answers = readers.values(commands).await?;
    Ok(games.iter().zip(answers).map(|(game, answer)| row(game, answer)).collect())
}

/// Returns the record in an answer. No value is refused: a damaged one does not fit its hash.
fn row(game: &str, answer: Value) -> Option<ArchiveRow> {
    let mut values = reply::list(answer).into_iter();
    let watch_id = reply::text(values.next()?)?;
    let mut bytes = || values.next().and_then(reply::bytes).unwrap_or_default();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let number = |bytes: Vec<u8>| text(bytes).parse().unwrap_or_default();
    Some(ArchiveRow {
        game_id: game.to_owned(),
        watch_id,
        is_open: bytes() == b"1",
        is_listed: bytes() == b"1",
        shown_at: number(bytes()),
        ended_at: number(bytes()),
        ruleset: text(bytes()),
        white: text(bytes()),
        black: text(bytes()),
        readers: text(bytes()),
        summary: text(bytes()),
        state: bytes(),
        state_hash: text(bytes()),
        hash: text(bytes()),
    })
}

/// Adds the fields of a record to a call, in the order of the scripts, and the sorted sets that list it.
pub(super) fn add_fields(command: &mut Call, record: &ArchiveRow) {
    command.arg(record.watch_id.as_str()).arg(record.is_open).arg(record.is_listed);
    command.arg(record.shown_at).arg(record.ended_at);
    for text in [&record.ruleset, &record.white, &record.black, &record.readers, &record.summary] {
        command.arg(text.as_str());
    }
    command.arg(record.state.as_slice()).arg(record.state_hash.as_str()).arg(record.hash.as_str());
    command.arg(sets(record));
}

/// Returns the sorted sets that list a record beside [`ALL`], a line each.
fn sets(record: &ArchiveRow) -> String {
    let (ruleset, players) = (record.ruleset.as_str(), record.players());
    let mut sets = vec![format!("{OF_RULESET}{ruleset}")];
    for id in [players.w, players.b].into_iter().flatten() {
        let id = id.to_string();
        sets.extend([format!("{OF_PLAYER}{id}"), of_player_in(ruleset, &id)]);
    }
    if record.is_listed {
        for name in [&record.white, &record.black].into_iter().filter(|name| !name.is_empty()) {
            sets.extend([format!("{OF_NAME}{name}"), of_name_in(ruleset, name)]);
        }
        sets.extend([LISTED.to_owned(), format!("{LISTED_OF_RULESET}{ruleset}")]);
    }
    sets.join("\n")
}

fn of_player_in(ruleset: &str, player: &str) -> String {
    format!("{IN_RULESET}{ruleset}:player:{player}")
}

fn of_name_in(ruleset: &str, name: &str) -> String {
    format!("{IN_RULESET}{ruleset}:name:{name}")
}

/// Lists the records of a journal of the former format in the sorted sets that this one has beside, and only then makes it one of the present format: a start that is
/// interrupted begins anew. Damaged records are in no list.
pub(super) async fn bring_up_to_date(location: &RedisLocation, live: &mut Live) -> Result<(), JournalError> {
    // It waits for longer than readers of a server: there may be many records.
    let readers = Readers::new(location, PATIENCE);
    let mut format = redis::cmd("GET");
    format.arg("tabula:format");
    if reply::text(readers.query(&format).await?).as_deref() == Some(FORMAT) {
        return Ok(());
    }
    tracing::info!("the finished games of a journal of an earlier version are listed by player and ruleset");
    let mut range = redis::cmd("ZRANGE");
    range.arg(ALL).arg(0).arg(-1);
    let games = games_of(&reply::texts(readers.query(&range).await?));
    for chunk in games.chunks(CHUNK) {
        let rows = read(&readers, chunk, false).await?;
        let mut call = index(&live.asker, "");
        for row in rows.iter().flatten().filter(|row| row.listed().is_some()) {
            call.arg(row.game_id.as_str()).arg(sets(row));
        }
        answered(FIRST_ANSWERS, live.ask(&call)).await?;
    }
    let call = index(&live.asker, FORMAT);
    answered(FIRST_ANSWERS, live.ask(&call)).await.map(drop)
}

/// Returns the call that lists records anew, without any yet. `format` is the format of the journal after it, or empty.
fn index(asker: &Asker, format: &str) -> Call {
    let mut call = asker.eval(&script::INDEX);
    call.arg(milliseconds(BEAT_LIFETIME)).arg(format);
    call
}

/// Returns the call that keeps a record.
pub(super) fn keep(asker: &Asker, record: &ArchiveRow) -> Call {
    let mut command = asker.eval(&script::KEEP);
    command.arg(record.game_id.as_str());
    add_fields(&mut command, record);
    command
}

/// Returns the call that removes records: of those that ended before a time at most [`REMOVED_AT_ONCE`].
pub(super) fn remove(asker: &Asker, removal: Removal) -> Call {
    let mut command = asker.eval(&script::REMOVE);
    match removal {
        Removal::Game(id) => command.arg("game").arg(id.as_str()),
        Removal::EndedBefore(at) => command.arg("before").arg(at.0).arg(REMOVED_AT_ONCE),
    };
    command
}

/// Gives each record to `take`, in the order of their ends. One that is listed and not there is a damaged one.
pub(super) async fn each_record(
    readers: &Readers,
    mut take: impl FnMut(ArchiveRow) -> Result<(), JournalError>,
) -> Result<(), JournalError> {
    let mut range = redis::cmd("ZRANGE");
    range.arg(ALL).arg(0).arg(-1);
    let games = games_of(&reply::texts(readers.query(&range).await?));
    for chunk in games.chunks(CHUNK) {
        for (game, row) in chunk.iter().zip(read(readers, chunk, true).await?) {
            take(row.unwrap_or_else(|| ArchiveRow { game_id: game.clone(), ..ArchiveRow::default() }))?;
        }
    }
    Ok(())
}
