//! Spectators: arriving, returning and leaving.

use serde_json::json;
use session::UnixMs;

use super::{S, T, WatchedGame, types};
use crate::table::{B, GAME, W, WATCHED, WHITE_TOKEN};

// Requirements gambit-8, gambit-10, gambit-23, gambit-58, gambit-64, gambit-106, gambit-108.
#[test]
fn a_spectator_is_sent_the_game_and_announced_to_everyone() {
    let mut game = WatchedGame::open(0);
    game.play(W, "e2e4");
    let mut sent = Vec::new();
    let white = game.during(W, |game| sent = game.watch(S));
    assert_eq!(types(&sent), ["spectator.welcome", "gameState.update"]);
    assert_eq!(sent[0]["id"], "s1");
    assert_eq!(sent[0]["name"], "Guest 1");
    assert_eq!(sent[0]["delaySeconds"], 0);
    assert_eq!(sent[1]["you"], "spectator");
    assert_eq!((&sent[1]["sequence"], &sent[1]["ply"]), (&json!(1), &json!(1)));
    assert_eq!(sent[1]["pieces"].as_array().unwrap().len(), 32);
    assert_eq!(sent[1]["spectators"], json!([{"id": "s1", "name": "Guest 1"}]));
    assert_eq!(types(&white), ["spectator.joined"]);
    assert_eq!(white[0]["count"], 1);
    // From then on each move is sent, with the next number.
    let next = game.during(S, |game| game.play(B, "e7e5"));
    assert_eq!(types(&next), ["gameState.update"]);
    assert_eq!((&next[0]["sequence"], &next[0]["ply"]), (&json!(2), &json!(2)));
    assert_eq!(next[0]["newMoves"].as_array().unwrap().len(), 1);
    // Another one arrives, and one leaves.
    let first = game.during(S, |game| drop(game.watch(T)));
    assert_eq!(types(&first), ["spectator.joined"]);
    assert_eq!((&first[0]["name"], &first[0]["count"]), (&json!("Guest 2"), &json!(2)));
    let left = game.during(W, |game| game.close(S));
    assert_eq!(types(&left), ["spectator.left"]);
    assert_eq!((&left[0]["spectatorId"], &left[0]["count"]), (&json!("s1"), &json!(1)));
}

#[test]
fn a_returning_token_is_the_same_spectator_and_closes_the_old_socket() {
    let mut game = WatchedGame::open(0);
    let token = game.watch(S)[0]["token"].clone();
    let again = game.say(T, &json!({"type": "spectator.join", "gameId": GAME, "token": token, "id": "j2"}));
    assert_eq!((&again[0]["id"], &again[0]["ack"]), (&json!("s1"), &json!("j2")));
    assert_eq!(again[1]["sequence"], 2);
    assert_eq!(game.closed.iter().map(|(conn, why)| (*conn, why.code)).collect::<Vec<_>>(), [(S, 4001)]);
    assert!(!game.table.host.is_spectator(S) && game.table.host.is_spectator(T));
    game.close(T);
    let back = game.say(S, &json!({"type": "spectator.join", "gameId": GAME, "token": token}));
    assert_eq!(back[0]["name"], "Guest 1");
}

#[test]
fn a_player_cannot_be_a_spectator() {
    let mut game = WatchedGame::open(0);
    let by_socket = game.watch(B);
    assert_eq!(by_socket[0]["code"], "already_playing");
    let by_token = game.say(S, &json!({"type": "spectator.join", "gameId": GAME, "token": WHITE_TOKEN}));
    assert_eq!(by_token[0]["code"], "already_playing");
    assert!(game.table.host.spectators().is_empty());
}

// Requirement gambit-117.
#[test]
fn a_spectator_can_do_nothing_in_the_game() {
    let mut game = WatchedGame::new(json!({"mode": "vanilla", "side": "white", "gambit": "standard"}));
    game.watch(S);
    // A duel about a knight's capture, and then its retreat.
    for (conn, mv) in [(W, "g1f3"), (B, "e7e5"), (W, "f3e5")] {
        game.play(conn, mv);
    }
    for stage in ["duel_allocation", "tactical_retreat"] {
        assert_eq!(game.table.last(W, "gameState.update").unwrap()["phase"], stage);
        for act in [
            json!({"type": "duel.allocate", "gameId": GAME, "amount": 1}),
            json!({"type": "retreat.select", "gameId": GAME, "position": "f3"}),
            json!({"type": "move.request", "gameId": GAME, "from": "d2", "to": "d4"}),
            json!({"type": "game.resign", "gameId": GAME}),
        ] {
            let mut answer = Vec::new();
            let white = game.table.during(W, |table| answer = table.ask(S, act.clone()));
            assert_eq!((types(&answer), &answer[0]["code"]), (vec!["error"], &json!("malformed")), "{act}");
            assert!(white.is_empty(), "{act}");
        }
        for conn in [W, B] {
            game.say(conn, &json!({"type": "duel.allocate", "gameId": GAME, "amount": 0}));
        }
    }
}

