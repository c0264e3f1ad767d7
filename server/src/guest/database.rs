//! Rulesets of guests that the database of a journal has: read when they are needed, and in memory as long as they are used here.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use session::HeldRuleset;

use super::store::folder_of;
use super::{Brought, GuestError, GuestRulesets};
use crate::journal::{JournalError, RulesetBounds, SharedRulesets, StoredRuleset};

/// Time for which a ruleset stays in memory that no game of this server uses.
pub(super) const LIFETIME_IN_MEMORY: Duration = Duration::from_secs(600);

impl GuestRulesets {
    /// Copies rulesets into the database that its games use, or finished games name, and that only files of this server have: of before the journal was in a
    /// database.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn copy_missing(&self) -> Result<(), JournalError> {
        let Some(database) = &self.0.database else { return Ok(()) };
        let missing = database.missing().await?;
        let stored = self.0.store.read().unwrap_or_else(|error| {
            tracing::error!(%error, "the folder of guests' rulesets cannot be read");
            Vec::new()
        });
        // Those of finished games alone may have expired long ago.
        let of_records = if stored.is_empty() { Vec::new() } else { database.missing_of_records().await? };
        for id in missing.iter().chain(&of_records) {
            let Some(found) = stored.iter().find(|stored| stored.id == *id) else {
                if missing.contains(id) {
                    tracing::error!(ruleset = id, "a guest's ruleset is missing: its games are quarantined");
                }
                continue;
            };
            // As many as are played, whatever the bounds are.
            let bounds = RulesetBounds { rulesets: usize::MAX, bytes: usize::MAX };
            database.store(id.clone(), found.folder.to_json(), bounds).await?;
        }
        Ok(())
    }

    /// Finds a ruleset, which is not removed as long as the value lives; none if there is none, or it is not what its id says.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn hold(&self, id: &str) -> Result<Option<HeldRuleset>, JournalError> {
        if let Some(held) = self.0.catalogue.hold_guest_ruleset(id) {
            self.0.note_use(id);
            return Ok(Some(held));
        }
        let Some(database) = &self.0.database else { return Ok(None) };
        if !guest_ruleset::is_id(id) {
            return Ok(None);
        }
        // No ruleset was ever longer than all of them together may be.
        let stored = database.load(id.to_owned(), self.0.limits.guests.guest_kept_bytes).await?;
        let json = match stored {
            StoredRuleset::Files(json) => json,
            StoredRuleset::Oversized(bytes) => {
                tracing::error!(
                    ruleset = id,
                    bytes,
                    "a guest's ruleset is larger than any may be: it is set aside"
                );
                return Ok(None);
            }
            StoredRuleset::Missing => return Ok(None),
        };
        let (shared, id) = (Arc::clone(&self.0), id.to_owned());
        let read = tokio::task::spawn_blocking(move || {
            let Some(folder) = folder_of(&id, json.as_bytes()) else {
                tracing::error!(ruleset = id, "a guest's ruleset is not what was stored: it is set aside");
                return None;
            };
            // If games here use all that may be in memory, theirs is one more: the database has no more of them than may be.
            let _ = shared.make_room(json.len(), &BTreeSet::new());
            shared.know(&Brought { id, folder, json })
        });
        // It ends by a panic alone.
        read.await.map_err(|_| JournalError::Unanswered)
    }

    /// Finds a ruleset as [`GuestRulesets::hold`] does, for a client that may have no game: such clients wait for each other, and no game waits for them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn look_up(&self, id: &str) -> Result<Option<HeldRuleset>, JournalError> {
        let is_known = self.0.catalogue.has_ruleset(id);
        let _turn = if is_known { None } else { self.0.lookups.acquire().await.ok() };
        self.hold(id).await
    }

    /// Forgets a ruleset that the database has no longer, unless a game here uses it.
    pub(crate) fn forget(&self, id: &str) {
        self.0.remove(id);
    }

    /// Removes the rulesets from the database that no game has used for their lifetime.
    pub(crate) async fn remove_expired(&self) {
        let Some(database) = &self.0.database else { return };
        let lifetime = self.0.limits.guests.guest_published_lifetime.0;
        if let Err(error) = database.end_publications(lifetime).await {
            tracing::warn!(%error, "rulesets of guests are listed for too long");
        }
        match database.remove_expired(self.0.limits.guests.guest_lifetime.0).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "rulesets of guests removed"),
            Err(error) => tracing::warn!(%error, "rulesets of guests not removed"),
        }
    }

    /// Stores a ruleset in the database.
    pub(super) async fn store_in(
        &self,
        database: &dyn SharedRulesets,
        brought: &Brought,
    ) -> Result<(), GuestError> {
        let limits = &self.0.limits.guests;
        let bounds = RulesetBounds { rulesets: limits.guest_rulesets, bytes: limits.guest_kept_bytes };
        let stored = database.store(brought.id.clone(), brought.json.clone(), bounds).await?;
        if stored { Ok(()) } else { Err(GuestError::Full) }
    }
}
