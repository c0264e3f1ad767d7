//! State that every request and every socket shares.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use session::ConnId;
use session::protocol::player::CloseReason;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::admission::Admission;
use crate::clock::Clock;
use crate::expiring::ExpiringTexts;
use crate::guest::GuestRulesets;
use crate::journal::{Archive, Journal as _, ShortLived, WatchedJournal};
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::origin::Origins;
use crate::peers::Peers;
use crate::push::PushSender;
use crate::registry::Registry;
use crate::rules::RulesCache;
use crate::tournaments::Tournaments;

/// Turns that engines may take at the same time: players keep the other processors.
const ENGINE_TURNS: usize = 1;

/// Everything that handlers and sockets need.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) registry: Registry,
    pub(crate) journal: Arc<WatchedJournal>,
    pub(crate) admission: Arc<Admission>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rules: RulesCache,
    pub(crate) guests: GuestRulesets,
    /// Sender of push messages, if the server sends any.
    pub(crate) push: Option<Arc<PushSender>>,
    /// Players who look for an opponent.
    pub(crate) lobby: Lobby,
    pub(crate) tournaments: Tournaments,
    /// Games on their way to another device of their player.
    pub(crate) handovers: ExpiringTexts,
    /// Challenges to passkeys that wait for their answers.
    pub(crate) passkey_challenges: ExpiringTexts,
    /// Folder of the built page.
    pub(crate) web: PathBuf,
    /// The server's address as players see it.
    pub(crate) public_url: Option<String>,
    pub(crate) origins: Origins,
    /// Tasks of sockets.
    pub(crate) sockets: TaskTracker,
    /// Cancelled when the server stops: games end their current input, and no connections are taken.
    pub(crate) stopping: CancellationToken,
    /// Cancelled when sockets end. A server with games of its own does both at once; a node first gives its games up.
    pub(crate) shutdown: CancellationToken,
    is_draining: AtomicBool,
    peers: OnceLock<Arc<Peers>>,
    /// Sockets that may be open at the engine interface.
    pub(crate) engines: Arc<Semaphore>,
    /// Turns of engines at the processor.
    pub(crate) engine_turns: Semaphore,
    connections: AtomicU64,
    started: Duration,
}

/// A handle to [`Shared`], as axum's handlers take it.
#[derive(Debug, Clone)]
pub(crate) struct AppState(Arc<Shared>);

/// The parts of [`AppState`] that the server is configured with.
#[derive(Debug)]
pub(crate) struct StateParts {
    pub(crate) registry: Registry,
    pub(crate) journal: Arc<WatchedJournal>,
    pub(crate) admission: Arc<Admission>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) guests: GuestRulesets,
    pub(crate) tournaments: Tournaments,
    pub(crate) push: Option<Arc<PushSender>>,
    pub(crate) web: PathBuf,
    pub(crate) public_url: Option<String>,
    pub(crate) origins: Origins,
    pub(crate) stopping: CancellationToken,
    pub(crate) shutdown: CancellationToken,
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// The state of a server that starts now.
    pub(crate) fn new(parts: StateParts) -> Self {
        let StateParts {
            registry,
            journal,
            admission,
            limits,
            clock,
            guests,
            tournaments,
            push,
            web,
            public_url,
            origins,
            stopping,
            shutdown,
        } = parts;
        AppState(Arc::new(Shared {
            registry,
            journal,
            admission,
            rules: RulesCache::default(),
            guests,
            tournaments,
            push,
            lobby: Lobby::new(limits.lobby.lobby_sockets, limits.lobby.seeks),
            handovers: ExpiringTexts::new(limits.handovers),
            passkey_challenges: ExpiringTexts::new(limits.players.passkey_challenges),
            web,
            public_url,
            origins,
            sockets: TaskTracker::new(),
            stopping,
            shutdown,
            is_draining: AtomicBool::new(false),
            peers: OnceLock::new(),
            engines: Arc::new(Semaphore::new(limits.engines.min(Semaphore::MAX_PERMITS))),
            engine_turns: Semaphore::new(ENGINE_TURNS),
            connections: AtomicU64::new(1),
            started: clock.elapsed(),
            clock,
            limits,
        }))
    }
}

impl Shared {
    /// Returns an id for a new socket, unlike any before.
    pub(crate) fn next_connection(&self) -> ConnId {
        ConnId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the finished games, if the journal keeps them.
    pub(crate) fn journal_archive(&self) -> Option<Arc<dyn Archive>> {
        self.journal.archive()
    }

    /// Returns the texts of a kind that this server has in its memory.
    pub(crate) fn expiring(&self, kind: ShortLived) -> &ExpiringTexts {
        match kind {
            ShortLived::Handover => &self.handovers,
            ShortLived::PasskeyChallenge => &self.passkey_challenges,
        }
    }

    /// Returns whether the server stops, or is about to.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed) || self.stopping.is_cancelled()
    }

    /// Notes that the server is about to stop.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Returns the way to other nodes, if there is one.
    pub(crate) fn peers(&self) -> Option<&Arc<Peers>> {
        self.peers.get()
    }

    /// Sets the way to other nodes, once.
    pub(crate) fn set_peers(&self, peers: Arc<Peers>) {
        // A second one would be the same.
        let _ = self.peers.set(peers);
    }

    /// Returns the reason to close sockets with when the server stops.
    pub(crate) fn stop_reason(&self) -> CloseReason {
        if self.registry.is_shared() { CloseReason::RESTART } else { CloseReason::SHUTDOWN }
    }

    /// Returns the time since the server started.
    pub(crate) fn uptime(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.started)
    }
}
