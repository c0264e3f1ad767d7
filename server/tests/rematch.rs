//! Rematches over real sockets: the server creates one game for both players.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::Arc;

use common::player::play;
use common::{Player, Setting, Table, pair_of};
use serde_json::{Value, json};
use tabula::journal::{Journal, MemoryJournal};
use tabula::limits::Limits;

/// Creates a game of these settings, and plays it until white resigns.
async fn finished(table: &Table, request: Value) -> (Player, Player) {
    let (mut white, mut black) = pair_of(table.address, request).await;
    white.send(json!({"type": "resign"})).await;
    white.expect_update().await;
    black.expect_update().await;
    (white, black)
}

async fn finished_blind(table: &Table) -> (Player, Player) {
    finished(table, json!({"mode": "blind", "side": "white"})).await
}

/// Returns the next notice of the rematch.
async fn rematch(player: &mut Player) -> Value {
    player.expect("rematch").await["rematch"].clone()
}

async fn offer(player: &mut Player) {
    player.send(json!({"type": "offer-rematch"})).await;
}

async fn accept(player: &mut Player) {
    player.send(json!({"type": "respond-rematch", "accept": true})).await;
}

/// Takes the seat in a rematch that a player was given.
async fn enter(table: &Table, agreed: &Value) -> (Player, Value) {
    let mut player = Player::connect(table.address, agreed["gameId"].as_str().unwrap()).await;
    let joined = player.hello(json!({"token": agreed["token"]})).await;
    assert_eq!(joined["token"], agreed["token"]);
    (player, joined)
}

#[tokio::test]
async fn an_accepted_rematch_has_the_same_settings_and_the_sides_swapped() {
    let table = Table::open().await;
    let settings = json!({
        "mode": "blind", "side": "white", "highlightingEnabled": true, "moderator": "table-fidelity",
        "overlays": ["torpedo"], "clock": {"initial": 300, "increment": 3},
        "spectators": {"allowed": false},
    });
    let (mut white, mut black) = finished(&table, settings).await;
    offer(&mut white).await;
    for player in [&mut white, &mut black] {
        assert_eq!(rematch(player).await, json!({"state": "offered", "from": "w"}));
    }
    accept(&mut black).await;
    let (to_white, to_black) = (rematch(&mut white).await, rematch(&mut black).await);
    assert_eq!((&to_white["state"], &to_white["gameId"]), (&json!("accepted"), &to_black["gameId"]));
    assert_ne!(to_white["token"], to_black["token"]);
    let (mut first, joined) = enter(&table, &to_white).await;
    assert_eq!((&joined["you"], &joined["gameStatus"]), (&json!("b"), &json!("waiting")));
    assert_eq!(joined["seatsTaken"], true);
    let (mut second, joined) = enter(&table, &to_black).await;
    assert_eq!((&joined["you"], &joined["gameStatus"]), (&json!("w"), &json!("active")));
    assert_eq!((&joined["mode"], &joined["moderator"]), (&json!("blind"), &json!("table-fidelity")));
    assert_eq!((&joined["overlays"], &joined["highlightingEnabled"]), (&json!(["torpedo"]), &json!(true)));
    assert_eq!((&joined["clock"]["control"]["increment"], &joined["chat"]), (&json!(3), &Value::Null));
    assert_eq!(first.expect_update().await["gameStatus"], "active");
    play(&mut second, &mut first, "e2e4 e7e5").await;
    let mut spectator = Player::connect(table.address, &second.game).await;
    spectator.send(json!({"type": "spectator.join", "gameId": second.game})).await;
    spectator.expect_error("spectators_disabled").await;
}

#[tokio::test]
async fn two_offers_at_one_moment_make_one_game() {
    let table = Table::open().await;
    let (mut white, mut black) = finished_blind(&table).await;
    tokio::join!(offer(&mut white), offer(&mut black));
    let mut agreed = Vec::new();
    for player in [&mut white, &mut black] {
        assert_eq!(rematch(player).await["state"], "offered");
        agreed.push(rematch(player).await);
    }
    assert_eq!((&agreed[0]["state"], &agreed[0]["gameId"]), (&json!("accepted"), &agreed[1]["gameId"]));
    assert_eq!(table.server.resource_counts().games, 2);
}

#[tokio::test]
async fn an_offer_needs_the_end_and_a_decline_creates_nothing() {
    let table = Table::open().await;
    let (mut white, mut black) = table.game("blind").await;
    offer(&mut white).await;
    white.expect_error("not_your_turn").await;
    white.send(json!({"type": "resign"})).await;
    white.expect_update().await;
    black.expect_update().await;
    offer(&mut white).await;
    rematch(&mut white).await;
    assert_eq!(rematch(&mut black).await["state"], "offered");
    black.send(json!({"type": "respond-rematch", "accept": false})).await;
    for player in [&mut white, &mut black] {
        assert_eq!(rematch(player).await, json!({"state": "declined", "from": "w"}));
    }
    assert_eq!(table.server.resource_counts().games, 1);
}

#[tokio::test]
async fn a_rematch_counts_as_a_creation_of_who_accepts() {
    let table = Table::with(Limits { create_burst: 1, ..Limits::default() }).await;
    let (mut white, mut black) = finished_blind(&table).await;
    offer(&mut white).await;
    rematch(&mut black).await;
    black.send(json!({"type": "respond-rematch", "accept": true, "id": "r1"})).await;
    assert_eq!(black.expect_error("rate_limited").await["ack"], "r1");
    assert_eq!(table.server.resource_counts().games, 1);
    // The offer stands, and the same command may be repeated later.
    table.clock.advance(std::time::Duration::from_secs(60));
    black.send(json!({"type": "respond-rematch", "accept": true, "id": "r1"})).await;
    assert_eq!(rematch(&mut black).await["state"], "accepted");
}

#[tokio::test]
async fn a_full_server_creates_no_rematch_and_the_offer_stands() {
    let table = Table::with(Limits { games: 1, ..Limits::default() }).await;
    let (mut white, mut black) = finished_blind(&table).await;
    offer(&mut white).await;
    rematch(&mut black).await;
    accept(&mut black).await;
    black.expect_error("unavailable").await;
    let (_, joined) = black.reconnect(table.address).await;
    assert_eq!(joined["rematch"], json!({"state": "offered", "from": "w"}));
}

#[tokio::test]
async fn an_offer_and_an_agreement_survive_a_restart() {
    let setting =
        Setting { journal: Arc::new(MemoryJournal::default()) as Arc<dyn Journal>, ..Setting::default() };
    let table = setting.open().await;
    let (mut white, mut black) = finished_blind(&table).await;
    offer(&mut white).await;
    rematch(&mut black).await;
    table.server.stop().await;
    let table = setting.open().await;
    let (mut black, joined) = black.reconnect(table.address).await;
    assert_eq!(joined["rematch"], json!({"state": "offered", "from": "w"}));
    accept(&mut black).await;
    let agreed = rematch(&mut black).await;
    table.server.stop().await;
    let table = setting.open().await;
    let (_white, joined) = white.reconnect(table.address).await;
    assert_eq!(
        (&joined["rematch"]["state"], &joined["rematch"]["gameId"]),
        (&json!("accepted"), &agreed["gameId"])
    );
    let (mut first, _) = enter(&table, &agreed).await;
    let (_second, other) = enter(&table, &joined["rematch"]).await;
    assert_eq!(other["gameStatus"], "active");
    assert_eq!(first.expect_update().await["gameStatus"], "active");
}
