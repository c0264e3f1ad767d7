//! Two nodes in one process: what is passed on, to whom it counts, and who is believed.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::json;
use tabula::journal::{Journal as _, NodeIdentity, PostgresJournal};
use tabula::limits::{Limits, Span};
use tokio::net::TcpListener;

use super::players::SECRET;
use crate::common::player::play;
use crate::common::postgres::Database;
use crate::common::{PATIENCE, Player, Setting, Table, http};

pub(super) struct Node {
    pub(super) table: Table,
    peers: SocketAddr,
    metrics: SocketAddr,
}

/// A server that other nodes find at a listener which it does not serve.
pub(super) async fn deaf_node(name: &str, database: &Database, limits: Limits) -> (Table, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let identity = NodeIdentity { name: name.parse().unwrap(), address };
    let journal = PostgresJournal::join(&database.location(), "rules", &limits, &identity).await.unwrap();
    let table = Setting { journal: Arc::new(journal), limits, ..Setting::default() }.open().await;
    (table, listener)
}

pub(super) async fn node(name: &str, database: &Database, limits: Limits) -> Node {
    let (table, listener) = deaf_node(name, database, limits).await;
    let peers = table.server.serve_peers(listener, SECRET.parse().unwrap()).unwrap();
    let metrics = table.server.serve_metrics(TcpListener::bind("127.0.0.1:0").await.unwrap()).unwrap();
    Node { table, peers, metrics }
}

pub(super) async fn nodes(limits: Limits) -> (Node, Node) {
    let database = Database::fresh().await;
    (node("a", &database, limits.clone()).await, node("b", &database, limits).await)
}

/// Limits of nodes that run all the time: none seems silent to the others after a pause of the machine, and none finds the database so.
pub(super) fn limits() -> Limits {
    Limits { lease: Span(PATIENCE), journal_wait: Span(PATIENCE), ..Setting::default().limits }
}

pub(super) async fn metric(node: &Node, name: &str) -> u64 {
    let text = http::get(node.metrics, "/metrics").await.body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nodes_that_start_at_the_same_time_make_the_tables_of_an_empty_database_together() {
    for round in 0..3 {
        let location = Database::fresh().await.location();
        let start = |at: usize| {
            let identity = NodeIdentity {
                name: format!("n{at}").parse().unwrap(),
                address: "http://127.0.0.1:9".parse().unwrap(),
            };
            let location = location.clone();
            tokio::spawn(async move {
                PostgresJournal::join(&location, "rules", &Limits::default(), &identity).await
            })
        };
        for (at, started) in (0..6).map(start).collect::<Vec<_>>().into_iter().enumerate() {
            let journal = started.await.unwrap();
            journal.unwrap_or_else(|error| panic!("node {at} of round {round}: {error}")).close().await;
        }
    }
}

#[tokio::test]
async fn players_and_spectators_play_one_game_at_any_node() {
    let (a, b) = nodes(limits()).await;
    let request =
        json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true, "delaySeconds": 0}});
    let created = http::post(a.table.address, "/api/games", &request).await.json();
    let (game, token) = (created["gameId"].as_str().unwrap(), created["creatorToken"].as_str().unwrap());
    let watch = created["watchUrl"].as_str().unwrap().strip_prefix("/w/").unwrap();
    let terms = http::get(b.table.address, &format!("/api/games/{game}")).await;
    assert_eq!(terms.status, 200, "{}", terms.body);
    assert_eq!(terms.json(), http::get(a.table.address, &format!("/api/games/{game}")).await.json());

    for node in [&a, &b] {
        let by_spectators = http::get(node.table.address, &format!("/api/games/{watch}")).await;
        assert_eq!(by_spectators.status, 404, "the link of spectators is no game's");
    }

    let mut white = Player::connect(a.table.address, game).await;
    white.hello(json!({"token": token})).await;
    let mut black = Player::connect(b.table.address, game).await;
    black.hello(json!({"joinAs": "auto"})).await;
    white.expect_update().await;
    let mut spectator = Player::connect(b.table.address, watch).await;
    spectator.send(json!({"type": "spectator.join", "gameId": watch})).await;
    spectator.expect("spectator.welcome").await;
    assert_eq!(spectator.expect("gameState.update").await["ply"], 0);
    for player in [&mut white, &mut black] {
        player.expect("spectator.joined").await;
    }
    assert_eq!(metric(&b, "tabula_passed_on_sockets").await, 2);
    assert_eq!(metric(&a, "tabula_passed_on_sockets").await, 0);
    play(&mut white, &mut black, "e2e4 e7e5").await;

    // Node b finds another game by the link for spectators alone, once it has no owner.
    for player in [&mut white, &mut black, &mut spectator] {
        drop(player.socket.close(None).await);
    }
    a.table.server.stop().await;
    let mut spectator = Player::connect(b.table.address, watch).await;
    spectator.send(json!({"type": "spectator.join", "gameId": watch})).await;
    spectator.expect("spectator.welcome").await;
    assert_eq!(spectator.expect("gameState.update").await["ply"], 2);
    assert_eq!(metric(&b, "tabula_claims_total").await, 1);
    assert_eq!(metric(&b, "tabula_fences_total").await, 0);
    b.table.server.stop().await;
}

