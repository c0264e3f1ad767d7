//! Three nodes behind HAProxy, on a database with a synchronous standby, in rounds of failures: one in `make test`, more by `make cluster`. Twelve scripted players note what they were sent,
//! and it is held against the stored inputs after each round.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::{sleep, timeout};

use super::history::Fault;
use super::players::{Match, RELOAD, SECRET};
use crate::common::PATIENCE;
use crate::common::port::free_port;
use crate::common::postgres::{Cluster, Database};
use crate::common::process::Process;
use crate::common::proxy::Proxy;

const NAMES: [&str; 3] = ["a", "b", "c"];
const MATCHES: usize = 6;
/// Plies of a match; then the next begins.
const PLIES: usize = 60;
/// Pause between two moves of a match.
const THINKING: Duration = Duration::from_millis(100);
/// Time of undisturbed play after each failure.
const RECOVERY: Duration = Duration::from_secs(6);
/// Plies of each round, of all matches together: of so many, one match has enough for a place for each fault. A machine that was paused needs longer for them.
const ROUND_PLIES: usize = 2 * RELOAD * MATCHES;

/// A failure of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Failure {
    /// A node is killed, and started again after a while.
    Kill,
    /// A node is stopped for 20 seconds, as by a debugger, and goes on.
    Pause,
    /// All nodes are stopped in good order and started again, one after the other.
    Upgrade,
    /// The standby is killed, and started again after four seconds.
    StandbyCutOff,
    /// The primary is killed, the standby takes its place, and gets a standby of its own.
    Promotion,
}

const FAILURES: [Failure; 5] =
    [Failure::Kill, Failure::Pause, Failure::Upgrade, Failure::StandbyCutOff, Failure::Promotion];

/// A place for a node, which keeps its ports.
struct Place {
    name: &'static str,
    folder: tempfile::TempDir,
    listen: u16,
    peers: u16,
    metrics: u16,
    process: Option<Process>,
}

impl Place {
    fn new(name: &'static str) -> Place {
        let [listen, peers, metrics] = [free_port(), free_port(), free_port()];
        Place { name, folder: tempfile::tempdir().unwrap(), listen, peers, metrics, process: None }
    }

    fn start(&mut self, database: &Database) {
        let settings = [
            ("TABULA_JOURNAL", database.url()),
            ("TABULA_NODE", self.name.to_owned()),
            ("TABULA_NODE_ADDRESS", format!("http://127.0.0.1:{}", self.peers)),
            ("TABULA_NODE_LISTEN", format!("127.0.0.1:{}", self.peers)),
            ("TABULA_METRICS_LISTEN", format!("127.0.0.1:{}", self.metrics)),
            ("TABULA_NODE_SECRET", SECRET.to_owned()),
            // All players are at one address.
            ("TABULA_JOIN_BURST", "1000000".to_owned()),
            ("TABULA_CONNECTIONS_PER_ADDRESS", "1000".to_owned()),
            ("TABULA_GAMES_PER_ADDRESS", "1000".to_owned()),
        ];
        let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.process = Some(Process::start_at(self.folder.path(), self.listen, &settings));
    }

    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.process.as_ref().unwrap().id()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }
}

/// HAProxy by the file of the runbook, killed on drop.
struct Balancer {
    child: Child,
    address: SocketAddr,
    _folder: tempfile::TempDir,
}

