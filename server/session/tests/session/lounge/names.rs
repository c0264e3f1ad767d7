//! How people are called.

use serde_json::{Value, json};

use super::{S, Salon, T, types};
use crate::table::{B, GAME, Table, W, WHITE_TOKEN};

fn name(name: &str) -> Value {
    json!({"type": "player.setName", "gameId": GAME, "name": name, "id": "n1"})
}

fn join(name: &str) -> Value {
    json!({"type": "spectator.join", "gameId": GAME, "name": name})
}

#[test]
fn players_are_called_as_they_say_and_both_are_told() {
    let mut table = Table::vanilla();
    assert!(table.last(B, "joined").unwrap().get("names").is_none());
    let mut own = Vec::new();
    let black = table.during(B, |table| own = table.ask(W, name("Ada Lovelace")));
    assert_eq!((types(&own), &own[0]["ack"]), (vec!["update"], &json!("n1")));
    assert_eq!(own[0]["names"], json!({"w": "Ada Lovelace"}));
    assert_eq!(black[0]["names"], json!({"w": "Ada Lovelace"}));
    // The other player is not called alike, and nobody what should not be read.
    for (number, wrong) in ["ada  LOVELACE", "fuck you", "Ad\u{200b}a"].into_iter().enumerate() {
        let mut refused = name(wrong);
        refused["id"] = json!(format!("wrong{number}"));
        assert_eq!(table.ask(B, refused)[0]["code"], "name_refused", "{wrong:?}");
    }
}

#[test]
fn a_name_can_be_given_until_the_end_and_is_in_the_journal() {
    let mut table = Table::new(json!({"mode": "vanilla", "side": "white"}));
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    assert_eq!(types(&table.ask(W, name("Ada"))), ["update"]);
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    assert_eq!(table.last(B, "joined").unwrap()["names"], json!({"w": "Ada"}));
    table.say(B, json!({"type": "resign"}));
    let late = json!({"type": "player.setName", "gameId": GAME, "name": "Bob"});
    assert_eq!(table.ask(B, late)[0]["code"], "not_your_turn");
    let again = session::Session::replay(&crate::table::catalogue(), table.journal.iter().cloned()).unwrap();
    assert!(format!("{again:?}").contains("Ada"));
}

#[test]
fn spectators_are_not_called_as_others_are() {
    let mut salon = Salon::open(0);
    salon.say(W, &name("Ada"));
    assert_eq!(salon.say(S, &join("ADA"))[0]["code"], "name_refused");
    assert_eq!(salon.say(S, &join("fuck you"))[0]["code"], "name_refused");
    assert_eq!(salon.say(S, &join("Grace"))[0]["name"], "Grace");
    assert_eq!(salon.say(T, &join("grace"))[0]["code"], "name_refused");
    assert_eq!(salon.say(T, &join("Guest 2"))[0]["name"], "Guest 2");
    // A found name is nobody's yet.
    let third = salon.watch(session::ConnId(9));
    assert_eq!(third[0]["name"], "Guest 3");
}

#[test]
fn a_refused_name_does_not_tell_of_a_players_newest_one_and_gives_way_to_it_later() {
    let mut salon = Salon::open(30);
    salon.wait(40_000);
    salon.say(W, &name("Ada"));
    let told = salon.say(S, &join("Ada"));
    assert_eq!(told[0]["name"], "Ada", "a spectator does not know that yet");
    salon.wait(29_999);
    assert_eq!(salon.lounge.spectators()[0].name.as_str(), "Ada");
    let told = salon.during(S, |salon| salon.wait(1));
    assert_eq!(told[0]["players"][0]["name"], "Ada");
    assert_eq!(told[0]["spectators"][0]["name"], "Guest 1");
}
