//! Reasons to doubt that a journal still holds everything that was acknowledged.

use std::fmt;
use std::path::PathBuf;

use session::GameId;

use super::counted;
use super::wal::WalDamage;

/// Reasons of one kind that a report lists one by one; further ones are counted.
const LISTED_MAX: usize = 20;

/// A reason to doubt that a journal still holds everything that was acknowledged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// A game has fewer inputs than were acknowledged.
    Short {
        /// The game.
        game: GameId,
        /// The number of inputs that are there.
        stored: u64,
        /// The number of inputs that were acknowledged.
        acknowledged: u64,
    },
    /// The database is empty or missing, but not what is beside it.
    NoDatabase,
    /// The database is malformed: SQLite says why.
    Malformed(String),
    /// A frame in the middle of the write-ahead log is damaged.
    WalFrame {
        /// The first damaged frame, from 1.
        frame: usize,
        /// The number of frames.
        frames: usize,
        /// Commits from that frame on, which SQLite does not reach.
        commits: usize,
    },
    /// The header of the write-ahead log is damaged, so SQLite ignores all of the log.
    WalHeader {
        /// Length of the log in bytes.
        bytes: u64,
    },
    /// `journal.ack` is missing.
    NothingAcknowledged,
    /// Records of `journal.ack` are damaged.
    AcknowledgedDamaged {
        /// How many of them are.
        records: usize,
    },
}

impl From<WalDamage> for Doubt {
    fn from(WalDamage { frame, frames, commits }: WalDamage) -> Self {
        Doubt::WalFrame { frame, frames, commits }
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Short { game, stored: 0, acknowledged } => {
                let were = if *acknowledged == 1 { "was" } else { "were" };
                write!(f, "game {game} is gone; {} {were} acknowledged", counted(*acknowledged, "input"))
            }
            Doubt::Short { game, stored, acknowledged } => {
                write!(
                    f,
                    "game {game} is short: it has {}, and {acknowledged} were acknowledged",
                    counted(*stored, "input")
                )
            }
            Doubt::NoDatabase => {
                f.write_str("the database is empty or missing, but other files of it are there")
            }
            Doubt::Malformed(reason) => write!(f, "the database is malformed: {reason}"),
            Doubt::WalFrame { frame, frames, commits } => write!(
                f,
                "the write-ahead log is damaged: frame {frame} of {frames}; SQLite does not reach {} from there on",
                counted(*commits, "commit")
            ),
            Doubt::WalHeader { bytes } => {
                write!(f, "the write-ahead log's header is damaged: SQLite ignores its {bytes} bytes")
            }
            Doubt::NothingAcknowledged => f.write_str(
                "journal.ack is missing: it is unknown which inputs were acknowledged (a backup has none)",
            ),
            Doubt::AcknowledgedDamaged { records } => {
                write!(f, "journal.ack is damaged: {} cannot be read", counted(*records, "record"))
            }
        }
    }
}

/// The reasons to doubt a journal, and where its files were copied to as they were found.
#[derive(Debug)]
pub struct Doubtful {
    /// The reasons.
    pub doubts: Vec<Doubt>,
    /// The folder of the copy.
    pub copy: PathBuf,
}

impl Doubtful {
    /// Returns whether the database has to be repaired before it can be used.
    #[must_use]
    pub fn needs_repair(&self) -> bool {
        self.doubts.iter().any(|doubt| matches!(doubt, Doubt::Malformed(_)))
    }
}

impl fmt::Display for Doubtful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the journal may lack inputs that were acknowledged:")?;
        for doubt in self.doubts.iter().take(LISTED_MAX) {
            write!(f, "\n  {doubt}")?;
        }
        if self.doubts.len() > LISTED_MAX {
            write!(f, "\n  and {} more", self.doubts.len() - LISTED_MAX)?;
        }
        write!(f, "\nIts files were copied as they are to {}.", self.copy.display())?;
        write!(f, "\n`tabula journal repair` gets back what can be read")?;
        if self.needs_repair() {
            write!(f, ".")
        } else {
            write!(f, "; `tabula --accept-loss` goes on without the rest.")
        }
    }
}
