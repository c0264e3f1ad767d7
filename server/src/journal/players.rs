//! Rows that players keep on the server, by the id of their key. Their content is the caller's; here they are found, changed, bounded and removed.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::future::{BoxFuture, ready};
use session::UnixMs;
use session::domain::PlayerId;
use sha2::{Digest as _, Sha256};
use sqlx::{ColumnIndex, Decode, Row, Type};

use super::JournalError;
use super::statement::{Argument, Statement, text};
use crate::hex::hex;

/// Rows that a list has at most, whatever it is of. The operator reads all, in several lists.
pub(super) const ROWS_READ_MAX: usize = 10_000;

/// The store of what players keep.
pub trait PlayerStore: Debug + Send + Sync + 'static {
    /// Returns rows, in the order of players, kinds and names.
    fn select(&self, query: PlayerQueryBy) -> BoxFuture<'static, Result<Vec<PlayerRow>, JournalError>>;

    /// Returns the number of all rows.
    fn count(&self) -> BoxFuture<'static, Result<u64, JournalError>>;

    /// Makes a change, and returns the number of rows that it concerned: 0 if nothing was changed. It survives a crash once this has returned.
    fn change(&self, change: PlayerChange) -> BoxFuture<'static, Result<u64, JournalError>>;
}

/// A kind of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKind {
    /// The vacations of a player: one row, without a name.
    Vacations,
    /// A player whom another one does not want to meet: the name is their id.
    Block,
    /// A passkey of a player: the name is a hash of its id.
    Passkey,
    /// A report about the other player of a game, named by the game and the side of the reporter.
    Report,
}

impl RowKind {
    /// Returns the kind as it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            RowKind::Vacations => "vacations",
            RowKind::Block => "block",
            RowKind::Passkey => "passkey",
            RowKind::Report => "report",
        }
    }
}

/// A row of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerRow {
    /// The player whose row it is; hyphens if they have shown no key.
    pub player: String,
    /// Its kind: one of [`RowKind`], or one of a later version.
    pub kind: String,
    /// Its name among those of its kind.
    pub name: String,
    /// Time of its last change, or of its player's last visit if it holds no vacations.
    pub used_ms: i64,
    /// Its content, as JSON.
    pub body: String,
    pub(super) hash: String,
}

/// The rows that are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerQueryBy {
    /// All rows of a player.
    Player(PlayerId),
    /// The rows of a kind of a player.
    Kind(PlayerId, RowKind),
    /// The rows of a kind with that name.
    Name(RowKind, String),
    /// The rows of a kind that were used at that time or later.
    UsedSince(RowKind, UnixMs),
}

/// A change of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerChange {
    /// Writes a row. `before` is the body that it replaces, or none for a new row: if something else is there, nothing is changed.
    Put {
        /// The row.
        row: PlayerRow,
        /// The body that it replaces. The same may be done twice.
        before: Option<String>,
    },
    /// Writes a new row, if its player has fewer than `most` others of its kind and nothing else is in its place. Of several at once none goes beyond that bound.
    Add {
        /// The row. The same may be added twice.
        row: PlayerRow,
        /// Rows of its kind that its player may have.
        most: usize,
    },
    /// Notes a visit of a player on all their rows but their vacations, whose time is that of their last change.
    Touch(PlayerId, UnixMs),
    /// Removes one row, if its body is that. In SQLite it is overwritten.
    Remove {
        /// The player.
        player: PlayerId,
        /// The kind.
        kind: RowKind,
        /// The name.
        name: String,
        /// The body.
        body: String,
    },
    /// Removes all rows of a player but their vacations. In SQLite they are overwritten.
    Forget(PlayerId),
    /// Removes all rows of a player, and the blocks of others about them; reports about them stay. In SQLite they are overwritten.
    Erase(PlayerId),
    /// Removes the rows that were used last before a time: one for vacations, another for all else.
    UnusedSince {
        /// The time for vacations.
        vacations: UnixMs,
        /// The time for other rows.
        others: UnixMs,
    },
}

impl PlayerRow {
    /// Makes a row, of a player who has shown a key or of one who has not.
    #[must_use]
    pub fn new(
        player: impl Into<Option<PlayerId>>,
        kind: RowKind,
        name: &str,
        at: UnixMs,
        body: String,
    ) -> PlayerRow {
        let nobody = || "-".repeat(PlayerId::CHARS);
        let player = player.into().map_or_else(nobody, |id| id.to_string());
        PlayerRow::of(player, kind.as_str().to_owned(), name.to_owned(), ms(at), body)
    }

    pub(super) fn of(player: String, kind: String, name: String, used_ms: i64, body: String) -> PlayerRow {
        let mut row = PlayerRow { player, kind, name, used_ms, body, hash: String::new() };
        row.hash = row.hash_of_content();
        row
    }

    /// Returns the row with another body.
    #[must_use]
    pub fn with_body(&self, at: UnixMs, body: String) -> PlayerRow {
        PlayerRow::of(self.player.clone(), self.kind.clone(), self.name.clone(), ms(at), body)
    }

