//! Requests to the one writer of the SQLite journal.

use session::{GameId, Receipt, UnixMs};
use tokio::sync::oneshot;

use super::JournalError;
use super::archive_row::ArchiveRow;

/// An input to be inserted.
pub(super) struct InputRow {
    pub(super) game: GameId,
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) body: String,
    /// The record of the game that the input ends.
    pub(super) finished: Option<Box<ArchiveRow>>,
}

/// A request, with the way back for its answer.
pub(super) enum Write {
    Append { row: InputRow, reply: oneshot::Sender<Result<Receipt, JournalError>> },
    Forget { game: GameId, reply: oneshot::Sender<Result<(), JournalError>> },
    Remove { removal: Removal, reply: oneshot::Sender<Result<u64, JournalError>> },
    Probe { reply: oneshot::Sender<Result<(), JournalError>> },
    Close { reply: oneshot::Sender<()> },
}

/// A removal of finished games.
#[derive(Debug, Clone, Copy)]
pub(super) enum Removal {
    /// One game, by one of its ids.
    Game(GameId),
    /// Those that ended before a time.
    EndedBefore(UnixMs),
}
