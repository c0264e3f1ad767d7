//! All games of this server: making them, finding them, bringing them back after a restart.

mod company;
mod game;
mod rooms;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use session::protocol::events::{ChatSaid, Watch};
use session::protocol::player::{Command, CreateGame, Hello};
use session::protocol::rooms::{Entrance, Refusal, Said};
use session::{
    Catalogue, ConnId, CreateRefused, Creation, Creator, GameId, Prepared, RoomCode, Session, Token,
};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::address::Making;
use crate::clock::Clock;
use crate::journal::{Journal, JournalError};
use crate::limits::{Limits, Span};
use crate::random::{self, NoRandomness, Random};
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
    /// A socket asks for a seat of the room that the game is played in.
    Enter {
        /// The socket.
        conn: ConnId,
        /// How it asks.
        entrance: Entrance,
        /// The way back to it, if it gets one.
        outbox: Outbox,
        /// Where it waits for the answer.
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    /// What the player at a socket of a room says.
    Said {
        /// The socket.
        conn: ConnId,
        /// What was said.
        said: Said,
    },
    /// A socket asks to watch; the first message of one brings the way back to it.
    Watch {
        /// The socket.
        conn: ConnId,
        /// What was said.
        watch: Watch,
        /// The way back.
        outbox: Option<Outbox>,
    },
    /// Whoever is at a socket talks.
    Chat {
        /// The socket.
        conn: ConnId,
        /// What was said.
        said: ChatSaid,
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
    pub(crate) random: Arc<dyn Random>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) active: AtomicUsize,
    slots: Mutex<HashMap<GameId, Slot>>,
    /// The rooms that can be joined or come back to, by code.
    codes: Mutex<HashMap<RoomCode, GameId>>,
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

    fn codes(&self) -> MutexGuard<'_, HashMap<RoomCode, GameId>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room is no more: its code may be given away again.
    pub(crate) fn release_code(&self, code: RoomCode) {
        self.codes().remove(&code);
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
    /// Whether anybody may watch it.
    pub(crate) is_watchable: bool,
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
        random: Arc<dyn Random>,
        limits: Arc<Limits>,
        shutdown: CancellationToken,
    ) -> Self {
        let slots = Mutex::default();
        let active = AtomicUsize::new(0);
        let codes = Mutex::default();
        let common =
            Arc::new(Common { catalogue, journal, clock, random, limits, shutdown, active, slots, codes });
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
                    self.open(id, session, Arc::clone(&self.common.journal), None);
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

    /// Makes a game, stores it and opens it. It keeps what its maker holds by it.
    ///
    /// # Errors
    /// See [`CreateError`].
    pub(crate) async fn create(&self, request: CreateGame, making: Making) -> Result<Created, CreateError> {
        // In a task of its own: who asked may hang up and drop this future, and no name may stay taken without its game.
        let registry = self.clone();
        self.tasks.spawn(async move { registry.make(request, making).await }).await?
    }

    async fn make(&self, request: CreateGame, making: Making) -> Result<Created, CreateError> {
        // Kept until the game has its rules from it.
        let _prepared = self.prepare(&request).await?;
        let creator_token = random::token(&*self.common.random)?;
        let random_side = random::side(&*self.common.random)?;
        let creation = Creation {
            // Last of what can fail here: a name is given back below, and only there.
            id: self.reserve()?,
            creator: Creator::Player(creator_token.clone()),
            request,
            random_side,
            at: self.common.clock.now(),
            limits: session::Limits {
                grace_ms: self.common.limits.grace.map(Span::as_ms),
                finished_lifetime_ms: self.common.limits.finished_lifetime.map(Span::as_ms),
                waiting_lifetime_ms: self.common.limits.waiting_lifetime.map(Span::as_ms),
            },
        };
        let id = creation.id;
        match self.found(&*self.common.journal, creation).await {
            Ok(session) => {
                let is_watchable = session.company().spectators.allowed;
                self.open(id, session, Arc::clone(&self.common.journal), Some(making));
                tracing::info!(game = %id, "game created");
                Ok(Created { id, creator_token, is_watchable })
            }
            Err(error) => {
                self.unmake(&id, &error).await;
                self.common.release(&id);
                Err(error)
            }
        }
    }

    /// House rules that nobody plays yet are put together away from the tasks that carry players' moves.
    async fn prepare(&self, request: &CreateGame) -> Result<Option<Prepared>, CreateError> {
        if request.overlays.is_empty() {
            return Ok(None);
        }
        let (common, request) = (Arc::clone(&self.common), request.clone());
        let prepared = tokio::task::spawn_blocking(move || common.catalogue.prepare(&request)).await?;
        Ok(Some(prepared?))
    }

    /// A journal that failed may have stored the game all the same. Nobody was told of it, so it goes: it would come
    /// back with the next start, and meanwhile its name would be given away twice.
    async fn unmake(&self, id: &GameId, error: &CreateError) {
        match error {
            // Under a name that is stored already stands another game.
            CreateError::Journal(JournalError::Taken { .. }) => return,
            CreateError::Journal(_) => {}
            CreateError::Full
            | CreateError::Refused(_)
            | CreateError::NoRandomness(_)
            | CreateError::Broken(_) => return,
        }
        if let Err(error) = self.common.journal.forget(id).await {
            tracing::error!(game = %id, %error, "a game that was refused may be in the journal");
        }
    }

    async fn found(&self, journal: &dyn Journal, creation: Creation) -> Result<Session, CreateError> {
        let id = creation.id;
        let (session, unsent) = Session::create(&self.common.catalogue, creation)?;
        let receipt = journal.append(&id, unsent.entry()).await?;
        // A game that has just been made has nobody to tell.
        drop(unsent.release(receipt));
        Ok(session)
    }

    /// Takes a name that no game has, so that no other creation can take it meanwhile.
    fn reserve(&self) -> Result<GameId, CreateError> {
        for _ in 0..NAME_TRIES {
            let id = random::game_id(&*self.common.random)?;
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

    fn open(&self, id: GameId, session: Session, journal: Arc<dyn Journal>, making: Option<Making>) {
        let (sender, inbox) = mpsc::channel(self.common.limits.game_queue.max(1));
        self.common.slots().insert(id, Slot::Open(sender));
        let task = GameTask::new(Arc::clone(&self.common), journal, id, session, inbox);
        self.tasks.spawn(async move {
            // What its maker holds by it is free again when the game is gone.
            let _making = making;
            task.run().await;
        });
    }

    /// The way to a game.
    #[must_use]
    pub(crate) fn find(&self, id: &GameId) -> Option<mpsc::Sender<ToGame>> {
        match self.common.slots().get(id) {
            Some(Slot::Open(sender)) => Some(sender.clone()),
            Some(Slot::Reserved) | None => None,
        }
    }

    /// Gives back the room of games that are gone.
    pub(crate) fn shrink(&self) {
        self.common.slots().shrink_to_fit();
        self.common.codes().shrink_to_fit();
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

    /// Names that are taken.
    #[must_use]
    pub(crate) fn names(&self) -> usize {
        self.common.slots().len()
    }

    /// Codes of rooms that are taken.
    #[must_use]
    pub(crate) fn codes(&self) -> usize {
        self.common.codes().len()
    }

    /// Tasks of games.
    #[must_use]
    pub(crate) fn tables(&self) -> usize {
        self.tasks.len()
    }

    /// Waits until every game has put down its pen. Shutdown must have been told before.
    pub(crate) async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::address::AddressTable;
    use crate::clock::SystemClock;
    use crate::journal::MemoryJournal;
    use crate::random::SystemRandom;

    /// Randomness that is there so many times.
    #[derive(Debug)]
    struct Fills(AtomicUsize);

    impl Random for Fills {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
            let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            left.map_err(|_| NoRandomness)?;
            SystemRandom.fill(bytes)
        }
    }

    #[tokio::test]
    async fn a_game_that_cannot_be_made_leaves_no_name_taken() {
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
        let catalogue = Catalogue::load(crate::read_rules(&rules).unwrap()).unwrap();
        for fills in 0.. {
            let registry = Registry::new(
                Arc::clone(&catalogue),
                Arc::new(MemoryJournal::default()),
                Arc::new(SystemClock::new()),
                Arc::new(Fills(fills.into())),
                Arc::new(Limits::default()),
                CancellationToken::new(),
            );
            let request = CreateGame::read(br#"{"mode":"blind","side":"random"}"#).unwrap();
            let address = std::net::IpAddr::from([192, 0, 2, 1]);
            let making = Making::new(AddressTable::default().hold(address.into(), 1).unwrap());
            match registry.create(request, making).await {
                Err(CreateError::NoRandomness(_)) => assert_eq!(registry.names(), 0, "after {fills}"),
                Err(other) => panic!("{other}"),
                Ok(_) => {
                    assert_eq!(registry.names(), 1);
                    assert!(fills > 2, "a token, a side and a name are random");
                    return;
                }
            }
        }
    }
}
