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

use super::net::{NodeDialer, Port, ServerRun};
use super::nodes::NodeSeat;
use super::store::Handle;
use super::time::SimClock;
use super::world::World;

/// Maximum number of attempts to start, while the journal fails.
const STARTED_BY: u64 = 100;

/// Maximum time of a stop: twice the drain time, and some.
const STOPPED_BY: Duration = Duration::from_secs(30);

/// The secret of all nodes.
const SECRET: &str = "0123456789abcdef0123456789abcdef";

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
    /// Number of its machine.
    pub(crate) machine: u64,
    pub(crate) server: Option<Server>,
    ending: Vec<JoinHandle<()>>,
    pub(crate) lives: u64,
}

impl Host {
    pub(crate) fn new(
        world: &Arc<World>,
        catalogue: &Arc<Catalogue>,
        clock: &SimClock,
        machine: u64,
    ) -> Host {
        let secrets = if machine == 0 { "secrets".to_owned() } else { format!("secrets {machine}") };
        Host {
            machine,
            world: Arc::clone(world),
            catalogue: Arc::clone(catalogue),
            clock: clock.clone(),
            random: Arc::new(SimRandom(Mutex::new(world.chance(&secrets)))),
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
            self.run = Arc::new(ServerRun { machine: self.machine, ..ServerRun::default() });
            let is_shared = self.world.plan.is_shared();
            let seat = is_shared.then(|| NodeSeat::join(&self.world.store, &self.run, &self.clock));
            let parts = Parts {
                limits: self.world.plan.limits.clone(),
                catalogue: Arc::clone(&self.catalogue),
                journal: Arc::new(Handle {
                    store: Arc::clone(&self.world.store),
                    run: Arc::clone(&self.run),
                    seat,
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
            let listener = self.world.net.listen(&self.run, Port::Public(self.machine));
            match Server::start(parts, listener).await {
                Ok(server) => {
                    if is_shared {
                        self.serve_peers(&server);
                    }
                    self.server = Some(server);
                }
                Err(error) => {
                    self.world.net.unlisten(self.machine);
                    self.world.trace.note(|| format!("the server does not start: {error}"));
                    // Tasks of a failed start count as dead.
                    self.run.dead.store(true, Ordering::Relaxed);
                    self.world.store.end_of_life(self.machine);
                    sleep(Duration::from_secs(1)).await;
                }
            }
        }
        self.world.trace.note(|| format!("run {} of server {} begins", self.lives, self.machine));
    }

    /// Takes what other nodes pass on.
    fn serve_peers(&self, server: &Server) {
        let net = self.world.net.clone();
        let listener = net.listen(&self.run, Port::Peers(self.machine));
        let dialer = Arc::new(NodeDialer { net, run: Arc::clone(&self.run) });
        server.serve_peers_by(dialer, listener, SECRET.parse().unwrap()).unwrap();
    }

    /// Sets the clock of the machine.
    pub(crate) fn set_clock(&self, by_ms: i64) {
        self.clock.set(by_ms);
    }

    /// Kills the process: from now on it neither sends nor stores anything.
    pub(crate) fn crash(&mut self) {
        self.world.trace.note(|| format!("process {} is killed", self.machine));
        self.run.dead.store(true, Ordering::Relaxed);
        self.world.net.bury(&self.run);
        self.world.store.crash(self.machine);
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
        self.world.trace.note(|| format!("server {} is stopped", self.machine));
        self.run.stopping.store(true, Ordering::Relaxed);
        self.world.net.unlisten(self.machine);
        if let Some(server) = self.server.take()
            && timeout(STOPPED_BY, server.stop()).await.is_err()
        {
            self.world.trace.fail("the server does not stop");
        }
        // Tasks that did not end in time end with the process.
        self.run.dead.store(true, Ordering::Relaxed);
        self.world.store.end_of_life(self.machine);
        self.world.net.bury(&self.run);
    }

    /// Checks that everything ever started has ended.
    pub(crate) async fn bury(&mut self) {
        for ending in self.ending.drain(..) {
            let _ = ending.await;
        }
    }
}
