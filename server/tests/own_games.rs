//! The list of a player's own games: what it says, to whom, and how often.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use common::http::{self, Answer};
use common::player::play;
use common::{Player, Setting, Table, pair_of};
use serde_json::{Value, json};
use tabula::journal::{Journal, MemoryJournal, SqliteJournal};
use tabula::limits::{Limits, Span};

async fn ask(address: SocketAddr, seats: &[(&str, &str)]) -> Answer {
    let seats: Vec<_> = seats.iter().map(|(game, token)| json!({"gameId": game, "token": token})).collect();
    http::post(address, "/api/own-games", &json!({"seats": seats})).await
}

async fn list(address: SocketAddr, seats: &[(&str, &str)]) -> Value {
    let answer = ask(address, seats).await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{}", answer.body);
    answer.json()
}

/// Returns the one game of a player, as the list has it.
async fn listed(address: SocketAddr, player: &Player) -> Value {
    let found = list(address, &[(&player.game, &player.token)]).await;
    assert_eq!((&found["finished"], &found["unknown"]), (&json!([]), &json!([])), "{found}");
    found["games"][0].clone()
}

#[tokio::test]
async fn each_player_is_told_whose_turn_it_is_from_the_own_seat() {
    let table = Table::open().await;
    let request = json!({"mode": "blind", "side": "white", "clock": {"initial": 300, "increment": 3}});
    let (game, token) = table.create(request).await;
    let waiting = list(table.address, &[(&game, &token)]).await["games"][0].clone();
    assert_eq!(
        (&waiting["status"], &waiting["yourTurn"], &waiting["you"]),
        (&json!("waiting"), &json!(false), &json!("w"))
    );
    assert_eq!((&waiting["terms"]["waiting"], &waiting["terms"]["gameId"]), (&json!(true), &json!(game)));
    let mut white = Player::connect(table.address, &game).await;
    white.hello(json!({"token": token})).await;
    let mut black = Player::connect(table.address, &game).await;
    black.hello(json!({"joinAs": "auto"})).await;
    white.expect_update().await;
    black.send(json!({"type": "player.setName", "gameId": game, "name": "Grace"})).await;
    black.expect_update().await;
    white.expect_update().await;
    for (player, you, turn) in [(&white, "w", true), (&black, "b", false)] {
        let found = listed(table.address, player).await;
        assert_eq!(
            (&found["status"], &found["you"], &found["yourTurn"]),
            (&json!("active"), &json!(you), &json!(turn))
        );
        assert_eq!((&found["names"], &found["clock"]["running"]), (&json!({"b": "Grace"}), &json!("w")));
        assert_eq!((found.get("winner"), found.get("endedAt")), (None, None));
    }
    play(&mut white, &mut black, "e2e4").await;
    assert_eq!(listed(table.address, &white).await["yourTurn"], false);
    let found = listed(table.address, &black).await;
    assert_eq!((&found["yourTurn"], &found["plies"]), (&json!(true), &json!(1)));
    // The answer has nothing of a board.
    assert!(!found.to_string().contains("pieces"), "{found}");
}

#[tokio::test]
async fn the_list_answers_after_a_restart_and_from_the_record_once_the_game_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let open = async || {
        let journal: Arc<dyn Journal> = Arc::new(
            SqliteJournal::open(&folder.path().join("journal"), "", &Limits::default()).await.unwrap(),
        );
        let limits = Limits { finished_lifetime: Some(Span(Duration::from_secs(60))), ..Limits::default() };
        Setting { journal, limits, ..Setting::default() }.open().await
    };
    let table = open().await;
    let (mut white, mut black) = pair_of(table.address, json!({"mode": "blind", "side": "white"})).await;
    play(&mut white, &mut black, "f2f3 e7e5 g2g4").await;
    let before = listed(table.address, &black).await;
    table.server.stop().await;
    let table = open().await;
    assert_eq!(listed(table.address, &black).await, before);
    let (mut black, _) = black.reconnect(table.address).await;
    black.commit("d8", "h4").await;
    black.expect_update().await;
    let over = listed(table.address, &white).await;
    assert_eq!(
        (&over["status"], &over["winner"], &over["yourTurn"]),
        (&json!("finished"), &json!("b"), &json!(false))
    );
    assert_eq!((&over["endReason"], over["endedAt"].is_u64()), (&json!("checkmate"), true));
    table.clock.advance(Duration::from_secs(61));
    while http::get(table.address, &format!("/api/games/{}", white.game)).await.status != 404 {
        tokio::task::yield_now().await;
    }
    for (player, you) in [(&white, "w"), (&black, "b")] {
        let found = list(table.address, &[(&player.game, &player.token)]).await;
        assert_eq!((&found["games"], &found["unknown"]), (&json!([]), &json!([])), "{found}");
        let record = &found["finished"][0];
        assert_eq!((&record["gameId"], &record["you"]), (&json!(player.game), &json!(you)));
        assert_eq!((&record["summary"]["winner"], &record["summary"]["plies"]), (&json!("b"), &json!(4)));
    }
    // The record of a game without spectators is its players' alone.
    let stranger = list(table.address, &[(&white.game, &"a".repeat(24))]).await;
    assert_eq!((&stranger["finished"], &stranger["unknown"]), (&json!([]), &json!([white.game])));
}

#[tokio::test]
async fn a_wrong_token_is_answered_as_a_game_that_never_was() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    let table = Setting { journal, ..Setting::default() }.open().await;
    let (white, black) = table.game("blind").await;
    let wrong = "z".repeat(24);
    let found =
        list(table.address, &[(&white.game, &wrong), ("zzzzzzzz", &wrong), (&black.game, &black.token)])
            .await;
    assert_eq!(found["unknown"], json!([white.game, "zzzzzzzz"]));
    assert_eq!(found["games"].as_array().unwrap().len(), 1);
    // The id of spectators is no proof either, even with the token of a seat.
    let (game, token) = table.create(json!({"mode": "vanilla", "spectators": {"allowed": true}})).await;
    let mut player = Player::connect(table.address, &game).await;
    let joined = player.hello(json!({"token": token})).await;
    let watched = joined["watchId"].as_str().unwrap();
    assert_eq!(list(table.address, &[(watched, &token)]).await["unknown"], json!([watched]));
}

#[tokio::test]
async fn a_request_is_bounded_and_counts_each_seat() {
    let table = Table::with(Limits { join_burst: 40, ..Limits::default() }).await;
    let token = "a".repeat(24);
    let seats = vec![("abcd1234", token.as_str()); 33];
    assert_eq!(ask(table.address, &seats).await.status, 400);
    assert_eq!(ask(table.address, &seats[..32]).await.status, 200);
    let answer = ask(table.address, &seats[..9]).await;
    assert_eq!((answer.status, &answer.json()["code"]), (429, &json!("rate_limited")));
    assert_eq!(ask(table.address, &seats[..8]).await.status, 200, "what was refused did not count");
    let foreign = format!(
        "POST /api/own-games HTTP/1.1\r\nhost: {}\r\norigin: https://elsewhere.example\r\ncontent-type: application/json\r\n",
        table.address
    );
    let answer = http::request(table.address, &foreign, br#"{"seats":[]}"#).await;
    assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("foreign_origin")));
}
