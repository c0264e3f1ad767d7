//! All games of this server: making them, finding them, bringing them back after a restart.

mod game;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::protocol::player::{Command, CreateGame, Hello};
use session::{Catalogue, ConnId, CreateRefused, Creation, GameId, Session, Token};
use tokio::sync::mpsc;
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::journal::{Journal, JournalError};
use crate::limits::{Limits, Span};
use crate::random::{self, NoRandomness};
use crate::socket::Outbox;
use game::{GameTask, ResumeError};

/// Names tried for a new game. With 36^8 of them, one collision is rare and this many never happen.
const NAME_TRIES: usize = 8;

/// What a socket tells its game.
#[derive(Debug)]
pub(crate) enum ToGame {
    /// A hello; the first one of a socket brings the way back to it.
    Hello {
        /// The socket.
        conn: ConnId,
        /// What was said.
        hello: Hello,
        /// The way back.
        outbox: Option<Outbox>,
    },
    /// Anything else that a player says.
    Command {
        /// The socket.
        conn: ConnId,
        /// What was said.
        command: Command,
    },
    /// The socket is no more.
    Gone {
        /// The socket.
        conn: ConnId,
    },
}

/// Everything that the games share.
#[derive(Debug)]
pub(crate) struct Common {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) active: AtomicUsize,
    slots: Mutex<HashMap<GameId, Slot>>,
}

#[derive(Debug)]
enum Slot {
    /// The name is taken, the game not open (yet, or any more).
    Reserved,
    Open(mpsc::Sender<ToGame>),
}

impl Common {
    fn slots(&self) -> MutexGuard<'_, HashMap<GameId, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game is over and gone: its name may be used again.
    pub(crate) fn release(&self, id: &GameId) {
        self.slots().remove(id);
    }

    /// The game cannot go on, but what is stored of it stays, and so does its name.
    pub(crate) fn set_aside(&self, id: &GameId) {
        self.slots().insert(*id, Slot::Reserved);
    }
}

/// All games of this server.
#[derive(Debug, Clone)]
pub(crate) struct Registry {
    common: Arc<Common>,
    tasks: TaskTracker,
}

/// A new game.
#[derive(Debug)]
pub(crate) struct Created {
    /// Its name.
    pub(crate) id: GameId,
    /// What its creator proves the seat with.
    pub(crate) creator_token: Token,
}

/// Why there is no new game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateError {
    /// The bound of games is reached.
    #[error("the server has as many games as it can hold; try again later")]
    Full,
    /// The request makes no game.
    #[error(transparent)]
    Refused(#[from] CreateRefused),
    /// No name could be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// The game could not be stored.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Making it went wrong by a fault of ours.
    #[error(transparent)]
    Broken(#[from] JoinError),
}

impl Registry {
    /// An empty registry.
    #[must_use]
    pub(crate) fn new(
        catalogue: Arc<Catalogue>,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        limits: Arc<Limits>,
        shutdown: CancellationToken,
    ) -> Self {
        let slots = Mutex::default();
        let active = AtomicUsize::new(0);
        let common = Arc::new(Common { catalogue, journal, clock, limits, shutdown, active, slots });
        Registry { common, tasks: TaskTracker::new() }
    }

    /// Brings every stored game back. One that cannot be brought back is logged and set aside.
    ///
    /// # Errors
    /// When the journal itself fails.
    pub(crate) async fn restore(&self) -> Result<(), JournalError> {
        let ids = self.common.journal.games().await?;
        let stored = ids.len();
        let mut restored = 0_usize;
        for id in ids {
            match game::resume(&self.common, &id).await {
                Ok(session) => {
                    self.open(id, session);
                    restored += 1;
                }
                Err(ResumeError::Journal(fault @ JournalError::Unreadable { .. })) => {
                    self.lay_aside(&id, &fault);
                }
                Err(ResumeError::Replay(fault)) => self.lay_aside(&id, &fault),
                Err(ResumeError::Journal(fault)) => return Err(fault),
            }
        }
        if stored > 0 {
            tracing::info!(stored, restored, "games brought back from the journal");
        }
        Ok(())
    }

    fn lay_aside(&self, id: &GameId, fault: &dyn std::error::Error) {
        tracing::error!(game = %id, %fault, "a stored game cannot be brought back and is set aside");
        self.common.set_aside(id);
    }

    /// Makes a game, stores it and opens it.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn create(&self, request: CreateGame) -> Result<Created, CreateError> {
        // In a task of its own: who asked may hang up and drop this future, and no name may stay taken without its game.
        let registry = self.clone();
        self.tasks.spawn(async move { registry.make(request).await }).await?
    }

    async fn make(&self, request: CreateGame) -> Result<Created, CreateError> {
        let creator_token = random::token()?;
        let creation = Creation {
            id: self.reserve()?,
            creator_token: creator_token.clone(),
            request,
            random_side: random::side()?,
            at: self.common.clock.now(),
            limits: session::Limits {
                grace_ms: self.common.limits.grace.map(Span::as_ms),
                finished_lifetime_ms: self.common.limits.finished_lifetime.map(Span::as_ms),
                waiting_lifetime_ms: self.common.limits.waiting_lifetime.map(Span::as_ms),
            },
        };
        let id = creation.id;
        match self.found(creation).await {
            Ok(session) => {
                self.open(id, session);
                tracing::info!(game = %id, "game created");
                Ok(Created { id, creator_token })
            }
            Err(error) => {
                self.common.release(&id);
                Err(error)
            }
        }
    }

    async fn found(&self, creation: Creation) -> Result<Session, CreateError> {
        let id = creation.id;
        let (session, unsent) = Session::create(&self.common.catalogue, creation)?;
        let receipt = self.common.journal.append(&id, unsent.entry()).await?;
        // A game that has just been made has nobody to tell.
        drop(unsent.release(receipt));
        Ok(session)
    }

    /// Takes a name that no game has, so that no other creation can take it meanwhile.
    fn reserve(&self) -> Result<GameId, CreateError> {
        for _ in 0..NAME_TRIES {
            let id = random::game_id()?;
            let mut slots = self.common.slots();
            if slots.len() >= self.common.limits.games {
                return Err(CreateError::Full);
            }
            if let Entry::Vacant(free) = slots.entry(id) {
                free.insert(Slot::Reserved);
                return Ok(id);
            }
        }
        Err(NoRandomness.into())
    }

    fn open(&self, id: GameId, session: Session) {
        let (sender, inbox) = mpsc::channel(self.common.limits.game_queue.max(1));
        self.common.slots().insert(id, Slot::Open(sender));
        self.tasks.spawn(GameTask::new(Arc::clone(&self.common), id, session, inbox).run());
    }

    /// The way to a game.
    #[must_use]
    pub(crate) fn find(&self, id: &GameId) -> Option<mpsc::Sender<ToGame>> {
        match self.common.slots().get(id) {
            Some(Slot::Open(sender)) => Some(sender.clone()),
            Some(Slot::Reserved) | None => None,
        }
    }

    /// The games that can be played.
    #[must_use]
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.common.catalogue
    }

    /// Games that are being played.
    #[must_use]
    pub(crate) fn active(&self) -> usize {
        self.common.active.load(Ordering::Relaxed)
    }

    /// Waits until every game has put down its pen. Shutdown must have been told before.
    pub(crate) async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
