//! Tournaments: their creation, their clients' requests, and what everybody sees. The task `rounds` pairs them and takes results in.
//!
//! The state of a tournament is its stored events alone, and each change is one event more: a server that was killed goes on where they end, and of several
//! nodes that make the same change one is refused by the key of the events.

mod event;
mod public;
mod pushes;
mod record;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard as StdMutexGuard, PoisonError};

use session::{GameId, Token, UnixMs};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tournament::{Phase, PlayerNumber, Refusal};

use crate::address::AddressPermit;
use crate::clock::Clock;
use crate::journal::{JournalError, TournamentRow, TournamentStore};
use crate::limits::TournamentLimits;
use crate::random::{self, NoRandomness, Random};
use crate::rate::FewBuckets;

pub(crate) use event::{StoredEvent, Terms};
pub(crate) use public::{OwnPage, PublicPage};
pub(crate) use record::{BoardPlace, Member, ShownPage, TournamentRecord, no_show, outcome, token_hash};

/// Attempts to store an event where others store theirs at the same time.
const ATTEMPTS: usize = 16;

/// Time for which a page is shown without a look at the events of other nodes, in milliseconds.
const FRESH_MS: u64 = 1_000;

/// The same for one that has not begun, where nobody asks for its page.
const QUIET_MS: u64 = 5_000;

/// Tournaments that are over and kept, for each that may go on at once.
const OVER_FOR_EACH: usize = 10;

/// The tournaments of a server.
#[derive(Debug)]
pub(crate) struct Tournaments {
    store: Option<Arc<dyn TournamentStore>>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    most: usize,
    /// Time for which a tournament is kept after its last event, in milliseconds.
    keep_ms: u64,
    /// True if other nodes store events as well.
    is_shared: bool,
    /// Time of the start of this server: before, nobody could come to a board.
    started: UnixMs,
    known: StdMutex<Known>,
}

