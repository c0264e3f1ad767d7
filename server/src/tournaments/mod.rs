//! Tournaments: their creation, their clients' requests, and what everybody sees. The task `rounds` pairs them and takes results in.
//!
//! The state of a tournament is its stored events alone, and each change is one event more: a server that was killed goes on where they end, and of several
//! nodes that make the same change one is refused by the key of the events.

mod event;
mod public;
mod record;

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use session::{GameId, Token, UnixMs};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tournament::{Phase, Refusal};

use crate::clock::Clock;
use crate::journal::{JournalError, TournamentRow, TournamentStore};
use crate::random::{self, NoRandomness, Random};

pub(crate) use event::{StoredEvent, Terms};
pub(crate) use public::{OwnPage, PublicPage};
pub(crate) use record::{BoardPlace, Member, TournamentRecord, outcome, token_hash};

/// Attempts to store an event where others store theirs at the same time.
const ATTEMPTS: usize = 16;

/// Time for which a page is shown without a look at the events of other nodes, in milliseconds.
const FRESH_MS: u64 = 1_000;

/// The same for one that has not begun, where nobody asks for its page.
const QUIET_MS: u64 = 5_000;

/// The tournaments of a server.
#[derive(Debug)]
pub(crate) struct Tournaments {
    store: Option<Arc<dyn TournamentStore>>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    most: usize,
    /// True if other nodes store events as well.
    is_shared: bool,
    records: Mutex<BTreeMap<GameId, Arc<Mutex<TournamentRecord>>>>,
}

/// The reason why a request of a tournament has no effect.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TournamentError {
    /// There is no such tournament.
    #[error("there is no such tournament")]
    Unknown,
    /// The server keeps no tournaments, or as many as it may.
    #[error("the server has as many tournaments as it can hold; try again later")]
    Full,
    /// The rules of tournaments refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// No id or token could be generated.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The stored events make no tournament.
    #[error(transparent)]
    Unreadable(#[from] record::Unreadable),
}

impl Tournaments {
    /// The tournaments in a store; none without one.
    pub(crate) fn new(
        store: Option<Arc<dyn TournamentStore>>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
        most: usize,
        is_shared: bool,
    ) -> Tournaments {
        Tournaments { store, clock, random, most, is_shared, records: Mutex::default() }
    }

    fn store(&self) -> Result<&Arc<dyn TournamentStore>, TournamentError> {
        self.store.as_ref().ok_or(TournamentError::Full)
    }

    /// Returns a fresh token.
    pub(crate) fn token(&self) -> Result<Token, NoRandomness> {
        random::token(&*self.random)
    }

