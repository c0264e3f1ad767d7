//! Everything that the games of a server share.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::{Catalogue, GameId, HeldRuleset, RoomCode};
use tokio_util::sync::CancellationToken;

use super::machines::MachineGames;
use super::shared::SharedGames;
use super::vacations::FollowedPlayers;
use super::waiting::WaitingGames;
use super::{CreateError, GameHandle};
use crate::admission::Admission;
use crate::clock::Clock;
use crate::guest::{GuestRulesets, GuestTurns};
use crate::journal::{Journal, JournalError};
use crate::limits::Limits;
use crate::log_name::LogName;
use crate::player_settings::KeptSettings;
use crate::push::PushSender;
use crate::random::{self, NoRandomness, Random};

/// Attempts to find an id or a code that is free. With 36^8 ids, one collision is rare and this many never happen.
const ID_ATTEMPTS: usize = 8;

/// The parts of the server that games use, and the tables in which games are found.
#[derive(Debug)]
pub(crate) struct GameContext {
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) journal: Arc<dyn Journal>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) random: Arc<dyn Random>,
    pub(super) admission: Arc<Admission>,
    pub(super) limits: Arc<Limits>,
    /// The nodes that share the journal, if it has several.
    pub(super) shared: Option<SharedGames>,
    /// Settings that players keep, if the journal keeps any.
    pub(super) settings: Option<KeptSettings>,
    /// Cancelled when the server stops.
    pub(super) shutdown: CancellationToken,
    active: AtomicUsize,
    ids: Mutex<Ids>,
    /// Games that make room for others.
    pub(super) waiting: WaitingGames,
    /// Games that wait for the machine.
    pub(super) machines: MachineGames,
    /// Games that are told of their players' vacations.
    pub(super) followed: FollowedPlayers,
    pub(super) guest_turns: GuestTurns,
    /// Rulesets of guests, if the server has any.
    guests: Option<GuestRulesets>,
    /// Sender of push messages, if the server sends any.
    pub(super) push: Option<Arc<PushSender>>,
    /// Rooms that can be joined or rejoined, by code.
    codes: Mutex<HashMap<RoomCode, GameId>>,
}

/// Ids of the games. No id leads to two games, whichever of its two links holds it.
#[derive(Debug, Default)]
struct Ids {
    games: HashMap<GameId, Slot>,
    /// Games by the id in their link for spectators.
    watched: HashMap<GameId, GameId>,
    /// Slots of games that are about to go, each for one new game: nobody else may take them.
    promised: usize,
}

/// Slot that a game of a full server leaves to one new game.
#[derive(Debug)]
pub(super) struct PromisedSlot<'a>(&'a GameContext);

impl Drop for PromisedSlot<'_> {
    fn drop(&mut self) {
        self.0.ids().promised -= 1;
    }
}

/// Entry of one game.
#[derive(Debug)]
struct Slot {
    /// Id in the link for spectators.
    watch_id: GameId,
    /// None if the game cannot be reached: it is being created, or quarantined.
    handle: Option<GameHandle>,
}

impl Ids {
    fn is_taken(&self, id: &GameId) -> bool {
        self.games.contains_key(id) || self.watched.contains_key(id)
    }

    fn insert(&mut self, id: GameId, slot: Slot) {
        self.watched.insert(slot.watch_id, id);
        self.games.insert(id, slot);
    }

    fn remove(&mut self, id: &GameId) {
        if let Some(slot) = self.games.remove(id) {
            self.watched.remove(&slot.watch_id);
        }
    }
}

impl GameContext {
    /// The context of a server without games.
    pub(crate) fn new(
        catalogue: Arc<Catalogue>,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
        admission: Arc<Admission>,
        limits: Arc<Limits>,
        shutdown: CancellationToken,
    ) -> Self {
        GameContext {
            machines: MachineGames::new(limits.bots),
            shared: journal.nodes().map(SharedGames::new),
            settings: journal.players().map(|store| KeptSettings::new(store, limits.players.clone())),
            catalogue,
            journal,
            clock,
            random,
            admission,
            limits,
            shutdown,
            active: AtomicUsize::new(0),
            ids: Mutex::default(),
            waiting: WaitingGames::default(),
            followed: FollowedPlayers::default(),
            guest_turns: GuestTurns::default(),
            guests: None,
            push: None,
            codes: Mutex::default(),
        }
    }

    /// Sends push messages.
    pub(crate) fn with_push(self, push: Option<Arc<PushSender>>) -> Self {
        GameContext { push, ..self }
    }

    /// Has games by rulesets of guests.
    pub(crate) fn with_guests(self, guests: GuestRulesets) -> Self {
        GameContext { guests: Some(guests), ..self }
    }

    /// Finds the ruleset of a game if it is a guest's, and keeps it from being removed as long as the value lives.
    pub(super) async fn hold_ruleset(&self, id: Option<&str>) -> Result<Option<HeldRuleset>, JournalError> {
        match (&self.guests, id.filter(|id| Catalogue::is_guest_id(id))) {
            (Some(guests), Some(id)) => guests.hold(id).await,
            _ => Ok(None),
        }
    }