/// The tournaments that this server knows.
#[derive(Debug, Default)]
struct Known {
    /// Those in memory.
    records: BTreeMap<GameId, Arc<Mutex<TournamentRecord>>>,
    /// Those that are over, with the times until which they are kept.
    over: BTreeMap<GameId, UnixMs>,
    /// Counts for the addresses that created those that go on.
    permits: BTreeMap<GameId, AddressPermit>,
    /// Rates of push messages to the players of those that go on.
    push_buckets: BTreeMap<GameId, FewBuckets<PlayerNumber>>,
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
        limits: &TournamentLimits,
        is_shared: bool,
    ) -> Tournaments {
        Tournaments {
            store,
            started: clock.now(),
            clock,
            random,
            most: limits.tournaments,
            keep_ms: limits.keep_tournaments.as_ms(),
            is_shared,
            known: StdMutex::default(),
        }
    }

    fn known(&self) -> StdMutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time of the start of this server.
    pub(crate) fn started(&self) -> UnixMs {
        self.started
    }

    fn store(&self) -> Result<&Arc<dyn TournamentStore>, TournamentError> {
        self.store.as_ref().ok_or(TournamentError::Full)
    }

    /// Returns a fresh token.
    pub(crate) fn token(&self) -> Result<Token, NoRandomness> {
        random::token(&*self.random)
    }

    /// Creates a tournament, which counts for its creator's address until it is over, or the server stops. Returns its id and the director's token.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn create(
        &self,
        terms: Terms,
        permit: AddressPermit,
    ) -> Result<(GameId, Token), TournamentError> {
        let store = self.store()?;
        let stored = store.ids().await?;
        let going_on = {
            let known = self.known();
            stored.iter().filter(|id| !known.over.contains_key(id)).count()
        };
        if going_on >= self.most {
            return Err(TournamentError::Full);
        }
        let (id, token) = (random::game_id(&*self.random)?, self.token()?);
        let event = StoredEvent::Created { terms: Box::new(terms), director: token_hash(&token) };
        let at = self.clock.now();
        let row = row(id, 0, at, &event);
        let stored = store.append(row.clone()).await;
        if !matches!(stored, Ok(true)) && store.load(&id, 0).await?.first() != Some(&row) {
            stored?;
            // Another one has the id: as good as impossible.
            return Err(NoRandomness.into());
        }
        let record = TournamentRecord::created(id, event, at).ok_or(TournamentError::Unknown)?;
        let mut known = self.known();
        known.records.insert(id, Arc::new(Mutex::new(record)));
        known.permits.insert(id, permit);
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
        let known = self.known().records.get(id).cloned();
        if let Some(record) = known {
            let mut record = record.lock_owned().await;
            if self.is_shared || record.is_doubtful {
                self.refresh(&mut record).await?;
            }
            return Ok(record);
        }
        let loaded = TournamentRecord::of_rows(&store.load(id, 0).await?)?.ok_or(TournamentError::Unknown)?;
        // Another request may have loaded it meanwhile.
        let entry = Arc::new(Mutex::new(loaded));
        let record = Arc::clone(self.known().records.entry(*id).or_insert(entry));
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
        let known = self.known().records.get(id).cloned();
        if let Some(record) = known {
            let record = record.lock_owned().await;
            let is_fresh = !self.is_shared || self.clock.now() < record.seen_at.plus(QUIET_MS);
            if record.tournament.phase() == Phase::Entering && is_fresh && !record.is_doubtful {
                return Ok(None);
            }
        }
        let record = self.open(id).await?;
        self.note_over(&record);
        Ok(Some(record).filter(|record| record.tournament.phase() == Phase::Running))
    }

    /// Notes if a tournament is over: nobody has to look after it any more, and it counts for nobody.
    fn note_over(&self, record: &TournamentRecord) {
        if record.tournament.phase() == Phase::Over
            && let Some(until) = record.kept_until(self.keep_ms)
        {
            let mut known = self.known();
            known.over.insert(record.id, until);
            known.permits.remove(&record.id);
            known.push_buckets.remove(&record.id);
        }
    }

    async fn refresh(&self, record: &mut TournamentRecord) -> Result<(), TournamentError> {
        let rows = self.store()?.load(&record.id, record.next).await?;
        record.read(&rows)?;
        record.is_doubtful = false;
        record.seen_at = self.clock.now();
        Ok(())
    }

    /// Returns the page of a tournament that this server has in memory: a whole club asks for it every few seconds. Events of other nodes are in it a second
    /// later.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn page(&self, id: &GameId) -> Result<Option<ShownPage>, TournamentError> {
        let Some(record) = self.known().records.get(id).cloned() else { return Ok(None) };
        let mut record = record.lock_owned().await;
        let is_old = self.is_shared && self.clock.now() >= record.seen_at.plus(FRESH_MS);
        if is_old || record.is_doubtful {
            self.refresh(&mut record).await?;
        }
        Ok(Some(record.page()))
    }

    /// Makes a change of a tournament: `change` says which, by the present state, and is asked again if others were quicker. An event that was stored though the
    /// answer was lost is found, and counts as stored.
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
            let row = row(record.id, record.next, at, &event);
            // Also if the client hangs up, and nobody waits for the answer.
            record.is_doubtful = true;
            let stored = store.append(row.clone()).await;
            if matches!(stored, Ok(true)) {
                next.is_doubtful = false;
                *record = next;
                return Ok(value);
            }
            let rows = store.load(&record.id, record.next).await?;
            record.read(&rows)?;
            if rows.first() == Some(&row) {
                record.is_doubtful = false;
                return Ok(value);
            }
            // It may still arrive: the next to open the tournament looks.
            stored?;
            record.is_doubtful = false;
        }
        Err(JournalError::Unanswered.into())
    }

    /// Returns the tournaments that go on, as far as this server knows. Those that another node has removed are forgotten.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn going_on(&self) -> Result<Vec<GameId>, TournamentError> {
        let Some(store) = &self.store else { return Ok(Vec::new()) };
        // Known before they were asked for: one that is created meanwhile is not taken for a removed one.
        let before: BTreeSet<GameId> = {
            let known = self.known();
            known.records.keys().chain(known.over.keys()).copied().collect()
        };
        let stored: BTreeSet<GameId> = store.ids().await?.into_iter().collect();
        let mut known = self.known();
        before.difference(&stored).for_each(|id| known.forget(id));
        Ok(stored.into_iter().filter(|id| !known.over.contains_key(id)).collect())
    }

    /// Removes tournaments that are kept no longer: those that never began and those in which nobody has played after a day, those that are over, or that
    /// nobody directs any more, after the time for which they are kept. Of those that are over there are also never more than so many.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn prune(&self) -> Result<(), TournamentError> {
        let now = self.clock.now();
        let mut due = self.going_on().await?;
        {
            let mut known = self.known();
            let mut over: Vec<_> = known.over.iter().map(|(id, until)| (*until, *id)).collect();
            over.sort_unstable();
            let beyond = over.len().saturating_sub(self.most.saturating_mul(OVER_FOR_EACH));
            for (_, id) in over.iter().take(beyond) {
                known.over.insert(*id, UnixMs(0));
            }
            due.extend(known.over.iter().filter(|(_, until)| **until <= now).map(|(id, _)| *id));
            // They are read again when somebody asks for them. One that is in use stays: there may be no second one beside it.
            let Known { records, over, .. } = &mut *known;
            records.retain(|id, record| !over.contains_key(id) || Arc::strong_count(record) > 1);
        }
        for id in due {
            if let Err(error) = self.remove_if_old(&id, now).await {
                tracing::warn!(%error, "an old tournament was not removed");
            }
        }
        Ok(())
    }

    async fn remove_if_old(&self, id: &GameId, now: UnixMs) -> Result<(), TournamentError> {
        let store = self.store()?;
        let is_crowded_out = self.known().over.get(id) == Some(&UnixMs(0));
        let (until, next) = match self.open(id).await {
            Ok(record) => {
                self.note_over(&record);
                (record.kept_until(self.keep_ms), record.next)
            }
            // Nobody can play it, but a later version may read it.
            Err(TournamentError::Unreadable(_)) => {
                let rows = store.load(id, 0).await?;
                let Some(last) = rows.last() else { return Ok(()) };
                (Some(last.at.plus(self.keep_ms)), last.seq + 1)
            }
            Err(TournamentError::Unknown) => return Ok(()),
            Err(error) => return Err(error),
        };
        if (is_crowded_out || until.is_some_and(|until| until <= now)) && store.remove(id, next).await? > 0 {
            self.known().forget(id);
            tracing::info!("an old tournament was removed");
        }
        Ok(())
    }
}

impl Known {
    fn forget(&mut self, id: &GameId) {
        self.records.remove(id);
        self.over.remove(id);
        self.permits.remove(id);
        self.push_buckets.remove(id);
    }
}

/// Returns an event as it is stored.
fn row(tournament: GameId, seq: u64, at: UnixMs, event: &StoredEvent) -> TournamentRow {
    // Plain data with string keys: turning it into JSON cannot fail.
    TournamentRow { tournament, seq, at, body: serde_json::to_string(event).unwrap_or_default() }
}
