//! Rulesets that guests have published: a list by which everybody finds them. It goes by the time of publication alone, so that nothing tells by which of its
//! rulesets people play.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use guest_ruleset::is_id;
use serde_json::Value;
use session::UnixMs;
use session::protocol::player::PublishedRuleset;

use super::store::Store;
use super::{GuestError, GuestRulesets, Kept, Shared};
use crate::journal::{JournalError, Publication, PublishedPosition, RulesetBounds};

impl GuestRulesets {
    /// Returns whether guests may publish rulesets.
    pub(crate) fn publishes(&self) -> bool {
        self.is_open() && self.0.publishes
    }

    /// Publishes a ruleset that is kept. One that is published already stays in its place of the list.
    ///
    /// # Errors
    /// Returns an error if guests publish nothing here, as many rulesets are published as may be, or it cannot be stored.
    pub(crate) async fn publish(&self, id: &str) -> Result<(), GuestError> {
        if !self.publishes() {
            return Err(GuestError::PublishingOff);
        }
        // It was there a moment ago: another one has taken its place.
        let _held = self.hold(id).await?.ok_or(GuestError::Busy)?;
        let described = self.0.catalogue.ruleset_description(id).ok_or(GuestError::Busy)?;
        let (name, about) = (described.outline.name, described.outline.about);
        let Some(database) = &self.0.database else {
            let (shared, published_at) = (Arc::clone(&self.0), self.0.clock.now());
            let published = PublishedRuleset { id: id.to_owned(), name, about, published_at };
            return tokio::task::spawn_blocking(move || shared.publish(published)).await?;
        };
        match database.publish(id.to_owned(), name, about, self.0.publication_bounds()).await? {
            Publication::Published => Ok(()),
            Publication::Full => Err(GuestError::PublishedFull),
            Publication::Missing => Err(GuestError::Busy),
        }
    }

    /// Returns published rulesets, the latest first: at most so many, of those that come after a place in the list.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn published(
        &self,
        before: Option<PublishedPosition>,
        most: usize,
    ) -> Result<Vec<PublishedRuleset>, JournalError> {
        if !self.publishes() {
            return Ok(Vec::new());
        }
        match &self.0.database {
            Some(database) => database.published(before, most).await,
            None => Ok(self.0.published(before.as_ref(), most)),
        }
    }
}

impl Shared {
    fn publication_bounds(&self) -> RulesetBounds {
        let limits = &self.limits.guests;
        RulesetBounds { rulesets: limits.guest_published, bytes: limits.guest_published_bytes }
    }

    /// Publishes a ruleset whose files are kept here.
    fn publish(&self, published: PublishedRuleset) -> Result<(), GuestError> {
        let (id, at, bounds) = (published.id.clone(), published.published_at, self.publication_bounds());
        {
            let mut kept = self.kept();
            let listed = || kept.values().filter(|kept| kept.published.is_some());
            let (count, bytes) = (listed().count(), listed().map(|kept| kept.bytes).sum::<usize>());
            let Some(own) = kept.get_mut(&id) else { return Err(GuestError::Busy) };
            if own.published.is_some() {
                return Ok(());
            }
            if count >= bounds.rulesets || bytes.saturating_add(own.bytes) > bounds.bytes {
                return Err(GuestError::PublishedFull);
            }
            own.published = Some(published);
        }
        // Nobody waits for the disk but the author.
        self.store.publish(&id, at).map_err(|error| {
            if let Some(own) = self.kept().get_mut(&id) {
                own.published = None;
            }
            GuestError::Store(error)
        })
    }

    /// Returns published rulesets of which the files are kept here.
    fn published(&self, before: Option<&PublishedPosition>, most: usize) -> Vec<PublishedRuleset> {
        let kept = self.kept();
        let listed = kept.values().filter_map(|kept| kept.published.as_ref());
        let mut places: Vec<(PublishedPosition, &PublishedRuleset)> = listed
            .map(|published| (PublishedPosition::of(published), published))
            .filter(|(place, _)| before.is_none_or(|before| place < before))
            .collect();
        places.sort_by(|(one, _), (other, _)| other.cmp(one));
        places.into_iter().take(most).map(|(_, published)| published.clone()).collect()
    }

