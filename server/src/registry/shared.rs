//! Games of a journal that several nodes share: each is loaded by the node that needs it, and left when another has it.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard as StdMutexGuard, PoisonError};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry as MetricsRegistry;
use session::GameId;
use tokio::sync::{Mutex, MutexGuard};

use super::game::{self, RestoreError};
use super::in_memory::LobbyPlace;
use super::{GameHandle, GameMessage, Registry};
use crate::journal::{JournalError, Location, NodeAddress, Nodes};
use crate::log_name::LogName;

/// Games that may be loaded at the same time. Two with the same turn wait for each other.
const TURNS: usize = 64;
/// Games that are adopted at once.
const ADOPTED_AT_ONCE: usize = 64;

/// A game as a request finds it.
#[derive(Debug)]
pub(crate) enum Located {
    /// This node plays it.
    Here(GameHandle),
    /// Another node plays it.
    There(NodeAddress),
    /// There is no such game.
    Nowhere,
}

/// The reason why a game cannot be located now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocateError {
    /// This node has as many games as it may have.
    #[error("this node has as many games as it can hold")]
    Full,
    /// This node stops.
    #[error("this node stops")]
    Draining,
    /// The journal fails.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The nodes of a shared journal, and the order in which games are loaded from it.
#[derive(Debug)]
pub(super) struct SharedGames {
    pub(super) nodes: Arc<dyn Nodes>,
    /// The place of the lobby.
    pub(super) lobby: LobbyPlace,
    /// Turns to load a game, so that it is loaded once if several ask for it at the same time.
    turns: [Mutex<()>; TURNS],
    /// Games that are this node's and that it does not play, since they could not be given up: nobody else would see to them.
    not_given_up: StdMutex<BTreeSet<GameId>>,
    claims: Counter,
    fences: Counter,
}

impl SharedGames {
    pub(super) fn new(nodes: Arc<dyn Nodes>) -> SharedGames {
        SharedGames {
            nodes,
            lobby: LobbyPlace::default(),
            turns: std::array::from_fn(|_| Mutex::default()),
            not_given_up: StdMutex::default(),
            claims: Counter::default(),
            fences: Counter::default(),
        }
    }

    fn not_given_up(&self) -> StdMutexGuard<'_, BTreeSet<GameId>> {
        self.not_given_up.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets any node have a game that this one does not play; tried again later if the journal fails.
    pub(super) async fn give_up(&self, game: GameId) {
        if let Err(error) = self.nodes.release(&game).await {
            tracing::warn!(game = %LogName::of(&game), %error, "game not given up yet");
            self.give_up_later(game);
        }
    }

    /// Notes a game that may be this node's, and that it does not play.
    pub(super) fn give_up_later(&self, game: GameId) {
        self.not_given_up().insert(game);
    }

    pub(super) async fn turn(&self, game: &GameId) -> Option<MutexGuard<'_, ()>> {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        let turn = usize::try_from(hasher.finish() % TURNS as u64).ok()?;
        Some(self.turns.get(turn)?.lock().await)
    }

    /// Counts a game that another node has now.
    pub(super) fn note_fence(&self) {
        self.fences.inc();
    }

    pub(super) fn register(&self, registry: &mut MetricsRegistry) {
        registry.register("claims", "Games that became this node's", self.claims.clone());
        registry.register("fences", "Games that turned out to be another node's", self.fences.clone());
    }
}

impl Registry {
    /// Returns whether several nodes share the journal.
    #[must_use]
    pub(crate) fn is_shared(&self) -> bool {
        self.context.shared.is_some()
    }

    /// Finds a game by either of its ids, and loads it here if no other node plays it.
    ///
    /// # Errors
    /// See [`LocateError`].
    pub(crate) async fn locate(&self, id: &GameId) -> Result<Located, LocateError> {
        if let Some(handle) = self.find_watched(id) {
            return Ok(Located::Here(handle));
        }
        let Some(shared) = &self.context.shared else { return Ok(Located::Nowhere) };
        match shared.nodes.find(id).await? {
            Location::There(address) => Ok(Located::There(address)),
            Location::Nowhere => Ok(Located::Nowhere),
            Location::Free(game) => self.load(shared, game).await,
        }
    }

