//! Chat at a game.

use serde_json::{Value, json};
use session::ConnId;

use super::{S, T, WatchedGame, types};
use crate::table::{B, GAME, W, WATCHED, WHITE_TOKEN};

fn messages(frames: &[Value]) -> Vec<(&str, &str)> {
    frames
        .iter()
        .filter(|frame| frame["type"] == "chat.message")
        .map(|frame| (frame["senderId"].as_str().unwrap(), frame["message"].as_str().unwrap()))
        .collect()
}

// Requirements gambit-12, gambit-24, gambit-59, gambit-102, gambit-104.
#[test]
fn chat_reaches_everyone_connected() {
    let mut game = WatchedGame::open(0);
    game.chat(W, "before");
    game.watch(S);
    let own = game.say(W, &json!({"type": "chat.message", "gameId": GAME, "message": " hello ", "id": "c1"}));
    assert_eq!(types(&own), ["chat.message"]);
    assert_eq!(
        (&own[0]["message"], &own[0]["ack"], &own[0]["messageId"]),
        (&json!("hello"), &json!("c1"), &json!(2))
    );
    let mut answer = Vec::new();
    let black = game.during(B, |game| answer = game.during(S, |game| drop(game.chat(T, "nobody"))));
    assert!(black.is_empty() && answer.is_empty(), "an unknown socket cannot chat");
    let black = game.during(B, |game| answer = game.chat(W, "what the fuck"));
    assert!(messages(&black)[0].1.contains('*') && !messages(&black)[0].1.contains("fuck"));
    // Message ids are the recipient's own: the spectator did not receive the earlier message.
    let answer = game.chat(S, "well played");
    assert_eq!((&answer[0]["messageId"], &black[0]["messageId"]), (&json!(3), &json!(3)));
    assert_eq!(answer[0]["senderName"], "Guest 1");
}

// Requirement gambit-102.
#[test]
fn spectators_are_among_themselves_until_the_end() {
    let mut game = WatchedGame::open(0);
    game.watch(S);
    game.watch(T);
    let (mut players, mut other) = ([Vec::new(), Vec::new()], Vec::new());
    let mut talk = |game: &mut WatchedGame| {
        players[0] = game.during(W, |game| {
            players[1] = game.during(B, |game| other = game.during(T, |game| drop(game.chat(S, "Nf3!"))));
        });
        (players.clone().map(|frames| messages(&frames).len()), messages(&other).len())
    };
    assert_eq!(talk(&mut game), ([0, 0], 1));
    game.say(B, &json!({"type": "resign"}));
    assert_eq!(talk(&mut game), ([1, 1], 1));
}

/// Returns the messages that a socket is sent at once: their numbers and texts.
fn history(frames: &[Value]) -> Vec<(u64, &str)> {
    let messages = frames.iter().filter(|frame| frame["type"] == "chat.history");
    let messages = messages.flat_map(|frame| frame["messages"].as_array().unwrap());
    messages
        .map(|message| (message["messageId"].as_u64().unwrap(), message["message"].as_str().unwrap()))
        .collect()
}

// Requirements gambit-24, gambit-104.
#[test]
fn who_comes_back_gets_the_messages_since_first_joining() {
    for delay in [0_u64, 20] {
        let request = json!({"mode": "vanilla", "side": "white", "spectators": {"allowed": true, "delaySeconds": delay}});
        let mut game = WatchedGame::empty(request);
        let hello = |token: &str| json!({"type": "hello", "gameId": GAME, "token": token});
        game.say(W, &hello(WHITE_TOKEN));
        game.chat(W, "is anybody there?");
        let arrival = game.say(B, &json!({"type": "hello", "gameId": GAME}));
        let joined: Value = serde_json::from_str(&game.table.sent[&B][0]).unwrap();
        assert!(history(&arrival).is_empty(), "what was said before joining is not for a newcomer");
        let token = joined["token"].as_str().unwrap();
        let seat = game.watch(S)[0]["token"].as_str().unwrap().to_owned();
        game.chat(W, "one");
        game.close(B);
        game.close(S);
        game.wait(30_000);
        game.chat(W, "two");
        assert_eq!(history(&game.say(B, &hello(token))), [(1, "one"), (2, "two")]);
        game.wait(delay * 1_000);
        let back = game.say(T, &json!({"type": "spectator.join", "gameId": WATCHED, "token": seat}));
        let expected: &[_] = if delay == 0 {
            &[(1, "one"), (2, "two")]
        } else {
            &[(1, "is anybody there?"), (2, "one"), (3, "two")]
        };
        assert_eq!(history(&back), expected, "delay {delay}");
        assert!(history(&game.watch(ConnId(9))).is_empty());
    }
}

