//! Rulesets of guests: inspected one after another in a process of its own, kept under the hash of their files, and removed when no game and no record of one
//! is left.
//!
//! They are kept in files, or in the database of the journal, if it has one: there every server that plays on it finds them, and reads them when it needs them.

mod database;
mod inspector;
mod published;
mod store;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use guest_ruleset::{Beyond, Folder, FolderError, Inspection, Verdict};
use serde_json::{Value, json};
use session::guest::TextFault;
use session::protocol::player::PublishedRuleset;
use session::{Catalogue, HeldRuleset, UnixMs};
use tokio::sync::Semaphore;

use inspector::InspectorError;
pub use inspector::{ARGUMENT, Inspector, run};
pub(crate) use published::{published_in, unpublish_in};
use store::Store;

use crate::clock::Clock;
use crate::journal::{Archive, JournalError, SharedRulesets};
use crate::limits::Limits;

/// A server's part in rulesets of guests.
#[derive(Debug, Clone, Default)]
pub struct GuestRules {
    /// Inspects rulesets that guests bring; none for a server that takes none.
    pub inspector: Option<Inspector>,
    /// Folder in which they are stored; none for a server that stores nothing. Those of existing games are read from it in any case.
    pub folder: Option<PathBuf>,
    /// True if guests may publish their rulesets.
    pub publishes: bool,
}

/// Turns of work that rulesets of guests cause, so that all of it together takes one processor at most: players keep the others.
#[derive(Debug)]
pub(crate) struct GuestTurns {
    /// Turns of loading rulesets, and of compressing them for browsers.
    pub(crate) loads: Semaphore,
    /// Turns of inputs of games.
    pub(crate) inputs: Semaphore,
}

impl Default for GuestTurns {
    fn default() -> Self {
        GuestTurns { loads: Semaphore::new(1), inputs: Semaphore::new(1) }
    }
}

/// All rulesets of guests that the server keeps. A clone is a handle to the same.
#[derive(Debug, Clone)]
pub(crate) struct GuestRulesets(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    inspector: Option<Inspector>,
    /// True if guests may publish their rulesets.
    publishes: bool,
    catalogue: Arc<Catalogue>,
    limits: Arc<Limits>,
    clock: Arc<dyn Clock>,
    /// Their files, where no database has them.
    store: Store,
    /// The database that has them.
    database: Option<Arc<dyn SharedRulesets>>,
    /// The finished games, if there are any: their rulesets stay. A database looks for them by itself.
    archive: Option<Arc<dyn Archive>>,
    /// The rulesets that the catalogue knows. Locked while one is added to it or removed.
    kept: Mutex<BTreeMap<String, Kept>>,
    /// Places of rulesets that wait for their inspection, and of the one that is inspected.
    places: Arc<Semaphore>,
    /// Held while rulesets are added or removed.
    turn: Arc<Semaphore>,
    /// Turns of reading rulesets from the database for clients without a game.
    lookups: Semaphore,
    /// Ids of rulesets that the catalogue knows no longer: what was derived from them is of no use.
    removed: Mutex<Vec<String>>,
}

/// A ruleset that the catalogue knows.
#[derive(Debug, Clone)]
struct Kept {
    bytes: usize,
    used_at: UnixMs,
    /// Time at which finished games by it were looked for last.
    asked_at: Option<UnixMs>,
    /// The line of the list of published rulesets. Those of a database have none here.
    published: Option<PublishedRuleset>,
}

/// A ruleset as a guest brings it, or as it is stored.
#[derive(Debug)]
struct Brought {
    id: String,
    folder: Folder,
    /// The folder as text.
    json: String,
}

/// A ruleset that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Saved {
    pub(crate) id: String,
    /// False if the server had it already.
    pub(crate) is_new: bool,
}

