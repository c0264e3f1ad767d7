//! A journal in memory of which a test changes some answers.

use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use session::{Entry, FinishedGame, GameId, Receipt};
use tabula::journal::{Archive, Journal, JournalError, MemoryJournal, PlayerStore, TournamentStore};

/// The answers that a test changes; all others are those of the journal in memory.
pub trait Layer: Debug + Send + Sync + 'static {
    fn inner(&self) -> &MemoryJournal;

    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        self.inner().append(game, entry, finished)
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        self.inner().forget(game)
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        self.inner().tournaments()
    }
}

/// A journal with changed answers.
#[derive(Debug, Default)]
pub struct Layered<L>(pub L);

impl<L> Deref for Layered<L> {
    type Target = L;

    fn deref(&self) -> &L {
        &self.0
    }
}

impl<L: Layer> Journal for Layered<L> {
    fn append(
        &self,
        game: &GameId,
        entry: &Entry,
        finished: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        Layer::append(&self.0, game, entry, finished)
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        self.inner().games()
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        self.inner().load(game)
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        Layer::forget(&self.0, game)
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        self.inner().probe()
    }

    fn archive(&self) -> Option<Arc<dyn Archive>> {
        self.inner().archive()
    }

    fn players(&self) -> Option<Arc<dyn PlayerStore>> {
        self.inner().players()
    }

    fn tournaments(&self) -> Option<Arc<dyn TournamentStore>> {
        Layer::tournaments(&self.0)
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        self.inner().close()
    }
}
