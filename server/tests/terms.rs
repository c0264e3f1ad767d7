//! The terms of a game over HTTP, before anybody takes a seat.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use common::http::get;
use common::{Table, pair_of};
use serde_json::{Value, json};
use tabula::limits::Limits;

async fn terms(table: &Table, game: &str) -> Value {
    let answer = get(table.address, &format!("/api/games/{game}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.json()
}

#[tokio::test]
async fn who_has_the_link_reads_the_terms_and_takes_no_seat() {
    let table = Table::open().await;
    let request = json!({
        "mode": "blind", "side": "white", "highlightingEnabled": true, "moderator": "table-fidelity",
        "overlays": ["torpedo"], "clock": {"initial": 300, "increment": 3}, "absenceSeconds": 86400,
        "spectators": {"allowed": true, "delaySeconds": 30},
    });
    let (game, _) = table.create(request).await;
    let expected = json!({
        "gameId": game, "waiting": true, "side": "b", "mode": "blind", "moderator": "table-fidelity", "ruleset": "chess", "rulesetName": "Chess",
        "overlays": ["torpedo"], "highlightingEnabled": true, "touchMove": true,
        "clock": {"initial": 300, "increment": 3}, "chat": false, "spectators": true, "delaySeconds": 30,
        "absenceSeconds": 86400,
        "announcements": {
            "id": "table-fidelity", "name": "table-fidelity", "moves": "both", "refusals": "both",
            "special": ["moved_captured_ep", "castled_kingside", "castled_queenside"], "promotion": "kind", "check": "side",
        },
    });
    assert_eq!(terms(&table, &game).await, expected);
    assert_eq!(terms(&table, &game).await, expected, "the seat is still open");
    let (game, _) = table.create(json!({"mode": "vanilla", "gambit": "standard", "side": "black"})).await;
    let plain = terms(&table, &game).await;
    assert_eq!((&plain["side"], &plain["gambit"]), (&json!("w"), &json!("standard")));
    assert_eq!((&plain["absenceSeconds"], plain.get("clock")), (&json!(300), None), "as the profile says");
}

#[tokio::test]
async fn the_terms_say_nothing_of_the_game_but_that_it_has_begun() {
    let table = Table::open().await;
    let (mut white, _black) = pair_of(table.address, json!({"mode": "blind", "side": "white"})).await;
    let game = white.game.clone();
    let begun = terms(&table, &game).await;
    assert_eq!((&begun["waiting"], begun.get("side")), (&json!(false), None));
    white.commit("e2", "e4").await;
    white.expect_update().await;
    assert_eq!(terms(&table, &game).await, begun);
    white.send(json!({"type": "resign"})).await;
    white.expect_update().await;
    assert_eq!(terms(&table, &game).await, begun);
}

#[tokio::test]
async fn a_wrong_link_and_a_room_have_no_terms_and_a_client_asks_as_often_as_for_seats() {
    let table = Table::with(Limits { join_burst: 4, ..Limits::default() }).await;
    for wrong in ["abcd1234", "ABCD1234", "abc", "%00%ff", "abcd12345678901234567890"] {
        let answer = get(table.address, &format!("/api/games/{wrong}")).await;
        if wrong == "abcd12345678901234567890" {
            assert_eq!((answer.status, &answer.json()["code"]), (429, &json!("rate_limited")));
            assert_eq!(answer.field("reason").as_deref(), Some("too_often"));
        } else {
            assert_eq!((answer.status, &answer.json()["code"]), (404, &json!("game_not_found")), "{wrong}");
            assert_eq!(answer.field("reason"), None, "its code says it");
        }
    }
}