    /// Returns whether the row is what was stored.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.hash == self.hash_of_content()
    }

    /// Returns whether the row holds vacations.
    #[must_use]
    pub fn is_of_vacations(&self) -> bool {
        self.kind == RowKind::Vacations.as_str()
    }

    fn hash_of_content(&self) -> String {
        let mut hash = Sha256::new();
        for part in [&self.player, &self.kind, &self.name, &self.body] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hex(&hash.finalize())
    }

    /// Reads a row with the columns of [`COLUMNS`].
    pub(super) fn read<'r, R: Row>(row: &'r R) -> Result<PlayerRow, sqlx::Error>
    where
        usize: ColumnIndex<R>,
        String: Decode<'r, R::Database> + Type<R::Database>,
        i64: Decode<'r, R::Database> + Type<R::Database>,
    {
        Ok(PlayerRow {
            player: row.try_get(0)?,
            kind: row.try_get(1)?,
            name: row.try_get(2)?,
            used_ms: row.try_get(3)?,
            body: row.try_get(4)?,
            hash: row.try_get(5)?,
        })
    }
}

fn ms(at: UnixMs) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

/// The columns of a row.
pub(super) const COLUMNS: &str = "player, kind, name, used_ms, body, hash";

/// The statement that counts all rows.
pub(super) const COUNT: &str = "SELECT count(*) FROM player_row";

/// Returns a count that a database has given.
pub(super) fn count_of(counted: i64) -> u64 {
    u64::try_from(counted).unwrap_or_default()
}

impl PlayerQueryBy {
    /// Returns the statement that reads the first rows.
    pub(super) fn statement(&self) -> Statement {
        self.statement_after(None, ROWS_READ_MAX)
    }

    /// Returns the statement that reads so many rows: those that follow one, or the first.
    pub(super) fn statement_after(&self, last: Option<&PlayerRow>, most: usize) -> Statement {
        let (mut condition, mut arguments) = match self {
            PlayerQueryBy::Player(player) => ("player = $1".to_owned(), vec![text(player)]),
            PlayerQueryBy::Kind(player, kind) => {
                ("player = $1 AND kind = $2".to_owned(), vec![text(player), text(kind.as_str())])
            }
            PlayerQueryBy::Name(kind, name) => {
                ("kind = $1 AND name = $2".to_owned(), vec![text(kind.as_str()), text(name)])
            }
            PlayerQueryBy::UsedSince(kind, at) => (
                "kind = $1 AND used_ms >= $2".to_owned(),
                vec![text(kind.as_str()), Argument::Number(ms(*at))],
            ),
        };
        if let Some(PlayerRow { player, kind, name, .. }) = last {
            let [first, second, third] = [1, 2, 3].map(|place| arguments.len() + place);
            let follows = format!("{condition} AND (player, kind, name) > (${first}, ${second}, ${third})");
            arguments.extend([text(player), text(kind), text(name)]);
            condition = follows;
        }
        arguments.push(Argument::Number(i64::try_from(most).unwrap_or(i64::MAX)));
        let most = arguments.len();
        let sql = format!(
            "SELECT {COLUMNS} FROM player_row WHERE {condition} ORDER BY player, kind, name LIMIT ${most}"
        );
        Statement { sql, arguments }
    }

    fn selects(&self, row: &PlayerRow) -> bool {
        match self {
            PlayerQueryBy::Player(player) => row.player == player.to_string(),
            PlayerQueryBy::Kind(player, kind) => {
                row.player == player.to_string() && row.kind == kind.as_str()
            }
            PlayerQueryBy::Name(kind, name) => row.kind == kind.as_str() && row.name == *name,
            PlayerQueryBy::UsedSince(kind, at) => row.kind == kind.as_str() && row.used_ms >= ms(*at),
        }
    }
}

/// Returns the statement that stores a row as it is, unless there is one in its place that was used later.
pub(super) fn restoration(row: &PlayerRow) -> Statement {
    let sql = format!(
        "INSERT INTO player_row ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player, kind, name) DO UPDATE SET \
         used_ms = excluded.used_ms, body = excluded.body, hash = excluded.hash WHERE excluded.used_ms > player_row.used_ms"
    );
    Statement { sql, arguments: columns(row) }
}

fn columns(row: &PlayerRow) -> Vec<Argument> {
    vec![
        text(&row.player),
        text(&row.kind),
        text(&row.name),
        Argument::Number(row.used_ms),
        text(&row.body),
        text(&row.hash),
    ]
}

