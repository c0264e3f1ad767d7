//! A finished game as a row: compressed, with a hash, by which damage to the row is noticed.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use session::domain::{PersonName, PlayerId, SeatPlayers};
use session::word_filter::name_key;
use session::{FinishedGame, GameId, GameSummary, Token, UnixMs};
use sha2::{Digest as _, Sha256};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::JournalError;
use super::archive::{ArchivedGame, ListedGame};
use super::export::RecordLine;
use crate::hex::hex;

/// Most bytes of a state that are read back. The longest game of chess has some 3 MB.
const STATE_BYTES_MAX: u64 = 64 << 20;

/// Seats of a game.
const SEATS: usize = 2;

/// Places of the ids of White's and Black's player in `readers`, counted from 1. Indexes find the ids by them.
pub(super) const PLAYERS_AT: [usize; SEATS] = [131, 152];

/// A finished game as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ArchiveRow {
    pub(super) game_id: String,
    pub(super) watch_id: String,
    pub(super) is_open: bool,
    pub(super) is_listed: bool,
    pub(super) shown_at: i64,
    pub(super) ended_at: i64,
    pub(super) ruleset: String,
    /// Keys of the players' names; empty for a player without a name.
    pub(super) white: String,
    pub(super) black: String,
    /// Hashes of the tokens of the seats, separated by spaces; and the ids of their players, if one of them has shown a key ([`readers_text`]).
    pub(super) readers: String,
    /// The summary as JSON.
    pub(super) summary: String,
    /// The state as JSON, compressed.
    pub(super) state: Vec<u8>,
    pub(super) state_hash: String,
    /// Hash of all columns but the state.
    pub(super) hash: String,
}

impl ArchiveRow {
    /// Columns as [`ArchiveRow::read`] wants them.
    pub(super) const COLUMNS: &str = "game_id, watch_id, is_open, is_listed, shown_at_ms, ended_at_ms, ruleset, white, black, readers, summary, state, state_hash, hash";
    /// The same without the state, which lists do not need.
    pub(super) const COLUMNS_OF_LISTS: &str = "game_id, watch_id, is_open, is_listed, shown_at_ms, ended_at_ms, ruleset, white, black, readers, summary, x'', state_hash, hash";

    /// Makes the row of a finished game.
    pub(super) fn of(finished: &FinishedGame) -> ArchiveRow {
        let mut row = ArchiveRow {
            game_id: finished.id.as_str().to_owned(),
            is_open: finished.is_open,
            is_listed: finished.is_listed,
            shown_at: milliseconds(finished.shown_at),
            readers: readers_text(&finished.readers, finished.players),
            // A summary is plain data with string keys: turning it into JSON cannot fail.
            summary: serde_json::to_string(&finished.summary).unwrap_or_default(),
            ..ArchiveRow::default()
        };
        row.complete(&finished.summary, finished.state());
        row
    }

    /// Makes the row of an exported record; none if its summary is not one.
    pub(super) fn of_export(line: &RecordLine) -> Option<ArchiveRow> {
        let mut row = ArchiveRow {
            game_id: line.finished.clone(),
            is_open: line.open,
            is_listed: line.listed,
            shown_at: line.shown,
            readers: line.readers.clone(),
            summary: line.summary.get().to_owned(),
            ..ArchiveRow::default()
        };
        let summary = row.summary().ok()?;
        row.complete(&summary, line.state.get());
        Some(row)
    }

    /// Fills the columns by which a record is found, and those of its state and hashes.
    fn complete(&mut self, summary: &GameSummary, state: &str) {
        let names = summary.names.as_ref();
        let key = |name: Option<&PersonName>| name.map(name_key).unwrap_or_default();
        self.watch_id = summary.id.as_str().to_owned();
        self.ended_at = milliseconds(summary.ended_at);
        self.ruleset.clone_from(&summary.ruleset);
        self.white = key(names.and_then(|names| names.w.as_ref()));
        self.black = key(names.and_then(|names| names.b.as_ref()));
        self.state = compress(state);
        self.state_hash = short_hash([self.state.as_slice()]);
        self.hash = self.own_hash();
    }

    /// Returns a hash of everything that a row is made of. How its state is compressed does not matter.
    pub(super) fn check_of_content(&self, state: &str) -> String {
        let numbers =
            [i64::from(self.is_open), i64::from(self.is_listed), self.shown_at].map(i64::to_le_bytes);
        let texts = [self.game_id.as_str(), &self.readers, &self.summary, state];
        short_hash(numbers.iter().map(|number| &number[..]).chain(texts.into_iter().map(str::as_bytes)))
    }

    /// Returns the row of a result. No value is refused: a damaged one does not fit its hash.
    pub(super) fn read(row: &SqliteRow) -> Result<ArchiveRow, sqlx::Error> {
        let bytes = |at: usize| row.try_get_unchecked::<Vec<u8>, _>(at);
        let text = |at| bytes(at).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(ArchiveRow {
            game_id: text(0)?,
            watch_id: text(1)?,
            is_open: row.try_get_unchecked::<i64, _>(2)? == 1,
            is_listed: row.try_get_unchecked::<i64, _>(3)? == 1,
            shown_at: row.try_get_unchecked(4)?,
            ended_at: row.try_get_unchecked(5)?,
            ruleset: text(6)?,
            white: text(7)?,
            black: text(8)?,
            readers: text(9)?,
            summary: text(10)?,
            state: bytes(11)?,
            state_hash: text(12)?,
            hash: text(13)?,
        })
    }

