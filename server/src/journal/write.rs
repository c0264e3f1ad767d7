//! Requests to the one writer of a journal in a database.

use futures_util::future::BoxFuture;
use session::{Entry, FinishedGame, GameId, Receipt, UnixMs};
use tokio::sync::{mpsc, oneshot};

use super::archive_row::ArchiveRow;
use super::nodes::watch_id;
use super::players::PlayerChange;
use super::rulesets::guest_ruleset;
use super::tournaments::TournamentChange;
use super::{JournalError, encode};

/// An input to be inserted.
#[derive(Debug)]
pub(super) struct InputRow {
    pub(super) game: GameId,
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) body: String,
    /// The id in the game's link for spectators, with its first input.
    pub(super) watch_id: Option<GameId>,
    /// The guest's ruleset of the game, if it has one, with its first input.
    pub(super) ruleset: Option<String>,
    /// The record of the game that the input ends.
    pub(super) finished: Option<Box<ArchiveRow>>,
}

/// A request, with the way back for its answer.
pub(super) enum Write {
    Append {
        row: InputRow,
        reply: oneshot::Sender<Result<Receipt, JournalError>>,
    },
    Forget {
        game: GameId,
        reply: oneshot::Sender<Result<(), JournalError>>,
    },
    Remove {
        removal: Removal,
        reply: oneshot::Sender<Result<u64, JournalError>>,
    },
    Player {
        change: Box<PlayerChange>,
        reply: oneshot::Sender<Result<u64, JournalError>>,
    },
    Tournament {
        change: TournamentChange,
        reply: oneshot::Sender<Result<u64, JournalError>>,
    },
    /// Of a node among several.
    Node {
        change: NodeChange,
        reply: oneshot::Sender<Result<u64, JournalError>>,
    },
    Probe {
        reply: oneshot::Sender<Result<(), JournalError>>,
    },
    Close {
        reply: oneshot::Sender<()>,
    },
}

/// A change of what a node has.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeChange {
    /// A game becomes the node's.
    Claim(GameId),
    /// A game is nobody's.
    Release(GameId),
}

/// A removal of finished games.
#[derive(Debug, Clone, Copy)]
pub(super) enum Removal {
    /// One game, by one of its ids.
    Game(GameId),
    /// Those that ended before a time.
    EndedBefore(UnixMs),
}

impl InputRow {
    /// Makes the row of an input.
    pub(super) fn of(game: &GameId, entry: &Entry, finished: Option<&FinishedGame>) -> InputRow {
        InputRow {
            game: *game,
            seq: entry.seq,
            at: entry.at.0,
            body: encode(entry),
            watch_id: watch_id(entry),
            ruleset: guest_ruleset(entry).map(str::to_owned),
            finished: finished.map(|finished| Box::new(ArchiveRow::of(finished))),
        }
    }
}

/// The way to the writer of a journal.
#[derive(Debug, Clone)]
pub(super) struct WriterHandle(pub(super) mpsc::Sender<Write>);

impl WriterHandle {
    /// Sends a request to the writer and waits for its answer; the writer being gone means that the journal is closed.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, JournalError>>) -> Write,
    ) -> BoxFuture<'static, Result<T, JournalError>> {
        let writer = self.0.clone();
        let (reply, answer) = oneshot::channel();
        let request = request(reply);
        Box::pin(async move {
            writer.send(request).await.map_err(|_| JournalError::Closed)?;
            answer.await.map_err(|_| JournalError::Closed)?
        })
    }

    /// Lets the writer finish everything that was asked before, and end.
    pub(super) fn close(&self) -> BoxFuture<'static, ()> {
        let writer = self.0.clone();
        Box::pin(async move {
            let (reply, done) = oneshot::channel();
            if writer.send(Write::Close { reply }).await.is_ok() {
                let _ = done.await;
            }
        })
    }
}
