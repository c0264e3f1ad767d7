//! The running server: wires its parts together, starts and stops them.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use session::domain::PushEndpoint;
use session::protocol::player::CloseReason;
use session::{Catalogue, UnixMs};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::accept::Acceptor;
use crate::address::AddressCounts;
use crate::admission::Admission;
use crate::clock::Clock;
use crate::dialer::{Dialer, TcpDialer};
use crate::guest::{GuestRules, GuestRulesets};
use crate::http;
use crate::journal::{Journal, JournalError, WatchedJournal};
use crate::limits::Limits;
use crate::listener::Listener;
use crate::machine;
use crate::metrics::Metrics;
use crate::origin::{Origin, Origins};
use crate::peers::{NodeSecret, Peers};
use crate::push::{PushOwner, PushSender, PushSettings};
use crate::random::Random;
use crate::refusals::Refusals;
use crate::registry::{GameContext, Registry};
use crate::rounds;
use crate::state::{AppState, StateParts};
use crate::tournaments::Tournaments;

/// Tasks that live as long as the server does.
const STANDING_TASKS: usize = 6;
/// Those of a node beside them.
const NODE_TASKS: usize = 3;

/// Time between two looks for games that no node plays.
const ADOPT_INTERVAL: Duration = Duration::from_secs(10);

/// Connections that the inner listener takes.
const INNER_CONNECTIONS: usize = 64;

/// Time between two clean-ups of tables.
const CLEAN_UP_INTERVAL: Duration = Duration::from_secs(10);

/// Clean-ups between two removals of expired rulesets from the database.
const REMOVE_EXPIRED_ROUNDS: u64 = 6;

/// Time between two removals of records that are kept no longer. Until then nobody is shown them any more.
const PRUNE_INTERVAL: Duration = Duration::from_secs(3600);

/// Everything that a server is made of.
#[derive(Debug)]
pub struct Parts {
    /// The bounds.
    pub limits: Limits,
    /// The games that can be played.
    pub catalogue: Arc<Catalogue>,
    /// Storage of games.
    pub journal: Arc<dyn Journal>,
    /// Source of time.
    pub clock: Arc<dyn Clock>,
    /// Source of ids and secrets.
    pub random: Arc<dyn Random>,
    /// Rulesets of guests.
    pub guests: GuestRules,
    /// Push messages, if the server sends any.
    pub push: Option<PushSettings>,
    /// The folder of the built page.
    pub web: PathBuf,
    /// The server's address as players see it.
    pub public_url: Option<String>,
    /// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Origins whose pages may use the server. Without any, only its own pages may.
    pub allowed_origins: Vec<Origin>,
}

/// A server that runs until it is stopped.
#[derive(Debug)]
pub struct Server {
    state: AppState,
    journal: Arc<WatchedJournal>,
    address: SocketAddr,
    tasks: TaskTracker,
    /// Tasks that are no connections.
    standing: usize,
    /// Cancelled when the server has stopped: until then the inner listener says that it does.
    inner: CancellationToken,
}

/// Numbers of what a server holds at one moment. All are zero again once everybody has left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ResourceCounts {
    /// Ids of games that are taken.
    pub games: usize,
    /// Games that are being played.
    pub active: usize,
    /// Codes of rooms that are taken.
    pub codes: usize,
    /// Tasks of games, including games that are being created.
    pub game_tasks: usize,
    /// WebSockets.
    pub sockets: usize,
    /// Connections that speak HTTP.
    pub connections: usize,
    /// Addresses that hold a connection or a socket, plus those that hold an engine, a spectator's socket, or one in the lobby.
    pub addresses: usize,
    /// Addresses that created games of late.
    pub creators: usize,
}

/// The reason why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The journal could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The rulesets of guests cannot be read.
    #[error("the rulesets of guests cannot be read: {0}")]
    Guests(io::Error),
    /// The listener cannot be used.
    #[error("cannot listen: {0}")]
    Listen(#[from] io::Error),
}