#[tokio::test]
async fn a_node_that_stops_sends_its_players_to_another_at_once() {
    let (a, b) = nodes(limits()).await;
    let (mut white, mut black) = a.table.game("blind").await;
    play(&mut white, &mut black, "e2e4").await;
    let stopping = tokio::spawn(a.table.server.stop());
    for player in [&mut white, &mut black] {
        let closed = player.expect_closed().await;
        assert_eq!((closed.code, closed.reason.as_str()), (1012, "restart"));
    }
    // The first attempt: the game has been given up before the sockets were closed.
    let (mut black, joined) = black.reconnect(b.table.address).await;
    assert_eq!(joined["ply"], 1);
    let (mut white, _) = white.reconnect(b.table.address).await;
    play(&mut black, &mut white, "e7e5").await;
    stopping.await.unwrap();
    b.table.server.stop().await;
}

#[tokio::test]
async fn only_nodes_speak_for_others_and_what_they_pass_on_counts_for_the_client() {
    let (a, b) = nodes(Limits { join_burst: 3, ..limits() }).await;
    let (game, _) = a.table.create(json!({"mode": "blind"})).await;
    let path = format!("/api/games/{game}");
    let terms = async |address: SocketAddr, headers: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{headers}");
        http::request(address, &head, b"").await.status
    };
    let node = |secret: &str, client: &str| {
        format!("tabula-node-secret: {secret}\r\ntabula-node-client: {client}\r\n")
    };
    // At the listener of nodes, nobody is heard without the secret.
    for headers in
        [String::new(), node("0123456789abcdef0123456789abcdee", "203.0.113.9"), node("", "203.0.113.9")]
    {
        assert_eq!(terms(a.peers, &headers).await, 404, "{headers}");
    }
    assert_eq!(terms(a.peers, &format!("tabula-node-secret: {SECRET}\r\n")).await, 404);
    for _ in 0..3 {
        assert_eq!(terms(a.peers, &node(SECRET, "203.0.113.9")).await, 200);
    }
    assert_eq!(terms(a.peers, &node(SECRET, "203.0.113.9")).await, 429, "it counts for the client");
    assert_eq!(terms(a.peers, &node(SECRET, "203.0.113.10")).await, 200);
    for other in ["/api/health", "/metrics", "/engine", "/api/finished"] {
        let head = format!("GET {other} HTTP/1.1\r\nhost: x\r\n{}", node(SECRET, "203.0.113.11"));
        assert_eq!(http::request(a.peers, &head, b"").await.status, 404, "{other}");
    }
    // In public the headers mean nothing, with or without the right secret: all is one client.
    for client in ["203.0.113.12", "203.0.113.13", "203.0.113.14"] {
        assert_eq!(terms(b.table.address, &node(SECRET, client)).await, 200);
    }
    assert_eq!(terms(b.table.address, &node(SECRET, "203.0.113.15")).await, 429);
    // The client of node b was counted at node a as well.
    assert_eq!(terms(a.table.address, "").await, 429);
    a.table.server.stop().await;
    b.table.server.stop().await;
}

#[tokio::test]
async fn a_request_that_was_passed_on_is_never_passed_on_again() {
    let (a, b) = nodes(limits()).await;
    let (game, _) = a.table.create(json!({"mode": "blind"})).await;
    let head = format!(
        "GET /api/games/{game} HTTP/1.1\r\nhost: x\r\ntabula-node-secret: {SECRET}\r\ntabula-node-client: 203.0.113.9\r\n"
    );
    // Node b does not have the game, and was asked by a node.
    let answer = http::request(b.peers, &head, b"").await;
    assert_eq!((answer.status, answer.json()["code"].as_str()), (503, Some("unavailable")));
    assert_eq!(metric(&b, r#"tabula_passed_on_total{result="answered"}"#).await, 0);
    assert_eq!(http::request(a.peers, &head, b"").await.status, 200);
    a.table.server.stop().await;
    b.table.server.stop().await;
}
