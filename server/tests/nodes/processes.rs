//! Nodes that are killed, paused and stopped in the middle of games: no move that a player was sent is lost, and no game has two continuations.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use sqlx::Row as _;
use tokio::time::{sleep, timeout};

use super::history::Fault;
use super::players::{Match, SECRET};
use crate::common::player::play;
use crate::common::port::free_port;
use crate::common::postgres::Database;
use crate::common::process::Process;
use crate::common::{PATIENCE, http, pair};

/// Lease of the nodes, which is longer than a machine pauses: a node that runs never seems silent.
const LEASE: Duration = Duration::from_secs(12);

/// A node with its folder.
pub(super) struct Node {
    pub(super) process: Process,
    pub(super) name: String,
    folder: tempfile::TempDir,
}

impl Node {
    pub(super) fn start(name: &str, database: &Database) -> Node {
        Node::start_with(name, database, &[])
    }

    /// Starts a node with more variables than all have.
    pub(super) fn start_with(name: &str, database: &Database, variables: &[(&str, &str)]) -> Node {
        Node::start_in(tempfile::tempdir().unwrap(), name, database, variables)
    }

    fn start_in(
        folder: tempfile::TempDir,
        name: &str,
        database: &Database,
        variables: &[(&str, &str)],
    ) -> Node {
        let peers = free_port();
        let lease = format!("{}s", LEASE.as_secs());
        let (journal, address, listen) =
            (database.url(), format!("http://127.0.0.1:{peers}"), format!("127.0.0.1:{peers}"));
        let mut all = vec![
            ("TABULA_JOURNAL", journal.as_str()),
            ("TABULA_NODE", name),
            ("TABULA_NODE_ADDRESS", &address),
            ("TABULA_NODE_LISTEN", &listen),
            ("TABULA_NODE_SECRET", SECRET),
            ("TABULA_LEASE", &lease),
            ("TABULA_JOURNAL_WAIT", &lease),
            ("TABULA_JOIN_BURST", "100000"),
        ];
        all.extend(variables);
        let process = Process::start_with(folder.path(), &all);
        Node { process, name: name.to_owned(), folder }
    }

    /// Kills the node, and starts it again under its name.
    fn restart_killed(self, database: &Database) -> Node {
        let Node { process, name, folder, .. } = self;
        process.kill();
        Node::start_in(folder, &name, database, &[])
    }

    /// Stops the node as an operator does, and starts it again.
    fn restart(self, database: &Database) -> Node {
        let Node { process, name, folder, .. } = self;
        assert!(process.terminate().success());
        Node::start_in(folder, &name, database, &[])
    }

    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.process.id()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }
}

