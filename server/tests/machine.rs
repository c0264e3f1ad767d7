//! Games against the machine over real sockets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use crate::common;

use bot::{Client, Level, Reaction, Rules, Values};
use common::{Player, Setting, Table, http};
use duels::Duels;
use serde_json::{Value, json};
use session::gambit::Terms;
use tabula::limits::Limits;

#[allow(unreachable_pub, reason = "the server has it public")]
#[path = "../src/machine/duels.rs"]
mod duels;

/// Creates a game against the machine, and takes the seat once the machine has its own.
async fn seated(table: &Table, request: &Value) -> (Player, Value) {
    let (game, token) = table.create(request.clone()).await;
    enter(table, &game, &token).await
}

async fn enter(table: &Table, game: &str, token: &str) -> (Player, Value) {
    let mut player = Player::connect(table.address, game).await;
    let mut joined = player.hello(json!({"token": token})).await;
    // The player who comes last begins the game.
    if joined["gameStatus"] == "waiting" {
        assert_eq!(joined["seatsTaken"], true);
        let begun = player.expect_update().await;
        assert_eq!(begun["gameStatus"], "active");
        joined["gameStatus"] = "active".into();
    }
    assert_eq!(joined["gameStatus"], "active", "{joined}");
    (player, joined)
}

/// Makes a move, and returns the update with the machine's.
async fn answered(player: &mut Player, from: &str, to: &str) -> Value {
    player.send(json!({"type": "commit", "from": from, "to": to})).await;
    let own = player.expect_update().await;
    let theirs = player.expect_update().await;
    assert_eq!(theirs["ply"].as_u64(), own["ply"].as_u64().map(|ply| ply + 1), "{theirs}");
    theirs
}

#[tokio::test]
async fn the_machine_plays_by_its_name_and_offers_a_rematch_with_the_sides_swapped() {
    let table = Table::open().await;
    let request = json!({"mode": "vanilla", "side": "white", "machine": {"level": 2}});
    let (mut player, joined) = seated(&table, &request).await;
    assert_eq!((&joined["you"], &joined["names"]), (&json!("w"), &json!({"b": "Machine, level 2"})));
    let first = answered(&mut player, "e2", "e4").await;
    assert_eq!((&first["view"]["toMove"], &first["ply"]), (&json!("w"), &json!(2)));
    let second = answered(&mut player, "d2", "d3").await;
    assert_eq!(second["ply"], 4);
    player.send(json!({"type": "resign"})).await;
    player.expect_update().await;
    let offered = player.expect("rematch").await;
    assert_eq!(offered["rematch"], json!({"state": "offered", "from": "b"}));
    player.send(json!({"type": "respond-rematch", "accept": true})).await;
    let agreed = player.expect("rematch").await["rematch"].clone();
    let (game, token) = (agreed["gameId"].as_str().unwrap(), agreed["token"].as_str().unwrap());
    let (mut player, joined) = enter(&table, game, token).await;
    assert_eq!((&joined["you"], &joined["names"]), (&json!("b"), &json!({"w": "Machine, level 2"})));
    // It has white now, and begins.
    let ply = joined["ply"].as_u64().unwrap();
    if ply == 0 {
        assert_eq!(player.expect_update().await["ply"], 1);
    }
}

#[tokio::test]
async fn the_machine_plays_games_with_hands() {
    let table = Table::open().await;
    let request = json!({"mode": "vanilla", "side": "black", "ruleset": "shogi", "machine": {"level": 1}});
    let (mut player, joined) = seated(&table, &request).await;
    if joined["ply"] == 0 {
        assert_eq!(player.expect_update().await["ply"], 1);
    }
    assert_eq!(answered(&mut player, "c7", "c6").await["ply"], 3);
}

/// Makes a move in a game in which pieces are hidden. The machine may try several moves before one is made.
async fn answered_unseen(player: &mut Player, from: &str, to: &str) -> Value {
    player.send(json!({"type": "commit", "from": from, "to": to})).await;
    let own = player.expect_update().await;
    let ply = own["ply"].as_u64().unwrap();
    loop {
        let next = player.expect_update().await;
        if next["ply"].as_u64() == Some(ply + 1) {
            return next;
        }
        assert_eq!(next["ply"].as_u64(), Some(ply), "{next}");
    }
}

