//! Coming to watch, coming back, and going.

use serde_json::json;
use session::UnixMs;

use super::{S, Salon, T, types};
use crate::table::{B, GAME, W, WHITE_TOKEN};

#[test]
fn who_comes_to_watch_is_told_the_game_and_everybody_of_them() {
    let mut salon = Salon::open(0);
    salon.play(W, "e2e4");
    let mut told = Vec::new();
    let white = salon.during(W, |salon| told = salon.watch(S));
    assert_eq!(types(&told), ["spectator.welcome", "gameState.update"]);
    assert_eq!(told[0]["id"], "s1");
    assert_eq!(told[0]["name"], "Guest 1");
    assert_eq!(told[0]["delaySeconds"], 0);
    assert_eq!(told[1]["you"], "spectator");
    assert_eq!((&told[1]["sequence"], &told[1]["ply"]), (&json!(1), &json!(1)));
    assert_eq!(told[1]["pieces"].as_array().unwrap().len(), 32);
    assert_eq!(told[1]["spectators"], json!([{"id": "s1", "name": "Guest 1"}]));
    assert_eq!(types(&white), ["spectator.joined"]);
    assert_eq!(white[0]["count"], 1);
    // From then on each move is told, under the next number.
    let next = salon.during(S, |salon| salon.play(B, "e7e5"));
    assert_eq!(types(&next), ["gameState.update"]);
    assert_eq!((&next[0]["sequence"], &next[0]["ply"]), (&json!(2), &json!(2)));
    assert_eq!(next[0]["newMoves"].as_array().unwrap().len(), 1);
    // Another one comes, and one goes.
    let first = salon.during(S, |salon| drop(salon.watch(T)));
    assert_eq!(types(&first), ["spectator.joined"]);
    assert_eq!((&first[0]["name"], &first[0]["count"]), (&json!("Guest 2"), &json!(2)));
    let left = salon.during(W, |salon| salon.close(S));
    assert_eq!(types(&left), ["spectator.left"]);
    assert_eq!((&left[0]["spectatorId"], &left[0]["count"]), (&json!("s1"), &json!(1)));
}

#[test]
fn who_comes_back_with_a_token_is_the_same_and_closes_the_other_socket() {
    let mut salon = Salon::open(0);
    let token = salon.watch(S)[0]["token"].clone();
    let again = salon.say(T, &json!({"type": "spectator.join", "gameId": GAME, "token": token, "id": "j2"}));
    assert_eq!((&again[0]["id"], &again[0]["ack"]), (&json!("s1"), &json!("j2")));
    assert_eq!(again[1]["sequence"], 2);
    assert_eq!(salon.closed.iter().map(|(conn, why)| (*conn, why.code)).collect::<Vec<_>>(), [(S, 4001)]);
    assert!(!salon.lounge.has(S) && salon.lounge.has(T));
    salon.close(T);
    let back = salon.say(S, &json!({"type": "spectator.join", "gameId": GAME, "token": token}));
    assert_eq!(back[0]["name"], "Guest 1");
}

#[test]
fn who_plays_does_not_watch() {
    let mut salon = Salon::open(0);
    let by_socket = salon.watch(B);
    assert_eq!(by_socket[0]["code"], "already_playing");
    let by_token = salon.say(S, &json!({"type": "spectator.join", "gameId": GAME, "token": WHITE_TOKEN}));
    assert_eq!(by_token[0]["code"], "already_playing");
    assert!(salon.lounge.spectators().is_empty());
}

#[test]
fn nobody_watches_where_that_was_agreed_on() {
    let request = json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": false}});
    let mut salon = Salon::new(request);
    assert_eq!(salon.watch(S)[0]["code"], "spectators_disabled");
    assert_eq!(salon.closed[0].1.reason, "spectators_disabled");
    let white = salon.during(W, |salon| salon.play(W, "e2e4"));
    assert!(white.is_empty() && salon.lounge.next_timeout().is_none());
}

#[test]
fn a_blind_game_shows_who_watches_no_army() {
    let mut salon = Salon::new(json!({"mode": "blind", "side": "white"}));
    let told = salon.watch(S);
    assert_eq!(told[1]["pieces"], json!([]));
    let next = salon.during(S, |salon| salon.play(W, "e2e4"));
    assert_eq!(next[0]["pieces"], json!([]));
    assert!(!next[0].to_string().contains("e4"), "{}", next[0]);
    // A try that the moderator refuses is its player's alone to hear of.
    let refused = salon.during(S, |salon| salon.play(B, "e7e4"));
    assert!(refused.is_empty(), "{refused:?}");
    let end = salon.during(S, |salon| {
        salon.say(B, &json!({"type": "resign"}));
    });
    let last = end.last().unwrap();
    assert_eq!(last["gameStatus"], "finished");
    assert_eq!(last["pieces"].as_array().unwrap().len(), 32);
}

#[test]
fn as_many_watch_as_may_and_those_who_are_gone_make_room() {
    let mut salon = Salon::open(0);
    let most = session::limits::SPECTATORS_MAX as u64;
    for conn in 0..most {
        assert_eq!(salon.watch(session::ConnId(100 + conn))[0]["type"], "spectator.welcome");
    }
    let refused = salon.watch(S);
    assert_eq!(refused[0]["code"], "rate_limited");
    assert_eq!(salon.closed.last().unwrap().1.reason, "full");
    salon.close(session::ConnId(100));
    assert_eq!(salon.watch(S)[0]["type"], "spectator.welcome");
    // However many come and go, no more than so many are remembered, and each has a name of its own.
    for conn in 0..3 * session::limits::SPECTATORS_KEPT as u64 {
        salon.watch(session::ConnId(1_000 + conn));
        salon.close(session::ConnId(1_000 + conn));
    }
    assert_eq!(salon.lounge.spectators().len(), session::limits::SPECTATORS_MAX);
    let names: std::collections::BTreeSet<String> =
        salon.lounge.spectators().iter().map(|spectator| spectator.name.as_str().to_owned()).collect();
    assert_eq!(names.len(), session::limits::SPECTATORS_MAX);
}

#[test]
fn who_watches_is_in_the_state_and_after_a_replay_nobody_does() {
    let mut salon = Salon::open(0);
    salon.watch(S);
    let again = session::Session::replay(&crate::table::catalogue(), salon.table.journal.iter().cloned());
    let lounge = session::lounge::Lounge::new(&again.unwrap(), UnixMs(salon.table.now));
    assert!(lounge.spectators().is_empty());
}
