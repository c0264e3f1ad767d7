//! The running server: what its parts share, and how it starts and stops.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use session::{Catalogue, ConnId};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::accept::{Acceptor, Peer};
use crate::address::{AddressHold, AddressTable, client_of};
use crate::clock::Clock;
use crate::http::{self, RulesCache};
use crate::journal::{Journal, JournalError};
use crate::limits::Limits;
use crate::rate::{self, AddressBuckets};
use crate::registry::Registry;

/// Engines that work at the same time: players keep the other processors.
const ENGINE_TURNS: usize = 1;

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
    /// The folder of the built page.
    pub web: PathBuf,
    /// The server's address as players see it.
    pub public_url: Option<String>,
    /// Proxies that speak for their clients.
    pub trusted_proxies: Vec<IpAddr>,
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
    /// Places for engines.
    pub(crate) engines: Semaphore,
    /// Turns of engines at the processor.
    pub(crate) engine_turns: Semaphore,
    pub(crate) sockets: TaskTracker,
    pub(crate) shutdown: CancellationToken,
    trusted_proxies: Vec<IpAddr>,
    addresses: AddressTable,
    creations: AddressBuckets,
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

/// An address has made enough games for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMany;

impl Shared {
    /// A name for a new socket, unlike any before.
    pub(crate) fn next_connection(&self) -> ConnId {
        ConnId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn uptime(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.started)
    }

    /// Counts a socket towards the client behind a proxy. One without a proxy was counted when it connected.
    pub(crate) fn admit_socket(&self, peer: &Peer, headers: &HeaderMap) -> Option<Option<AddressHold>> {
        if !self.trusted_proxies.contains(&peer.address) {
            return Some(None);
        }
        let client = client_of(peer.address, &self.trusted_proxies, headers);
        self.addresses.hold(client, self.limits.connections_per_address).map(Some)
    }

    pub(crate) fn admit_creation(&self, peer: &Peer, headers: &HeaderMap) -> Result<(), TooMany> {
        let client = client_of(peer.address, &self.trusted_proxies, headers);
        self.creations.check_key(&client).map_err(|_| TooMany)
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
    pub async fn start(parts: Parts, listener: TcpListener) -> Result<Self, StartError> {
        let limits = Arc::new(parts.limits);
        let shutdown = CancellationToken::new();
        let journal = Arc::clone(&parts.journal);
        let clock = parts.clock;
        let registry = Registry::new(
            parts.catalogue,
            parts.journal,
            Arc::clone(&clock),
            Arc::clone(&limits),
            shutdown.clone(),
        );
        registry.restore().await?;
        let app = App(Arc::new(Shared {
            registry,
            creations: rate::address_buckets(limits.create_rate, limits.create_burst, &clock),
            rules: RulesCache::default(),
            web: parts.web,
            public_url: parts.public_url,
            engines: Semaphore::new(limits.engines.min(Semaphore::MAX_PERMITS)),
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

/// Forgets addresses that have made no game for a while.
async fn sweep(app: App) {
    const EVERY: Duration = Duration::from_secs(60);
    loop {
        tokio::select! {
            () = app.shutdown.cancelled() => return,
            () = tokio::time::sleep(EVERY) => app.creations.retain_recent(),
        }
    }
}
