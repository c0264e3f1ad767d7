//! The ends of games as far as they are known, and the state of the journal, as its writer and its readers share them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;
use tokio_util::sync::CancellationToken;

use crate::journal::JournalError;
use crate::journal::chain::ChainEnd;

/// The ends of the inputs of games.
#[derive(Debug, Default)]
pub(super) struct KnownEnds {
    ends: Mutex<HashMap<GameId, ChainEnd>>,
    /// True from a lost answer on until a barrier has passed: something may still be on its way.
    is_unsettled: AtomicBool,
    /// Cancelled when another server has taken the journal over.
    taken_over: CancellationToken,
}

impl KnownEnds {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, ChainEnd>> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, game: &GameId) -> Option<ChainEnd> {
        self.lock().get(game).copied()
    }

    pub(super) fn note(&self, game: GameId, end: ChainEnd) {
        self.lock().insert(game, end);
    }

    /// Leaves the ends of games to the database.
    pub(super) fn forget<'g>(&self, games: impl IntoIterator<Item = &'g GameId>) {
        let mut ends = self.lock();
        for game in games {
            ends.remove(game);
        }
    }

    pub(super) fn unsettle(&self) {
        self.is_unsettled.store(true, Ordering::Release);
    }

    pub(super) fn settle(&self) {
        self.is_unsettled.store(false, Ordering::Release);
    }

    pub(super) fn is_unsettled(&self) -> bool {
        self.is_unsettled.load(Ordering::Acquire)
    }

    /// Notes that another server has the journal now.
    pub(super) fn take_over(&self) {
        if !self.taken_over.is_cancelled() {
            tracing::error!("another server has taken the journal over");
        }
        self.taken_over.cancel();
    }

    /// Returns an error if another server has the journal.
    pub(super) fn check(&self) -> Result<(), JournalError> {
        if self.taken_over.is_cancelled() { Err(JournalError::TakenOver) } else { Ok(()) }
    }

    pub(super) fn taken_over(&self) -> CancellationToken {
        self.taken_over.clone()
    }
}
