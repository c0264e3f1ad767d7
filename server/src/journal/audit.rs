//! The examination of a journal before it is used: is everything that was acknowledged still there, and as it was?
//!
//! Nothing is changed: the log is read as bytes, and the database is opened for reading only.

use std::collections::{BTreeMap, HashMap, HashSet};

use futures_util::TryStreamExt as _;
use session::GameId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use super::JournalError;
use super::acknowledged::{self, Acknowledged};
use super::chain::{ChainEnd, ChainFault, ChainWalk, StoredRow};
use super::doubt::Doubt;
use super::files::{self, Files};
use super::migrations;
use super::wal::{self, Wal};

/// The migration that added hashes to the schema.
const HASHES: i64 = 3;

/// Faults of the database that SQLite is asked to list.
const MALFORMED: &str = "PRAGMA integrity_check(3)";

/// The result of an examination.
#[derive(Debug, Default)]
pub(super) struct Audit {
    /// Reasons to doubt that everything is there.
    pub(super) doubts: Vec<Doubt>,
    /// The games that are there.
    pub(super) games: BTreeMap<GameId, GameAudit>,
    /// Rows whose game has no proper id.
    pub(super) nameless: u64,
    /// Acknowledged inputs that are still to be expected.
    pub(super) acknowledged: HashMap<GameId, Acknowledged>,
}

/// The examination of one game.
#[derive(Debug)]
pub(super) struct GameAudit {
    pub(super) end: ChainEnd,
    /// The number of rows.
    pub(super) rows: u64,
    pub(super) faults: Vec<ChainFault>,
}

impl GameAudit {
    /// Returns whether the game can be played.
    pub(super) fn is_sound(&self) -> bool {
        self.faults.iter().all(|fault| matches!(fault, ChainFault::Hash { .. }))
    }
}

impl Audit {
    /// Returns what counts as acknowledged from now on: what is there, and for a game that cannot be played what was known before.
    pub(super) fn to_acknowledge(&self) -> HashMap<GameId, Acknowledged> {
        let of = |(game, audit): (&GameId, &GameAudit)| {
            let known =
                if audit.is_sound() { Some(audit.end.into()) } else { self.acknowledged.get(game).copied() };
            known.map(|known| (*game, known))
        };
        self.games.iter().filter_map(of).collect()
    }

    /// Returns the ends of all sound games.
    pub(super) fn ends(&self) -> HashMap<GameId, ChainEnd> {
        let sound = self.games.iter().filter(|(_, audit)| audit.is_sound());
        sound.map(|(game, audit)| (*game, audit.end)).collect()
    }
}

/// Examines the journal. Its lock is held by the caller.
pub(super) async fn audit(files: &Files) -> Result<Audit, JournalError> {
    let mut audit = Audit::default();
    match wal::read(&files.wal).map_err(files::failed(&files.wal))? {
        Wal::Empty => {}
        Wal::NoHeader { bytes, .. } => audit.doubts.push(Doubt::WalHeader { bytes }),
        Wal::Frames(frames) => audit.doubts.extend(frames.damage().map(Doubt::from)),
    }
    let acknowledged = acknowledged::read(files).map_err(files::failed(&files.acknowledged))?;
    let is_missing = acknowledged.is_none();
    let acknowledged = acknowledged.unwrap_or_default();
    if acknowledged.damaged > 0 {
        audit.doubts.push(Doubt::AcknowledgedDamaged { records: acknowledged.damaged });
    }
    audit.acknowledged = acknowledged.games;
    if files::length(&files.database).map_err(files::failed(&files.database))? == 0 {
        let has_wal = files::length(&files.wal).map_err(files::failed(&files.wal))? > 0;
        if has_wal || !audit.acknowledged.is_empty() {
            audit.doubts.push(Doubt::NoDatabase);
        }
    } else {
        match examine(files, &mut audit).await {
            Ok(has_hashes) if has_hashes && is_missing => audit.doubts.push(Doubt::NothingAcknowledged),
            Ok(_) => {}
            Err(error) => match malformed(&error) {
                Some(reason) => {
                    // Which games are short cannot be known before a repair.
                    audit.doubts.push(Doubt::Malformed(reason));
                    return Ok(audit);
                }
                None => return Err(error.into()),
            },
        }
    }
    let mut short: Vec<Doubt> = Vec::new();
    for (game, known) in &audit.acknowledged {
        let stored = audit.games.get(game).map_or(0, |audit| audit.end.next);
        if stored < known.inputs {
            short.push(Doubt::Short { game: *game, stored, acknowledged: known.inputs });
        }
    }
    short.sort_by_key(|doubt| match doubt {
        Doubt::Short { game, .. } => Some(*game),
        _ => None,
    });
    audit.doubts.extend(short);
    Ok(audit)
}

/// Returns SQLite's words if an error says that the database is damaged.
pub(super) fn malformed(error: &sqlx::Error) -> Option<String> {
    // SQLITE_ERROR (a schema that lacks something), SQLITE_CORRUPT, SQLITE_MISMATCH, SQLITE_FORMAT, SQLITE_NOTADB.
    const DAMAGED: [u32; 5] = [1, 11, 20, 24, 26];
    let refusal = match error {
        sqlx::Error::Database(refusal) => refusal,
        sqlx::Error::Protocol(_) | sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => {
            return Some(error.to_string());
        }
        _ => return None,
    };
    let code: u32 = refusal.code()?.parse().ok()?;
    DAMAGED.contains(&(code & 0xff)).then(|| refusal.message().to_owned())
}