    /// Creates a tournament. Returns its id and the director's token.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn create(&self, terms: Terms) -> Result<(GameId, Token), TournamentError> {
        let store = self.store()?;
        if store.ids().await?.len() >= self.most {
            return Err(TournamentError::Full);
        }
        let (id, token) = (random::game_id(&*self.random)?, self.token()?);
        let event = StoredEvent::Created { terms: Box::new(terms), director: token_hash(&token) };
        let at = self.clock.now();
        if !store.append(row(id, 0, at, &event)).await? {
            // Another one has the id: as good as impossible.
            return Err(NoRandomness.into());
        }
        let record = TournamentRecord::created(id, event, at).ok_or(TournamentError::Unknown)?;
        self.records.lock().await.insert(id, Arc::new(Mutex::new(record)));
        Ok((id, token))
    }

    /// Returns a tournament, up to date, and locked against other changes of this server.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn open(
        &self,
        id: &GameId,
    ) -> Result<OwnedMutexGuard<TournamentRecord>, TournamentError> {
        let store = self.store()?;
        let known = self.records.lock().await.get(id).cloned();
        if let Some(record) = known {
            let mut record = record.lock_owned().await;
            if self.is_shared {
                self.refresh(&mut record).await?;
            }
            return Ok(record);
        }
        let loaded = TournamentRecord::of_rows(&store.load(id, 0).await?)?.ok_or(TournamentError::Unknown)?;
        let mut records = self.records.lock().await;
        // Another request may have loaded it meanwhile.
        let record = Arc::clone(records.entry(*id).or_insert_with(|| Arc::new(Mutex::new(loaded))));
        drop(records);
        Ok(record.lock_owned().await)
    }

    /// Opens a tournament as [`Tournaments::open`] does, if it runs. Others are looked at for events of other nodes now and then.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn open_running(
        &self,
        id: &GameId,
    ) -> Result<Option<OwnedMutexGuard<TournamentRecord>>, TournamentError> {
        let known = self.records.lock().await.get(id).cloned();
        if let Some(record) = known {
            let record = record.lock_owned().await;
            let is_fresh = !self.is_shared || self.clock.now() < record.seen_at.plus(QUIET_MS);
            if record.tournament.phase() == Phase::Over
                || record.tournament.phase() == Phase::Entering && is_fresh
            {
                return Ok(None);
            }
        }
        let record = self.open(id).await?;
        Ok(Some(record).filter(|record| record.tournament.phase() == Phase::Running))
    }

    async fn refresh(&self, record: &mut TournamentRecord) -> Result<(), TournamentError> {
        let rows = self.store()?.load(&record.id, record.next).await?;
        record.read(&rows)?;
        record.seen_at = self.clock.now();
        Ok(())
    }

    /// Returns the page of a tournament that this server has read before, with its number of events: a whole club asks for it every few seconds. Events of other
    /// nodes are in it a second later.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn page(&self, id: &GameId) -> Result<Option<(u64, Bytes)>, TournamentError> {
        let Some(record) = self.records.lock().await.get(id).cloned() else { return Ok(None) };
        let mut record = record.lock_owned().await;
        if self.is_shared && self.clock.now() >= record.seen_at.plus(FRESH_MS) {
            self.refresh(&mut record).await?;
        }
        Ok(Some(record.page()))
    }

    /// Makes a change of a tournament: `change` says which, by the present state, and is asked again if others were quicker.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn change<T>(
        &self,
        record: &mut TournamentRecord,
        change: impl Fn(&TournamentRecord) -> Result<(StoredEvent, T), Refusal>,
    ) -> Result<T, TournamentError> {
        let store = self.store()?;
        for _ in 0..ATTEMPTS {
            let (event, value) = change(record)?;
            let at = self.clock.now().max(record.changed_at);
            // Refused before it is stored.
            let mut next = record.clone();
            next.apply(&event, at)?;
            if store.append(row(record.id, record.next, at, &event)).await? {
                *record = next;
                return Ok(value);
            }
            let rows = store.load(&record.id, record.next).await?;
            record.read(&rows)?;
        }
        Err(JournalError::Unanswered.into())
    }

    /// Removes tournaments of which nothing was stored since a time.
    pub(crate) async fn prune(&self, quiet_since: UnixMs) -> Result<(), TournamentError> {
        let Some(store) = &self.store else { return Ok(()) };
        let removed = store.prune(quiet_since).await?;
        if removed > 0 {
            let left = store.ids().await?;
            self.records.lock().await.retain(|id, _| left.contains(id));
            tracing::info!(removed, "events of old tournaments removed");
        }
        Ok(())
    }

    /// Returns the ids of all tournaments.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn ids(&self) -> Result<Vec<GameId>, TournamentError> {
        match &self.store {
            Some(store) => Ok(store.ids().await?),
            None => Ok(Vec::new()),
        }
    }
}

/// Returns an event as it is stored.
fn row(tournament: GameId, seq: u64, at: UnixMs, event: &StoredEvent) -> TournamentRow {
    // Plain data with string keys: turning it into JSON cannot fail.
    TournamentRow { tournament, seq, at, body: serde_json::to_string(event).unwrap_or_default() }
}
