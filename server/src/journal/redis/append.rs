//! Inputs in the streams of their games: stored by one script for many games, so that a game that is refused never fails the others, and read.

use std::time::Duration;

use redis::Value;
use session::GameId;

use super::archive;
use super::link::{Live, milliseconds};
use super::readers::Readers;
use super::reply::{self, StreamEntry, entry_id};
use super::script::{self, Asker, Call};
use crate::journal::JournalError;
use crate::journal::chain::{ChainEnd, ChainHash, StoredRow};
use crate::journal::write::InputRow;

/// Beginning of the keys of games.
pub(super) const GAME: &str = "tabula:game:";
/// The sorted set of all games, by the times at which their streams expire.
pub(super) const GAMES: &str = "tabula:games";

/// An input with its place in the chain of its game.
#[derive(Debug)]
pub(super) struct ChainedInput {
    pub(super) row: InputRow,
    /// The hash of the input before.
    before: ChainHash,
    /// The end of the game's chain with this input.
    pub(super) end: ChainEnd,
}

impl ChainedInput {
    /// Continues the chain of the input's game.
    pub(super) fn of(row: InputRow, end: ChainEnd, rules: &str) -> ChainedInput {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let before = if row.seq == 0 { ChainHash::EMPTY } else { end.hash };
        let (seq, at) = (number(row.seq), number(row.at));
        let hash = before.with(row.game.as_str().as_bytes(), seq, at, rules.as_bytes(), row.body.as_bytes());
        let end = ChainEnd { next: row.seq.saturating_add(1), hash };
        ChainedInput { row, before, end }
    }
}

/// An answer of Redis to one input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// It is stored.
    Now,
    /// Another input has its number.
    Taken,
    /// The input before is not there, or is another one.
    Gap,
    /// It is not stored, for this reason.
    Refused(String),
}

impl From<String> for Stored {
    fn from(word: String) -> Stored {
        match word.as_str() {
            "" => Stored::Now,
            "taken" => Stored::Taken,
            "gap" => Stored::Gap,
            _ => Stored::Refused(word),
        }
    }
}

/// Stores inputs of different games, each with its record or not at all. Returns an answer for each, in their order.
pub(super) async fn append(
    live: &mut Live,
    batch: &[ChainedInput],
    rules: &str,
    lifetime: Duration,
) -> Result<Vec<Stored>, JournalError> {
    let mut command = live.asker.eval(&script::APPEND);
    command.arg(milliseconds(lifetime));
    for ChainedInput { row, before, end } in batch {
        command.arg(row.game.as_str()).arg(row.seq).arg(entry_id(row.seq)).arg(before.to_text());
        command.arg(row.at).arg(row.body.as_str()).arg(rules).arg(end.hash.to_text());
        command.arg(i32::from(row.finished.is_some()));
        if let Some(record) = row.finished.as_deref() {
            archive::add_fields(&mut command, record);
        }
    }
    let answers = reply::texts(live.ask(&command).await?);
    if answers.len() == batch.len() {
        Ok(answers.into_iter().map(Stored::from).collect())
    } else {
        Err(JournalError::Unanswered)
    }
}

/// Returns the entries that stand in the places of inputs, or at the ends of games where no number is asked for: the number and the hash of each.
pub(super) async fn entries(
    live: &mut Live,
    sought: &[(GameId, Option<u64>)],
) -> Result<Vec<Option<ChainEnd>>, JournalError> {
    let mut command = live.asker.eval(&script::ENTRIES);
    for (game, seq) in sought {
        command.arg(game.as_str()).arg(seq.map(entry_id).unwrap_or_default());
    }
    let answers = reply::texts(live.ask(&command).await?);
    let (pairs, _) = answers.as_chunks::<2>();
    if pairs.len() != sought.len() {
        return Err(JournalError::Unanswered);
    }
    // The id 0-N is that of input N-1, after which N is next.
    let end = |[id, hash]: &[String; 2]| {
        let next = id.strip_prefix("0-")?.parse().ok()?;
        Some(ChainEnd { next, hash: ChainHash::from_text(hash.as_bytes())? })
    };
    Ok(pairs.iter().map(end).collect())
}

/// Returns the inputs of a game in their order, whatever the key holds: what is no input becomes a row that is none.
pub(super) async fn rows(readers: &Readers, game: &str) -> Result<Vec<StoredRow>, JournalError> {
    let mut range = redis::cmd("XRANGE");
    range.arg(format!("{GAME}{game}")).arg("-").arg("+");
    let answer = match readers.query(&range).await {
        Ok(answer) => answer,
        Err(JournalError::Redis(error)) if error.code() == Some("WRONGTYPE") => {
            return Ok(vec![row(game, None)]);
        }
        Err(error) => return Err(error),
    };
    Ok(StreamEntry::all(answer).iter().map(|entry| row(game, Some(entry))).collect())
}

fn row(game: &str, entry: Option<&StreamEntry>) -> StoredRow {
    let field = |name| entry.map(|entry| entry.field(name).to_vec()).unwrap_or_default();
    let number = |number: Option<u64>| number.and_then(|number| i64::try_from(number).ok());
    StoredRow {
        game: game.as_bytes().to_vec(),
        // A number that no input has.
        seq: number(entry.and_then(StreamEntry::seq)).unwrap_or(i64::MAX),
        at: number(entry.and_then(|entry| entry.number("at"))).unwrap_or(-1),
        rules: field("rules"),
        body: field("body"),
        hash: field("hash"),
    }
}

/// Returns the names of all games. A stream that the list does not name is a game all the same, and a name in the list without a stream is one that is lost.
pub(super) async fn names(readers: &Readers) -> Result<Vec<String>, JournalError> {
    let mut range = redis::cmd("ZRANGE");
    range.arg(GAMES).arg(0).arg(-1);
    let mut names = reply::texts(readers.query(&range).await?);
    let keys = readers.keys(GAME).await?;
    names.extend(keys.iter().filter_map(|key| key.strip_prefix(GAME).map(str::to_owned)));
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// Returns whether the list of games names a game.
pub(super) async fn is_listed(readers: &Readers, game: &str) -> Result<bool, JournalError> {
    let mut score = redis::cmd("ZSCORE");
    score.arg(GAMES).arg(game);
    Ok(readers.query(&score).await? != Value::Nil)
}

/// Returns the call that writes the inputs of a game anew from the first on, or adds further ones; without any it removes the game. Such a game does not go by itself
/// before its next input.
pub(super) fn rewrite(asker: &Asker, game: &str, rows: &[StoredRow]) -> Call {
    let mut command = asker.eval(&script::REWRITE);
    command.arg(game);
    for row in rows {
        command.arg(entry_id(u64::try_from(row.seq).unwrap_or_default())).arg(row.at);
        command.arg(row.body.as_slice()).arg(row.rules.as_slice()).arg(row.hash.as_slice());
    }
    command
}
