//! The journals that are measured, each in a folder of its own.

use std::fmt;

use tempfile::TempDir;

use crate::common::port::free_port;
use crate::common::postgres::{self, Cluster};
use crate::common::process::Process;
use crate::programs::Programs;

/// A kind of journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Storage {
    /// Games in memory only
    Memory,
    /// A file in a temporary folder
    Sqlite,
    /// A PostgreSQL database on this machine, in a temporary folder
    Postgres,
}

/// Settings of the database. Unlike those of tests it waits for its disk, as an operator's does.
const DATABASE_SETTINGS: [&str; 2] = ["fsync=on", "shared_buffers=128MB"];

/// Bounds of the server that no load reaches, since all clients are at one machine; and no pings, so that only moves cost anything.
const AMPLE: [(&str, &str); 18] = [
    ("TABULA_COMMIT_RATE", "1000000"),
    ("TABULA_COMMIT_BURST", "1000000"),
    ("TABULA_MESSAGE_RATE", "1000000"),
    ("TABULA_MESSAGE_BURST", "1000000"),
    ("TABULA_ROOM_MESSAGE_RATE", "1000000"),
    ("TABULA_ROOM_MESSAGE_BURST", "1000000"),
    ("TABULA_CREATE_RATE", "1000000"),
    ("TABULA_CREATE_BURST", "1000000"),
    ("TABULA_JOIN_RATE", "1000000"),
    ("TABULA_JOIN_BURST", "1000000"),
    ("TABULA_CONNECTIONS", "1000000"),
    ("TABULA_CONNECTIONS_PER_ADDRESS", "1000000"),
    ("TABULA_SPECTATORS_PER_ADDRESS", "1000000"),
    ("TABULA_GAMES", "1000000"),
    ("TABULA_GAMES_PER_ADDRESS", "1000000"),
    ("TABULA_PING_INTERVAL", "2h"),
    ("TABULA_IDLE_TIMEOUT", "4h"),
    ("TABULA_FINISHED_LIFETIME", "1s"),
];

impl Storage {
    /// The journals, in the order of their measurement.
    pub const ALL: [Storage; 3] = [Storage::Memory, Storage::Sqlite, Storage::Postgres];

    /// Returns whether the journal can be used on this machine.
    pub fn is_available(self) -> bool {
        self != Storage::Postgres || postgres::is_installed()
    }

    /// Returns whether games survive their server in it.
    pub fn is_durable(self) -> bool {
        self != Storage::Memory
    }
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Storage::Memory => "memory",
            Storage::Sqlite => "SQLite",
            Storage::Postgres => "PostgreSQL",
        })
    }
}

/// An empty journal, removed on drop.
pub struct Place {
    storage: Storage,
    folder: TempDir,
    database: Option<Cluster>,
}

/// A server with its inner port.
pub struct Running {
    /// The server.
    pub process: Process,
    /// The port of its metrics.
    pub metrics: u16,
}

impl Place {
    /// Makes an empty journal.
    pub fn new(storage: Storage) -> Place {
        let database = (storage == Storage::Postgres).then(|| Cluster::start(&DATABASE_SETTINGS));
        Place { storage, folder: tempfile::tempdir().unwrap(), database }
    }

    /// Starts a server with this journal, and returns once it has restored its games.
    pub fn start(&self, programs: &Programs) -> Running {
        let journal = match (&self.database, self.storage) {
            (Some(cluster), _) => cluster.database().url(),
            (None, Storage::Memory) => "memory".to_owned(),
            (None, Storage::Sqlite | Storage::Postgres) => "sqlite".to_owned(),
        };
        let metrics = free_port();
        let mut command = programs.server();
        command.envs(AMPLE);
        command.env("TABULA_JOURNAL", journal).env("TABULA_METRICS_LISTEN", format!("127.0.0.1:{metrics}"));
        // Nobody asks for the page, whose files would be in memory.
        command.env("TABULA_WEB", self.folder.path().join("no-page-here"));
        Running { process: Process::spawn_at(command, self.folder.path(), "127.0.0.1:0", "info"), metrics }
    }
}
