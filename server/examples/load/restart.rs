//! The start of a server whose journal has many games.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::sleep;

use crate::common::{PATIENCE, http};
use crate::generator::game::Kind;
use crate::generator::line::create;
use crate::generator::round::{Round, Stored};
use crate::programs::Programs;
use crate::storage::{Place, Running, Storage};

/// Plies of each game.
pub const PLIES: usize = 20;

/// Games that are made at the same time.
const WAVE: usize = 200;

/// One of so many games is looked at after the start.
const SAMPLE: usize = 100;

/// Pause between two looks at the number of games.
const PAUSE: Duration = Duration::from_millis(20);

/// A start with a journal of so many games.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// Finished games.
    pub finished: usize,
    /// Running games.
    pub running: usize,
    /// Time until the health is asked for and good.
    pub healthy: Duration,
    /// Time until the first new game has been created.
    pub open: Duration,
}

/// Makes games, and ends them or leaves them as they are.
async fn make(address: SocketAddr, games: usize, are_finished: bool) -> Vec<Stored> {
    let mut all = Vec::with_capacity(games);
    while all.len() < games {
        let wave = WAVE.min(games - all.len());
        let kinds = (0..wave).map(|number| if number % 2 == 0 { Kind::Open } else { Kind::Blind });
        let mut round = Round::open(address, kinds).await;
        round.race(PLIES).await;
        all.extend(if are_finished { round.finish().await } else { round.leave() });
        if all.len() % (10 * WAVE) == 0 || all.len() == games {
            println!(
                "  {} of {games} {} games",
                all.len(),
                if are_finished { "finished" } else { "running" }
            );
        }
    }
    all
}

/// Stops a server by SIGTERM, as its operator does.
fn stop(running: Running) {
    let status = running.process.terminate();
    assert!(status.success(), "the server ended with {status}");
}

/// Starts a server, and takes the times.
async fn start(
    place: &Place,
    programs: &Programs,
    [finished, running]: [usize; 2],
) -> (Running, SocketAddr, Start) {
    let begun = Instant::now();
    let server = place.start(programs);
    let address = server.process.address;
    let answer = http::get(address, "/api/health").await;
    let healthy = begun.elapsed();
    assert_eq!(answer.status, 200, "{}", answer.body);
    create(address, &json!({"mode": "vanilla"})).await;
    let open = begun.elapsed();
    println!("  start with {finished} finished and {running} running games: {healthy:.0?}");
    (server, address, Start { finished, running, healthy, open })
}

/// Waits until so many games are being played.
async fn await_active(address: SocketAddr, games: usize) {
    let end = Instant::now() + PATIENCE;
    loop {
        let active = http::get(address, "/api/health").await.json()["activeGames"].clone();
        if active == json!(games) {
            return;
        }
        assert!(Instant::now() < end, "{active} of {games} games came back");
        sleep(PAUSE).await;
    }
}

/// Measures a start with so many finished games, and one with as many running games besides.
pub async fn measure(programs: &Programs, storage: Storage, games: usize) -> Vec<Start> {
    let place = Place::new(storage);
    let server = place.start(programs);
    let finished = make(server.process.address, games, true).await;
    stop(server);
    let (server, address, first) = start(&place, programs, [games, 0]).await;
    for Stored { seat, moves } in finished.iter().step_by(SAMPLE) {
        seat.check_finished(address, moves).await;
    }
    let running = make(address, games, false).await;
    stop(server);
    let (server, address, second) = start(&place, programs, [games, games]).await;
    await_active(address, games).await;
    for Stored { seat, moves } in running.iter().step_by(SAMPLE) {
        seat.take_again(address, moves).await;
    }
    drop(server);
    vec![first, second]
}
