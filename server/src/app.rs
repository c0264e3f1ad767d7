//! The running server: what its parts share, and how it starts and stops.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use session::{Catalogue, ConnId};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::accept::{Acceptor, Peer};
use crate::address::{AddressHold, AddressTable, ClientAddress, Making, client_of};
use crate::clock::Clock;
use crate::http::{self, RulesCache};
use crate::journal::{Journal, JournalError};
use crate::limits::Limits;
use crate::listener::Listener;
use crate::origin::{Origin, Origins};
use crate::random::Random;
use crate::rate::{self, AddressBuckets};
use crate::registry::Registry;

/// Engines that work at the same time: players keep the other processors.
const ENGINE_TURNS: usize = 1;

/// Tasks that are there as long as the server is.
const STANDING_TASKS: usize = 2;

/// What a server is made of.
#[derive(Debug)]
pub struct Parts {
    /// The bounds.
    pub limits: Limits,
    /// The games that can be played.
    pub catalogue: Arc<Catalogue>,
    /// Where games are kept.
    pub journal: Arc<dyn Journal>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// What names and secrets are made of.
    pub random: Arc<dyn Random>,
    /// The folder of the built page.
    pub web: PathBuf,
    /// The server's address as players see it.
    pub public_url: Option<String>,
    /// Proxies that speak for their clients.
    pub trusted_proxies: Vec<IpAddr>,
    /// Whose pages may speak to the server; none are listed where its own alone may.
    pub allowed_origins: Vec<Origin>,
}

/// What every request and socket can reach.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) registry: Registry,
    pub(crate) limits: Arc<Limits>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rules: RulesCache,
    pub(crate) web: PathBuf,
    pub(crate) public_url: Option<String>,
    pub(crate) origins: Origins,
    /// Places for engines.
    pub(crate) engines: Semaphore,
    /// Engines by the address that asked for them.
    engine_hosts: AddressTable,
    /// Turns of engines at the processor.
    pub(crate) engine_turns: Semaphore,
    pub(crate) sockets: TaskTracker,
    pub(crate) shutdown: CancellationToken,
    trusted_proxies: Vec<IpAddr>,
    addresses: AddressTable,
    creations: AddressBuckets,
    /// Games by the address that made them.
    creators: AddressTable,
    /// Of them those of games with several house rules.
    house_makers: AddressTable,
    /// Sockets that watch, by their addresses.
    watchers: AddressTable,
    knocks: AddressBuckets,
    connections: AtomicU64,
    started: Duration,
}

/// [`Shared`], as handlers take it.
#[derive(Debug, Clone)]
pub(crate) struct App(pub(crate) Arc<Shared>);

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Why an address may make no more games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TooMany {
    /// It has made enough of them for now.
    AtOnce,
    /// It has made enough of those that are kept.
    Kept,
    /// It has made enough of those with several house rules.
    Houses,
}

impl TooMany {
    /// The same for a developer.
    pub(crate) fn message(self) -> &'static str {
        match self {
            TooMany::AtOnce => "too many games from this address; try again in a minute",
            TooMany::Kept => "this address has as many games as one may have; try again when some are over",
            TooMany::Houses => {
                "this address has as many games with several house rules as one may have; choose one rule, or try again when some are over"
            }
        }
    }
}

/// A socket that is let in.
#[derive(Debug)]
pub(crate) struct Admission {
    /// Who it is from.
    pub(crate) client: ClientAddress,
    /// What counts it towards a client behind a proxy. One without a proxy was counted when it connected.
    pub(crate) hold: Option<AddressHold>,
    /// What counts an engine's socket towards those of its client.
    pub(crate) engine: Option<AddressHold>,
}

impl Shared {
    /// A name for a new socket, unlike any before.
    pub(crate) fn next_connection(&self) -> ConnId {
        ConnId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn uptime(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.started)
    }