/// The reason why a ruleset is not kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GuestError {
    /// The server takes none.
    #[error("this server takes no rulesets of guests")]
    Off,
    /// The text is no folder.
    #[error(transparent)]
    Folder(FolderError),
    /// A bound is exceeded.
    #[error(transparent)]
    Beyond(Beyond),
    /// The ruleset is faulty; holds its diagnostics.
    #[error("the ruleset has faults")]
    Faulty(Vec<Value>),
    /// As many rulesets wait as may.
    #[error("too many rulesets wait for their check; try again in a minute")]
    Busy,
    /// As many are kept as may be, and games use all of them.
    #[error("the server keeps as many rulesets of guests as it may, and all are played; try again later")]
    Full,
    /// Guests publish nothing here.
    #[error("this server lists no rulesets of guests")]
    PublishingOff,
    /// As many are published as may be.
    #[error("the server lists as many rulesets of guests as it may; try again in some days")]
    PublishedFull,
    /// The process that checks failed.
    #[error(transparent)]
    Inspector(#[from] InspectorError),
    /// The disk failed.
    #[error("a guest's ruleset was not stored: {0}")]
    Store(#[from] io::Error),
    /// The database failed.
    #[error("a guest's ruleset was not stored: {0}")]
    Journal(#[from] JournalError),
    /// A task of ours failed.
    #[error(transparent)]
    Task(#[from] tokio::task::JoinError),
}

impl From<FolderError> for GuestError {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Beyond(beyond) => GuestError::Beyond(beyond),
            other => GuestError::Folder(other),
        }
    }
}

impl GuestRulesets {
    /// No rulesets yet. They are kept in the database, if there is one; those of the finished games stay.
    pub(crate) fn new(
        rules: GuestRules,
        database: Option<Arc<dyn SharedRulesets>>,
        archive: Option<Arc<dyn Archive>>,
        catalogue: Arc<Catalogue>,
        limits: Arc<Limits>,
        clock: Arc<dyn Clock>,
    ) -> GuestRulesets {
        let places =
            Arc::new(Semaphore::new(limits.guests.guest_queue.saturating_add(1).min(Semaphore::MAX_PERMITS)));
        GuestRulesets(Arc::new(Shared {
            inspector: rules.inspector,
            publishes: rules.publishes,
            store: Store::new(rules.folder),
            database,
            archive,
            catalogue,
            limits,
            clock,
            kept: Mutex::default(),
            places,
            turn: Arc::new(Semaphore::new(1)),
            lookups: Semaphore::new(1),
            removed: Mutex::default(),
        }))
    }

    /// Returns whether guests may bring rulesets, and create games by them.
    pub(crate) fn is_open(&self) -> bool {
        self.0.inspector.is_some()
    }

    /// Returns whether there is nothing to clean up.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.kept().is_empty() && self.0.removed().is_empty()
    }

    /// Reads the stored rulesets, so that games by them go on. From a database they are read when they are needed.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub(crate) fn restore(&self) -> io::Result<()> {
        if self.0.database.is_some() {
            return Ok(());
        }
        let now = self.0.clock.now();
        for stored in self.0.store.read()? {
            let age = u64::try_from(stored.age.as_millis()).unwrap_or(u64::MAX);
            if self.0.catalogue.add_guest_ruleset(&stored.id, stored.folder.files()) {
                let used_at = UnixMs(now.0.saturating_sub(age));
                let kept = Kept { bytes: stored.bytes, used_at, asked_at: None, published: None };
                self.0.kept().insert(stored.id, kept);
            }
        }
        self.0.note_publications();
        Ok(())
    }

    /// Inspects and keeps a ruleset. One that is kept already is found by its id, without an inspection.
    ///
    /// # Errors
    /// See [`GuestError`].
    pub(crate) async fn save(&self, json: axum::body::Bytes) -> Result<Saved, GuestError> {
        let Some(inspector) = self.0.inspector.clone() else { return Err(GuestError::Off) };
        let bounds = self.0.limits.guests.bounds();
        let read = tokio::task::spawn_blocking(move || {
            let folder = Folder::read(&json, &bounds)?;
            Ok::<_, FolderError>(Arc::new(Brought { id: folder.id(), json: folder.to_json(), folder }))
        });
        let brought = read.await??;
        if let Some(saved) = self.known(&brought).await? {
            return Ok(saved);
        }
        let place = Arc::clone(&self.0.places).try_acquire_owned().map_err(|_| GuestError::Busy)?;
        let turn = Arc::clone(&self.0.turn).acquire_owned();
        let turn = tokio::time::timeout(self.0.limits.guests.guest_check_wait.0, turn).await;
        // Nothing closes the semaphore.
        let turn = turn.map_err(|_| GuestError::Busy)?.map_err(|_| GuestError::Busy)?;
        let guests = self.clone();
        // In a task of its own: a client that hangs up leaves the turn to nobody before the process has ended.
        let saving = tokio::spawn(async move {
            let _held = (place, turn);
            match guests.known(&brought).await? {
                Some(saved) => Ok(saved),
                None => guests.inspect_and_keep(inspector, brought).await,
            }
        });
        saving.await?
    }

    /// Returns a ruleset that is kept already, and notes its use.
    async fn known(&self, brought: &Arc<Brought>) -> Result<Option<Saved>, GuestError> {
        let (shared, ruleset) = (Arc::clone(&self.0), Arc::clone(brought));
        let is_known = match &self.0.database {
            None => tokio::task::spawn_blocking(move || shared.known(&ruleset.id)).await?,
            Some(database) => {
                database.touch(brought.id.clone(), brought.json.clone()).await?
                    && tokio::task::spawn_blocking(move || shared.know(&ruleset)).await?.is_some()
            }
        };
        Ok(is_known.then(|| Saved { id: brought.id.clone(), is_new: false }))
    }

    async fn inspect_and_keep(
        &self,
        inspector: Inspector,
        brought: Arc<Brought>,
    ) -> Result<Saved, GuestError> {
        let (shared, ruleset) = (Arc::clone(&self.0), Arc::clone(&brought));
        tokio::task::spawn_blocking(move || shared.inspect(&inspector, &ruleset)).await??;
        if let Some(database) = &self.0.database {
            self.store_in(&**database, &brought).await?;
        }
        let ids = if self.0.has_room(brought.json.len()) { Vec::new() } else { self.0.ids() };
        let played = self.played_ever(ids).await;
        let (shared, ruleset) = (Arc::clone(&self.0), Arc::clone(&brought));
        tokio::task::spawn_blocking(move || shared.keep(&ruleset, &played)).await??;
        tracing::info!(bytes = brought.json.len(), "a guest's ruleset is kept");
        Ok(Saved { id: brought.id.clone(), is_new: true })
    }

    /// Returns those of some rulesets by which there are finished games. A database answers that by itself where it matters.
    async fn played_ever(&self, ids: Vec<String>) -> BTreeSet<String> {
        let Some(archive) = self.0.archive.as_ref().filter(|_| self.0.database.is_none()) else {
            return BTreeSet::new();
        };
        if ids.is_empty() {
            return BTreeSet::new();
        }
        match archive.played_among(ids.clone()).await {
            Ok(played) => played.into_iter().collect(),
            Err(error) => {
                tracing::warn!(%error, "finished games by guests' rulesets cannot be looked for");
                // All may have been played.
                ids.into_iter().collect()
            }
        }
    }

    /// Notes which rulesets games use, and removes those that nobody has used for their lifetime and by which there is no finished game; from memory alone, if a
    /// database has them. Returns the ids of those that no game here uses: what was derived from them is of no use.
    pub(crate) async fn clean_up(&self) -> Vec<String> {
        // While one is added, the next clean-up does it.
        let Ok(_turn) = self.0.turn.try_acquire() else { return Vec::new() };
        let shared = Arc::clone(&self.0);
        // It reads the folder.
        let noting = tokio::task::spawn_blocking(move || {
            shared.note_publications();
            shared.note_games()
        });
        let (mut unused, idle) = noting.await.unwrap_or_default();
        let played = self.played_ever(idle.clone()).await;
        let shared = Arc::clone(&self.0);
        // It may remove files.
        let removing = tokio::task::spawn_blocking(move || {
            for id in idle.iter().filter(|id| !played.contains(*id)) {
                shared.remove(id);
            }
        });
        if let Err(error) = removing.await {
            tracing::error!(%error, "rulesets of guests are not removed");
        }
        // Those of before as well.
        unused.append(&mut self.0.removed());
        unused
    }
}

