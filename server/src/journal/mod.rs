//! Storage of games: an append-only list of inputs for each. An input is stored before its outputs are sent.

mod acknowledged;
mod archive;
mod archive_row;
mod audit;
mod chain;
mod counted;
mod doubt;
mod export;
mod files;
mod fleeting;
mod import;
mod log_cuts;
mod measured;
mod memory;
mod migrations;
mod nodes;
mod place;
mod player_rows;
mod players;
mod postgres;
mod preserve;
mod records;
mod redis;
mod repair;
mod rulesets;
mod salvage;
mod shared_memory;
mod sqlite;
mod sqlite_archive;
mod sqlite_players;
mod sqlite_tournaments;
mod sqlite_writer;
mod statement;
mod tournaments;
mod wal;
mod watched;
mod write;

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use prometheus_client::registry::Registry;
use session::{Entry, FinishedGame, GameId, Receipt};

pub use self::redis::{
    RedisJournal, RedisLocation, check_redis, export_redis, import_redis, remove_record_redis, repair_redis,
};
pub use archive::{Archive, ArchivedGame, FinishedQuery, ListPosition, ListedGame, PlayerQuery};
pub(crate) use counted::counted;
pub use doubt::{Doubt, Doubtful};
pub use export::Exported;
pub(crate) use fleeting::FleetingJournal;
pub use import::Imported;
pub use memory::MemoryJournal;
pub use nodes::{Location, NodeAddress, NodeIdentity, NodeName, Nodes};
pub use place::{JournalKind, JournalLocation, JournalPlace};
pub use player_rows::{change_player_rows, player_rows};
pub use players::{PlayerChange, PlayerQueryBy, PlayerRow, PlayerStore, RowKind};
pub use postgres::{
    PostgresJournal, PostgresLocation, check_postgres, export_postgres, import_postgres, published_postgres,
    remove_record_postgres, repair_postgres, unpublish_postgres,
};
pub use repair::{Loss, Repair, Report, check, export, import, remove_record, repair};
pub(crate) use rulesets::guest_ruleset;
pub use rulesets::{Publication, PublishedPosition, RulesetBounds, SharedRulesets, StoredRuleset};
pub use shared_memory::{Holder, InMemory, SharedMemory, ShortLived};
pub use sqlite::{OnLoss, SqliteJournal};
pub use tournaments::{TournamentRow, TournamentStore};
pub(crate) use watched::WatchedJournal;

/// Storage of the inputs of games. `(game, seq)` is unique, so a game cannot have two continuations.
// Requirement blind-7.
pub trait Journal: Debug + Send + Sync + 'static {
    /// Stores one input, and with it the record of the game if the input ends it: both or neither. The receipt is returned only once they survive a crash.
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>>;

    /// Returns the ids of all stored games.
    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>>;

    /// Returns the inputs of one game in their order.
    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>>;

    /// Removes a game. The record of a finished one stays.
    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>>;

    /// Returns whether an input could be stored now, without storing one.
    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>>;

    /// Returns the finished games; `None` if the journal keeps none.
    fn archive(&self) -> Option<Arc<dyn Archive>> {
        None
    }

    /// Returns the store of what players keep; `None` if the journal has none.
    fn players(&self) -> Option<Arc<dyn PlayerStore>> {
        None
    }

    /// Returns the tournaments; `None` if the journal keeps none.
    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        None
    }

    /// Returns the nodes that share the journal; `None` if this server has it alone.
    fn nodes(&self) -> Option<Arc<dyn Nodes>> {
        None
    }

    /// Returns the rulesets of guests that the journal's database holds; `None` if it holds none.
    fn rulesets(&self) -> Option<Arc<dyn SharedRulesets>> {
        None
    }

    /// Lists the journal's measures among the metrics.
    fn register_metrics(&self, _: &mut Registry) {}

    /// Waits until everything appended is stored, and closes the store.
    fn close(&self) -> BoxFuture<'static, ()>;
}