impl Server {
    /// Restores stored games, then accepts connections.
    ///
    /// # Errors
    /// See [`StartError`].
    pub async fn start(parts: Parts, listener: impl Listener) -> Result<Self, StartError> {
        let limits = Arc::new(parts.limits);
        let (stopping, shutdown) = (CancellationToken::new(), CancellationToken::new());
        let journal = Arc::new(WatchedJournal::new(parts.journal));
        let clock = parts.clock;
        let admission = Arc::new(Admission::new(Arc::clone(&limits), &parts.trusted_proxies, &clock));
        let guests = GuestRulesets::new(
            parts.guests,
            journal.rulesets(),
            journal.archive(),
            Arc::clone(&parts.catalogue),
            Arc::clone(&limits),
            Arc::clone(&clock),
        );
        // Before the games that are played by them.
        guests.restore().map_err(StartError::Guests)?;
        guests.copy_missing().await?;
        let sender = |settings| Arc::new(PushSender::new(settings, limits.push.clone(), Arc::clone(&clock)));
        let push = parts.push.map(sender);
        let tournaments = Tournaments::new(
            journal.tournaments(),
            Arc::clone(&clock),
            Arc::clone(&parts.random),
            &limits.tournaments,
            journal.nodes().is_some(),
        );
        let context = GameContext::new(
            parts.catalogue,
            Arc::clone(&journal) as Arc<dyn Journal>,
            Arc::clone(&clock),
            parts.random,
            Arc::clone(&admission),
            Arc::clone(&limits),
            stopping.clone(),
        );
        let registry = Registry::new(context.with_push(push.clone()).with_guests(guests.clone()));
        if let Err(error) = registry.restore().await {
            // Games that were restored already do not outlive the failed start.
            stopping.cancel();
            registry.close().await;
            return Err(error.into());
        }
        let state = AppState::new(StateParts {
            registry,
            journal: Arc::clone(&journal),
            admission,
            limits: Arc::clone(&limits),
            clock,
            guests,
            tournaments,
            push: push.clone(),
            web: parts.web,
            origins: Origins::new(parts.allowed_origins, parts.public_url.as_deref()),
            public_url: parts.public_url,
            stopping: stopping.clone(),
            shutdown: shutdown.clone(),
        });
        let address = listener.local_addr()?;
        let tasks = TaskTracker::new();
        let acceptor = Acceptor {
            listener,
            router: http::router(state.clone()),
            limits,
            addresses: state.admission.connections().clone(),
            trusted_proxies: state.admission.trusted_proxies().to_vec(),
            refusals: state.admission.refusals().clone(),
            tasks: tasks.clone(),
            shutdown: stopping,
        };
        // As many as `STANDING_TASKS`; all others are connections.
        tasks.spawn(acceptor.run());
        tasks.spawn(clean_up(state.clone()));
        tasks.spawn(machine::run(state.clone()));
        tasks.spawn(prune_records(state.clone()));
        tasks.spawn(rounds::run(state.clone()));
        let mut standing = STANDING_TASKS;
        if let Some(push) = push {
            standing += 1;
            let owners = state.clone();
            let gone = move |owner, endpoint| {
                let owners = owners.clone();
                async move { note_unreachable(&owners, owner, endpoint).await }
            };
            tasks.spawn(push.run(shutdown.clone(), gone));
        }
        let watched = Arc::clone(&journal);
        tasks.spawn(async move { watched.watch(shutdown).await });
        if state.registry.is_shared() {
            standing += NODE_TASKS;
            let registry = state.registry.clone();
            tasks.spawn(async move { registry.watch_lost().await });
            tasks.spawn(adopt_orphans(state.clone()));
            tasks.spawn(watch_lobby(state.clone()));
            if let Some(settings) = state.registry.settings() {
                standing += 1;
                let registry = state.registry.clone();
                tasks.spawn(async move { registry.watch_vacations(settings).await });
            }
        }
        tracing::info!(%address, "listening");
        Ok(Server { state, journal, address, tasks, standing, inner: CancellationToken::new() })
    }