/// Waits until a node that is killed or paused has been silent for its lease.
pub(super) async fn lease_is_over(database: &Database, node: &str) {
    let mut connection = database.connect().await;
    let is_silent = "SELECT beat <= CURRENT_TIMESTAMP - $2 * INTERVAL '1 second' FROM node WHERE id = $1";
    let over = timeout(PATIENCE, async {
        loop {
            let silent = sqlx::query_scalar::<_, bool>(is_silent).bind(node).bind(LEASE.as_secs_f64());
            if silent.fetch_one(&mut connection).await.unwrap() {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    });
    over.await.expect("the node is silent");
}

/// The names of nodes with the number of games that each owns.
async fn owners(database: &Database) -> Vec<(String, i64)> {
    let mut connection = database.connect().await;
    let rows = sqlx::query("SELECT node, count(*) FROM game GROUP BY node ORDER BY node");
    let rows = rows.fetch_all(&mut connection).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

#[tokio::test]
async fn what_players_were_sent_survives_nodes_that_are_killed_paused_and_stopped() {
    const MATCHES: usize = 6;
    let database = Database::fresh().await;
    let mut nodes = vec![Node::start("a", &database), Node::start("b", &database)];
    let mut matches = Vec::new();
    for number in 0..MATCHES {
        // Created at either node, and played at both.
        let at = |node: usize| nodes[node % 2].process.address;
        matches.push(Match::begin(at(number), at(number / 2)).await);
    }
    let addresses = |nodes: &[Node]| nodes.iter().map(|node| node.process.address).collect::<Vec<_>>();
    for game in &mut matches {
        game.play_to(8, &addresses(&nodes)).await;
    }

    // Killed, and for a while not there: its games are claimed once it is silent.
    let killed = nodes.remove(0);
    killed.process.kill();
    for game in &mut matches {
        game.play_to(16, &addresses(&nodes)).await;
    }
    assert_eq!(owners(&database).await, [("b".to_owned(), MATCHES as i64)]);
    nodes.insert(0, Node::start("a", &database));

    // Paused beyond its lease: the other claims its games, and it is refused when it goes on.
    nodes[1].signal(Signal::STOP);
    for game in &mut matches {
        game.play_to(24, &addresses(&nodes[..1])).await;
    }
    nodes[1].signal(Signal::CONT);
    for game in &mut matches {
        game.play_to(32, &addresses(&nodes)).await;
    }
    assert_eq!(owners(&database).await, [("a".to_owned(), MATCHES as i64)]);

    // Stopped: it gives its games up, and nobody waits for a lease.
    let stopped = nodes.remove(0);
    assert!(stopped.process.terminate().success());
    let left = owners(&database).await;
    assert!(left.iter().all(|(node, _)| node != "a"), "{left:?}");
    for game in &mut matches {
        game.play_to(40, &addresses(&nodes)).await;
    }
    assert_eq!(owners(&database).await, [("b".to_owned(), MATCHES as i64)]);
    nodes.insert(0, Node::start("a", &database));

    // Killed and at once there again under its name.
    let again = nodes.pop().unwrap().restart_killed(&database);
    nodes.push(again);
    for game in &mut matches {
        game.play_to(48, &addresses(&nodes)).await;
    }
    // A rolling upgrade.
    let first = nodes.remove(0).restart(&database);
    nodes.push(first);
    for game in &mut matches {
        game.play_to(56, &addresses(&nodes)).await;
    }
    let histories = tempfile::tempdir().unwrap();
    for game in matches {
        assert_eq!(game.judge(&database, histories.path()).await, Fault::ALL);
    }
}

#[tokio::test]
async fn a_player_who_waits_at_a_paused_node_is_sent_to_the_one_that_has_the_game() {
    let database = Database::fresh().await;
    let (paused, other) = (Node::start("a", &database), Node::start("b", &database));
    let (white, mut black) = pair(paused.process.address, "blind").await;
    paused.signal(Signal::STOP);
    lease_is_over(&database, "a").await;
    let (mut white, joined) = white.reconnect(other.process.address).await;
    assert_eq!(joined["ply"], 0);
    white.commit("e2", "e4").await;
    assert_eq!(white.expect_update().await["ply"], 1);
    paused.signal(Signal::CONT);
    // Black has nothing to send, and would wait there for ever.
    assert_eq!(black.expect_closed().await.code, 1012);
    let (mut black, joined) = black.reconnect(paused.process.address).await;
    assert_eq!(joined["ply"], 1, "passed on to the node that has the game");
    play(&mut black, &mut white, "e7e5 g1f3").await;
}

#[tokio::test]
async fn a_node_does_not_start_beside_a_server_that_plays_alone() {
    let database = Database::fresh().await;
    let folder = tempfile::tempdir().unwrap();
    let alone = Process::start_with(folder.path(), &[("TABULA_JOURNAL", &database.url())]);
    let other = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tabula"))
        .env("TABULA_JOURNAL", database.url())
        .args(["--node", "a", "--node-address", "http://127.0.0.1:9", "--node-listen", "127.0.0.1:0"])
        .args(["--node-secret", SECRET, "--rules"])
        .arg(dev::path("rules"))
        .arg("--data")
        .arg(other.path())
        .output()
        .unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("a server has the journal open"), "{said}");
    assert_eq!(http::get(alone.address, "/api/health").await.status, 200);
    assert!(alone.terminate().success());
}

#[tokio::test]
async fn a_node_whose_name_another_takes_ends_and_says_why() {
    let database = Database::fresh().await;
    let mut first = Node::start("a", &database);
    let second = Node::start("a", &database);
    let ended = tokio::task::spawn_blocking(move || (first.process.wait(), first)).await.unwrap();
    assert_eq!(ended.0.code(), Some(3));
    let (game, _) = crate::common::create(second.process.address, json!({"mode": "blind"})).await;
    assert_eq!(http::get(second.process.address, &format!("/api/games/{game}")).await.status, 200);
}
