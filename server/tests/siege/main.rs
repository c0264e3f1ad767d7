//! Hostile clients of every kind beside live games: the games end as scripted, every answer is a documented one, the log
//! has no secrets, and memory use returns to its start.
//!
//! `make long-rust` runs it for a few seconds, `make siege` for a minute beside 200 games. The figures in `HARDENING.md`
//! are those of the long run.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(unreachable_pub)] // One binary, in several files.

mod attackers;
mod attacks;
mod bids;
#[path = "../common/mod.rs"]
mod common;
mod games;
mod log;
mod machines;
mod scripts;
mod seat;
mod spectator;
mod tally;

use std::process::Command;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tabula::limits::{Limits, Span};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use common::http;
use common::loopback::connect_from;
use common::memory::Memory;
use common::process::Process;
use games::Hall;
use tally::Tally;

/// Lifetime of a finished game.
const FINISHED_LIFETIME: Duration = Duration::from_secs(2);

/// Warm-up of the short run, in place of a rehearsal.
const WARMING: Duration = Duration::from_secs(2);

/// Maximum number of connections of one address.
const CONNECTIONS_PER_ADDRESS: usize = 64;

/// Timeouts of the server and of the siege.
struct Patience {
    /// For slow clients. Players are slow too where everything shares two processors.
    slow: Duration,
    /// For silent clients.
    silent: Duration,
    /// For absent players. Longer than for silent clients: their sockets end before the games that wait for another
    /// player do.
    gone: Duration,
    /// After the last attacker, until all their games have ended.
    clearing: Duration,
    /// For one sample of the memory.
    look: Duration,
}

impl Patience {
    /// Returns the timeouts for a siege of this length: for a long one, the server's default for slow clients.
    fn in_siege_of(time: Duration) -> Patience {
        let slow = (time / 6).max(Duration::from_secs(3));
        let (silent, gone) = (slow + Duration::from_secs(1), slow + Duration::from_secs(3));
        let look = (time / 6).clamp(Duration::from_secs(1), Duration::from_secs(12));
        Patience { slow, silent, gone, clearing: silent + gone + 2 * FINISHED_LIFETIME, look }
    }
}

/// Maximum growth of memory in the short run, where one more arena of the allocator is already a fifth of it.
const SHORT_GROWTH_KIB: u64 = 64 * 1024;

/// Returns a setting from the environment, or that of the short run.
fn setting<T: FromStr>(name: &str, short: T) -> T {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text}")),
        Err(_) => short,
    }
}

/// Starts the server under siege.
fn start(folder: &std::path::Path, patience: &Patience) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    let mut bound = |names: &[&str], time| {
        for name in names {
            command.env(format!("TABULA_{name}"), Span(time).to_string());
        }
    };
    bound(&["HEADER_TIMEOUT", "BODY_TIMEOUT", "HELLO_TIMEOUT", "WRITE_TIMEOUT"], patience.slow);
    bound(&["HTTP_LIFETIME", "IDLE_TIMEOUT"], patience.silent);
    bound(&["GRACE", "WAITING_LIFETIME"], patience.gone);
    bound(&["FINISHED_LIFETIME"], FINISHED_LIFETIME);
    command.env("TABULA_PING_INTERVAL", "1s");
    // Bounds by address that a minute of attacks reaches.
    command.env("TABULA_CONNECTIONS_PER_ADDRESS", CONNECTIONS_PER_ADDRESS.to_string());
    command.envs([("TABULA_JOIN_BURST", "20"), ("TABULA_CREATE_BURST", "20")]);
    command.envs([("TABULA_GUEST_RULES", "unlisted"), ("TABULA_GUEST_CHECK_WAIT", "10s")]);
    if cfg!(debug_assertions) {
        command.env("TABULA_GUEST_MOVE_TIME", "2s");
    }
    Process::spawn(command, folder)
}

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

#[test]
fn a_siege_does_not_affect_the_players() {
    // This process holds the other end of every connection.
    tabula::descriptors::raise_limit(&mut Limits::default());
    let (players, attackers) = (runtime(), runtime());
    attackers.block_on(besiege(players.handle()));
}

async fn besiege(players: &Handle) {
    let games: usize = setting("SIEGE_GAMES", 20);
    let time = setting("SIEGE_TIME", Span(Duration::from_secs(3))).0;
    let is_short = std::env::var("SIEGE_TIME").is_err();
    let patience = Patience::in_siege_of(time);
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &patience);
    let memory = Memory::of(server.id());
    let alone = memory.now();

    // The comparison is with a server at the same work: as many active games, some of them finished, and
    // everything that an attack uses already initialised.
    let hall = Hall::open(players, server.address, games);
    let tally = Arc::new(Tally::default());
    if is_short {
        sleep(WARMING).await;
    } else {
        attackers::rehearse(server.address, &hall, &tally).await;
        sleep(patience.clearing).await;
        hall.take_latencies();
    }
    let start = memory.median_during(patience.look).await;
    let calm = hall.take_latencies();

    let over = CancellationToken::new();
    let attackers = attackers::send(server.address, &hall, &tally, &over);
    let machines = players.spawn(machines::play(server.address, over.clone()));
    let peak = memory.highest_during(time).await;
    let siege = hall.take_latencies();
    over.cancel();
    attackers.await.unwrap();
    let against = machines.await.unwrap();
    sleep(patience.clearing).await;
    let after = memory.median_during(patience.look).await;
    let active = http::get(server.address, "/api/health").await.json()["activeGames"].as_u64().unwrap();

    let finished = hall.close().await;
    sleep(2 * FINISHED_LIFETIME).await;
    let left = memory.median_during(patience.look).await;
    println!("{games} games at a time, {time:?} of siege; {finished}");
    println!("moves in peace: {calm}\nmoves under siege: {siege}");
    println!("resident before any game: {alone}");
    println!("at the start: {start}\nat most: {peak}\nafter: {after}, {active} games active");
    println!("without games: {left}");
    println!("{} games against the machine, its slowest answer after {:?}", against.games, against.longest);
    assert!(against.games > 0, "the machine has not answered");
    println!("{tally}");
    if std::env::var("SIEGE_ONLY").is_err() {
        tally.check(is_short);
    }
    log::check(&server.log(), &finished.tokens);
    assert!(active <= games as u64, "{active} games are active, of which {games} should be");
    for (before, after) in [(start.all, after.all), (start.own, after.own)] {
        if is_short {
            assert!(after < before + SHORT_GROWTH_KIB, "{before} KiB grew to {after} KiB");
        } else {
            assert!(
                after * 10 <= before * 12,
                "{before} KiB grew to {after} KiB, which is more than a fifth"
            );
        }
    }
}