    /// Finds a game as [`Registry::locate`] does, by its own id alone: the id in its link for spectators is none of a game.
    ///
    /// # Errors
    /// See [`LocateError`].
    pub(crate) async fn locate_by_own_id(&self, id: &GameId) -> Result<Located, LocateError> {
        if let Some(handle) = self.find(id) {
            return Ok(Located::Here(handle));
        }
        if self.find_watched(id).is_some() {
            return Ok(Located::Nowhere);
        }
        match self.locate(id).await? {
            Located::Here(_) => Ok(self.find(id).map_or(Located::Nowhere, Located::Here)),
            // The other node looks at it in the same way.
            elsewhere @ (Located::There(_) | Located::Nowhere) => Ok(elsewhere),
        }
    }

    async fn load(&self, shared: &SharedGames, game: GameId) -> Result<Located, LocateError> {
        let _turn = shared.turn(&game).await;
        if let Some(handle) = self.find(&game) {
            return Ok(Located::Here(handle));
        }
        let context = &self.context;
        if context.is_taken(&game) {
            // In quarantine.
            return Ok(Located::Nowhere);
        }
        if context.shutdown.is_cancelled() {
            return Err(LocateError::Draining);
        }
        if context.taken_ids() >= context.limits.games {
            return Err(LocateError::Full);
        }
        shared.not_given_up().remove(&game);
        // If the answer is lost, it may be this node's.
        let claimed = shared.nodes.claim(&game).await.inspect_err(|_| shared.give_up_later(game));
        if !claimed? {
            // Somebody was quicker, or the game has been removed.
            return match shared.nodes.find(&game).await? {
                Location::There(address) => Ok(Located::There(address)),
                Location::Nowhere => Ok(Located::Nowhere),
                Location::Free(_) => Err(JournalError::Unanswered.into()),
            };
        }
        match game::restore(context, &game).await {
            Ok(session) => {
                shared.claims.inc();
                tracing::info!(game = %LogName::of(&game), "game claimed");
                Ok(Located::Here(self.open(game, session, Arc::clone(&context.journal), None)))
            }
            Err(RestoreError::Journal(fault)) if fault.is_of_one_game() => {
                context.quarantine(&game, &fault);
                Ok(Located::Nowhere)
            }
            Err(RestoreError::Replay(fault)) => {
                context.quarantine(&game, &fault);
                Ok(Located::Nowhere)
            }
            Err(RestoreError::Journal(fault)) => {
                // The next to ask may come to another node, or nobody may come.
                shared.give_up(game).await;
                Err(fault.into())
            }
        }
    }

    /// Gives up what could not be given up before.
    async fn give_up_again(&self, shared: &SharedGames) {
        let games: Vec<GameId> = shared.not_given_up().iter().copied().collect();
        for game in games {
            let _turn = shared.turn(&game).await;
            // It may have been loaded meanwhile.
            if shared.not_given_up().remove(&game) && self.find(&game).is_none() {
                shared.give_up(game).await;
            }
        }
    }

    /// Claims some games that no node plays, so that their times run out and they are removed when nobody comes back to them.
    pub(crate) async fn adopt_orphans(&self) {
        let Some(shared) = &self.context.shared else { return };
        self.give_up_again(shared).await;
        let room = self.context.limits.games.saturating_sub(self.context.taken_ids());
        if room == 0 || self.context.shutdown.is_cancelled() {
            return;
        }
        match shared.nodes.orphans(ADOPTED_AT_ONCE.min(room)).await {
            Ok(orphans) => {
                for game in orphans {
                    if let Err(error) = self.load(shared, game).await {
                        tracing::warn!(%error, "game not adopted");
                        return;
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "games without a node not found"),
        }
    }

    /// Lets games go that turn out to be another node's, until shutdown.
    pub(crate) async fn watch_lost(&self) {
        let lost = self.context.shared.as_ref().and_then(|shared| shared.nodes.take_lost());
        let Some(mut lost) = lost else { return self.context.shutdown.cancelled().await };
        loop {
            tokio::select! {
                biased;
                () = self.context.shutdown.cancelled() => return,
                game = lost.recv() => match game.map(|game| self.find(&game)) {
                    // A game that is gone needs no notice.
                    Some(Some(game)) => drop(game.send(GameMessage::Lost).await),
                    Some(None) => {}
                    None => return,
                },
            }
        }
    }

    /// Lists what became of games among the metrics.
    pub(crate) fn register_metrics(&self, registry: &mut MetricsRegistry) {
        if let Some(shared) = &self.context.shared {
            shared.register(registry);
        }
    }
}