/// Opens the database for reading.
pub(super) async fn open(files: &Files) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(&files.database).read_only(true);
    options.disable_statement_logging().connect().await
}

/// Walks through the database. Returns whether its schema has hashes.
async fn examine(files: &Files, audit: &mut Audit) -> Result<bool, sqlx::Error> {
    let mut connection = open(files).await?;
    let examined = walk(&mut connection, audit).await;
    let closed = connection.close().await;
    let has_hashes = examined?;
    closed?;
    Ok(has_hashes)
}

async fn walk(connection: &mut SqliteConnection, audit: &mut Audit) -> Result<bool, sqlx::Error> {
    let faults = sqlx::query(MALFORMED).fetch_all(&mut *connection).await?;
    let text = |row: &SqliteRow| row.try_get_unchecked::<Vec<u8>, _>(0);
    let faults = faults.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    let faults: Vec<_> = faults.iter().map(|fault| String::from_utf8_lossy(fault)).collect();
    if faults != ["ok"] {
        audit.doubts.push(Doubt::Malformed(faults.join("; ")));
    }
    audit.doubts.extend(migrations::damage(connection).await?.map(Doubt::Malformed));
    let Some(schema) = Schema::of(connection).await? else { return Ok(false) };
    if schema.has_hashes {
        let mut forgotten = sqlx::query("SELECT game_id AS game FROM forgotten").fetch(&mut *connection);
        let mut removed = HashSet::new();
        while let Some(row) = forgotten.try_next().await? {
            let name: Vec<u8> = row.try_get_unchecked(0)?;
            removed.extend(std::str::from_utf8(&name).ok().and_then(|name| name.parse::<GameId>().ok()));
        }
        drop(forgotten);
        let is_there = "SELECT 1 FROM input WHERE game_id = ?1 LIMIT 1";
        for game in removed {
            // An id may be given again.
            if sqlx::query(is_there).bind(game.as_str()).fetch_optional(&mut *connection).await?.is_none() {
                audit.acknowledged.remove(&game);
            }
        }
    }
    let select = format!("SELECT {} FROM input ORDER BY game_id, seq", schema.columns());
    let mut rows = sqlx::query(&select).fetch(connection);
    let mut walk = AuditWalk::of(std::mem::take(audit));
    let walked = loop {
        match rows.try_next().await.and_then(|row| row.map(|row| StoredRow::read(&row)).transpose()) {
            Ok(Some(row)) => walk.push(&row),
            Ok(None) => break Ok(schema.has_hashes),
            Err(error) => break Err(error),
        }
    };
    *audit = walk.finish();
    walked
}

/// A walk along all inputs of a journal, sorted by game and number.
#[derive(Debug)]
pub(super) struct AuditWalk {
    audit: Audit,
    game: Option<(GameId, ChainWalk)>,
}

impl AuditWalk {
    /// Continues an examination.
    pub(super) fn of(audit: Audit) -> AuditWalk {
        AuditWalk { audit, game: None }
    }

    /// Takes the next input.
    pub(super) fn push(&mut self, row: &StoredRow) {
        let Some(game) = row.game_id() else {
            self.audit.nameless += 1;
            return;
        };
        if self.game.as_ref().is_none_or(|(of, _)| *of != game) {
            self.finish_game();
        }
        let (_, walk) = self.game.get_or_insert_with(|| (game, ChainWalk::new(game)));
        walk.push(row);
        let acknowledged = self.audit.acknowledged.get(&game);
        if let Some(known) = acknowledged.filter(|known| known.inputs == walk.end().next) {
            walk.compare(known.hash);
        }
    }

    fn finish_game(&mut self) {
        if let Some((game, walk)) = self.game.take() {
            let examined = GameAudit { end: walk.end(), rows: walk.rows(), faults: walk.finish() };
            // A game whose rows are not together is in a malformed database.
            self.audit.games.insert(game, examined);
        }
    }

    /// Returns what was found.
    pub(super) fn finish(mut self) -> Audit {
        self.finish_game();
        self.audit
    }
}

/// The columns of a schema, which may be an earlier one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schema {
    pub(super) has_hashes: bool,
    has_rules: bool,
}

impl Schema {
    /// Returns the schema of the database, or none if it has no inputs yet.
    pub(super) async fn of(connection: &mut SqliteConnection) -> Result<Option<Schema>, sqlx::Error> {
        let names = "SELECT CAST(name AS BLOB) AS name FROM pragma_table_info('input')";
        let rows = sqlx::query(names).fetch_all(&mut *connection).await?;
        let has = |name: &str| {
            rows.iter()
                .any(|row| row.try_get_unchecked::<Vec<u8>, _>(0).is_ok_and(|found| found == name.as_bytes()))
        };
        let schema = Schema { has_hashes: has("hash"), has_rules: has("rules") };
        let applied = sqlx::query("SELECT max(version) AS version FROM _sqlx_migrations")
            .fetch_optional(connection)
            .await
            .ok()
            .flatten();
        let version: i64 = applied.map_or(Ok(0), |row| row.try_get_unchecked(0))?;
        if version >= HASHES && !schema.has_hashes {
            return Err(sqlx::Error::Protocol("the database lacks a column of its schema".to_owned()));
        }
        Ok((!rows.is_empty()).then_some(schema))
    }

    /// Returns the columns of [`StoredRow`].
    pub(super) fn columns(self) -> String {
        let mut columns = StoredRow::COLUMNS.to_owned();
        for (is_there, column) in [(self.has_rules, "rules"), (self.has_hashes, "hash")] {
            if !is_there {
                columns = columns.replace(&format!("{column} AS"), "'' AS");
            }
        }
        columns
    }
}
