//! A simulation: the whole server, its journal, its network and all clients, in one thread and from one seed.

#![allow(dead_code)] // The tests and the tool each use their own part.

mod acts;
mod bids;
pub(crate) mod campaign;
mod checks;
mod host;
mod link;
mod net;
mod nodes;
mod oracle;
mod pipe;
mod plan;
mod player;
mod sense;
mod spectator;
mod state;
mod store;
mod stranger;
mod terms;
mod time;
mod trace;
mod world;

use std::cell::Cell;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use serde_json::json;
use session::{Catalogue, Phase};
use tabula::clock::Clock as _;
use tabula::{ResourceCounts, read_rules};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

pub(crate) use campaign::Tally;
use host::Host;
use net::Net;
use plan::{Plan, Trouble};
use player::{Lost, Player};
use spectator::Spectator;
pub(crate) use store::Sabotage;
use store::Store;
use terms::Terms;
use time::SimClock;
use trace::{Trace, Wrong};
use world::{Stage, World, address};

/// Time for all clients to return once the failures stop. Longer than any timeout of a socket.
const CALM: Duration = Duration::from_secs(200);

/// Time for an answer to arrive without failures.
const A_MOMENT: Duration = Duration::from_secs(20);

/// The longest time for which a machine is frozen.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The most by which the clock of a node is wrong, in milliseconds.
const MOST_SKEW_MS: u64 = 30_000;

/// A day and an hour: a waiting game is not kept for longer.
const A_DAY: Duration = Duration::from_secs(25 * 3600);

/// A simulation takes a second. One that takes this long in real time is stuck.
const STANDSTILL: Duration = Duration::from_secs(240);

/// Result of a simulation.
#[derive(Debug)]
struct Outcome {
    /// Hash of the whole trace.
    pub(crate) hash: u64,
    pub(crate) steps: u64,
    pub(crate) games: u64,
    pub(crate) inputs: u64,
    /// Inputs that are bids.
    pub(crate) bids: u64,
    /// Records of finished games.
    pub(crate) records: u64,
    /// Games with a spectator.
    pub(crate) watched: u64,
    pub(crate) lives: u64,
    /// Duration of storm and calm by the seeded clock.
    pub(crate) passed: Duration,
    pub(crate) wrong: Option<Wrong>,
}

thread_local! {
    static PANICS: Cell<u64> = const { Cell::new(0) };
}

/// Counts panics by thread, because the server and tokio catch those of tasks.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            usual(panic);
        }));
    });
    PANICS.set(0);
}

/// The rules of every game.
pub(crate) type Rules = Arc<Catalogue>;

