//! A simulation: the whole server, its journal, its network and everybody who comes, in one thread and by one seed.

#![allow(dead_code)] // The tests and the tool each use their own part.

mod acts;
mod bids;
pub(crate) mod campaign;
mod chance;
mod checks;
mod host;
mod link;
mod net;
mod oracle;
mod pipe;
mod plan;
mod player;
mod sense;
mod state;
mod store;
mod stranger;
mod terms;
mod time;
mod trace;
mod watcher;
mod world;

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use serde_json::json;
use session::{Catalogue, Phase};
use tabula::clock::Clock as _;
use tabula::{Census, read_rules};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

pub(crate) use campaign::Tally;
use host::Host;
use net::Net;
use plan::{Plan, Trouble};
use player::{Lost, Player};
pub(crate) use store::Sabotage;
use store::Store;
use terms::Terms;
use time::SimClock;
use trace::{Trace, Wrong};
use watcher::Watcher;
use world::{Stage, World, address};

/// Time for everybody to come back once nothing goes wrong any more. Longer than any timeout of a socket.
const CALM: Duration = Duration::from_secs(200);

/// Time for an answer to arrive when nothing goes wrong.
const A_MOMENT: Duration = Duration::from_secs(20);

/// A day and some: a game that waits for its second player is kept no longer.
const A_DAY: Duration = Duration::from_secs(25 * 3600);

/// A simulation takes a second. One that takes this long by the real clock does not get on by its own.
const STANDSTILL: Duration = Duration::from_secs(240);

/// What came of a simulation.
#[derive(Debug)]
struct Outcome {
    /// The hash of everything that happened.
    pub(crate) hash: u64,
    pub(crate) steps: u64,
    pub(crate) games: u64,
    pub(crate) inputs: u64,
    /// How many of the inputs are bids.
    pub(crate) bids: u64,
    /// Games that were watched.
    pub(crate) watched: u64,
    pub(crate) lives: u64,
    /// How long the storm and the calm took by the seeded clock.
    pub(crate) passed: Duration,
    pub(crate) wrong: Option<Wrong>,
}

thread_local! {
    static PANICS: Cell<u64> = const { Cell::new(0) };
}

/// Counts panics by thread: the server catches those of its tasks, and so does tokio.
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

