//! Rulesets of guests in the database of a journal, where every server that plays on it finds them.

use std::fmt::Debug;
use std::time::Duration;

use futures_util::future::BoxFuture;
use session::{Catalogue, Entry, Recorded};

use super::JournalError;

/// Bounds on all stored rulesets together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulesetBounds {
    /// Number of rulesets.
    pub rulesets: usize,
    /// Bytes of their files.
    pub bytes: usize,
}

/// A ruleset as it is found in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredRuleset {
    /// Its files as one JSON object. They may be damaged.
    Files(String),
    /// More bytes than were asked for; holds their number.
    Oversized(u64),
    /// There is none of that id.
    Missing,
}

/// Rulesets of guests that the servers of a database share.
pub trait SharedRulesets: Debug + Send + Sync + 'static {
    /// Reads a ruleset of up to `most` bytes.
    fn load(&self, id: String, most: usize) -> BoxFuture<'static, Result<StoredRuleset, JournalError>>;

    /// Notes that a ruleset is used. Returns whether it is stored with exactly these files.
    fn touch(&self, id: String, files: String) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Stores a ruleset in place of what may stand under its id. Those without games make room for it, the one whose last use is longest ago first. Returns
    /// whether it is stored: not if games use all others.
    fn store(
        &self,
        id: String,
        files: String,
        bounds: RulesetBounds,
    ) -> BoxFuture<'static, Result<bool, JournalError>>;

    /// Returns the ids of rulesets that games use and that are not stored.
    fn missing(&self) -> BoxFuture<'static, Result<Vec<String>, JournalError>>;

    /// Removes the rulesets that no game has used for their lifetime. Returns their number.
    fn remove_expired(&self, lifetime: Duration) -> BoxFuture<'static, Result<u64, JournalError>>;
}

/// Returns the guest's ruleset of a game, which is in its first input; none if the game has another.
pub(crate) fn guest_ruleset(entry: &Entry) -> Option<&str> {
    match &entry.input {
        Recorded::Created(creation) => {
            creation.request.ruleset.as_deref().filter(|id| Catalogue::is_guest_id(id))
        }
        Recorded::Input(_) => None,
    }
}