/// Returns the rules, read once for any number of simulations.
pub(crate) fn catalogue() -> Rules {
    Catalogue::load(read_rules(&dev::path("rules")).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Plays a plan from start to end. `loud` prints every step.
fn run(catalogue: &Arc<Catalogue>, plan: &Plan, sabotage: Option<Sabotage>, loud: bool) -> Outcome {
    count_panics();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let (done, watched) = std::sync::mpsc::channel::<()>();
    let seed = plan.seed;
    std::thread::spawn(move || {
        if watched.recv_timeout(STANDSTILL) == Err(RecvTimeoutError::Timeout) {
            println!("seed {seed}: something turns in circles, and its clock stands still");
            std::process::exit(1);
        }
    });
    let outcome = runtime.block_on(simulate(catalogue, plan.clone(), sabotage, loud));
    drop(done);
    outcome
}

async fn simulate(catalogue: &Arc<Catalogue>, plan: Plan, sabotage: Option<Sabotage>, loud: bool) -> Outcome {
    let clock = SimClock::new();
    let trace = Trace::new(&clock, loud);
    let store = Store::new(&plan, catalogue, &trace, sabotage);
    let net = Net::new(&plan);
    let world =
        Arc::new(World { plan, net, store, trace, clock: clock.clone(), stage: Mutex::new(Stage::Storm) });
    let mut hosts: Vec<Host> = (0..world.plan.nodes)
        .map(|machine| Host::new(&world, catalogue, &clock_of(&world, &clock, machine), machine))
        .collect();
    for host in &mut hosts {
        host.start().await;
    }
    let failed = world.trace.failed.clone();
    let tables: Vec<_> =
        (0..world.plan.tables).map(|at| tokio::spawn(table(Arc::clone(&world), at))).collect();
    let games = tables.len() as u64;
    tokio::select! {
        biased;
        () = failed.cancelled() => {}
        () = acts(&world, &mut hosts, tables) => {}
    }
    if PANICS.get() > 0 {
        world.trace.fail("something panicked");
    }
    let (steps, hash, wrong) = world.trace.sum();
    let (inputs, bids) = (world.store.appended(), world.store.bids());
    let records = world.store.records() as u64;
    let watched = (0..games).filter(|at| Terms::of(&world, *at).is_watched).count() as u64;
    let (lives, passed) = (hosts.iter().map(|host| host.lives).sum(), clock.passed());
    Outcome { hash, steps, games, inputs, bids, records, watched, lives, passed, wrong }
}

/// Returns the clock of a machine.
fn clock_of(world: &World, clock: &SimClock, machine: u64) -> SimClock {
    if machine == 0 || !world.plan.has(Trouble::Skew) {
        return if world.plan.is_shared() { clock.skewed(0) } else { clock.clone() };
    }
    let mut chance = world.chance(&format!("clock of machine {machine}"));
    clock.skewed(chance.between(0, 2 * MOST_SKEW_MS).cast_signed() - MOST_SKEW_MS.cast_signed())
}

/// Runs storm, calm, comparison and shutdown.
async fn acts(world: &Arc<World>, hosts: &mut [Host], tables: Vec<JoinHandle<Seated>>) {
    storm(world, hosts).await;
    world.store.calm();
    if world.plan.is_shared() {
        for host in &mut *hosts {
            host.start().await;
        }
        // Until every pause is over, and every node knows what it has lost.
        sleep(LONGEST_PAUSE + A_MOMENT).await;
        world.net.calm();
    }
    world.enter(Stage::Calm);
    for host in &mut *hosts {
        host.start().await;
    }
    sleep(CALM).await;
    world.enter(Stage::Still);
    sleep(A_MOMENT).await;
    let active = world.store.count(Phase::Active) as u64;
    if world.plan.is_shared() {
        // Each is played on, by one node alone.
        let counts =
            hosts.iter().filter_map(|host| host.server.as_ref()).map(tabula::Server::resource_counts);
        let played = counts.map(|counts| counts.active as u64).sum::<u64>();
        if played != active {
            world.trace.fail(&format!("the nodes play {played} active games instead of {active}"));
        }
    } else if let Some(reported) = world.active_games().await
        && reported != active
    {
        world.trace.fail(&format!("the server reports {reported} active games instead of {active}"));
    }
    world.enter(Stage::Giving);
    sleep(A_MOMENT).await;
    world.enter(Stage::Over);
    for table in tables {
        let mut players = Vec::new();
        let Seated { players: seated, spectator } = table.await.unwrap_or_default();
        for player in seated {
            match timeout(A_MOMENT, player).await {
                Ok(Ok(player)) => players.push(player),
                Ok(Err(_)) | Err(_) => world.trace.fail("a player's task does not end"),
            }
        }
        agree(world, &players);
        if let Some(spectator) = spectator
            && timeout(A_MOMENT, spectator).await.is_err()
        {
            world.trace.fail("a spectator's task does not end");
        }
    }
    aftermath(world, hosts).await;
}

/// Causes one failure after another.
async fn storm(world: &Arc<World>, hosts: &mut [Host]) {
    let mut chance = world.chance("storm");
    let end = Instant::now() + world.plan.storm;
    let kinds = [Trouble::Network, Trouble::Network, Trouble::Crash, Trouble::Restart, Trouble::Clock];
    let blows: Vec<_> = kinds
        .into_iter()
        .chain([Trouble::Pause, Trouble::Partition])
        .filter(|trouble| world.plan.has(*trouble))
        .collect();
    while Instant::now() < end {
        sleep(chance.millis(world.plan.blow_ms / 8, world.plan.blow_ms)).await;
        if blows.is_empty() {
            continue;
        }
        // A server that plays alone is chosen without a draw, so that its seeds stay what they are.
        let at = if hosts.len() > 1 { chance.below(hosts.len()) } else { 0 };
        let host = &mut hosts[at];
        match chance.pick(&blows) {
            Trouble::Pause => {
                let during = chance.millis(1_000, u64::try_from(LONGEST_PAUSE.as_millis()).unwrap());
                world.trace.note(|| format!("machine {at} is frozen for {during:?}"));
                world.net.freeze_machine(host.machine, during);
                world.store.tables().cut_off(host.machine, during);
            }
            Trouble::Partition => {
                let during = chance.millis(1_000, 40_000);
                let other = chance.below(hosts.len()) as u64;
                if other == at as u64 {
                    world.trace.note(|| format!("machine {at} is cut off from the database for {during:?}"));
                    world.store.tables().cut_off(other, during);
                } else {
                    world.trace.note(|| format!("machines {at} and {other} are cut off for {during:?}"));
                    world.net.cut_off(at as u64, other, during);
                }
            }
            Trouble::Crash if chance.permille(400) => {
                host.crash();
                sleep(chance.millis(0, 8_000)).await;
                host.start().await;
            }
            Trouble::Restart if chance.permille(400) => {
                host.stop().await;
                sleep(chance.millis(0, 8_000)).await;
                host.start().await;
            }
            Trouble::Clock if chance.permille(200) => {
                let by = chance.between(0, 40_000).cast_signed() - 20_000;
                world.trace.note(|| format!("the wall clock is set by {by} ms at {:?}", world.clock.now()));
                host.set_clock(by);
            }
            Trouble::Network => {
                if let Some(what) = world.net.disturb() {
                    world.trace.note(|| what);
                }
            }
            _ => {}
        }
    }
}

/// All clients of a table whose final knowledge is compared.
#[derive(Debug, Default)]
struct Seated {
    players: Vec<JoinHandle<Player>>,
    spectator: Option<JoinHandle<()>>,
}

/// Runs one table: a game with two players, strangers and spectators.
async fn table(world: Arc<World>, at: u64) -> Seated {
    let mut chance = world.chance(&format!("table {at}"));
    let here = |who: u64| address(at * 10 + who);
    let mut request = json!({
        "mode": *chance.pick(&["blind", "blind", "vanilla"]),
        "side": *chance.pick(&["white", "black", "random"]),
        "highlightingEnabled": chance.permille(500),
    });
    if chance.permille(500) {
        request["moderator"] = json!(*chance.pick(&["blind", "table-fidelity"]));
    }
    // A random source of its own, so that other events do not depend on the clock.
    let mut timing = world.chance(&format!("clock {at}"));
    if timing.permille(300) {
        request["clock"] = match timing.below(3) {
            0 => json!({"initial": timing.between(1, 120)}),
            1 => json!({"initial": timing.between(1, 60), "increment": timing.between(1, 5)}),
            _ => json!({"initial": timing.between(1, 60), "delay": timing.between(1, 5)}),
        };
    }
    let terms = Terms::of(&world, at).with_chat_only_if(request["mode"] == "vanilla");
    terms.ask_for(&mut request);
    let Some((game, token)) = world.create(here(1), request, &mut chance).await else {
        return Seated::default();
    };
    let Ok(game) = game.parse::<session::GameId>() else {
        world.trace.fail("a game's id is invalid");
        return Seated::default();
    };
    let mut creator = Player::new(&world, &format!("creator{at}"), game, here(1), Some(token), &terms);
    let mut guest = Player::new(&world, &format!("guest{at}"), game, here(2), None, &terms);
    if chance.permille(500) {
        let script = *chance.pick(&sense::SCRIPTS);
        // Where captures can fail, scripts cannot be followed.
        if terms.gambit.is_none() {
            (creator, guest) = (creator.with_script(script), guest.with_script(script));
        }
    }
    let mut players = vec![tokio::spawn(creator.play())];
    // Some guests are late, and some never arrive.
    if chance.permille(950) {
        sleep(chance.millis(0, 5_000)).await;
        players.push(tokio::spawn(guest.play()));
    }
    if world.plan.has(Trouble::Strangers) {
        tokio::spawn(stranger::haunt(Arc::clone(&world), game, here(3)));
    }
    let spectator =
        terms.is_watched.then(|| tokio::spawn(Spectator::new(&world, at, game, here(4), &terms).watch()));
    Seated { players, spectator }
}

/// Compares what two idle players know, where both may know it.
fn agree(world: &World, players: &[Player]) {
    let mut known = Vec::new();
    for player in players {
        match (&player.lost, &player.best) {
            (None, None) => world.trace.fail("a player did not join in the calm"),
            (Some(Lost::Seat | Lost::Game), _) => {}
            (None, Some(state)) => known.push(state),
        }
    }
    if let [one, other] = known.as_slice() {
        for name in ["gameStatus", "endReason", "winner", "ply", "record", "clock"] {
            if one.table[name] != other.table[name] {
                world
                    .trace
                    .fail(&format!("{name} is {} here and {} there", one.table[name], other.table[name]));
            }
        }
        if one.to_move() != other.to_move() || one.shared_rematch() != other.shared_rematch() {
            world.trace.fail("the two players know different states of one game");
        }
        if one.has_rematch() && one.rematch["token"] == other.rematch["token"] {
            world.trace.fail("the two players have one seat of the rematch");
        }
    }
}

/// Checks that nothing is kept for longer than its time after all clients have left.
async fn aftermath(world: &World, hosts: &mut [Host]) {
    for host in &mut *hosts {
        host.bury().await;
    }
    let limits = &world.plan.limits;
    let waiting = limits.waiting_lifetime.map_or(A_DAY, |span| span.0);
    sleep(waiting + Duration::from_secs(40 * 60)).await;
    for host in &*hosts {
        let counts = host.server.as_ref().map(tabula::Server::resource_counts);
        if counts != Some(ResourceCounts::default()) {
            world.trace.fail(&format!("resources are left over: {counts:?}"));
        }
    }
    let kept = world.store.names().into_iter().filter(|game| {
        // A game that the journal failed to remove stays until the next start.
        world.store.with(game, |oracle| oracle.is_none_or(|oracle| !oracle.forgotten))
    });
    if let Some(game) = kept.into_iter().next() {
        world.trace.fail(&format!("game {game} stays in the journal"));
    }
    for host in hosts {
        host.stop().await;
        host.bury().await;
    }
    if let Some(wrong) = world.store.wrong_record() {
        world.trace.fail(&wrong);
    }
}
