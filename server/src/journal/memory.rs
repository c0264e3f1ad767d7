//! A journal in memory, gone with the process: for trials and tests.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::future::{BoxFuture, ready};
use session::{Entry, GameId, Receipt};

use super::{Journal, JournalError, decode, encode};

/// Inputs by game, stored as text so that they are encoded and decoded as on a disk.
// Requirement blind-20.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    games: Mutex<HashMap<GameId, Vec<(u64, String)>>>,
}

impl MemoryJournal {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Vec<(u64, String)>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for MemoryJournal {
    fn append(&self, game: &GameId, entry: &Entry) -> BoxFuture<'static, Result<Receipt, JournalError>> {
        let mut games = self.lock();
        let inputs = games.entry(*game).or_default();
        let taken = inputs.last().is_some_and(|(last, _)| *last >= entry.seq);
        let result = if taken {
            Err(JournalError::Taken { game: *game, seq: entry.seq })
        } else {
            inputs.push((entry.seq, encode(entry)));
            Ok(Receipt::stored(entry.seq))
        };
        Box::pin(ready(result))
    }

    fn games(&self) -> BoxFuture<'static, Result<Vec<GameId>, JournalError>> {
        let names = self.lock().keys().cloned().collect();
        Box::pin(ready(Ok(names)))
    }

    fn load(&self, game: &GameId) -> BoxFuture<'static, Result<Vec<Entry>, JournalError>> {
        let entries = self
            .lock()
            .get(game)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|(seq, text)| decode(game, *seq, text.as_bytes()))
            .collect();
        Box::pin(ready(entries))
    }

    fn forget(&self, game: &GameId) -> BoxFuture<'static, Result<(), JournalError>> {
        self.lock().remove(game);
        Box::pin(ready(Ok(())))
    }

    fn probe(&self) -> BoxFuture<'static, Result<(), JournalError>> {
        Box::pin(ready(Ok(())))
    }

    fn close(&self) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}
