//! Registry of all games of this server: creates them, finds them, restores them after a restart.

mod context;
mod create;
mod game;
mod guest;
mod handle;
mod in_memory;
mod machines;
mod shared;
mod sockets;
mod vacations;
mod waiting;

use std::sync::Arc;

use session::domain::PushEndpoint;
use session::{Catalogue, GameId, SeatId, Session};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use crate::admission::CreationPermit;
use crate::guest::GuestTurns;
use crate::journal::{Journal, JournalError};
use crate::player_settings::KeptSettings;
use game::{GameTask, RestoreError};

pub(crate) use context::GameContext;
pub(crate) use create::{CreateError, PairedGame};
pub(crate) use handle::{GameHandle, GameMessage};
pub(crate) use in_memory::Place;
pub(crate) use machines::MachineGame;
pub(crate) use shared::{LocateError, Located};

/// All games of this server. A clone is a handle to the same games.
#[derive(Debug, Clone)]
pub(crate) struct Registry {
    context: Arc<GameContext>,
    tasks: TaskTracker,
}

impl Registry {
    /// A registry without games.
    #[must_use]
    pub(crate) fn new(context: GameContext) -> Self {
        Registry { context: Arc::new(context), tasks: TaskTracker::new() }
    }

    /// Restores every stored game, unless nodes share them. A game that cannot be restored is logged and quarantined.
    ///
    /// # Errors
    /// Returns an error if the journal itself fails.
    // Requirement gambit-66.
    pub(crate) async fn restore(&self) -> Result<(), JournalError> {
        if self.is_shared() {
            return Ok(());
        }
        let ids = self.context.journal.games().await?;
        let stored = ids.len();
        let mut restored = 0_usize;
        for id in ids {
            match game::restore(&self.context, &id).await {
                Ok(session) => {
                    self.open(id, session, Arc::clone(&self.context.journal), None);
                    restored += 1;
                }
                Err(RestoreError::Journal(fault)) if fault.is_of_one_game() => {
                    self.context.quarantine(&id, &fault);
                }
                Err(RestoreError::Replay(fault)) => self.context.quarantine(&id, &fault),
                Err(RestoreError::Journal(fault)) => return Err(fault),
            }
        }
        if stored > 0 {
            tracing::info!(stored, restored, "games restored from the journal");
        }
        Ok(())
    }

    /// Starts the task of a game and makes it reachable.
    fn open(
        &self,
        id: GameId,
        session: Session,
        journal: Arc<dyn Journal>,
        permit: Option<CreationPermit>,
    ) -> GameHandle {
        let (handle, inbox) = GameHandle::new(self.context.limits.game_queue);
        self.context.open(id, session.watch_id(), handle.clone());
        let network = permit.as_ref().map(CreationPermit::network);
        let task = GameTask::new(self.clone(), journal, id, network, session, inbox);
        self.tasks.spawn(async move {
            // Dropped with the game: from then on it counts for its creator no more.
            let _permit = permit;
            task.run().await;
        });
        handle
    }

    /// Returns the games in which the machine is due, as they come; only to the first who asks.
    #[must_use]
    pub(crate) fn take_machine_games(&self) -> Option<mpsc::UnboundedReceiver<MachineGame>> {
        self.context.machines.take()
    }

    /// Returns the handle to a game by its id.
    #[must_use]
    pub(crate) fn find(&self, id: &GameId) -> Option<GameHandle> {
        self.context.find(id)
    }

    /// Returns the handle to a game by its id, or by the id in its link for spectators.
    #[must_use]
    pub(crate) fn find_watched(&self, id: &GameId) -> Option<GameHandle> {
        self.context.find_watched(id)
    }

    /// Tells a game that a push subscription of a seat is gone. A game that is gone has none.
    pub(crate) async fn note_unreachable(&self, game: GameId, seat: SeatId, endpoint: PushEndpoint) {
        if let Some(game) = self.find(&game) {
            let _ = game.send(GameMessage::Unreachable { seat, endpoint }).await;
        }
    }

    /// Returns what players keep; `None` if the journal keeps nothing of them.
    #[must_use]
    pub(crate) fn settings(&self) -> Option<KeptSettings> {
        self.context.settings.clone()
    }

    /// Gives back the memory of games that are gone.
    pub(crate) fn shrink(&self) {
        self.context.shrink();
    }

    /// Returns the games that can be played.
    #[must_use]
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.context.catalogue
    }

    /// Returns the turns of work that rulesets of guests cause.
    #[must_use]
    pub(crate) fn guest_turns(&self) -> &GuestTurns {
        &self.context.guest_turns
    }

    /// Returns the number of games that are being played.
    #[must_use]
    pub(crate) fn active(&self) -> usize {
        self.context.active()
    }

    /// Returns the number of ids that are taken.
    #[must_use]
    pub(crate) fn ids(&self) -> usize {
        self.context.taken_ids()
    }

    /// Returns the number of codes of rooms that are taken.
    #[must_use]
    pub(crate) fn codes(&self) -> usize {
        self.context.taken_codes()
    }

    /// Returns the number of tasks of games.
    #[must_use]
    pub(crate) fn tasks(&self) -> usize {
        self.tasks.len()
    }

    /// Waits until every game has finished its current input. Shutdown has to be cancelled before.
    pub(crate) async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
