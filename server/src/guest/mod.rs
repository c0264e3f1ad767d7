//! Rulesets of guests: inspected one after another in a process of its own, kept under the hash of their files, and removed when nobody plays by them.
//!
//! They are kept in files, or in the database of the journal, if it has one: there every server that plays on it finds them, and reads them when it needs them.

mod database;
mod inspector;
mod store;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use guest_ruleset::{Beyond, Folder, FolderError, Inspection, Verdict};
use serde_json::{Value, json};
use session::guest::TextFault;
use session::{Catalogue, HeldRuleset, UnixMs};
use tokio::sync::Semaphore;

use inspector::InspectorError;
pub use inspector::{ARGUMENT, Inspector, run};
use store::Store;

use crate::clock::Clock;
use crate::journal::{JournalError, SharedRulesets};
use crate::limits::Limits;

/// A server's part in rulesets of guests.
#[derive(Debug, Clone, Default)]
pub struct GuestRules {
    /// Inspects rulesets that guests bring; none for a server that takes none.
    pub inspector: Option<Inspector>,
    /// Folder in which they are stored; none for a server that stores nothing. Those of existing games are read from it in any case.
    pub folder: Option<PathBuf>,
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
    catalogue: Arc<Catalogue>,
    limits: Arc<Limits>,
    clock: Arc<dyn Clock>,
    /// Their files, where no database has them.
    store: Store,
    /// The database that has them.
    database: Option<Arc<dyn SharedRulesets>>,
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
#[derive(Debug, Clone, Copy)]
struct Kept {
    bytes: usize,
    used_at: UnixMs,
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
    /// No rulesets yet. They are kept in the database, if there is one.
    pub(crate) fn new(
        rules: GuestRules,
        database: Option<Arc<dyn SharedRulesets>>,
        catalogue: Arc<Catalogue>,
        limits: Arc<Limits>,
        clock: Arc<dyn Clock>,
    ) -> GuestRulesets {
        let places =
            Arc::new(Semaphore::new(limits.guests.guest_queue.saturating_add(1).min(Semaphore::MAX_PERMITS)));
        GuestRulesets(Arc::new(Shared {
            inspector: rules.inspector,
            store: Store::new(rules.folder),
            database,
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
                let kept = Kept { bytes: stored.bytes, used_at: UnixMs(now.0.saturating_sub(age)) };
                self.0.kept().insert(stored.id, kept);
            }
        }
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
        let (shared, ruleset) = (Arc::clone(&self.0), Arc::clone(&brought));
        tokio::task::spawn_blocking(move || shared.keep(&ruleset)).await??;
        tracing::info!(bytes = brought.json.len(), "a guest's ruleset is kept");
        Ok(Saved { id: brought.id.clone(), is_new: true })
    }

    /// Notes which rulesets games use, and removes those that nobody has used for their lifetime; from memory alone, if a database has them. Returns the ids of
    /// those that no game here uses: what was derived from them is of no use.
    pub(crate) fn clean_up(&self) -> Vec<String> {
        // While one is added, the next clean-up does it.
        let Ok(_turn) = self.0.turn.try_acquire() else { return Vec::new() };
        let now = self.0.clock.now();
        let lifetime = self.0.lifetime_here();
        let (mut unused, mut expired) = (Vec::new(), Vec::new());
        for (id, kept) in &mut *self.0.kept() {
            if self.0.catalogue.is_guest_ruleset_played(id) {
                kept.used_at = now;
                continue;
            }
            unused.push(id.clone());
            if Duration::from_millis(now.0.saturating_sub(kept.used_at.0)) >= lifetime {
                expired.push(id.clone());
            }
        }
        for id in expired {
            self.0.remove(&id);
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

    fn removed(&self) -> MutexGuard<'_, Vec<String>> {
        self.removed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time for which a ruleset without games is kept here.
    fn lifetime_here(&self) -> Duration {
        let lifetime = self.limits.guests.guest_lifetime.0;
        if self.database.is_some() { lifetime.min(database::LIFETIME_IN_MEMORY) } else { lifetime }
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

    /// Keeps a ruleset that was inspected: in a file, unless a database has it; and in the catalogue.
    fn keep(&self, brought: &Brought) -> Result<(), GuestError> {
        if self.database.is_none() {
            self.make_room(brought.json.len())?;
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
        kept.insert(brought.id.clone(), Kept { bytes: brought.json.len(), used_at: self.clock.now() });
        self.catalogue.hold_guest_ruleset(&brought.id)
    }

    /// Removes unused rulesets, those whose last use is longest ago first, until one more of so many bytes can be kept.
    fn make_room(&self, bytes: usize) -> Result<(), GuestError> {
        let limits = &self.limits.guests;
        let is_full = || {
            let kept = self.kept();
            let total: usize = kept.values().map(|kept| kept.bytes).sum();
            kept.len() >= limits.guest_rulesets || total.saturating_add(bytes) > limits.guest_kept_bytes
        };
        let mut oldest: Vec<(UnixMs, String)> =
            self.kept().iter().map(|(id, kept)| (kept.used_at, id.clone())).collect();
        oldest.sort();
        let mut oldest = oldest.into_iter();
        while is_full() {
            let Some((_, id)) = oldest.next() else { return Err(GuestError::Full) };
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

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::clock::ManualClock;
    use crate::limits::GuestLimits;

    /// A program that finds nothing wrong.
    fn content(place: &std::path::Path) -> Inspector {
        let path = place.join("content");
        std::fs::write(&path, "#!/bin/sh\ncat > /dev/null\necho '\"fine\"'\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Inspector::of(&path)
    }

    fn folder(change: &str) -> axum::body::Bytes {
        let of = |(path, bytes): (String, Vec<u8>)| {
            let path = path.strip_prefix("breakthrough/")?.to_owned();
            let text = String::from_utf8(bytes).unwrap();
            Some((path, Value::from(format!("{text}{change}"))))
        };
        let files: serde_json::Map<_, _> = dev::rules().into_iter().filter_map(of).collect();
        Value::from(files).to_string().into()
    }

    #[tokio::test]
    async fn a_ruleset_goes_when_nobody_has_used_it_for_its_lifetime() {
        let place = tempfile::tempdir().unwrap();
        let (stored, clock) = (place.path().join("rulesets"), ManualClock::new(UnixMs(1_000_000)));
        let rules = GuestRules { inspector: Some(content(place.path())), folder: Some(stored.clone()) };
        let catalogue = Catalogue::load(dev::rules()).unwrap();
        let lifetime = GuestLimits::default().guest_lifetime.0;
        let guests = GuestRulesets::new(
            rules,
            None,
            Arc::clone(&catalogue),
            Arc::default(),
            Arc::new(clock.clone()) as Arc<dyn Clock>,
        );
        let files = || std::fs::read_dir(&stored).unwrap().count();
        let (played, idle) =
            (guests.save(folder("")).await.unwrap(), guests.save(folder(" ")).await.unwrap());
        let request = format!(r#"{{"mode":"blind","ruleset":"{}"}}"#, played.id);
        let request = session::protocol::player::CreateGame::read(request.as_bytes()).unwrap();
        let game = catalogue.prepare(&request).unwrap();
        clock.advance(lifetime - Duration::from_secs(1));
        assert_eq!(guests.clean_up(), [idle.id.as_str()], "the other is in use");
        assert_eq!(files(), 2);
        // Sent again, it is kept.
        assert_eq!(guests.save(folder(" ")).await.unwrap(), Saved { id: idle.id.clone(), is_new: false });
        clock.advance(Duration::from_secs(2));
        guests.clean_up();
        assert_eq!(files(), 2);
        clock.advance(lifetime);
        guests.clean_up();
        assert_eq!(files(), 1);
        assert!(catalogue.has_ruleset(&played.id) && !catalogue.has_ruleset(&idle.id));
        drop(game);
        clock.advance(lifetime);
        guests.clean_up();
        assert!(guests.is_empty() && files() == 0);
    }
}
