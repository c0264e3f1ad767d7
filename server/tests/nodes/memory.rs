//! Things in the memory of one node, as clients find them at another: rooms, the lobby, handovers.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use sqlx::Row as _;
use tabula::limits::Limits;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::sharing::{Node, deaf_node, limits, metric, node};
use crate::common::guest::Guest;
use crate::common::postgres::Database;
use crate::common::{PATIENCE, http};
use crate::lobby::{Seeker, play};

async fn two_nodes() -> (Database, Node, Node) {
    let database = Database::fresh().await;
    let (a, b) = (node("a", &database, limits()).await, node("b", &database, limits()).await);
    (database, a, b)
}

async fn stop(nodes: impl IntoIterator<Item = Node>) {
    for node in nodes {
        node.table.server.stop().await;
    }
}

async fn noted(database: &Database) -> Vec<String> {
    let mut connection = database.connect().await;
    let rows =
        sqlx::query("SELECT name FROM memory_holder ORDER BY name").fetch_all(&mut connection).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn a_room_is_joined_and_played_from_any_node() {
    let (database, a, b) = two_nodes().await;
    let mut white = Guest::maker(a.table.address, json!({})).await;
    assert_eq!(noted(&database).await, [format!("room {}", white.code)]);
    let mut black = Guest::connect(b.table.address).await;
    // Answered by node b, in the numbers that node a goes on with.
    black.say("heartbeat", json!({})).await;
    black.expect("heartbeat").await;
    black.say("room.join", json!({"code": "ZZZZZZ"})).await;
    black.expect("error").await;
    // What comes close behind the message that leads to node a arrives there as well.
    let mut join = black.message("room.join", json!({"code": white.code}));
    join["ack"] = json!(2);
    let beat = black.message("heartbeat", json!({}));
    for message in
        [Message::text(join.to_string()), Message::Ping(vec![7; 30].into()), Message::text(beat.to_string())]
    {
        black.socket.feed(message).await.unwrap();
    }
    black.socket.flush().await.unwrap();
    let joined = black.expect("room.joined").await;
    assert_eq!((&joined["color"], black.last), (&json!("black"), 3));
    black.token = Some(joined["token"].as_str().unwrap().to_owned());
    black.code.clone_from(&white.code);
    black.expect("game.state").await;
    black.expect("heartbeat").await;
    white.expect("game.state").await;
    assert_eq!(
        (metric(&a, "tabula_passed_on_sockets").await, metric(&b, "tabula_passed_on_sockets").await),
        (0, 1)
    );
    white.make("f2f3").await;
    white.expect("game.delta").await;
    black.expect("game.delta").await;
    // A seat is taken again from the other node.
    let mut black = black.again(b.table.address).await;
    black.expect("game.state").await;
    for mv in ["e7e5", "g2g4", "d8h4"] {
        let mover = if mv == "g2g4" { &mut white } else { &mut black };
        mover.make(mv).await;
        for guest in [&mut white, &mut black] {
            guest.expect("game.delta").await;
        }
    }
    black.expect("game.end").await;
    // The code is free everywhere.
    let mut third = Guest::connect(b.table.address).await;
    third.say("room.join", json!({"code": white.code})).await;
    third.expect("error").await;
    while !noted(&database).await.is_empty() {
        sleep(Duration::from_millis(10)).await;
    }
    stop([a, b]).await;
}

#[tokio::test]
async fn a_room_ends_with_its_node_and_is_not_looked_for_twice() {
    let (database, a, b) = two_nodes().await;
    let white = Guest::maker(a.table.address, json!({"mode": "blind"})).await;
    let (deaf, _listener) = deaf_node("c", &database, limits()).await;
    let unreachable = Guest::maker(deaf.address, json!({})).await;
    // The player of a node that cannot be reached is asked to come back.
    let mut guest = Guest::connect(b.table.address).await;
    guest.say("room.join", json!({"code": unreachable.code})).await;
    assert_eq!(guest.next().await, Err((1012, "restart".to_owned())));
    // Noted as at node b, where it is not: as it may be for a moment.
    let other: &[&str] = &[
        "UPDATE memory_holder SET incarnation = (SELECT incarnation FROM node WHERE id = 'b') WHERE name = 'room ",
        "'",
    ];
    database.change(&other.join(&unreachable.code)).await;
    let mut guest = Guest::connect(a.table.address).await;
    guest.say("room.join", json!({"code": unreachable.code})).await;
    guest.expect("error").await;
    assert_eq!(metric(&b, "tabula_passed_on_sockets").await, 0);
    a.table.server.stop().await;
    let mut guest = Guest::connect(b.table.address).await;
    guest.say("room.join", json!({"code": white.code})).await;
    guest.expect("error").await;
    deaf.server.stop().await;
    stop([b]).await;
}

fn blind(side: &str) -> Value {
    json!({"mode": "blind", "side": side, "clock": {"initial": 300}})
}

#[tokio::test]
async fn all_nodes_have_one_lobby() {
    let (database, a, b) = two_nodes().await;
    let (mut ada, _) = Seeker::enter(a.table.address).await;
    let (mut third, _) = Seeker::enter(b.table.address).await;
    let seek = ada.seek(blind("white")).await;
    assert_eq!(third.expect("seek").await["seek"], seek);
    let (mut grace, seeks) = Seeker::enter(b.table.address).await;
    assert_eq!(seeks[0]["seek"], seek);
    assert_eq!(metric(&b, "tabula_passed_on_sockets").await, 2);
    grace.send(json!({"type": "take", "seek": seek})).await;
    let (white, black) = (ada.wait_for("paired").await, grace.wait_for("paired").await);
    assert_eq!(third.expect("gone").await["seek"], seek);
    let (mut first, joined) = play(b.table.address, &white).await;
    assert_eq!((&joined["you"], &joined["gameStatus"]), (&json!("w"), &json!("waiting")));
    let (mut second, _) = play(a.table.address, &black).await;
    first.expect_update().await;
    crate::common::player::play(&mut first, &mut second, "e2e4 e7e5").await;

    // The node that has it stops: its clients come back at once, and find it at the other.
    let stopping = tokio::spawn(a.table.server.stop());
    assert_eq!(third.next().await, json!({"closed": 1012, "reason": "restart"}));
    let (mut third, seeks) = Seeker::enter(b.table.address).await;
    assert_eq!(seeks, json!([]));
    assert_eq!(noted(&database).await, ["lobby"]);
    stopping.await.unwrap();

    // A node that turns out to have lost it sends its clients to the other.
    let c = node("c", &database, limits()).await;
    database
        .change("UPDATE memory_holder SET incarnation = (SELECT incarnation FROM node WHERE id = 'c')")
        .await;
    // Who comes now may be led there already: those before must be sent away nevertheless.
    let passed_on = async || metric(&b, r#"tabula_passed_on_total{result="answered"}"#).await;
    let before = passed_on().await;
    let led = timeout(PATIENCE, async {
        loop {
            let (seeker, _) = Seeker::enter(b.table.address).await;
            if passed_on().await > before {
                return seeker;
            }
            sleep(Duration::from_millis(100)).await;
        }
    });
    let _fourth = led.await.expect("who comes is led there");
    assert_eq!(third.next().await, json!({"closed": 1012, "reason": "restart"}));
    let (mut third, _) = Seeker::enter(b.table.address).await;
    third.seek(blind("random")).await;
    let (_, seeks) = Seeker::enter(c.table.address).await;
    assert_eq!(seeks.as_array().unwrap().len(), 1);
    stop([b, c]).await;
}

async fn keep(address: SocketAddr, code: &str) -> u16 {
    http::post(address, "/api/handovers", &json!({"code": code, "sealed": "c2VhbGVk"})).await.status
}

async fn take(address: SocketAddr, code: &str) -> (u16, Value) {
    let answer = http::post(address, "/api/handovers/take", &json!({"code": code})).await;
    (answer.status, answer.json()["sealed"].clone())
}

#[tokio::test]
async fn a_handover_is_given_out_once_by_whichever_node_is_asked() {
    let database = Database::fresh().await;
    let limits = Limits { handovers: 2, ..limits() };
    let (a, b) = (node("a", &database, limits.clone()).await, node("b", &database, limits).await);
    let [one, two, three] = ["c", "d", "e"].map(|letter| letter.repeat(24));
    assert_eq!(keep(a.table.address, &one).await, 201);
    assert_eq!(keep(b.table.address, &one).await, 503, "a code is of one handover");
    assert_eq!(take(b.table.address, &one).await, (200, json!("c2VhbGVk")));
    for node in [&a, &b] {
        assert_eq!(take(node.table.address, &one).await.0, 404);
    }
    assert_eq!((keep(a.table.address, &two).await, keep(b.table.address, &one).await), (201, 201));
    assert_eq!(keep(b.table.address, &three).await, 503, "as many as may be, of all nodes together");
    database.change("UPDATE handover SET until = CURRENT_TIMESTAMP WHERE code LIKE 'c%'").await;
    assert_eq!(take(a.table.address, &one).await.0, 404, "too old");
    // It outlives the node where it was left.
    a.table.server.stop().await;
    assert_eq!(take(b.table.address, &two).await, (200, json!("c2VhbGVk")));
    stop([b]).await;
}
