//! Texts that are kept for some minutes and given out once, in memory: what a page has sealed for another device of its player, and what the server has to
//! remember of a challenge to a passkey. Where several nodes are, the texts are in their database, and here are their places.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::UnixMs;

use crate::address::AddressPermit;

/// Time for which a text is kept.
pub(crate) const LIFETIME: Duration = Duration::from_secs(300);

/// Texts of one kind that wait to be asked for.
#[derive(Debug)]
pub(crate) struct ExpiringTexts {
    most: usize,
    waiting: Mutex<HashMap<String, ExpiringText>>,
}

/// A text that waits.
#[derive(Debug)]
struct ExpiringText {
    text: String,
    until: UnixMs,
    /// One of those that an address may have.
    _permit: AddressPermit,
}

/// There are as many texts as there may be, or one of that code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoRoom;

impl ExpiringTexts {
    /// Keeps at most so many texts at once.
    pub(crate) fn new(most: usize) -> ExpiringTexts {
        ExpiringTexts { most, waiting: Mutex::default() }
    }

    /// Returns the number of texts that may be kept.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, ExpiringText>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a text under a code.
    ///
    /// # Errors
    /// Returns an error if there is no room, or the code is taken.
    pub(crate) fn put(
        &self,
        code: String,
        text: String,
        permit: AddressPermit,
        now: UnixMs,
    ) -> Result<(), NoRoom> {
        let mut waiting = self.lock();
        waiting.retain(|_, kept| kept.until > now);
        if waiting.len() >= self.most || waiting.contains_key(&code) {
            return Err(NoRoom);
        }
        let until = now.plus(u64::try_from(LIFETIME.as_millis()).unwrap_or(u64::MAX));
        waiting.insert(code, ExpiringText { text, until, _permit: permit });
        Ok(())
    }

    /// Gives a text out, once.
    pub(crate) fn take(&self, code: &str, now: UnixMs) -> Option<String> {
        let taken = self.lock().remove(code)?;
        (taken.until > now).then_some(taken.text)
    }

    /// Forgets what is too old.
    pub(crate) fn clean_up(&self, now: UnixMs) {
        let mut waiting = self.lock();
        waiting.retain(|_, kept| kept.until > now);
        waiting.shrink_to_fit();
    }
}