    /// Lets a socket in, unless its client has as many as one may have.
    pub(crate) fn admit_socket(&self, peer: &Peer, headers: &HeaderMap) -> Option<Admission> {
        let client = client_of(peer.address, &self.trusted_proxies, headers);
        let hold = if self.trusted_proxies.contains(&peer.address) {
            Some(self.addresses.hold(client, self.limits.connections_per_address)?)
        } else {
            None
        };
        Some(Admission { client, hold, engine: None })
    }

    /// Lets an engine's socket in. A page of any origin may ask for it, in its visitor's name: what it can take must leave
    /// that visitor room to play, and others at the interface theirs.
    pub(crate) fn admit_engine(&self, peer: &Peer, headers: &HeaderMap) -> Option<Admission> {
        let mut admission = self.admit_socket(peer, headers)?;
        admission.engine = Some(self.engine_hosts.hold(admission.client, self.limits.engines_per_address)?);
        Some(admission)
    }

    /// Whether a client may make a game. What it holds by that has to be kept for as long as the game.
    pub(crate) fn admit_creation(&self, peer: &Peer, headers: &HeaderMap) -> Result<Making, TooMany> {
        self.admit_creation_of(client_of(peer.address, &self.trusted_proxies, headers))
    }

    /// The same of a client who is known already.
    pub(crate) fn admit_creation_of(&self, client: ClientAddress) -> Result<Making, TooMany> {
        self.creations.check_key(&client).map_err(|_| TooMany::AtOnce)?;
        self.creators.hold(client, self.limits.games_per_address).map(Making::new).ok_or(TooMany::Kept)
    }

    /// Whether the game may have these house rules. One rule alone is anybody's; of choices of several there are so many that one
    /// client could take the room for all.
    pub(crate) fn admit_houses(&self, making: Making, overlays: &[String]) -> Result<Making, TooMany> {
        if overlays.len() < 2 {
            return Ok(making);
        }
        let houses = self.house_makers.hold(making.client(), self.limits.houses_per_address);
        houses.map(|hold| making.with_houses(hold)).ok_or(TooMany::Houses)
    }

    /// Lets a socket watch, unless its client has as many that do as one may have.
    pub(crate) fn admit_spectator(&self, client: ClientAddress) -> Option<AddressHold> {
        self.watchers.hold(client, self.limits.spectators_per_address)
    }

    /// Whether a client may ask for a game, or for a seat of it once more. Asked before it is known whether there is one,
    /// so that who has asked too often does not learn that either.
    pub(crate) fn admit_knock(&self, client: ClientAddress) -> bool {
        self.knocks.check_key(&client).is_ok()
    }
}

/// A server that runs until it is told to stop.
#[derive(Debug)]
pub struct Server {
    app: App,
    journal: Arc<dyn Journal>,
    address: SocketAddr,
    tasks: TaskTracker,
}

/// What a server holds at a moment. A server that everybody has left comes back to nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Census {
    /// Names of games that are taken.
    pub games: usize,
    /// Games that are being played.
    pub active: usize,
    /// Codes of rooms that are taken.
    pub codes: usize,
    /// Tasks of games, those that are being made included.
    pub tables: usize,
    /// WebSockets.
    pub sockets: usize,
    /// Connections that speak HTTP.
    pub connections: usize,
    /// Addresses that hold a connection or a socket, those that hold an engine, and those that watch.
    pub addresses: usize,
    /// Addresses that made games of late.
    pub creators: usize,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The journal could not be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The listener is of no use.
    #[error("cannot listen: {0}")]
    Listen(#[from] io::Error),
}

