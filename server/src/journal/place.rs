//! The kinds of journals, as flags name them.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{PostgresLocation, RedisLocation};

/// Storage of the journal.
#[derive(Debug, Clone)]
pub enum JournalKind {
    /// A file in the data folder. An acknowledged move survives even a power cut.
    Sqlite,
    /// Memory only.
    Memory,
    /// A PostgreSQL database.
    Postgres(PostgresLocation),
    /// A Redis server.
    Redis(RedisLocation),
}

impl FromStr for JournalKind {
    type Err = String;

    fn from_str(text: &str) -> Result<JournalKind, String> {
        match text {
            "sqlite" => Ok(JournalKind::Sqlite),
            "memory" => Ok(JournalKind::Memory),
            _ if PostgresLocation::is_meant(text) => text.parse().map(JournalKind::Postgres),
            _ if RedisLocation::is_meant(text) => text.parse().map(JournalKind::Redis),
            _ => Err("neither sqlite nor memory nor postgres://… nor redis://…".to_owned()),
        }
    }
}

/// A journal, by its place.
#[derive(Debug, Clone)]
pub enum JournalPlace {
    /// SQLite's file.
    File(PathBuf),
    /// Memory.
    Memory,
    /// A PostgreSQL database.
    Postgres(PostgresLocation),
    /// A Redis server.
    Redis(RedisLocation),
}

impl JournalPlace {
    /// Returns the place of a journal of this kind, for a server with this data folder.
    #[must_use]
    pub fn of(kind: &JournalKind, data: &Path) -> JournalPlace {
        match kind {
            JournalKind::Postgres(location) => JournalPlace::Postgres(location.clone()),
            JournalKind::Redis(location) => JournalPlace::Redis(location.clone()),
            JournalKind::Memory => JournalPlace::Memory,
            JournalKind::Sqlite if data == Path::new(":memory:") => JournalPlace::Memory,
            JournalKind::Sqlite => JournalPlace::File(data.join("journal.db")),
        }
    }
}

/// The place of a journal.
#[derive(Debug, Clone, clap::Args)]
pub struct JournalLocation {
    /// Folder of the journal, and of copies that a repair makes
    #[arg(long, env = "TABULA_DATA", default_value = "data", value_name = "FOLDER")]
    pub data: PathBuf,
    /// Kind of the journal, as the server has it: sqlite, postgres://USER@HOST/DATABASE, or redis://USER@HOST/NUMBER
    #[arg(
        long,
        env = "TABULA_JOURNAL",
        default_value = "sqlite",
        value_name = "KIND",
        hide_env_values = true
    )]
    pub journal: JournalKind,
}

impl JournalLocation {
    /// Returns the place as the flags name it.
    #[must_use]
    pub fn journal_place(&self) -> JournalPlace {
        JournalPlace::of(&self.journal, &self.data)
    }
}