    /// Serves metrics and readiness to the operator's own machines, until the server has stopped. Its connections have bounds of their own.
    ///
    /// # Errors
    /// Returns an error if the listener cannot be used.
    pub fn serve_metrics(&self, listener: impl Listener) -> io::Result<SocketAddr> {
        let address = listener.local_addr()?;
        let metrics = Metrics::of(&self.state, self.tasks.clone(), self.standing);
        let acceptor = Acceptor {
            listener,
            router: http::inner_router(self.state.clone(), metrics),
            limits: Arc::new(Limits { connections: INNER_CONNECTIONS, ..(*self.state.limits).clone() }),
            addresses: AddressCounts::default(),
            trusted_proxies: Vec::new(),
            refusals: Refusals::default(),
            tasks: TaskTracker::new(),
            shutdown: self.inner.clone(),
        };
        tokio::spawn(acceptor.run());
        tracing::info!(%address, "metrics");
        Ok(address)
    }

    /// Returns the address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes what other nodes pass on, and passes on to them what belongs to their games. To be called before metrics are served.
    ///
    /// # Errors
    /// Returns an error if the listener cannot be used.
    pub fn serve_peers(&self, listener: impl Listener, secret: NodeSecret) -> io::Result<SocketAddr> {
        self.serve_peers_by(Arc::new(TcpDialer), listener, secret)
    }

    /// Does as [`Server::serve_peers`], with other connections to nodes than the operating system's.
    ///
    /// # Errors
    /// Returns an error if the listener cannot be used.
    pub fn serve_peers_by(
        &self,
        dialer: Arc<dyn Dialer>,
        listener: impl Listener,
        secret: NodeSecret,
    ) -> io::Result<SocketAddr> {
        let address = listener.local_addr()?;
        let peers = Arc::new(Peers::new(secret, dialer));
        self.state.set_peers(Arc::clone(&peers));
        let limits = &self.state.limits;
        let acceptor = Acceptor {
            listener,
            router: http::peers_router(self.state.clone(), peers),
            // Another node is one address with the sockets of many clients, which are counted for their own addresses.
            limits: Arc::new(Limits { connections_per_address: usize::MAX, ..(**limits).clone() }),
            addresses: AddressCounts::default(),
            trusted_proxies: Vec::new(),
            refusals: self.state.admission.refusals().clone(),
            tasks: TaskTracker::new(),
            shutdown: self.state.stopping.clone(),
        };
        tokio::spawn(acceptor.run());
        tracing::info!(%address, "listening to other nodes");
        Ok(address)
    }

    /// Lets readiness say that the server is about to stop, so that proxies send nobody any more.
    pub fn drain(&self) {
        self.state.drain();
    }

    /// Counts what the server holds now.
    #[must_use]
    pub fn resource_counts(&self) -> ResourceCounts {
        let (registry, admission) = (&self.state.registry, &self.state.admission);
        ResourceCounts {
            games: registry.ids(),
            active: registry.active(),
            codes: registry.codes(),
            game_tasks: registry.tasks(),
            sockets: self.state.sockets.len(),
            connections: self.tasks.len().saturating_sub(self.standing),
            addresses: admission.addresses(),
            creators: admission.creators(),
        }
    }

