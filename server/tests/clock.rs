//! Clocks over the wire: the offered time controls, games that end by a flag, and refusals.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::time::Duration;

use common::http::{get, post};
use common::player::play;
use common::{Player, Setting, Table};
use serde_json::{Value, json};

async fn game(table: &Table, clock: Value) -> (Player, Player) {
    let request = json!({"mode": "blind", "side": "white", "clock": clock});
    let (game, token) = table.create(request).await;
    let mut white = Player::connect(table.address, &game).await;
    let waiting = white.hello(json!({"token": token})).await;
    assert_eq!((&waiting["clock"]["control"], &waiting["clock"]["running"]), (&clock, &Value::Null));
    let mut black = Player::connect(table.address, &game).await;
    let begun = black.hello(json!({})).await;
    assert_eq!((&begun["clock"]["running"], &begun["clock"]["since"]), (&json!("w"), &begun["now"]));
    white.expect_update().await;
    white.expect("peer-status").await;
    (white, black)
}

// Requirement gambit-78.
#[tokio::test]
async fn a_flag_falls_without_any_message() {
    let table = Table::open().await;
    let (mut white, mut black) = game(&table, json!({"initial": 60, "increment": 2})).await;
    table.clock.advance(Duration::from_millis(59_999));
    let (_, update) = play(&mut white, &mut black, "e2e4").await;
    assert_eq!(update["clock"]["leftMs"], json!({"w": 2_001, "b": 60_000}));
    table.clock.advance(Duration::from_secs(60));
    for player in [&mut white, &mut black] {
        let end = player.expect_update().await;
        assert_eq!((&end["endReason"], &end["winner"]), (&json!("timeout"), &json!("w")));
        assert_eq!(end["clock"]["leftMs"], json!({"w": 2_001, "b": 0}));
        assert!(end["record"]["pgn"].as_str().unwrap().contains("[Termination \"time forfeit\"]"));
    }
}

#[tokio::test]
async fn a_restart_waives_the_time_of_the_current_turn() {
    let setting = Setting::default();
    let table = setting.open().await;
    let (mut white, mut black) = game(&table, json!({"initial": 600, "delay": 60})).await;
    play(&mut white, &mut black, "e2e4").await;
    table.server.stop().await;
    setting.clock.advance(Duration::from_secs(3_600));

    let table = setting.open().await;
    let (_white, joined) = white.reconnect(table.address).await;
    let clock = &joined["clock"];
    assert_eq!((&clock["running"], &clock["leftMs"]), (&json!("b"), &json!({"w": 600_000, "b": 600_000})));
    assert_eq!((&joined["gameStatus"], &clock["since"]), (&json!("active"), &joined["now"]));
}

#[tokio::test]
async fn time_controls_are_listed_and_invalid_ones_refused_with_the_reason() {
    let table = Table::open().await;
    let response = get(table.address, "/api/clocks").await;
    assert_eq!((response.status, response.header("cache-control")), (200, Some("public, no-cache")));
    let response = response.json();
    let clocks = response["clocks"].as_array().unwrap();
    assert!(
        clocks.contains(&json!({"name": "Blitz", "clock": {"initial": 300, "increment": 3}})),
        "{response}"
    );
    for (clock, why) in [
        (json!({"initial": 0}), "a clock begins with 1 to 10800 seconds"),
        (
            json!({"initial": 300, "increment": 3, "delay": 3}),
            "a clock has an increment or a delay, not both",
        ),
        (json!({"initial": 300, "increment": 3600}), "an increment is of 1 to 180 seconds"),
        (json!([300, 3]), "invalid type"),
        (Value::Null, "invalid type"),
    ] {
        let request = json!({"mode": "blind", "clock": clock});
        let answer = post(table.address, "/api/games", &request).await;
        let body = answer.json();
        assert_eq!((answer.status, body["code"].as_str()), (400, Some("malformed")), "{clock}");
        assert!(body["message"].as_str().unwrap().contains(why), "{clock}: {body}");
        assert_eq!(body["reason"], "invalid_clock", "{clock}");
    }
    assert_eq!(table.server.resource_counts().games, 0);
}
