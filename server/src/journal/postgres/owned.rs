//! The games that a server owns, as its writer and its readers share them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use session::GameId;
use tokio_util::sync::CancellationToken;

use crate::journal::JournalError;
use crate::journal::chain::ChainEnd;

/// A game of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owned {
    /// The epoch in which this server has it.
    pub(super) epoch: i64,
    /// The end of its inputs; none if only the database knows it.
    pub(super) end: Option<ChainEnd>,
}

/// All games of this server.
#[derive(Debug)]
pub(super) struct OwnedGames {
    games: Mutex<HashMap<GameId, Owned>>,
    /// True from a lost answer on until a barrier has passed: what is read meanwhile may be on the primary alone.
    is_unsettled: AtomicBool,
    /// Cancelled when another server has taken the journal over.
    taken_over: CancellationToken,
}

impl OwnedGames {
    /// The games that were taken at start, with their epochs.
    pub(super) fn new(epochs: impl IntoIterator<Item = (GameId, i64)>) -> OwnedGames {
        let owned = |(game, epoch)| (game, Owned { epoch, end: None });
        OwnedGames {
            games: Mutex::new(epochs.into_iter().map(owned).collect()),
            is_unsettled: AtomicBool::new(false),
            taken_over: CancellationToken::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Owned>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, game: &GameId) -> Option<Owned> {
        self.lock().get(game).copied()
    }

    pub(super) fn insert(&self, game: GameId, owned: Owned) {
        self.lock().insert(game, owned);
    }

    /// Notes the end of a game that was read.
    pub(super) fn note_end(&self, game: &GameId, end: ChainEnd) {
        if let Some(owned) = self.lock().get_mut(game) {
            owned.end = Some(end);
        }
    }

    /// Leaves the ends of games to the database.
    pub(super) fn forget_ends<'g>(&self, games: impl IntoIterator<Item = &'g GameId>) {
        let mut owned = self.lock();
        for game in games {
            if let Some(owned) = owned.get_mut(game) {
                owned.end = None;
            }
        }
    }

    pub(super) fn remove<'g>(&self, games: impl IntoIterator<Item = &'g GameId>) {
        let mut owned = self.lock();
        for game in games {
            owned.remove(game);
        }
    }

    /// Returns the ids of all games, in their order.
    pub(super) fn ids(&self) -> Vec<GameId> {
        let mut ids: Vec<_> = self.lock().keys().copied().collect();
        ids.sort_unstable();
        ids
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

    /// Notes that another server has the games now.
    pub(super) fn take_over(&self) {
        if !self.taken_over.is_cancelled() {
            tracing::error!("another server has taken the journal over");
        }
        self.taken_over.cancel();
    }

    /// Returns an error if another server has the games.
    pub(super) fn check(&self) -> Result<(), JournalError> {
        if self.taken_over.is_cancelled() { Err(JournalError::TakenOver) } else { Ok(()) }
    }

    pub(super) fn taken_over(&self) -> CancellationToken {
        self.taken_over.clone()
    }
}