#[test]
fn a_sender_is_not_believed_about_itself() {
    let mut game = WatchedGame::open(0);
    let message = json!({"type": "chat.message", "gameId": GAME, "message": "hello", "senderId": "b", "senderName": "Moderator",
                         "timestamp": 1});
    let mut own = Vec::new();
    let black = game.during(B, |game| own = game.say(W, &message));
    for sent in [&own, &black] {
        assert_eq!((&sent[0]["senderId"], &sent[0]["message"]), (&json!("w"), &json!("hello")));
        assert_eq!((sent[0].get("senderName"), &sent[0]["timestamp"]), (None, &json!(game.table.now)));
    }
}

#[test]
fn the_greeting_says_whether_chat_is_on() {
    for (request, talks) in [
        (json!({"mode": "vanilla", "side": "white"}), json!(true)),
        (json!({"mode": "vanilla", "side": "white", "chat": false}), Value::Null),
        (json!({"mode": "blind", "side": "white"}), Value::Null),
    ] {
        let game = WatchedGame::new(request.clone());
        for conn in [W, B] {
            let greeting: Value = serde_json::from_str(&game.table.sent[&conn][0]).unwrap();
            assert_eq!((&greeting["type"], &greeting["chat"]), (&json!("joined"), &talks), "{request}");
        }
    }
}

#[test]
fn a_repeated_message_is_delivered_once() {
    let mut game = WatchedGame::open(0);
    let message = json!({"type": "chat.message", "gameId": GAME, "message": "once", "id": "c1"});
    let first = game.say(W, &message);
    let mut again = Vec::new();
    let black = game.during(B, |game| again = game.say(W, &message));
    assert_eq!((first, black.len()), (again, 0));
}

#[test]
fn an_empty_long_or_blocked_message_is_refused() {
    let mut game = WatchedGame::open(0);
    for wrong in ["", "   ", "\u{200b}", &"x".repeat(501)] {
        assert_eq!(game.chat(W, wrong)[0]["code"], "message_refused", "{wrong:?}");
    }
    let elsewhere = json!({"type": "chat.message", "gameId": "zzzz9999", "message": "hello"});
    assert_eq!(game.say(W, &elsewhere)[0]["code"], "malformed");
    let mut silent = WatchedGame::new(json!({"mode": "blind", "side": "white"}));
    assert_eq!(silent.chat(W, "hello")[0]["code"], "chat_disabled");
}

#[test]
fn a_muted_sender_is_not_delivered_until_unmuted() {
    let mut game = WatchedGame::open(0);
    game.watch(S);
    let mute = |muted: bool| json!({"type": "chat.mute", "gameId": GAME, "senderId": "b", "muted": muted});
    assert!(game.say(W, &mute(true)).is_empty());
    let mut spectator = Vec::new();
    let white = game.during(W, |game| spectator = game.during(S, |game| drop(game.chat(B, "spam"))));
    assert_eq!((white.len(), messages(&spectator)), (0, vec![("b", "spam")]));
    game.say(W, &mute(false));
    let white = game.during(W, |game| drop(game.chat(B, "sorry")));
    // An undelivered message has no number.
    assert_eq!((messages(&white), &white[0]["messageId"]), (vec![("b", "sorry")], &json!(1)));
    // Muting oneself has no effect.
    game.say(W, &json!({"type": "chat.mute", "gameId": GAME, "senderId": "w", "muted": true}));
    assert_eq!(game.chat(W, "still here").len(), 1);
}

#[test]
fn a_report_has_the_message_and_its_sender() {
    let mut game = WatchedGame::open(0);
    game.chat(B, "rude words");
    let report = |number: u64| json!({"type": "chat.report", "gameId": GAME, "messageId": number});
    assert!(game.say(W, &report(1)).is_empty());
    assert_eq!(game.reports.len(), 1);
    let first = &game.reports[0];
    assert_eq!(
        (first.by.to_string(), first.of.to_string(), first.message.as_str()),
        ("w".into(), "b".into(), "rude words")
    );
    assert_eq!(game.say(W, &report(2))[0]["code"], "message_refused");
    for number in 2..=1 + session::limits::REPORTS_MAX as u64 {
        game.chat(B, "more");
        let answer = game.say(W, &report(number));
        assert_eq!(answer.len(), usize::from(number > session::limits::REPORTS_MAX as u64));
    }
    assert_eq!(game.reports.len(), session::limits::REPORTS_MAX);
}
