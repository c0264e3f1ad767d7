//! Handovers: what a page seals for another device of its player, kept for some minutes and given out once: in memory, or where several nodes are in their
//! database.
//!
//! The server does not know the key, which is in a link that only the player's devices see, so it keeps bytes that it cannot read.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::UnixMs;

use crate::address::AddressPermit;

/// Time for which a handover is kept.
pub(crate) const LIFETIME: Duration = Duration::from_secs(300);

/// Handovers that wait for the other device.
#[derive(Debug)]
pub(crate) struct Handovers {
    most: usize,
    waiting: Mutex<HashMap<String, Handover>>,
}

/// A handover that waits.
#[derive(Debug)]
struct Handover {
    sealed: String,
    until: UnixMs,
    /// One of those that an address may have.
    _permit: AddressPermit,
}

/// There are as many handovers as there may be, or one of that code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoRoom;

impl Handovers {
    /// Keeps at most so many handovers at once.
    pub(crate) fn new(most: usize) -> Handovers {
        Handovers { most, waiting: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Handover>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what a page has sealed, under the code that it has chosen.
    ///
    /// # Errors
    /// Returns an error if there is no room, or the code is taken.
    pub(crate) fn put(
        &self,
        code: String,
        sealed: String,
        permit: AddressPermit,
        now: UnixMs,
    ) -> Result<(), NoRoom> {
        let mut waiting = self.lock();
        waiting.retain(|_, handover| handover.until > now);
        if waiting.len() >= self.most || waiting.contains_key(&code) {
            return Err(NoRoom);
        }
        let until = now.plus(u64::try_from(LIFETIME.as_millis()).unwrap_or(u64::MAX));
        waiting.insert(code, Handover { sealed, until, _permit: permit });
        Ok(())
    }

    /// Gives a handover out, once.
    pub(crate) fn take(&self, code: &str, now: UnixMs) -> Option<String> {
        let taken = self.lock().remove(code)?;
        (taken.until > now).then_some(taken.sealed)
    }

    /// Forgets what is too old.
    pub(crate) fn clean_up(&self, now: UnixMs) {
        let mut waiting = self.lock();
        waiting.retain(|_, handover| handover.until > now);
        waiting.shrink_to_fit();
    }
}