impl PlayerChange {
    pub(super) fn statement(&self) -> Statement {
        let (sql, arguments) = match self {
            PlayerChange::Put { row, before: None } => {
                let sql = "INSERT INTO player_row (player, kind, name, used_ms, body, hash) VALUES ($1, $2, $3, $4, $5, $6) \
                    ON CONFLICT (player, kind, name) DO UPDATE SET used_ms = excluded.used_ms WHERE player_row.body = excluded.body";
                (sql, columns(row))
            }
            PlayerChange::Put { row, before: Some(before) } => {
                let mut arguments = columns(row);
                arguments.push(text(before));
                let sql = "UPDATE player_row SET used_ms = $4, body = $5, hash = $6 \
                    WHERE player = $1 AND kind = $2 AND name = $3 AND body IN ($5, $7)";
                (sql, arguments)
            }
            PlayerChange::Add { row, most } => {
                let mut arguments = columns(row);
                arguments.push(Argument::Number(i64::try_from(*most).unwrap_or(i64::MAX)));
                let sql = "INSERT INTO player_row (player, kind, name, used_ms, body, hash) \
                    SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS TEXT), CAST($6 AS TEXT) \
                    WHERE (SELECT count(*) FROM player_row WHERE player = $1 AND kind = $2 AND name <> $3) < $7 \
                    ON CONFLICT (player, kind, name) DO UPDATE SET used_ms = excluded.used_ms WHERE player_row.body = excluded.body";
                (sql, arguments)
            }
            PlayerChange::Touch(player, at) => {
                let sql = "UPDATE player_row SET used_ms = $2 WHERE player = $1 AND used_ms < $2 AND kind <> 'vacations'";
                (sql, vec![text(player), Argument::Number(ms(*at))])
            }
            PlayerChange::Remove { player, kind, name, body } => {
                let sql =
                    "DELETE FROM player_row WHERE player = $1 AND kind = $2 AND name = $3 AND body = $4";
                (sql, vec![text(player), text(kind.as_str()), text(name), text(body)])
            }
            PlayerChange::Forget(player) => {
                ("DELETE FROM player_row WHERE player = $1 AND kind <> 'vacations'", vec![text(player)])
            }
            PlayerChange::Erase(player) => {
                ("DELETE FROM player_row WHERE player = $1 OR name = $1", vec![text(player)])
            }
            PlayerChange::UnusedSince { vacations, others } => {
                let sql = "DELETE FROM player_row WHERE used_ms < CASE kind WHEN 'vacations' \
                    THEN CAST($1 AS BIGINT) ELSE CAST($2 AS BIGINT) END";
                (sql, vec![Argument::Number(ms(*vacations)), Argument::Number(ms(*others))])
            }
        };
        Statement { sql: sql.to_owned(), arguments }
    }
}

/// Rows in memory, gone with the process.
#[derive(Debug, Default)]
pub(super) struct MemoryPlayers(Mutex<BTreeMap<[String; 3], PlayerRow>>);

impl MemoryPlayers {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<[String; 3], PlayerRow>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_now(&self, change: PlayerChange) -> u64 {
        let mut rows = self.lock();
        let stored = rows.len();
        match change {
            PlayerChange::Put { row, before } => {
                let place = [row.player.clone(), row.kind.clone(), row.name.clone()];
                let there = rows.get(&place).map(|row| &row.body);
                if there != before.as_ref() && there != Some(&row.body) {
                    return 0;
                }
                rows.insert(place, row);
                return 1;
            }
            PlayerChange::Add { row, most } => {
                let is_other = |other: &&PlayerRow| {
                    other.player == row.player && other.kind == row.kind && other.name != row.name
                };
                let others = rows.values().filter(is_other).count();
                let place = [row.player.clone(), row.kind.clone(), row.name.clone()];
                let is_taken = rows.get(&place).is_some_and(|there| there.body != row.body);
                if others >= most || is_taken {
                    return 0;
                }
                rows.insert(place, row);
                return 1;
            }
            PlayerChange::Touch(player, at) => {
                let (player, at) = (player.to_string(), ms(at));
                let is_meant = |row: &PlayerRow| row.player == player && !row.is_of_vacations();
                let older = rows.values_mut().filter(|row| is_meant(row) && row.used_ms < at);
                return older.map(|row| row.used_ms = at).count() as u64;
            }
            PlayerChange::Remove { player, kind, name, body } => {
                let place = [player.to_string(), kind.as_str().to_owned(), name];
                rows.retain(|key, row| *key != place || row.body != body);
            }
            PlayerChange::Forget(player) => {
                let player = player.to_string();
                rows.retain(|_, row| row.player != player || row.is_of_vacations());
            }
            PlayerChange::Erase(player) => {
                let player = player.to_string();
                rows.retain(|_, row| row.player != player && row.name != player);
            }
            PlayerChange::UnusedSince { vacations, others } => {
                rows.retain(|_, row| {
                    row.used_ms >= ms(if row.is_of_vacations() { vacations } else { others })
                });
            }
        }
        (stored - rows.len()) as u64
    }
}

impl PlayerStore for MemoryPlayers {
    fn select(&self, query: PlayerQueryBy) -> BoxFuture<'static, Result<Vec<PlayerRow>, JournalError>> {
        let rows = self.lock().values().filter(|row| query.selects(row)).cloned().collect();
        Box::pin(ready(Ok(rows)))
    }

    fn count(&self) -> BoxFuture<'static, Result<u64, JournalError>> {
        Box::pin(ready(Ok(self.lock().len() as u64)))
    }

    fn change(&self, change: PlayerChange) -> BoxFuture<'static, Result<u64, JournalError>> {
        Box::pin(ready(Ok(self.change_now(change))))
    }
}