/// The rules, read once for any number of simulations.
pub(crate) fn catalogue() -> Rules {
    let rules = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rules");
    Catalogue::load(read_rules(&rules).unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Plays a plan from its beginning to its end. `loud` prints every step.
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
    let mut host = Host::new(&world, catalogue, &clock);
    host.start().await;
    let failed = world.trace.failed.clone();
    let tables: Vec<_> =
        (0..world.plan.tables).map(|at| tokio::spawn(table(Arc::clone(&world), at))).collect();
    let games = tables.len() as u64;
    tokio::select! {
        biased;
        () = failed.cancelled() => {}
        () = acts(&world, &mut host, &clock, tables) => {}
    }
    if PANICS.get() > 0 {
        world.trace.fail("something panicked");
    }
    let (steps, hash, wrong) = world.trace.sum();
    let (inputs, bids) = (world.store.appended(), world.store.bids());
    let watched = (0..games).filter(|at| Terms::of(&world, *at).is_watched).count() as u64;
    Outcome { hash, steps, games, inputs, bids, watched, lives: host.lives, passed: clock.passed(), wrong }
}

/// Storm, calm, comparison, and the end of everything.
async fn acts(world: &Arc<World>, host: &mut Host, clock: &SimClock, tables: Vec<JoinHandle<Seated>>) {
    storm(world, host, clock).await;
    world.store.calm();
    world.enter(Stage::Calm);
    host.start().await;
    sleep(CALM).await;
    world.enter(Stage::Still);
    sleep(A_MOMENT).await;
    let active = world.store.count(Phase::Active) as u64;
    if let Some(said) = world.active_games().await
        && said != active
    {
        world.trace.fail(&format!("{said} games are active by the server's word, and {active} in truth"));
    }
    world.enter(Stage::Giving);
    sleep(A_MOMENT).await;
    world.enter(Stage::Over);
    for table in tables {
        let mut players = Vec::new();
        let Seated { players: seated, watcher } = table.await.unwrap_or_default();
        for player in seated {
            match timeout(A_MOMENT, player).await {
                Ok(Ok(player)) => players.push(player),
                Ok(Err(_)) | Err(_) => world.trace.fail("a player does not come to an end"),
            }
        }
        agree(world, &players);
        if let Some(watcher) = watcher
            && timeout(A_MOMENT, watcher).await.is_err()
        {
            world.trace.fail("who watches does not come to an end");
        }
    }
    aftermath(world, host).await;
}

/// Things go wrong, one after another.
async fn storm(world: &Arc<World>, host: &mut Host, clock: &SimClock) {
    let mut chance = world.chance("storm");
    let end = Instant::now() + world.plan.storm;
    let blows: Vec<_> =
        [Trouble::Network, Trouble::Network, Trouble::Crash, Trouble::Restart, Trouble::Clock]
            .into_iter()
            .filter(|trouble| world.plan.has(*trouble))
            .collect();
    while Instant::now() < end {
        sleep(chance.ms(world.plan.blow_ms / 8, world.plan.blow_ms)).await;
        if blows.is_empty() {
            continue;
        }
        match chance.one(&blows) {
            Trouble::Crash if chance.permille(400) => {
                host.crash();
                sleep(chance.ms(0, 8_000)).await;
                host.start().await;
            }
            Trouble::Restart if chance.permille(400) => {
                host.stop().await;
                sleep(chance.ms(0, 8_000)).await;
                host.start().await;
            }
            Trouble::Clock if chance.permille(200) => {
                let by = chance.between(0, 40_000).cast_signed() - 20_000;
                world.trace.note(|| format!("the wall clock is set by {by} ms to {:?}", clock.now()));
                clock.set(by);
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

/// Everybody at a table of whom something is known in the end.
#[derive(Debug, Default)]
struct Seated {
    players: Vec<JoinHandle<Player>>,
    watcher: Option<JoinHandle<()>>,
}

/// One table: a game, its two players, who comes by, and who watches.
async fn table(world: Arc<World>, at: u64) -> Seated {
    let mut chance = world.chance(&format!("table {at}"));
    let here = |who: u64| address(at * 10 + who);
    let mut request = json!({
        "mode": *chance.one(&["blind", "blind", "vanilla"]),
        "side": *chance.one(&["white", "black", "random"]),
        "highlightingEnabled": chance.permille(500),
    });
    if chance.permille(500) {
        request["moderator"] = json!(*chance.one(&["blind", "table-fidelity"]));
    }
    // By a chance of its own: what else happens does not depend on whether there is a clock.
    let mut timing = world.chance(&format!("clock {at}"));
    if timing.permille(300) {
        request["clock"] = match timing.below(3) {
            0 => json!({"initial": timing.between(1, 120)}),
            1 => json!({"initial": timing.between(1, 60), "increment": timing.between(1, 5)}),
            _ => json!({"initial": timing.between(1, 60), "delay": timing.between(1, 5)}),
        };
    }
    let terms = Terms::of(&world, at);
    terms.ask_for(&mut request);
    let Some((game, token)) = world.create(here(1), request, &mut chance).await else {
        return Seated::default();
    };
    let Ok(game) = game.parse::<session::GameId>() else {
        world.trace.fail("a game's name is none");
        return Seated::default();
    };
    let mut creator = Player::new(&world, &format!("creator{at}"), game, here(1), Some(token), &terms);
    let mut guest = Player::new(&world, &format!("guest{at}"), game, here(2), None, &terms);
    if chance.permille(500) {
        let script = *chance.one(&sense::SCRIPTS);
        // Where captures fail no script goes as it is written.
        if terms.gambit.is_none() {
            (creator, guest) = (creator.with_script(script), guest.with_script(script));
        }
    }
    let mut players = vec![tokio::spawn(creator.play())];
    // Some guests take their time, and some never come.
    if chance.permille(950) {
        sleep(chance.ms(0, 5_000)).await;
        players.push(tokio::spawn(guest.play()));
    }
    if world.plan.has(Trouble::Strangers) {
        tokio::spawn(stranger::haunt(Arc::clone(&world), game, here(3)));
    }
    let watcher =
        terms.is_watched.then(|| tokio::spawn(Watcher::new(&world, at, game, here(4), &terms).watch()));
    Seated { players, watcher }
}

/// Two who sat still know the same of what both may know.
fn agree(world: &World, players: &[Player]) {
    let mut known = Vec::new();
    for player in players {
        match (&player.lost, &player.best) {
            (None, None) => world.trace.fail("a player did not get to the table in the calm"),
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
        if one.to_move() != other.to_move() || one.rematch != other.rematch {
            world.trace.fail("the two players know different things of the same game");
        }
    }
}

/// Everybody has left: nothing may be kept for longer than its time.
async fn aftermath(world: &World, host: &mut Host) {
    host.bury().await;
    let limits = &world.plan.limits;
    let waiting = limits.waiting_lifetime.map_or(A_DAY, |span| span.0);
    sleep(waiting + Duration::from_secs(40 * 60)).await;
    let census = host.server.as_ref().map(tabula::Server::census);
    if census != Some(Census::default()) {
        world.trace.fail(&format!("something is kept for ever: {census:?}"));
    }
    let kept = world.store.names().into_iter().filter(|game| {
        // A game that the journal did not forget when told to stays there until the next start.
        world.store.with(game, |tale| tale.is_none_or(|tale| !tale.forgotten))
    });
    if let Some(game) = kept.into_iter().next() {
        world.trace.fail(&format!("game {game} stays in the journal"));
    }
    host.stop().await;
    host.bury().await;
}
