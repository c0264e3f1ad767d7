//! Rounds of moves, in turn at the relay and at the server: what a noisy machine does to one it does to the other.

use std::net::SocketAddr;
use std::time::Duration;

use crate::commits::{self, Commits};
use crate::generator::game::Kind;
use crate::generator::round::Round;
use crate::processor_time;
use crate::programs::Relay;
use crate::storage::Running;

/// Plies of each game of a race.
pub const RACE_PLIES: usize = 100;

/// Games and plies of the warm-up.
const WARM_GAMES: usize = 20;
const WARM_PLIES: usize = 20;

/// The time by which a round at a fixed rate may end late.
const LATEST: Duration = Duration::from_secs(2);

/// Sizes of the rounds.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Rounds of each kind at each program.
    pub rounds: usize,
    /// Games of a race.
    pub race_games: usize,
    /// Games at a fixed rate.
    pub games: usize,
    /// Moves a second, in all these games together.
    pub rate: u32,
    /// Plies of each of these games.
    pub plies: usize,
    /// Games with a spectator, in hundredths.
    pub watched: usize,
    /// Games in rooms, in hundredths.
    pub rooms: usize,
}

/// Measurements of one program.
#[derive(Debug, Default)]
pub struct Measured {
    /// Processor time of a move in a race, of each round, in µs.
    pub race_cost: Vec<f64>,
    /// Moves a second in a race, of each round.
    pub race_speed: Vec<f64>,
    /// Processor time of a move at the fixed rate, of each round, in µs.
    pub pace_cost: Vec<f64>,
    /// Times to the opponent at the fixed rate, of all rounds.
    pub latencies: Vec<Duration>,
}

/// Measurements of the relay and of a server.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The relay.
    pub relay: Measured,
    /// The server.
    pub server: Measured,
    /// Batches that the server's journal committed at the fixed rate.
    pub commits: Commits,
}

/// A program under load: its process, its address, and whether it relays only.
#[derive(Clone, Copy)]
struct Target {
    process: u32,
    address: SocketAddr,
    is_relay: bool,
}

impl Target {
    /// Returns the kinds of games without spectators, in turn.
    fn plain(self, number: usize) -> Kind {
        match number % 2 {
            _ if self.is_relay => Kind::Relayed,
            0 => Kind::Open,
            _ => Kind::Blind,
        }
    }

    /// Returns the kinds of games of a round at a fixed rate, spread evenly.
    fn mixed(self, number: usize, plan: &Plan) -> Kind {
        match number * 37 % 100 {
            _ if self.is_relay => Kind::Relayed,
            place if place < plan.watched => Kind::Watched,
            place if place < plan.watched + plan.rooms => Kind::Room,
            _ => self.plain(number),
        }
    }

    async fn warm_up(self) {
        let mut round = Round::open(self.address, (0..WARM_GAMES).map(|number| self.plain(number))).await;
        round.race(WARM_PLIES).await;
        round.finish().await;
    }

    async fn race(self, plan: &Plan, measured: &mut Measured) {
        let kinds = (0..plan.race_games).map(|number| self.plain(number));
        let mut round = Round::open(self.address, kinds).await;
        let before = processor_time::of(self.process);
        let played = round.race(RACE_PLIES).await;
        let used = processor_time::of(self.process) - before;
        round.finish().await;
        let moves = played.latencies.len() as f64;
        measured.race_cost.push(used.as_secs_f64() * 1e6 / moves);
        measured.race_speed.push(moves / played.time.as_secs_f64());
    }

    async fn pace(self, plan: &Plan, measured: &mut Measured) {
        let kinds = (0..plan.games).map(|number| self.mixed(number, plan));
        let mut round = Round::open(self.address, kinds).await;
        let before = processor_time::of(self.process);
        let played = round.pace(plan.plies, plan.rate).await;
        let used = processor_time::of(self.process) - before;
        round.finish().await;
        let planned = Duration::from_secs(1) * u32::try_from(played.latencies.len()).unwrap() / plan.rate;
        assert!(
            played.time <= planned + LATEST,
            "{:?} for moves of {planned:?}: this machine is too slow for {} moves a second",
            played.time,
            plan.rate
        );
        measured.pace_cost.push(used.as_secs_f64() * 1e6 / played.latencies.len() as f64);
        measured.latencies.extend(played.latencies);
    }
}

/// Returns the last measurement of a kind.
fn last(all: &[f64]) -> f64 {
    all.last().copied().unwrap_or_default()
}

/// Plays all rounds, the relay first in each.
pub async fn compare(relay: &Relay, server: &Running, plan: &Plan) -> Comparison {
    let mut all = Comparison::default();
    let relay = Target { process: relay.id(), address: relay.address, is_relay: true };
    let target = Target { process: server.process.id(), address: server.process.address, is_relay: false };
    relay.warm_up().await;
    target.warm_up().await;
    for number in 1..=plan.rounds {
        relay.race(plan, &mut all.relay).await;
        target.race(plan, &mut all.server).await;
        let (theirs, ours) = (last(&all.relay.race_cost), last(&all.server.race_cost));
        println!(
            "  race {number} of {}: {theirs:.1} µs a move at the relay, {ours:.1} µs at the server",
            plan.rounds
        );
    }
    for number in 1..=plan.rounds {
        relay.pace(plan, &mut all.relay).await;
        let before = commits::read(server.metrics).await;
        target.pace(plan, &mut all.server).await;
        all.commits.add(&commits::read(server.metrics).await.since(&before));
        println!("  {} moves a second, round {number} of {}", plan.rate, plan.rounds);
    }
    all
}
