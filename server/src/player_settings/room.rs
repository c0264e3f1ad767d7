//! The room that is left for new rows. The rows are counted once in a while, beside the writer: to count all of them for each new one would make moves wait.

use std::sync::{Mutex, MutexGuard, PoisonError};

use session::UnixMs;

use crate::journal::{JournalError, PlayerStore};

/// Time for which a count is good. Several nodes may store some rows too many meanwhile.
const COUNT_MS: u64 = 60_000;

/// Rows that may still be stored, by the last count.
#[derive(Debug, Default)]
pub(super) struct RowRoom(Mutex<Option<Counted>>);

#[derive(Debug, Clone, Copy)]
struct Counted {
    at: UnixMs,
    left: u64,
}

impl RowRoom {
    fn lock(&self) -> MutexGuard<'_, Option<Counted>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes room for one row. Returns false if there are `most` rows.
    pub(super) async fn take(
        &self,
        store: &dyn PlayerStore,
        most: usize,
        now: UnixMs,
    ) -> Result<bool, JournalError> {
        let is_good = |counted: &Counted| now.0.abs_diff(counted.at.0) < COUNT_MS;
        let known = *self.lock();
        if known.as_ref().is_none_or(|counted| !is_good(counted)) {
            let stored = store.count().await?;
            *self.lock() = Some(Counted { at: now, left: (most as u64).saturating_sub(stored) });
        }
        let mut counted = self.lock();
        let left = counted.as_mut().map(|counted| &mut counted.left).filter(|left| **left > 0);
        Ok(left.map(|left| *left -= 1).is_some())
    }

    /// Gives back the room of rows that are removed, or were not stored.
    pub(super) fn give_back(&self, rows: u64) {
        if let Some(counted) = self.lock().as_mut() {
            counted.left = counted.left.saturating_add(rows);
        }
    }
}