impl Shared {
    fn kept(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ids(&self) -> Vec<String> {
        self.kept().keys().cloned().collect()
    }

    fn removed(&self) -> MutexGuard<'_, Vec<String>> {
        self.removed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time for which a ruleset without games is kept here.
    fn lifetime_here(&self) -> Duration {
        let lifetime = self.limits.guests.guest_lifetime.0;
        if self.database.is_some() { lifetime.min(database::LIFETIME_IN_MEMORY) } else { lifetime }
    }

    /// Notes which rulesets games use. Returns those that no game uses, and of these those whose lifetime is over and that were not looked into since.
    fn note_games(&self) -> (Vec<String>, Vec<String>) {
        let now = self.clock.now();
        let lifetime = self.lifetime_here();
        let is_over = |since: UnixMs| Duration::from_millis(now.0.saturating_sub(since.0)) >= lifetime;
        let (mut unused, mut idle) = (Vec::new(), Vec::new());
        for (id, kept) in &mut *self.kept() {
            if self.catalogue.is_guest_ruleset_played(id) {
                kept.used_at = now;
                continue;
            }
            unused.push(id.clone());
            if kept.published.is_none() && is_over(kept.used_at) && kept.asked_at.is_none_or(is_over) {
                kept.asked_at = Some(now);
                idle.push(id.clone());
            }
        }
        (unused, idle)
    }

    /// Notes the use of a ruleset. Returns whether the catalogue knows it.
    fn note_use(&self, id: &str) -> bool {
        let now = self.clock.now();
        self.kept().get_mut(id).map(|kept| kept.used_at = now).is_some()
    }

    /// Returns whether a ruleset is kept already, and notes its use.
    fn known(&self, id: &str) -> bool {
        let is_known = self.note_use(id);
        if is_known && let Err(error) = self.store.touch(id) {
            tracing::warn!(%error, "the use of a guest's ruleset is not noted on the disk");
        }
        is_known
    }

    fn inspect(&self, inspector: &Inspector, brought: &Brought) -> Result<(), GuestError> {
        let limits = &self.limits.guests;
        let inspection = Inspection { bounds: limits.bounds(), folder: brought.json.clone() };
        let mut faults = match inspector.inspect(&inspection, limits)? {
            Verdict::Beyond(beyond) => return Err(GuestError::Beyond(beyond)),
            Verdict::Faulty(found) => found,
            Verdict::Fine => Vec::new(),
        };
        let texts = self.catalogue.guest_text_faults(&brought.folder.files());
        faults.extend(texts.unwrap_or_default().iter().map(diagnostic));
        if faults.is_empty() { Ok(()) } else { Err(GuestError::Faulty(faults)) }
    }

    /// Keeps a ruleset that was inspected: in a file, unless a database has it; and in the catalogue. Those that were `played` are the last to make room for it.
    fn keep(&self, brought: &Brought, played: &BTreeSet<String>) -> Result<(), GuestError> {
        if self.database.is_none() {
            self.make_room(brought.json.len(), played)?;
            self.store.write(&brought.id, &brought.json)?;
        }
        // The inspection has read its manifest.
        self.know(brought).map(drop).ok_or_else(|| GuestError::Faulty(Vec::new()))
    }

    /// Adds a ruleset to the catalogue, and keeps it from being removed; none if its manifest cannot be read.
    fn know(&self, brought: &Brought) -> Option<HeldRuleset> {
        let mut kept = self.kept();
        if !self.catalogue.add_guest_ruleset(&brought.id, brought.folder.files()) {
            return None;
        }
        let (bytes, used_at) = (brought.json.len(), self.clock.now());
        let new = Kept { bytes, used_at, asked_at: None, published: None };
        kept.insert(brought.id.clone(), new);
        self.catalogue.hold_guest_ruleset(&brought.id)
    }

    /// Returns whether one more ruleset of so many bytes can be kept.
    fn has_room(&self, bytes: usize) -> bool {
        let limits = &self.limits.guests;
        let kept = self.kept();
        let total: usize = kept.values().map(|kept| kept.bytes).sum();
        kept.len() < limits.guest_rulesets && total.saturating_add(bytes) <= limits.guest_kept_bytes
    }

    /// Removes unused rulesets until one more of so many bytes can be kept: those that were never played first, and of these the one whose last use is longest ago.
    /// Those that are published stay: else the list would tell by which of its rulesets people play.
    fn make_room(&self, bytes: usize, played: &BTreeSet<String>) -> Result<(), GuestError> {
        let rank = |(id, kept): (&String, &Kept)| (played.contains(id), kept.used_at, id.clone());
        let is_free = |(_, kept): &(&String, &Kept)| kept.published.is_none();
        let mut oldest: Vec<(bool, UnixMs, String)> = self.kept().iter().filter(is_free).map(rank).collect();
        oldest.sort();
        let mut oldest = oldest.into_iter();
        while !self.has_room(bytes) {
            let Some((_, _, id)) = oldest.next() else { return Err(GuestError::Full) };
            self.remove(&id);
        }
        Ok(())
    }

    /// Removes a ruleset, unless a game uses it. One that a database has is removed from memory alone.
    fn remove(&self, id: &str) {
        let mut kept = self.kept();
        if !self.catalogue.remove_guest_ruleset(id) || kept.remove(id).is_none() {
            return;
        }
        drop(kept);
        self.removed().push(id.to_owned());
        if self.database.is_none()
            && let Err(error) = self.store.remove(id)
        {
            tracing::warn!(%error, "a guest's ruleset that expired is still on the disk");
        }
    }
}

/// Place of a text that is the notation of a move.
const SAN: &str = "san";

/// Returns a fault of a text in the form of the other diagnostics.
fn diagnostic(fault: &TextFault) -> Value {
    let TextFault { file, place, why } = fault;
    let field = place.rsplit('.').next().unwrap_or(place);
    json!({
        "severity": "error", "code": "guest-text", "file": file,
        "line": null, "column": null, "end_line": null, "end_column": null, "offset": null, "length": null,
        // A notation may stand at many places of its file.
        "path": (place != SAN).then(|| format!("$.{place}")), "message": format!("\"{field}\" {why}"),
        "found": null, "expected": "a text that this server shows to others", "hint": null,
    })
}