// Requirement gambit-118.
#[test]
fn a_spectator_learns_that_the_second_player_joined() {
    let mut game =
        WatchedGame::empty(json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true}}));
    game.say(W, &json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    game.watch(S);
    let sent = game.during(S, |game| drop(game.say(B, &json!({"type": "hello", "gameId": GAME}))));
    assert_eq!(types(&sent), ["player.joined", "gameState.update"]);
    assert_eq!((&sent[0]["color"], &sent[0]["gameId"]), (&json!("b"), &json!(WATCHED)));
    assert_eq!(sent[1]["gameStatus"], "active");
}

// Requirements blind-6, blind-63.
#[test]
fn spectators_are_rejected_unless_the_creator_or_the_bids_allow_them() {
    for request in [
        json!({"mode": "vanilla", "side": "white"}),
        json!({"mode": "blind", "side": "white"}),
        json!({"mode": "blind", "side": "white", "gambit": "standard"}),
        json!({"mode": "vanilla", "side": "white", "gambit": "standard", "spectators": {"allowed": false}}),
    ] {
        let mut game = WatchedGame::new(request.clone());
        let answer = game.watch(S);
        assert_eq!((types(&answer), &answer[0]["code"]), (vec!["error"], &json!("spectators_disabled")));
        assert_eq!(game.closed[0].1.reason, "spectators_disabled", "{request}");
        let white = game.during(W, |game| game.play(W, "e2e4"));
        assert!(white.is_empty() && game.table.host.next_spectator_update().is_none(), "{request}");
        let third = game.table.ask(T, json!({"type": "hello", "gameId": GAME}));
        assert_eq!(third[0]["message"], "both seats are taken and this game has no spectators");
    }
    let request = json!({"mode": "vanilla", "side": "white", "gambit": "standard"});
    assert_eq!(WatchedGame::new(request).watch(S)[0]["type"], "spectator.welcome");
}

// Requirement blind-63.
#[test]
fn a_third_visitor_of_a_game_that_can_be_watched_is_told_so() {
    let mut game = WatchedGame::open(0);
    let third = game.table.ask(T, json!({"type": "hello", "gameId": GAME}));
    assert_eq!((types(&third), &third[0]["code"]), (vec!["error"], &json!("spectators_disabled")));
    let told = "both seats are taken; the game can be watched by its link for spectators";
    assert_eq!(third[0]["message"], told);
}

#[test]
fn a_blind_game_shows_spectators_no_army() {
    let mut game =
        WatchedGame::new(json!({"mode": "blind", "side": "white", "spectators": {"allowed": true}}));
    let sent = game.watch(S);
    assert_eq!(sent[1]["pieces"], json!([]));
    let next = game.during(S, |game| game.play(W, "e2e4"));
    assert_eq!(next[0]["pieces"], json!([]));
    assert!(!next[0].to_string().contains("e4"), "{}", next[0]);
    // A refused try is sent to its author only.
    let refused = game.during(S, |game| game.play(B, "e7e4"));
    assert!(refused.is_empty(), "{refused:?}");
    let end = game.during(S, |game| {
        game.say(B, &json!({"type": "resign"}));
    });
    let last = end.last().unwrap();
    assert_eq!(last["gameStatus"], "finished");
    assert_eq!(last["pieces"].as_array().unwrap().len(), 32);
}

#[test]
fn spectators_are_limited_and_leaving_makes_room() {
    let mut game = WatchedGame::open(0);
    let most = session::limits::SPECTATORS_MAX as u64;
    for conn in 0..most {
        assert_eq!(game.watch(session::ConnId(100 + conn))[0]["type"], "spectator.welcome");
    }
    let refused = game.watch(S);
    assert_eq!(refused[0]["code"], "rate_limited");
    assert_eq!(game.closed.last().unwrap().1.reason, "full");
    game.close(session::ConnId(100));
    assert_eq!(game.watch(S)[0]["type"], "spectator.welcome");
    // However many arrive and leave, the number of remembered ones is bounded, and each has a name of its own.
    for conn in 0..3 * session::limits::SPECTATORS_KEPT as u64 {
        game.watch(session::ConnId(1_000 + conn));
        game.close(session::ConnId(1_000 + conn));
    }
    assert_eq!(game.table.host.spectators().len(), session::limits::SPECTATORS_MAX);
    let names: std::collections::BTreeSet<String> =
        game.table.host.spectators().iter().map(|spectator| spectator.name.as_str().to_owned()).collect();
    assert_eq!(names.len(), session::limits::SPECTATORS_MAX);
}

#[test]
fn spectators_are_in_the_state_and_absent_after_a_replay() {
    let mut game = WatchedGame::open(0);
    game.watch(S);
    let again = session::Session::replay(&crate::table::catalogue(), game.table.journal.iter().cloned());
    let host = session::GameHost::new(again.unwrap(), UnixMs(game.table.now));
    assert!(host.spectators().is_empty());
}
