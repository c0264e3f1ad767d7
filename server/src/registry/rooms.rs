//! Rooms: games that are found by a short code and kept in memory only.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use session::protocol::player::{Color, CreateGame};
use session::{Creation, Creator, GameId, RoomCode, RoomToken};
use tokio::sync::mpsc;

use super::{CreateError, NAME_TRIES, Registry, ToGame};
use crate::address::Making;
use crate::journal::{FleetingJournal, Journal};
use crate::limits::Span;
use crate::random::{self, NoRandomness};

/// A new room.
#[derive(Debug)]
pub(crate) struct Room {
    /// What its creator proves the seat with.
    pub(crate) token: RoomToken,
    /// The way to its game.
    pub(crate) inbox: mpsc::Sender<ToGame>,
}

impl Registry {
    /// Makes a room and opens it. It keeps what its maker holds by it.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn create_room(&self, request: CreateGame, making: Making) -> Result<Room, CreateError> {
        // In a task of its own, as every game is made.
        let registry = self.clone();
        self.tasks.spawn(async move { registry.make_room(request, making).await }).await?
    }

    async fn make_room(&self, request: CreateGame, making: Making) -> Result<Room, CreateError> {
        let common = &self.common;
        // Kept until the game has its rules from it. Put together away from the tasks that carry players' moves.
        let _prepared = if request.overlays.is_empty() {
            None
        } else {
            let (common, request) = (Arc::clone(common), request.clone());
            Some(tokio::task::spawn_blocking(move || common.catalogue.prepare_room(&request)).await??)
        };
        let token = random::room_token(&*common.random)?;
        let id = self.reserve()?;
        let code = self.reserve_code(id).inspect_err(|_| common.release(&id))?;
        let creation = Creation {
            id,
            creator: Creator::Room { code, token: token.clone() },
            request,
            // Who makes a room has white.
            random_side: Color::W,
            at: common.clock.now(),
            limits: session::Limits {
                grace_ms: common.limits.grace.map(Span::as_ms),
                finished_lifetime_ms: common.limits.finished_lifetime.map(Span::as_ms),
                // Who has left a room alone may come back to it as one may to a game.
                waiting_lifetime_ms: common.limits.waiting_lifetime.or(common.limits.grace).map(Span::as_ms),
            },
        };
        let journal: Arc<dyn Journal> = Arc::new(FleetingJournal);
        match self.found(&*journal, creation).await {
            Ok(session) => {
                self.open(id, session, journal, Some(making));
                tracing::info!(game = %id, "room created");
                let inbox = self.find(&id).ok_or(CreateError::Full)?;
                Ok(Room { token, inbox })
            }
            Err(error) => {
                common.release_code(code);
                common.release(&id);
                Err(error)
            }
        }
    }

    /// Takes a code that no room has. There are never more codes than games.
    fn reserve_code(&self, id: GameId) -> Result<RoomCode, NoRandomness> {
        for _ in 0..NAME_TRIES {
            let code = random::room_code(&*self.common.random)?;
            if let Entry::Vacant(free) = self.common.codes().entry(code) {
                free.insert(id);
                return Ok(code);
            }
        }
        Err(NoRandomness)
    }

    /// The way to the game of a room.
    #[must_use]
    pub(crate) fn find_room(&self, code: &str) -> Option<mpsc::Sender<ToGame>> {
        let code: RoomCode = code.parse().ok()?;
        let id = self.common.codes().get(&code).copied()?;
        self.find(&id)
    }
}
