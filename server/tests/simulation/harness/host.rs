//! The server of a simulation, across restarts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use session::Catalogue;
use tabula::clock::Clock;
use tabula::guest::GuestRules;
use tabula::random::{NoRandomness, Random};
use tabula::{Parts, Server};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::net::ServerRun;
use super::store::Handle;
use super::time::SimClock;
use super::world::World;

/// Maximum number of attempts to start, while the journal fails.
const STARTED_BY: u64 = 100;

/// Maximum time of a stop: twice the drain time, and some.
const STOPPED_BY: Duration = Duration::from_secs(30);

/// Seeded random generator of the server.
#[derive(Debug)]
struct SimRandom(Mutex<dev::Random>);

impl Random for SimRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), NoRandomness> {
        self.0.lock().unwrap().fill(bytes);
        Ok(())
    }
}

/// The server and its predecessors.
#[derive(Debug)]
pub(crate) struct Host {
    world: Arc<World>,
    catalogue: Arc<Catalogue>,
    clock: SimClock,
    random: Arc<SimRandom>,
    run: Arc<ServerRun>,
    pub(crate) server: Option<Server>,
    ending: Vec<JoinHandle<()>>,
    pub(crate) lives: u64,
}

impl Host {
    pub(crate) fn new(world: &Arc<World>, catalogue: &Arc<Catalogue>, clock: &SimClock) -> Host {
        Host {
            world: Arc::clone(world),
            catalogue: Arc::clone(catalogue),
            clock: clock.clone(),
            random: Arc::new(SimRandom(Mutex::new(world.chance("secrets")))),
            run: Arc::default(),
            server: None,
            ending: Vec::new(),
            lives: 0,
        }
    }

    /// Starts the server, with as many attempts as needed.
    pub(crate) async fn start(&mut self) {
        let mut tries = 0;
        while self.server.is_none() {
            tries += 1;
            if tries > STARTED_BY {
                self.world.trace.fail("the server does not start any more");
                return std::future::pending().await;
            }
            self.lives += 1;
            self.run = Arc::new(ServerRun::default());
            let parts = Parts {
                limits: self.world.plan.limits.clone(),
                catalogue: Arc::clone(&self.catalogue),
                journal: Arc::new(Handle {
                    store: Arc::clone(&self.world.store),
                    run: Arc::clone(&self.run),
                }),
                clock: Arc::new(self.clock.clone()) as Arc<dyn Clock>,
                random: Arc::clone(&self.random) as Arc<dyn Random>,
                guests: GuestRules::default(),
                push: None,
                web: PathBuf::from("no-page-here"),
                public_url: None,
                trusted_proxies: Vec::new(),
                allowed_origins: Vec::new(),
            };
            let listener = self.world.net.listen(&self.run);
            match Server::start(parts, listener).await {
                Ok(server) => self.server = Some(server),
                Err(error) => {
                    self.world.net.unlisten();
                    self.world.trace.note(|| format!("the server does not start: {error}"));
                    // Tasks of a failed start count as dead.
                    self.run.dead.store(true, Ordering::Relaxed);
                    self.world.store.end_of_life();
                    sleep(Duration::from_secs(1)).await;
                }
            }
        }
        self.world.trace.note(|| format!("the server's run {} begins", self.lives));
    }

    /// Kills the process: from now on it neither sends nor stores anything.
    pub(crate) fn crash(&mut self) {
        self.world.trace.note(|| "the process is killed".to_owned());
        self.run.dead.store(true, Ordering::Relaxed);
        self.world.net.bury(&self.run);
        self.world.store.crash();
        // The remains of a killed server must end within this process.
        if let Some(server) = self.server.take() {
            let trace = self.world.trace.clone();
            self.ending.push(tokio::spawn(async move {
                if timeout(STOPPED_BY, server.stop()).await.is_err() {
                    trace.fail("the tasks of a killed server do not end");
                }
            }));
        }
    }

    /// Stops the server gracefully.
    pub(crate) async fn stop(&mut self) {
        self.world.trace.note(|| "the server is stopped".to_owned());
        self.run.stopping.store(true, Ordering::Relaxed);
        self.world.net.unlisten();
        if let Some(server) = self.server.take()
            && timeout(STOPPED_BY, server.stop()).await.is_err()
        {
            self.world.trace.fail("the server does not stop");
        }
        // Tasks that did not end in time end with the process.
        self.run.dead.store(true, Ordering::Relaxed);
        self.world.store.end_of_life();
        self.world.net.bury(&self.run);
    }

    /// Checks that everything ever started has ended.
    pub(crate) async fn bury(&mut self) {
        for ending in self.ending.drain(..) {
            let _ = ending.await;
        }
    }
}