    /// Forgets a guest's ruleset that the journal turns out not to have.
    pub(super) fn forget_ruleset(&self, id: &str) {
        self.guests.iter().for_each(|guests| guests.forget(id));
    }

    fn ids(&self) -> MutexGuard<'_, Ids> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn codes(&self) -> MutexGuard<'_, HashMap<RoomCode, GameId>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Promises the slot of a game that is about to go.
    pub(super) fn promise_slot(&self) -> PromisedSlot<'_> {
        self.ids().promised += 1;
        PromisedSlot(self)
    }

    /// Reserves an id that no game has, and one for its link for spectators. In a full server that needs the slot that another game has left.
    pub(super) fn reserve_ids(
        &self,
        slot: Option<&PromisedSlot<'_>>,
    ) -> Result<(GameId, GameId), CreateError> {
        for _ in 0..ID_ATTEMPTS {
            let (id, watch_id) = (random::game_id(&*self.random)?, random::game_id(&*self.random)?);
            let mut ids = self.ids();
            let kept_for_others = if slot.is_some() { 0 } else { ids.promised };
            if ids.games.len() + kept_for_others >= self.limits.games {
                return Err(CreateError::Full);
            }
            if id != watch_id && ![id, watch_id].iter().any(|id| ids.is_taken(id)) {
                ids.insert(id, Slot { watch_id, handle: None });
                return Ok((id, watch_id));
            }
        }
        Err(NoRandomness.into())
    }

    /// Reserves a code that no room has. There are never more codes than games.
    pub(super) async fn reserve_code(&self, id: GameId) -> Result<RoomCode, NoRandomness> {
        for _ in 0..ID_ATTEMPTS {
            let code = random::room_code(&*self.random)?;
            match self.codes().entry(code) {
                Entry::Vacant(free) => free.insert(id),
                Entry::Occupied(_) => continue,
            };
            if self.announce_room(code).await {
                return Ok(code);
            }
            self.codes().remove(&code);
        }
        Err(NoRandomness)
    }

    /// Makes a game reachable under its ids.
    pub(super) fn open(&self, id: GameId, watch_id: GameId, handle: GameHandle) {
        self.ids().insert(id, Slot { watch_id, handle: Some(handle) });
    }

    /// Frees the ids of a game that is gone.
    pub(super) fn release_id(&self, id: &GameId) {
        self.ids().remove(id);
    }

    /// Frees the code of a room that is gone.
    pub(super) fn release_code(&self, code: RoomCode) {
        self.codes().remove(&code);
        self.withdraw_room(code);
    }

    /// Makes a game that cannot go on unreachable. Its journal and its id stay.
    pub(super) fn quarantine(&self, id: &GameId, fault: &dyn std::error::Error) {
        tracing::error!(game = %LogName::of(id), %fault, "game quarantined: `tabula journal check` names it");
        let mut ids = self.ids();
        let watch_id = ids.games.get(id).map_or(*id, |slot| slot.watch_id);
        ids.insert(*id, Slot { watch_id, handle: None });
    }

    /// Returns whether an id is taken, also by a game that cannot be reached.
    pub(super) fn is_taken(&self, id: &GameId) -> bool {
        self.ids().is_taken(id)
    }

    /// Returns the handle to a game by its id.
    pub(super) fn find(&self, id: &GameId) -> Option<GameHandle> {
        self.ids().games.get(id)?.handle.clone()
    }

    /// Returns the handle to a game by its id, or by the id in its link for spectators.
    pub(super) fn find_watched(&self, id: &GameId) -> Option<GameHandle> {
        let ids = self.ids();
        let game = ids.watched.get(id).unwrap_or(id);
        ids.games.get(game)?.handle.clone()
    }

    /// Returns the handle to the game of a room.
    pub(super) fn find_room(&self, code: RoomCode) -> Option<GameHandle> {
        let id = self.codes().get(&code).copied()?;
        self.find(&id)
    }

    /// Returns the codes of all rooms.
    pub(super) fn room_codes(&self) -> HashSet<RoomCode> {
        self.codes().keys().copied().collect()
    }

    /// Counts one game more or less that is being played.
    pub(super) fn count_active(&self, is_active: bool) {
        if is_active {
            self.active.fetch_add(1, Ordering::Relaxed);
        } else {
            self.active.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub(super) fn active(&self) -> usize {
        self.active.load(Ordering::Relaxed)
    }

    pub(super) fn taken_ids(&self) -> usize {
        self.ids().games.len()
    }

    pub(super) fn taken_codes(&self) -> usize {
        self.codes().len()
    }

    /// Gives back the memory of games that are gone.
    pub(super) fn shrink(&self) {
        let mut ids = self.ids();
        ids.games.shrink_to_fit();
        ids.watched.shrink_to_fit();
        drop(ids);
        self.waiting.shrink();
        self.followed.shrink();
        self.codes().shrink_to_fit();
    }
}