/// The reason why an operation of the journal failed. The text does not name the game: by its id somebody could take its seat.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// An input with this number is stored already: another process continued the game.
    #[error("input {seq} is stored already")]
    Taken {
        /// The game.
        game: GameId,
        /// The number of the input.
        seq: u64,
    },
    /// A stored input cannot be decoded by this version of the server. Its text is left out: it holds secrets.
    #[error("input {seq} cannot be read (column {column})")]
    Unreadable {
        /// The game.
        game: GameId,
        /// The number of the input.
        seq: u64,
        /// Position of the fault in the text, in bytes.
        column: usize,
    },
    /// Another node plays the game.
    #[error("input {seq} is refused: another server plays the game")]
    Fenced {
        /// The game.
        game: GameId,
        /// The number of the input.
        seq: u64,
    },
    /// The guest's ruleset of a new game has been removed.
    #[error("the ruleset of a new game is not there any more")]
    RulesetGone {
        /// The game.
        game: GameId,
    },
    /// An input is missing between others.
    #[error("input {seq} is missing")]
    Gap {
        /// The game.
        game: GameId,
        /// The number of the input.
        seq: u64,
    },
    /// A stored input is not what was stored.
    #[error("input {seq}, or one before it, is not what was stored")]
    Altered {
        /// The game.
        game: GameId,
        /// The number of the first input whose hash does not fit.
        seq: u64,
    },
    /// The record of a finished game is not what was stored.
    #[error("the record of a finished game is damaged")]
    RecordDamaged,
    /// The journal may lack inputs that were acknowledged.
    #[error("{0}")]
    Doubtful(Box<Doubtful>),
    /// Another process has this journal open.
    #[error("{} is in use by another process", .0.display())]
    InUse(PathBuf),
    /// The journal's folder or lock file cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The database failed.
    #[error("the journal's database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The Redis server failed.
    #[error("the journal's Redis server failed: {0}")]
    Redis(#[from] ::redis::RedisError),
    /// The Redis server cannot hold a journal.
    #[error("{0}")]
    Unfit(&'static str),
    /// The user that the address names lacks these rights at the Redis server.
    #[error(
        "the journal's Redis server forbids its user what the journal needs; missing: {0}. REDIS.md has the user that may do everything needed"
    )]
    Forbidden(String),
    /// The Redis server refused an input, for this reason.
    #[error("the journal's Redis server refuses an input: {0}")]
    Refused(String),
    /// An import into a journal, or its repair, has not ended.
    #[error(
        "an import into this journal, or a repair of it, has not ended. If it was interrupted: empty the database and import again, or repair again"
    )]
    Unfinished,
    /// The database has a schema that this version does not know.
    #[error("the journal's schema cannot be brought up to date: {0}")]
    Schema(#[from] sqlx::migrate::MigrateError),
    /// The database has not answered, so that it is unknown what it has stored.
    #[error("the journal's database does not answer")]
    Unanswered,
    /// Several requests were one for the database, and it refused that.
    #[error("{0}")]
    Shared(String),
    /// Another server has the journal now.
    #[error("another server has taken the journal over")]
    TakenOver,
    /// The database has an encoding that cannot hold every text.
    #[error("the journal needs a database with the encoding UTF8; this one has {0}")]
    Encoding(String),
    /// The operating system gives no random numbers.
    #[error("no random numbers")]
    NoRandomness,
    /// A file to be imported is no export, or not whole.
    #[error("line {line}: {why}. Nothing is imported")]
    Import {
        /// The line of the fault.
        line: u64,
        /// The fault.
        why: String,
    },
    /// A journal to be imported into holds something.
    #[error("the journal is not empty. Nothing is imported")]
    NotEmpty,
    /// A database has no journal yet.
    #[error("there is no journal in this database")]
    Missing,
    /// Games in memory are gone with their server.
    #[error("a journal in memory is no file and no database: there is nothing to work on")]
    InMemory,
    /// A server has the journal open.
    #[error("a server has the journal open")]
    Running,
    /// A journal was changed while it was exported.
    #[error(
        "something has changed the journal meanwhile: the export is not of one moment, and has no last line, so that no journal imports it. Export again, with the server stopped"
    )]
    Changed,
    /// The journal is closed.
    #[error("the journal is closed")]
    Closed,
}

impl JournalError {
    /// Returns the game that the error is about; `None` if it is about the journal as a whole.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        match self {
            JournalError::Taken { game, .. }
            | JournalError::Fenced { game, .. }
            | JournalError::RulesetGone { game }
            | JournalError::Unreadable { game, .. }
            | JournalError::Gap { game, .. }
            | JournalError::Altered { game, .. } => Some(*game),
            JournalError::RecordDamaged
            | JournalError::Doubtful(_)
            | JournalError::InUse(_)
            | JournalError::File { .. }
            | JournalError::Database(_)
            | JournalError::Redis(_)
            | JournalError::Unfit(_)
            | JournalError::Forbidden(_)
            | JournalError::Refused(_)
            | JournalError::Unfinished
            | JournalError::Schema(_)
            | JournalError::Unanswered
            | JournalError::Shared(_)
            | JournalError::TakenOver
            | JournalError::Encoding(_)
            | JournalError::NoRandomness
            | JournalError::Import { .. }
            | JournalError::NotEmpty
            | JournalError::InMemory
            | JournalError::Missing
            | JournalError::Running
            | JournalError::Changed
            | JournalError::Closed => None,
        }
    }

    /// Returns the same error for one more of the requests that it is the answer to.
    fn again(&self) -> JournalError {
        match self {
            JournalError::Unanswered => JournalError::Unanswered,
            JournalError::TakenOver => JournalError::TakenOver,
            other => JournalError::Shared(other.to_string()),
        }
    }

    /// Returns whether this is a fault of one game alone, which is quarantined while the others go on.
    #[must_use]
    pub fn is_of_one_game(&self) -> bool {
        matches!(
            self,
            JournalError::Unreadable { .. } | JournalError::Gap { .. } | JournalError::Altered { .. }
        )
    }
}

/// Returns the stored text of an input.
fn encode(entry: &Entry) -> String {
    // An entry is plain data with string keys: turning it into JSON cannot fail.
    serde_json::to_string(entry).unwrap_or_default()
}

/// Returns an input from its stored text, which may be damaged.
fn decode(game: &GameId, seq: u64, text: &[u8]) -> Result<Entry, JournalError> {
    let unreadable = |column| JournalError::Unreadable { game: *game, seq, column };
    let text = std::str::from_utf8(text).map_err(|fault| unreadable(fault.valid_up_to()))?;
    serde_json::from_str(text).map_err(|fault| unreadable(fault.column()))
}