impl Balancer {
    fn start(places: &[Place]) -> Balancer {
        let port = free_port();
        let mut text = fs::read_to_string(dev::path("deploy/nodes/haproxy.cfg")).unwrap();
        text = text.replace("bind :8080", &format!("bind 127.0.0.1:{port}"));
        // As many file handles are allowed everywhere.
        text = text.replace("maxconn 20000", "maxconn 1000");
        for Place { name, listen, metrics, .. } in places {
            let (here, there) = (
                format!("server {name} {name}:3000"),
                format!("server {name} 127.0.0.1:{listen} port {metrics}"),
            );
            assert!(text.contains(&here), "{text}");
            text = text.replace(&here, &there);
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("haproxy.cfg");
        fs::write(&file, text).unwrap();
        let mut command = Command::new("/usr/sbin/haproxy");
        let child =
            command.arg("-db").arg("-f").arg(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = child.expect("HAProxy is not installed: `make haproxy` installs it");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        // Its start may be paused as well.
        let is_there = (0..3000).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            std::net::TcpStream::connect(address).is_ok()
        });
        assert!(is_there, "HAProxy does not start");
        Balancer { child, address, _folder: folder }
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The matches of all players.
#[derive(Default)]
struct Play {
    is_over: AtomicBool,
    /// Pauses of play since the last round: from one ply that both were sent to the next.
    gaps: Mutex<Vec<Duration>>,
    finished: Mutex<Vec<Match>>,
}

impl Play {
    /// Plays one match after another.
    async fn run(self: Arc<Play>, address: SocketAddr) {
        while !self.is_over.load(Ordering::Relaxed) {
            let Some(mut game) = Match::try_begin(address).await else {
                sleep(THINKING).await;
                continue;
            };
            for ply in 1..=PLIES {
                if self.is_over.load(Ordering::Relaxed) {
                    break;
                }
                sleep(THINKING).await;
                let begun = Instant::now();
                game.play_to(ply, &[address]).await;
                self.gaps.lock().unwrap().push(begun.elapsed());
            }
            self.finished.lock().unwrap().push(game);
        }
    }
}

/// Everything that a round can break.
struct Site {
    places: Vec<Place>,
    primary: Cluster,
    standby: Cluster,
    /// The way of the nodes to the database.
    way: Proxy,
}

impl Site {
    async fn start() -> Site {
        let primary = Cluster::start(&["wal_keep_size=64"]);
        let database = primary.database();
        let standby = primary.standby();
        wait_for_standbys(&database).await;
        let way = Proxy::to(database.address()).await;
        let mut site = Site { places: NAMES.map(Place::new).into(), primary, standby, way };
        let database = site.database();
        for place in &mut site.places {
            place.start(&database);
        }
        site
    }

    fn database(&self) -> Database {
        self.primary.database().at(self.way.address)
    }

    async fn fail(&mut self, failure: Failure, round: usize) {
        let database = self.database();
        let place = &mut self.places[round % NAMES.len()];
        match failure {
            Failure::Kill => {
                place.process.take().unwrap().kill();
                sleep(Duration::from_secs(3)).await;
                place.start(&database);
            }
            Failure::Pause => {
                place.signal(Signal::STOP);
                sleep(Duration::from_secs(20)).await;
                place.signal(Signal::CONT);
            }
            Failure::Upgrade => {
                for place in &mut self.places {
                    assert!(place.process.take().unwrap().terminate().success());
                    place.start(&database);
                    sleep(Duration::from_secs(2)).await;
                }
            }
            Failure::StandbyCutOff => {
                self.standby.kill();
                sleep(Duration::from_secs(4)).await;
                self.standby.restart();
            }
            Failure::Promotion => {
                self.primary.kill();
                self.standby.promote();
                wait_for_standbys(&self.standby.database()).await;
                self.way.lead_to(self.standby.database().address());
                // Until then all commits wait.
                let next = self.standby.standby();
                self.primary = std::mem::replace(&mut self.standby, next);
            }
        }
    }
}

/// Lets commits wait for the standby, which the copy of a primary does not know of.
async fn wait_for_standbys(database: &Database) {
    database.change("ALTER SYSTEM SET synchronous_standby_names = 'standby'").await;
    database.change("SELECT pg_reload_conf()").await;
}

/// Seconds of a sorted list below which so many of a thousand are.
fn quantile(sorted: &[Duration], permille: usize) -> f64 {
    let at = (sorted.len() * permille / 1000).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, Duration::as_secs_f64)
}

/// Returns an empty folder for the histories of the matches, which stay until the next run.
fn histories() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cluster-histories");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_players_were_sent_survives_nodes_and_databases_that_fail() {
    // One is part of `make test`: a node is killed.
    let rounds = std::env::var("CLUSTER_ROUNDS").map_or(1, |rounds| rounds.parse().unwrap());
    let mut site = Site::start().await;
    let balancer = Balancer::start(&site.places);
    let play = Arc::new(Play::default());
    let players: Vec<_> =
        (0..MATCHES).map(|_| tokio::spawn(Arc::clone(&play).run(balancer.address))).collect();
    sleep(RECOVERY).await;
    let histories = histories();
    let (mut of_kind, mut moves, mut matches): (BTreeMap<Failure, Vec<Duration>>, usize, usize) =
        Default::default();
    let mut faults = BTreeSet::new();
    println!("| round | failure | seconds | moves | longest pause of play, seconds |\n|---|---|---|---|---|");
    for round in 0..rounds {
        play.gaps.lock().unwrap().clear();
        let (failure, begun) = (FAILURES[round % FAILURES.len()], Instant::now());
        site.fail(failure, round).await;
        sleep(RECOVERY).await;
        let is_on = || players.iter().all(|player| !player.is_finished());
        let played = timeout(2 * PATIENCE, async {
            while is_on() && play.gaps.lock().unwrap().len() < ROUND_PLIES {
                sleep(THINKING).await;
            }
        });
        played.await.expect("the matches go on");
        assert!(is_on(), "a player gave up");
        let gaps = std::mem::take(&mut *play.gaps.lock().unwrap());
        let longest = gaps.iter().max().copied().unwrap_or_default();
        moves += gaps.len();
        println!(
            "| {} | {failure:?} | {:.0} | {} | {:.1} |",
            round + 1,
            begun.elapsed().as_secs_f64(),
            gaps.len(),
            longest.as_secs_f64()
        );
        of_kind.entry(failure).or_default().extend(gaps);
        let finished = std::mem::take(&mut *play.finished.lock().unwrap());
        matches += finished.len();
        for game in finished {
            faults.extend(game.judge(&site.primary.database(), &histories).await);
        }
    }
    play.is_over.store(true, Ordering::Relaxed);
    for player in players {
        player.await.unwrap();
    }
    let left = std::mem::take(&mut *play.finished.lock().unwrap());
    matches += left.len();
    for game in left {
        faults.extend(game.judge(&site.primary.database(), &histories).await);
    }
    assert!(
        Fault::ALL.iter().all(|fault| faults.contains(fault)),
        "no history had a place for all faults: {faults:?}"
    );
    println!(
        "\n{moves} moves of {matches} matches: none that a player was sent is missing, no game has two continuations; \
         an order explains each history in {}",
        histories.display()
    );
    println!(
        "| failure | moves | half of the pauses below | 99 in 100 below | longest |\n|---|---|---|---|---|"
    );
    for (failure, mut gaps) in of_kind {
        gaps.sort_unstable();
        let [half, most, longest] = [500, 990, 1000].map(|permille| quantile(&gaps, permille));
        println!("| {failure:?} | {} | {half:.2} | {most:.2} | {longest:.2} |", gaps.len());
    }
}