    /// Notes which rulesets are published by the notes beside their files: the operator may have removed some. Takes those off the list that were published longer
    /// ago than they are listed.
    pub(super) fn note_publications(&self) {
        if self.database.is_some() {
            return;
        }
        let (now, lifetime) = (self.clock.now(), self.limits.guests.guest_published_lifetime.0);
        let is_over = |since: UnixMs| Duration::from_millis(now.0.saturating_sub(since.0)) >= lifetime;
        let noted = self.store.published().unwrap_or_else(|error| {
            tracing::warn!(%error, "the folder of guests' rulesets cannot be read");
            None
        });
        let (mut ended, mut unlisted) = (Vec::new(), Vec::new());
        for (id, kept) in &mut *self.kept() {
            let was_listed = kept.published.is_some();
            // One that was published while the folder was read may have its note since.
            let is_new = kept.published.as_ref().is_some_and(|published| published.published_at >= now);
            if let Some(noted) = noted.as_ref().filter(|_| !is_new) {
                self.note_publication(id, kept, noted.get(id).copied());
            }
            if kept.published.as_ref().is_some_and(|published| is_over(published.published_at)) {
                kept.published = None;
                ended.push(id.clone());
            }
            if was_listed && kept.published.is_none() {
                // Its link is good for as long as that of one that was used now.
                kept.used_at = now;
                unlisted.push(id.clone());
            }
        }
        for id in ended {
            if let Err(error) = self.store.unpublish(&id) {
                tracing::warn!(%error, "a guest's ruleset that is listed no longer is still noted on the disk");
            }
        }
        for id in unlisted {
            if let Err(error) = self.store.touch(&id) {
                tracing::warn!(%error, "the use of a guest's ruleset is not noted on the disk");
            }
        }
    }

    /// Notes whether a ruleset is published, by the time of its note.
    fn note_publication(&self, id: &str, kept: &mut Kept, at: Option<UnixMs>) {
        let Some(published_at) = at else {
            kept.published = None;
            return;
        };
        if kept.published.is_none()
            && let Some(described) = self.catalogue.ruleset_description(id)
        {
            let (name, about) = (described.outline.name, described.outline.about);
            kept.published = Some(PublishedRuleset { id: id.to_owned(), name, about, published_at });
        }
    }
}

/// Returns the published rulesets of a server's folder, the latest first. The server may run.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub(crate) fn published_in(folder: &Path) -> io::Result<Vec<PublishedRuleset>> {
    let published = Store::new(Some(folder.to_owned())).published()?.unwrap_or_default();
    let mut rulesets = Vec::new();
    for (id, published_at) in published {
        let manifest = manifest_of(&folder.join(&id).with_extension("json")).unwrap_or_default();
        let text = |field: &str| manifest.get(field).and_then(Value::as_str).map(str::to_owned);
        let (name, about) = (text("name").unwrap_or_default(), text("about"));
        rulesets.push(PublishedRuleset { id, name, about, published_at });
    }
    rulesets.sort_by_key(|published| std::cmp::Reverse(published.published_at));
    Ok(rulesets)
}

/// Reads the manifest of a stored ruleset.
fn manifest_of(file: &Path) -> Option<Value> {
    let folder: Value = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
    serde_json::from_str(folder.get("ruleset.json")?.as_str()?).ok()
}

/// Takes a ruleset off the list of a server's folder. Returns whether it was there. A server that runs notices it within some seconds.
///
/// # Errors
/// Returns an error if the folder cannot be written.
pub(crate) fn unpublish_in(folder: &Path, id: &str) -> io::Result<bool> {
    if !is_id(id) {
        return Ok(false);
    }
    Store::new(Some(folder.to_owned())).unpublish(id)
}