#[tokio::test]
async fn the_machine_plays_what_it_does_not_see_and_returns_to_it_after_a_restart() {
    let requests = [
        json!({"mode": "blind", "side": "white", "machine": {"level": 2}}),
        json!({"mode": "sight", "side": "white", "machine": {"level": 1}}),
    ];
    for request in requests {
        let setting = Setting::default();
        let table = setting.open().await;
        let (mut player, joined) = seated(&table, &request).await;
        let theirs = joined["view"]["pieces"].as_object().unwrap().values().filter(|it| it["color"] == "b");
        assert_eq!(theirs.count(), 0, "{joined}");
        assert_eq!(answered_unseen(&mut player, "e2", "e4").await["ply"], 2, "{request}");
        table.server.stop().await;
        let table = setting.open().await;
        let (mut player, joined) = player.reconnect(table.address).await;
        assert_eq!(joined["ply"], 2);
        assert_eq!(answered_unseen(&mut player, "d2", "d3").await["ply"], 4, "{request}");
    }
}

#[tokio::test]
async fn the_machine_returns_to_its_seat_after_a_restart() {
    let setting = Setting::default();
    let table = setting.open().await;
    let (mut player, _) =
        seated(&table, &json!({"mode": "vanilla", "side": "white", "machine": {"level": 3}})).await;
    answered(&mut player, "e2", "e4").await;
    table.server.stop().await;
    let table = setting.open().await;
    let (mut player, joined) = player.reconnect(table.address).await;
    assert_eq!(joined["ply"], 2);
    assert_eq!(answered(&mut player, "d2", "d4").await["ply"], 4);
}

/// Plays for a person as the machine does, until so many duels are over, and returns their number and that of refusals.
async fn bid_until(table: &Table, rules: &Arc<Rules>, enough: usize) -> (usize, usize) {
    let request = json!({"mode": "vanilla", "side": "white", "gambit": "standard", "machine": {"level": 2}});
    let (game, token) = table.create(request).await;
    let profile = common::catalogue().gambit("standard").unwrap().clone();
    let terms = Duels(Arc::new(Terms::bind(profile, Arc::clone(rules)).unwrap()));
    let values = Arc::new(Values::of(rules));
    let person = Client::new(Arc::clone(rules), values, Level::ALL[0], &token);
    let mut person = person.bidding(Arc::new(terms), &game);
    let mut player = Player::connect(table.address, &game).await;
    player.send_text(&Client::hello(&game, &token)).await;
    let (mut over, mut refused) = (0, 0);
    while over < enough {
        let Ok(frame) = player.next_of_any_kind().await else { break };
        over += usize::from(frame["type"] == "duel.outcome");
        refused += usize::from(frame["type"] == "error");
        if frame["gameStatus"] == "finished" {
            break;
        }
        for reaction in person.receive(&frame.to_string()).unwrap() {
            let message = match reaction {
                Reaction::Send(message) => Some(message),
                Reaction::Think(thought) => thought.message(&|| false),
            };
            player.send_text(&message.unwrap()).await;
        }
    }
    (over, refused)
}

#[tokio::test]
async fn the_machine_bids_and_chooses_retreats() {
    let table = Table::open().await;
    let rules = dev::ruleset("rules/chess");
    let (over, refused) = bid_until(&table, &rules, 3).await;
    assert!(over > 0 && refused == 0, "{over} duels, {refused} refusals");
}

#[tokio::test]
async fn the_machine_is_refused_where_it_cannot_play() {
    let table = Table::with(Limits { bots: 1, ..Setting::default().limits }).await;
    let mut refusals = Vec::new();
    for (request, reason) in [
        (json!({"mode": "sight", "gambit": "standard", "machine": {"level": 1}}), "bids_by_sight"),
        (json!({"mode": "vanilla", "machine": {"level": 9}}), "invalid_setting"),
        (json!({"mode": "vanilla", "machine": {"level": 1, "depth": 40}}), "invalid_setting"),
    ] {
        let answer = http::post(table.address, "/api/games", &request).await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{request}");
        assert_eq!(answer.json()["reason"], reason, "{request}");
        refusals.push(answer.json()["message"].as_str().unwrap().to_owned());
    }
    assert!(refusals[0].contains("games by sight have no bids"), "{refusals:?}");
    assert!(refusals[1].contains("levels 1 to 8"), "{refusals:?}");
    let request = json!({"mode": "vanilla", "machine": {"level": 1}});
    let (_player, _) = seated(&table, &request).await;
    let full = http::post(table.address, "/api/games", &request).await;
    assert_eq!((full.status, &full.json()["code"]), (503, &json!("server_full")));
    assert_eq!(full.json()["reason"], "machine_busy");
    let without = Table::with(Limits { bots: 0, ..Setting::default().limits }).await;
    assert_eq!(http::post(without.address, "/api/games", &request).await.status, 503);
    // People play on.
    without.game("vanilla").await;
}
