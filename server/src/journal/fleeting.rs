//! The journal of games that are not to survive anything: what is stored in it is gone at once.

use futures_util::future::{BoxFuture, ready};
use session::{Entry, GameId, Receipt};

use super::{Journal, JournalError};

/// Keeps nothing. A game that it is to bring back has no inputs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FleetingJournal;

impl Journal for FleetingJournal {
    fn append(&self, _: &GameId, entry: &Entry) -> BoxFuture<'static, Result<Receipt, JournalError>> {
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

    fn close(&self) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}