    /// Returns the row of a result of PostgreSQL.
    pub(super) fn read_postgres(row: &PgRow) -> Result<ArchiveRow, sqlx::Error> {
        Ok(ArchiveRow {
            game_id: row.try_get(0)?,
            watch_id: row.try_get(1)?,
            is_open: row.try_get(2)?,
            is_listed: row.try_get(3)?,
            shown_at: row.try_get(4)?,
            ended_at: row.try_get(5)?,
            ruleset: row.try_get(6)?,
            white: row.try_get(7)?,
            black: row.try_get(8)?,
            readers: row.try_get(9)?,
            summary: row.try_get(10)?,
            state: row.try_get(11)?,
            state_hash: row.try_get(12)?,
            hash: row.try_get(13)?,
        })
    }

    /// Returns whether the row is what was stored.
    pub(super) fn is_sound(&self) -> bool {
        self.has_sound_summary() && self.state_hash == short_hash([self.state.as_slice()])
    }

    /// Returns whether the row without its state is what was stored.
    fn has_sound_summary(&self) -> bool {
        self.hash == self.own_hash()
    }

    /// Returns whether a game is meant by this id.
    pub(super) fn has_id(&self, id: &GameId) -> bool {
        [&self.game_id, &self.watch_id].into_iter().any(|own| own == id.as_str())
    }

    /// Returns the game in short, as lists have it. A damaged row is left out; `tabula journal check` counts it.
    pub(super) fn listed(&self) -> Option<ListedGame> {
        let summary = self.summary().ok().filter(|_| self.has_sound_summary())?;
        Some(ListedGame { summary, players: self.players() })
    }

    /// Returns the ids of the players who have shown a key.
    pub(super) fn players(&self) -> SeatPlayers {
        let mut ids = self.readers.split(' ').skip(SEATS).map(|id| id.parse().ok());
        SeatPlayers { w: ids.next().flatten(), b: ids.next().flatten() }
    }

    /// Returns the game in short.
    pub(super) fn summary(&self) -> Result<GameSummary, JournalError> {
        serde_json::from_str(&self.summary).map_err(|_| JournalError::RecordDamaged)
    }

    /// Returns the game as it was stored.
    pub(super) fn open(&self) -> Result<ArchivedGame, JournalError> {
        if !self.is_sound() {
            return Err(JournalError::RecordDamaged);
        }
        let time = |at: i64| UnixMs(u64::try_from(at).unwrap_or_default());
        Ok(ArchivedGame {
            summary: self.summary.clone(),
            state: decompress(&self.state).map_err(|_| JournalError::RecordDamaged)?,
            ended_at: time(self.ended_at),
            is_open: self.is_open,
            shown_at: time(self.shown_at),
            readers: self.readers.split(' ').take(SEATS).map(str::to_owned).collect(),
            players: self.players(),
        })
    }

    fn own_hash(&self) -> String {
        let flags = [self.is_open, self.is_listed].map(i64::from);
        let numbers = [flags[0], flags[1], self.shown_at, self.ended_at].map(i64::to_le_bytes);
        let texts = [
            &self.game_id,
            &self.watch_id,
            &self.ruleset,
            &self.white,
            &self.black,
            &self.readers,
            &self.summary,
            &self.state_hash,
        ];
        short_hash(numbers.iter().map(|number| &number[..]).chain(texts.into_iter().map(String::as_bytes)))
    }
}

fn milliseconds(at: UnixMs) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

/// Returns the hash of a seat's token, by which its player is known and which opens no seat.
pub(super) fn reader_hash(token: &Token) -> String {
    let mut hasher = Sha256::new_with_prefix(b"tabula: reader of a finished game\n");
    hasher.update(token.as_str());
    hex(&hasher.finalize())
}

/// Returns the hashes of the seats' tokens, and behind them the ids of their players, or as many hyphens for a player without a key, at [`PLAYERS_AT`].
/// Without any there is nothing behind the hashes, as in records of earlier versions.
fn readers_text(readers: &[Token], players: SeatPlayers) -> String {
    let mut parts: Vec<_> = readers.iter().map(reader_hash).collect();
    if parts.len() == SEATS && players != SeatPlayers::default() {
        let text = |player: Option<PlayerId>| {
            player.map_or_else(|| "-".repeat(PlayerId::CHARS), |id| id.to_string())
        };
        parts.extend([text(players.w), text(players.b)]);
    }
    parts.join(" ")
}

/// Returns 128 bits of SHA-256 as hexadecimal digits.
fn short_hash<'b>(fields: impl IntoIterator<Item = &'b [u8]>) -> String {
    let mut hasher = Sha256::new();
    for field in fields {
        hasher.update((field.len() as u64).to_le_bytes());
        hasher.update(field);
    }
    hex(hasher.finalize().get(..16).unwrap_or_default())
}

fn compress(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // A vector takes everything that is written.
    let _ = encoder.write_all(text.as_bytes());
    encoder.finish().unwrap_or_default()
}

fn decompress(bytes: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    ZlibDecoder::new(bytes).take(STATE_BYTES_MAX).read_to_string(&mut text)?;
    Ok(text)
}
