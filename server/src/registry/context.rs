//! Everything that the games of a server share.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::{Catalogue, GameId, RoomCode};
use tokio_util::sync::CancellationToken;

use super::waiting::WaitingGames;
use super::{CreateError, GameHandle};
use crate::admission::Admission;
use crate::clock::Clock;
use crate::journal::Journal;
use crate::limits::Limits;
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
    /// Cancelled when the server stops.
    pub(super) shutdown: CancellationToken,
    active: AtomicUsize,
    slots: Mutex<HashMap<GameId, Slot>>,
    /// Games that make room for others.
    pub(super) waiting: WaitingGames,
    /// Rooms that can be joined or rejoined, by code.
    codes: Mutex<HashMap<RoomCode, GameId>>,
}

/// Entry of one game id.
#[derive(Debug)]
enum Slot {
    /// The id is taken, but the game cannot be reached: it is being created, or quarantined.
    Reserved,
    /// The game runs.
    Open(GameHandle),
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
            catalogue,
            journal,
            clock,
            random,
            admission,
            limits,
            shutdown,
            active: AtomicUsize::new(0),
            slots: Mutex::default(),
            waiting: WaitingGames::default(),
            codes: Mutex::default(),
        }
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<GameId, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn codes(&self) -> MutexGuard<'_, HashMap<RoomCode, GameId>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves an id that no game has.
    pub(super) fn reserve_id(&self) -> Result<GameId, CreateError> {
        for _ in 0..ID_ATTEMPTS {
            let id = random::game_id(&*self.random)?;
            let mut slots = self.slots();
            if slots.len() >= self.limits.games {
                return Err(CreateError::Full);
            }
            if let Entry::Vacant(free) = slots.entry(id) {
                free.insert(Slot::Reserved);
                return Ok(id);
            }
        }
        Err(NoRandomness.into())
    }

    /// Reserves a code that no room has. There are never more codes than games.
    pub(super) fn reserve_code(&self, id: GameId) -> Result<RoomCode, NoRandomness> {
        for _ in 0..ID_ATTEMPTS {
            let code = random::room_code(&*self.random)?;
            if let Entry::Vacant(free) = self.codes().entry(code) {
                free.insert(id);
                return Ok(code);
            }
        }
        Err(NoRandomness)
    }

    /// Makes a game reachable under its id.
    pub(super) fn open(&self, id: GameId, handle: GameHandle) {
        self.slots().insert(id, Slot::Open(handle));
    }

    /// Frees the id of a game that is gone.
    pub(super) fn release_id(&self, id: &GameId) {
        self.slots().remove(id);
    }

    /// Frees the code of a room that is gone.
    pub(super) fn release_code(&self, code: RoomCode) {
        self.codes().remove(&code);
    }

    /// Makes a game that cannot go on unreachable. Its journal and its id stay.
    pub(super) fn quarantine(&self, id: &GameId, fault: &dyn std::error::Error) {
        tracing::error!(game = %id, %fault, "game quarantined: it cannot be restored from the journal");
        self.slots().insert(*id, Slot::Reserved);
    }

    /// Returns the handle to a game.
    pub(super) fn find(&self, id: &GameId) -> Option<GameHandle> {
        match self.slots().get(id) {
            Some(Slot::Open(handle)) => Some(handle.clone()),
            Some(Slot::Reserved) | None => None,
        }
    }

    /// Returns the handle to the game of a room.
    pub(super) fn find_room(&self, code: RoomCode) -> Option<GameHandle> {
        let id = self.codes().get(&code).copied()?;
        self.find(&id)
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
        self.slots().len()
    }

    pub(super) fn taken_codes(&self) -> usize {
        self.codes().len()
    }

    /// Gives back the memory of games that are gone.
    pub(super) fn shrink(&self) {
        self.slots().shrink_to_fit();
        self.waiting.shrink();
        self.codes().shrink_to_fit();
    }
}
