//! What is said at a game.

use serde_json::{Value, json};

use super::{S, Salon, T, types};
use crate::table::{B, GAME, W};

fn said(frames: &[Value]) -> Vec<(&str, &str)> {
    frames
        .iter()
        .filter(|frame| frame["type"] == "chat.message")
        .map(|frame| (frame["senderId"].as_str().unwrap(), frame["message"].as_str().unwrap()))
        .collect()
}

#[test]
fn everybody_hears_what_is_said_from_the_moment_of_coming() {
    let mut salon = Salon::open(0);
    salon.chat(W, "before");
    salon.watch(S);
    let own =
        salon.say(W, &json!({"type": "chat.message", "gameId": GAME, "message": " hello ", "id": "c1"}));
    assert_eq!(types(&own), ["chat.message"]);
    assert_eq!(
        (&own[0]["message"], &own[0]["ack"], &own[0]["messageId"]),
        (&json!("hello"), &json!("c1"), &json!(2))
    );
    let mut heard = Vec::new();
    let black = salon.during(B, |salon| heard = salon.during(S, |salon| drop(salon.chat(T, "nobody"))));
    assert!(black.is_empty() && heard.is_empty(), "who is not there says nothing");
    let black = salon.during(B, |salon| heard = salon.chat(S, "what the fuck"));
    assert_eq!(heard[0]["senderName"], "Guest 1");
    assert!(said(&black)[0].1.contains('*') && !said(&black)[0].1.contains("fuck"));
    // The numbers are the hearer's own: the spectator has not heard what was said before.
    assert_eq!((&heard[0]["messageId"], &black[0]["messageId"]), (&json!(2), &json!(3)));
}

#[test]
fn the_greeting_says_whether_there_is_talk() {
    for (request, talks) in [
        (json!({"mode": "vanilla", "side": "white"}), json!(true)),
        (json!({"mode": "vanilla", "side": "white", "chat": false}), Value::Null),
        (json!({"mode": "blind", "side": "white"}), Value::Null),
        (json!({"mode": "blind", "side": "white", "chat": true}), json!(true)),
    ] {
        let salon = Salon::new(request.clone());
        for conn in [W, B] {
            let greeting: Value = serde_json::from_str(&salon.table.sent[&conn][0]).unwrap();
            assert_eq!((&greeting["type"], &greeting["chat"]), (&json!("joined"), &talks), "{request}");
        }
    }
}

#[test]
fn the_same_message_sent_twice_is_said_once() {
    let mut salon = Salon::open(0);
    let message = json!({"type": "chat.message", "gameId": GAME, "message": "once", "id": "c1"});
    let first = salon.say(W, &message);
    let mut again = Vec::new();
    let black = salon.during(B, |salon| again = salon.say(W, &message));
    assert_eq!((first, black.len()), (again, 0));
}

#[test]
fn what_is_empty_too_long_or_not_to_be_said_here_is_refused() {
    let mut salon = Salon::open(0);
    for wrong in ["", "   ", "\u{200b}", &"x".repeat(501)] {
        assert_eq!(salon.chat(W, wrong)[0]["code"], "message_refused", "{wrong:?}");
    }
    let elsewhere = json!({"type": "chat.message", "gameId": "zzzz9999", "message": "hello"});
    assert_eq!(salon.say(W, &elsewhere)[0]["code"], "malformed");
    let mut silent = Salon::new(json!({"mode": "blind", "side": "white"}));
    assert_eq!(silent.chat(W, "hello")[0]["code"], "chat_disabled");
    let mut asked = Salon::new(json!({"mode": "blind", "side": "white", "chat": true}));
    assert_eq!(asked.chat(W, "hello")[0]["type"], "chat.message");
}

#[test]
fn who_is_muted_is_not_heard_until_wanted_again() {
    let mut salon = Salon::open(0);
    salon.watch(S);
    let mute = |muted: bool| json!({"type": "chat.mute", "gameId": GAME, "senderId": "s1", "muted": muted});
    assert!(salon.say(W, &mute(true)).is_empty());
    let mut black = Vec::new();
    let white = salon.during(W, |salon| black = salon.during(B, |salon| drop(salon.chat(S, "spam"))));
    assert_eq!((white.len(), said(&black)), (0, vec![("s1", "spam")]));
    salon.say(W, &mute(false));
    let white = salon.during(W, |salon| drop(salon.chat(S, "sorry")));
    // What was not heard has no number either.
    assert_eq!((said(&white), &white[0]["messageId"]), (vec![("s1", "sorry")], &json!(1)));
    // Nobody can lose their own words.
    salon.say(W, &json!({"type": "chat.mute", "gameId": GAME, "senderId": "w", "muted": true}));
    assert_eq!(salon.chat(W, "still here").len(), 1);
}

#[test]
fn a_report_has_the_message_and_who_said_it() {
    let mut salon = Salon::open(0);
    salon.chat(B, "rude words");
    let report = |number: u64| json!({"type": "chat.report", "gameId": GAME, "messageId": number});
    assert!(salon.say(W, &report(1)).is_empty());
    assert_eq!(salon.reports.len(), 1);
    let told = &salon.reports[0];
    assert_eq!(
        (told.by.to_string(), told.of.to_string(), told.message.as_str()),
        ("w".into(), "b".into(), "rude words")
    );
    assert_eq!(salon.say(W, &report(2))[0]["code"], "message_refused");
    for number in 2..=1 + session::limits::REPORTS_MAX as u64 {
        salon.chat(B, "more");
        let answer = salon.say(W, &report(number));
        assert_eq!(answer.len(), usize::from(number > session::limits::REPORTS_MAX as u64));
    }
    assert_eq!(salon.reports.len(), session::limits::REPORTS_MAX);
}
