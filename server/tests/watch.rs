//! Spectators and chat over real sockets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::time::Duration;

use common::http::{get, post};
use common::{Player, Setting, Table, pair_of};
use serde_json::{Value, json};

/// Creates an open game with both players connected and a delay of spectators in seconds.
async fn game(table: &Table, delay: u8) -> (Player, Player) {
    let spectators = json!({"allowed": true, "delaySeconds": delay});
    let request = json!({"mode": "vanilla", "side": "white", "spectators": spectators});
    pair_of(table.address, request).await
}

async fn spectator(table: &Table, game: &str, fields: Value) -> Player {
    let mut spectator = Player::connect(table.address, game).await;
    let mut message = json!({"type": "spectator.join", "gameId": game});
    message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    spectator.send(message).await;
    spectator
}

async fn say(player: &mut Player, message: &str) {
    let game = player.game.clone();
    player.send(json!({"type": "chat.message", "gameId": game, "message": message})).await;
}

#[tokio::test]
async fn a_message_of_500_characters_is_taken_as_escapes_too() {
    let table = Table::open().await;
    let (mut white, mut black) = game(&table, 0).await;
    for (escape, character) in [(r"\u00e9", "é"), (r"\ud83d\ude00", "😀")] {
        let (game, text) = (&white.game, escape.repeat(500));
        let message = format!(r#"{{"type":"chat.message","gameId":"{game}","message":"{text}"}}"#);
        white.send_text(&message).await;
        for player in [&mut white, &mut black] {
            assert_eq!(player.expect("chat.message").await["message"], character.repeat(500));
        }
    }
}

// Requirement gambit-111.
#[tokio::test]
async fn a_delayed_spectator_is_sent_frames_later_and_announced_at_once() {
    let table = Table::open().await;
    let (mut white, mut black) = game(&table, 30).await;
    table.clock.advance(Duration::from_secs(60));
    let mut spectator = spectator(&table, &white.game, json!({"name": "Grace"})).await;
    let welcome = spectator.expect("spectator.welcome").await;
    assert_eq!((&welcome["name"], &welcome["delaySeconds"]), (&json!("Grace"), &json!(30)));
    let first = spectator.expect("gameState.update").await;
    assert_eq!((&first["ply"], &first["you"]), (&json!(0), &json!("spectator")));
    for player in [&mut white, &mut black] {
        let joined = player.expect("spectator.joined").await;
        assert_eq!((&joined["name"], &joined["count"]), (&json!("Grace"), &json!(1)));
    }
    common::player::play(&mut white, &mut black, "e2e4 e7e5").await;
    say(&mut white, "good luck").await;
    assert_eq!(white.expect("chat.message").await["senderId"], "w");
    assert_eq!(black.expect("chat.message").await["message"], "good luck");
    // Chat of a spectator is not delayed, and no state precedes it.
    table.clock.advance(Duration::from_millis(29_999));
    say(&mut spectator, "hello").await;
    assert_eq!(spectator.expect("chat.message").await["senderName"], "Grace");
    table.clock.advance(Duration::from_millis(1));
    assert_eq!(spectator.expect("gameState.update").await["ply"], 1);
    assert_eq!(spectator.expect("gameState.update").await["ply"], 2);
    assert_eq!(spectator.expect("chat.message").await["message"], "good luck");
    spectator.leave().await;
    // What a spectator says during the game is not for the players.
    assert_eq!(white.expect("spectator.left").await["count"], 0);
}

// Requirement gambit-103.
#[tokio::test]
async fn chat_is_filtered_muted_and_rate_limited() {
    let table = Table::open().await;
    let (mut white, mut black) = game(&table, 0).await;
    let game = white.game.clone();
    say(&mut white, "what the fuck").await;
    assert!(!black.expect("chat.message").await["message"].as_str().unwrap().contains("fuck"));
    white.expect("chat.message").await;
    say(&mut black, "   ").await;
    black.expect_error("message_refused").await;
    white.send(json!({"type": "chat.mute", "gameId": game, "senderId": "b", "muted": true})).await;
    // A message of the same socket is answered after its earlier ones.
    say(&mut white, "one").await;
    white.expect("chat.message").await;
    black.expect("chat.message").await;
    say(&mut black, "not heard").await;
    black.expect("chat.message").await;
    for word in ["two", "three", "four"] {
        say(&mut white, word).await;
        assert_eq!(white.expect("chat.message").await["message"], word);
    }
    say(&mut white, "too much").await;
    white.expect_error("rate_limited").await;
    // A mute is no message: it takes effect all the same.
    white.send(json!({"type": "chat.mute", "gameId": game, "senderId": "b", "muted": false})).await;
    table.clock.advance(Duration::from_secs(2));
    say(&mut white, "again").await;
    assert_eq!(white.expect("chat.message").await["message"], "again");
    say(&mut black, "heard").await;
    assert_eq!(white.expect("chat.message").await["message"], "heard");
}

#[tokio::test]
async fn the_longest_message_is_delivered_in_any_script() {
    let table = Table::open().await;
    let (mut white, mut black) = game(&table, 0).await;
    for letter in ["я", "字", "♞", "🦀"] {
        let message = letter.repeat(500);
        say(&mut white, &message).await;
        for hearer in [&mut white, &mut black] {
            assert_eq!(hearer.expect("chat.message").await["message"], message, "{letter}");
        }
    }
    say(&mut white, &"🦀".repeat(501)).await;
    white.expect_error("message_refused").await;
}

#[tokio::test]
async fn players_and_rejected_clients_cannot_watch_and_names_are_unique() {
    let table = Table::open().await;
    let (mut white, _black) = game(&table, 0).await;
    let game = white.game.clone();
    white.send(json!({"type": "spectator.join", "gameId": game})).await;
    white.expect_error("already_playing").await;
    let mut grace = spectator(&table, &game, json!({"name": "Grace"})).await;
    grace.expect("spectator.welcome").await;
    white.expect("spectator.joined").await;
    white.send(json!({"type": "player.setName", "gameId": game, "name": "GRACE"})).await;
    white.expect_error("name_refused").await;
    white.send(json!({"type": "player.setName", "gameId": game, "name": "Ada"})).await;
    assert_eq!(white.expect_update().await["names"], json!({"w": "Ada"}));
    let mut other = spectator(&table, &game, json!({"name": "ada"})).await;
    other.expect_error("name_refused").await;
    // A third hello gets no seat, and a spectator cannot take one with the same socket.
    grace.expect("gameState.update").await;
    grace.expect("gameState.update").await;
    grace.send(json!({"type": "hello", "gameId": game})).await;
    grace.expect_error("malformed").await;
    other.send(json!({"type": "hello", "gameId": game})).await;
    other.expect_error("spectators_disabled").await;
    assert_eq!(other.expect_closed().await.code, 4003);
    let request =
        json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": false}, "chat": false});
    let answer = post(table.address, "/api/games", &request).await.json();
    assert!(answer.get("watchUrl").is_none(), "{answer}");
    let mut nobody = spectator(&table, answer["gameId"].as_str().unwrap(), json!({})).await;
    nobody.expect_error("spectators_disabled").await;
    assert_eq!(nobody.expect_closed().await.code, 4003);
}

// Requirement gambit-105.
#[tokio::test]
async fn spectators_and_chat_do_not_survive_a_restart() {
    let setting = Setting::default();
    let table = setting.open().await;
    let (mut white, mut black) = game(&table, 0).await;
    let mut spectator = spectator(&table, &white.game, json!({})).await;
    let token = spectator.expect("spectator.welcome").await["token"].clone();
    say(&mut white, "hello").await;
    black.expect("spectator.joined").await;
    black.expect("chat.message").await;
    table.server.stop().await;
    let table = setting.open().await;
    let (_white, joined) = white.reconnect(table.address).await;
    assert_eq!(joined["gameStatus"], "active");
    let mut again = super::watch::spectator(&table, &white.game, json!({"token": token})).await;
    let welcome = again.expect("spectator.welcome").await;
    assert_ne!(welcome["token"], token);
    assert_eq!(again.expect("gameState.update").await["spectators"].as_array().unwrap().len(), 1);
}

/// Returns all frames of a socket until one of this type, as text.
async fn texts_until(player: &mut Player, kind: &str) -> String {
    let mut texts = String::new();
    loop {
        let frame = player.next().await.unwrap();
        texts.push_str(&frame.to_string());
        if frame["type"] == kind {
            return texts;
        }
    }
}

#[tokio::test]
async fn a_spectator_cannot_know_the_link_to_a_seat() {
    let table = Table::open().await;
    let request = json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true}});
    let answer = post(table.address, "/api/games", &request).await.json();
    let (seat, watch) = (answer["gameId"].as_str().unwrap(), answer["watchUrl"].as_str().unwrap());
    let watch = watch.strip_prefix("/w/").unwrap();
    assert_ne!(seat, watch);
    // The link leads to no seat, and not to the terms, which hold the other id.
    let mut thief = Player::connect(table.address, watch).await;
    thief.say_hello(json!({})).await;
    thief.expect_error("malformed").await;
    assert_eq!(get(table.address, &format!("/api/games/{watch}")).await.status, 404);

    let mut white = Player::connect(table.address, seat).await;
    let joined = white.hello(json!({"token": answer["creatorToken"]})).await;
    assert_eq!(joined["watchId"], watch, "players can pass the link on");
    let mut watcher = spectator(&table, watch, json!({"name": "Vera"})).await;
    let mut black = Player::connect(table.address, seat).await;
    black.hello(json!({})).await;
    say(&mut watcher, "Hello!").await;
    let mut sent = texts_until(&mut watcher, "chat.message").await;
    white.commit("e2", "e4").await;
    black.send(json!({"type": "resign"})).await;
    sent += &texts_until(&mut watcher, "game.over").await;
    sent += &texts_until(&mut watcher, "gameState.update").await;
    for mut player in [white, black] {
        player.leave().await;
    }
    sent += &texts_until(&mut watcher, "player.left").await;
    assert!(sent.contains("\"record\"") && sent.contains(watch), "{sent}");
    assert!(!sent.contains(seat), "{sent}");
}