impl Server {
    /// Brings stored games back, then takes connections.
    ///
    /// # Errors
    /// See [`StartError`].
    pub async fn start(parts: Parts, listener: impl Listener) -> Result<Self, StartError> {
        let limits = Arc::new(parts.limits);
        let shutdown = CancellationToken::new();
        let journal = Arc::clone(&parts.journal);
        let clock = parts.clock;
        let registry = Registry::new(
            parts.catalogue,
            parts.journal,
            Arc::clone(&clock),
            parts.random,
            Arc::clone(&limits),
            shutdown.clone(),
        );
        registry.restore().await?;
        let app = App(Arc::new(Shared {
            registry,
            creations: rate::address_buckets(limits.create_rate, limits.create_burst, &clock),
            creators: AddressTable::default(),
            house_makers: AddressTable::default(),
            watchers: AddressTable::default(),
            knocks: rate::address_buckets(limits.knock_rate, limits.knock_burst, &clock),
            origins: Origins::new(parts.allowed_origins, parts.public_url.as_deref()),
            rules: RulesCache::default(),
            web: parts.web,
            public_url: parts.public_url,
            engines: Semaphore::new(limits.engines.min(Semaphore::MAX_PERMITS)),
            engine_hosts: AddressTable::default(),
            engine_turns: Semaphore::new(ENGINE_TURNS),
            sockets: TaskTracker::new(),
            shutdown: shutdown.clone(),
            trusted_proxies: parts.trusted_proxies.iter().map(IpAddr::to_canonical).collect(),
            addresses: AddressTable::default(),
            connections: AtomicU64::new(1),
            started: clock.elapsed(),
            clock,
            limits: Arc::clone(&limits),
        }));
        let address = listener.local_addr()?;
        let tasks = TaskTracker::new();
        let acceptor = Acceptor {
            listener,
            router: http::router(app.clone()),
            limits,
            addresses: app.addresses.clone(),
            trusted_proxies: app.trusted_proxies.clone(),
            tasks: tasks.clone(),
            shutdown,
        };
        // As many as `STANDING_TASKS`; the others are connections.
        tasks.spawn(acceptor.run());
        tasks.spawn(sweep(app.clone()));
        tracing::info!(%address, "listening");
        Ok(Server { app, journal, address, tasks })
    }

    /// The address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the server holds now.
    #[must_use]
    pub fn census(&self) -> Census {
        let registry = &self.app.registry;
        Census {
            games: registry.names(),
            active: registry.active(),
            codes: registry.codes(),
            tables: registry.tables(),
            sockets: self.app.sockets.len(),
            connections: self.tasks.len().saturating_sub(STANDING_TASKS),
            addresses: self.app.addresses.len() + self.app.engine_hosts.len() + self.app.watchers.len(),
            creators: self.app.creations.len(),
        }
    }

    /// Stops: no new connections; every game finishes the input it is at; every socket is told what there is to tell,
    /// then closed with 1001; the journal is closed. Connections that take longer than the drain time are cut off.
    ///
    /// Players are not told to the games as gone: the end of the server is not their doing, and after a restart their
    /// grace counts from that restart.
    pub async fn stop(self) {
        tracing::info!("stopping");
        self.app.shutdown.cancel();
        self.tasks.close();
        self.app.sockets.close();
        let ended = async {
            self.app.registry.close().await;
            self.app.sockets.wait().await;
            self.tasks.wait().await;
        };
        if tokio::time::timeout(self.app.limits.drain_timeout.0, ended).await.is_err() {
            let sockets = self.app.sockets.len();
            tracing::warn!(sockets, "connections that did not end in time are cut off");
        }
        if tokio::time::timeout(self.app.limits.drain_timeout.0, self.journal.close()).await.is_err() {
            tracing::error!("the journal could not be closed in time; what was told is stored all the same");
        }
        tracing::info!("stopped");
    }
}

/// Forgets addresses that have asked for nothing for a while, and makes tables small again that a crowd made large.
async fn sweep(app: App) {
    const EVERY: Duration = Duration::from_secs(10);
    loop {
        tokio::select! {
            biased;
            () = app.shutdown.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {
                for buckets in [&app.creations, &app.knocks] {
                    buckets.retain_recent();
                    buckets.shrink_to_fit();
                }
                app.addresses.shrink();
                app.creators.shrink();
                app.house_makers.shrink();
                app.watchers.shrink();
                app.registry.shrink();
            }
        }
    }
}
