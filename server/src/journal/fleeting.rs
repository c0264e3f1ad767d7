//! The journal of games that end with the server: it stores nothing.

use futures_util::future::{BoxFuture, ready};
use session::{Entry, FinishedGame, GameId, Receipt};

use super::{Journal, JournalError};

/// A journal that stores nothing and restores nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FleetingJournal;

impl Journal for FleetingJournal {
    fn append(
        &self,
        _: &GameId,
        entry: &Entry,
        _: Option<&FinishedGame>,
    ) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        Box::pin(ready(Ok(Receipt::stored(entry.seq))))
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    fn load(&self, _: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    fn forget(&self, _: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        Box::pin(ready(Ok(())))
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        Box::pin(ready(Ok(())))
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}
