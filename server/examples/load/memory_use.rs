//! Memory that idle sockets and games take, each in a process that has done nothing else.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::time::sleep;

use crate::common::memory::Memory;
use crate::generator::game::Kind;
use crate::generator::round::Round;
use crate::play::RACE_PLIES;
use crate::programs::Programs;
use crate::storage::{Place, Storage};

/// Time until freed memory has been given back to the system: the server does so every ten seconds.
const SETTLING: Duration = Duration::from_secs(11);

/// Time of the samples of which the median counts.
const LOOK: Duration = Duration::from_secs(1);

/// Games and plies of the warm-up.
const WARM_GAMES: usize = 20;
const WARM_PLIES: usize = 20;

/// Memory of a server.
#[derive(Debug, Clone, Copy)]
pub struct Use {
    /// Of the process before any game, in KiB.
    pub empty: f64,
    /// Of one of the idle sockets, in KiB.
    pub socket: f64,
    /// Of a game of [`RACE_PLIES`] plies without sockets, in KiB.
    pub game: f64,
}

/// A process, looked at from outside.
struct Subject {
    memory: Memory,
    address: SocketAddr,
    kind: Kind,
}

impl Subject {
    fn of(process: u32, address: SocketAddr, kind: Kind) -> Subject {
        Subject { memory: Memory::of(process), address, kind }
    }

    /// Returns the resident memory once it has settled, in KiB.
    async fn settled(&self) -> f64 {
        sleep(SETTLING).await;
        self.memory.median_during(LOOK).await.all as f64
    }

    async fn open(&self, games: usize) -> Round {
        Round::open(self.address, (0..games).map(|_| self.kind)).await
    }

    /// Lets the process use everything once that it initialises at its first use.
    async fn warm_up(&self) {
        let mut round = self.open(WARM_GAMES).await;
        round.race(WARM_PLIES).await;
        round.finish().await;
    }

    /// Returns the memory of one socket of so many, in KiB: half of what a game without moves takes.
    async fn of_idle_socket(&self, sockets: usize) -> f64 {
        self.warm_up().await;
        let before = self.settled().await;
        let round = self.open(sockets / 2).await;
        let after = self.settled().await;
        round.leave();
        (after - before) / (sockets / 2 * 2) as f64
    }

    /// Returns the memory of one game of so many, in KiB, once its players have left.
    async fn of_game(&self, games: usize) -> f64 {
        self.warm_up().await;
        let before = self.settled().await;
        let mut round = self.open(games).await;
        round.race(RACE_PLIES).await;
        round.leave();
        (self.settled().await - before) / games as f64
    }
}

/// Measures the server with a journal.
pub async fn of_server(programs: &Programs, storage: Storage, sockets: usize, games: usize) -> Use {
    let place = Place::new(storage);
    let running = place.start(programs);
    let subject = Subject::of(running.process.id(), running.process.address, Kind::Open);
    let empty = subject.settled().await;
    println!("  {empty:.0} KiB before any game");
    let socket = subject.of_idle_socket(sockets).await;
    println!("  {socket:.1} KiB for each of {sockets} idle sockets");
    drop(running);
    let place = Place::new(storage);
    let running = place.start(programs);
    let subject = Subject::of(running.process.id(), running.process.address, Kind::Open);
    let game = subject.of_game(games).await;
    println!("  {game:.1} KiB for each of {games} games of {RACE_PLIES} plies");
    Use { empty, socket, game }
}

/// Measures an idle socket of the relay, in KiB.
pub async fn of_relay(programs: &Programs, sockets: usize) -> f64 {
    let relay = programs.relay();
    let socket = Subject::of(relay.id(), relay.address, Kind::Relayed).of_idle_socket(sockets).await;
    println!("relay: {socket:.1} KiB for each of {sockets} idle sockets");
    socket
}