    /// Stops the server. No new connections are accepted; every game finishes its current input; every socket writes its queued
    /// frames, then closes with 1001, or at a node with 1012; the journal is closed. Connections that take longer than the drain time are cut off.
    ///
    /// Games do not record their players as disconnected: the stop is not the players' doing, and after a restart their grace
    /// counts from that restart.
    pub async fn stop(self) {
        tracing::info!("stopping");
        self.state.stopping.cancel();
        if !self.state.registry.is_shared() {
            self.state.shutdown.cancel();
        }
        self.tasks.close();
        self.state.sockets.close();
        let drain_timeout = self.state.limits.drain_timeout.0;
        let ended = async {
            // A node gives its games up before their sockets end: their players come back at once, and another node has to have the game by then.
            self.state.registry.close().await;
            self.state.registry.let_go_of_lobby().await;
            self.state.shutdown.cancel();
            self.state.sockets.wait().await;
            self.tasks.wait().await;
        };
        if tokio::time::timeout(drain_timeout, ended).await.is_err() {
            let sockets = self.state.sockets.len();
            tracing::warn!(sockets, "drain timeout: connections cut off");
            self.state.shutdown.cancel();
        }
        if tokio::time::timeout(drain_timeout, self.journal.close()).await.is_err() {
            tracing::error!("drain timeout: journal not closed; everything that was sent is stored");
        }
        self.inner.cancel();
        tracing::info!("stopped");
    }
}

/// Tells the owner of a push subscription that it is gone.
async fn note_unreachable(state: &AppState, owner: PushOwner, endpoint: PushEndpoint) {
    match owner {
        PushOwner::Seat { game, seat } => state.registry.note_unreachable(game, seat, endpoint).await,
        PushOwner::Player { tournament, player } => {
            state.tournaments.note_unreachable(&tournament, player, &endpoint).await;
        }
    }
}

/// Forgets idle addresses and gives back the memory of tables that a crowd made large, until shutdown.
async fn clean_up(state: AppState) {
    for round in 1_u64.. {
        tokio::select! {
            biased;
            () = state.shutdown.cancelled() => return,
            () = tokio::time::sleep(CLEAN_UP_INTERVAL) => {
                state.admission.shrink();
                state.registry.shrink();
                state.lobby.clean_up(state.clock.now());
                state.handovers.clean_up(state.clock.now());
                state.passkey_challenges.clean_up(state.clock.now());
                if round.is_multiple_of(REMOVE_EXPIRED_ROUNDS) {
                    state.guests.remove_expired().await;
                }
                if state.guests.is_empty() {
                    continue;
                }
                let unused = state.guests.clean_up().await;
                unused.iter().for_each(|id| state.rules.forget(id));
            }
        }
    }
}

/// Claims games that no node plays, notes for the others which rooms are here, and removes old handovers and challenges, until shutdown.
async fn adopt_orphans(state: AppState) {
    loop {
        tokio::select! {
            biased;
            () = state.stopping.cancelled() => return,
            () = tokio::time::sleep(ADOPT_INTERVAL) => {
                state.registry.adopt_orphans().await;
                state.registry.announce_rooms().await;
                state.registry.forget_texts().await;
            }
        }
    }
}

/// Sends the clients of the lobby away when it is at another node, until shutdown.
async fn watch_lobby(state: AppState) {
    while !state.stopping.is_cancelled() {
        state.registry.lobby_lost(|| state.lobby.is_used()).await;
        if !state.stopping.is_cancelled() {
            tracing::warn!("lobby left: another node has it");
            state.lobby.close(CloseReason::RESTART);
        }
    }
}

/// Removes the records of finished games and the rows of players that are kept no longer, at the start and each hour, until shutdown.
async fn prune_records(state: AppState) {
    loop {
        if let (Some(keep), Some(archive)) = (state.limits.keep_finished, state.journal_archive()) {
            let before = UnixMs(state.clock.now().0.saturating_sub(keep.as_ms()));
            match archive.prune(before).await {
                Ok(0) => {}
                Ok(removed) => tracing::info!(removed, "records of finished games removed"),
                Err(error) => tracing::error!(%error, "records of finished games not removed"),
            }
        }
        if let Some(settings) = state.registry.settings() {
            match settings.prune(state.clock.now()).await {
                Ok(0) => {}
                Ok(removed) => tracing::info!(removed, "rows of players removed"),
                Err(error) => tracing::error!(%error, "rows of players not removed"),
            }
        }
        tokio::select! {
            biased;
            () = state.shutdown.cancelled() => return,
            () = tokio::time::sleep(PRUNE_INTERVAL) => {}
        }
    }
}
