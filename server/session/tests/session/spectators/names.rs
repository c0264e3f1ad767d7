//! Names of people.

use serde_json::{Value, json};

use super::{S, T, WatchedGame, types};
use crate::table::{B, GAME, Table, W, WHITE_TOKEN};

fn name(name: &str) -> Value {
    json!({"type": "player.setName", "gameId": GAME, "name": name, "id": "n1"})
}

fn join(name: &str) -> Value {
    json!({"type": "spectator.join", "gameId": GAME, "name": name})
}

// Requirements gambit-65, gambit-97, gambit-99, gambit-100.
#[test]
fn players_choose_their_names_and_both_are_notified() {
    let mut table = Table::vanilla();
    assert!(table.last(B, "joined").unwrap().get("names").is_none());
    let mut own = Vec::new();
    let black = table.during(B, |table| own = table.ask(W, name("Ada Lovelace")));
    assert_eq!((types(&own), &own[0]["ack"]), (vec!["update"], &json!("n1")));
    assert_eq!(own[0]["names"], json!({"w": "Ada Lovelace"}));
    assert_eq!(black[0]["names"], json!({"w": "Ada Lovelace"}));
    // A name like the other player's, or one that the filter blocks, is refused.
    for (number, wrong) in ["ada  LOVELACE", "fuck you", "Ad\u{200b}a"].into_iter().enumerate() {
        let mut refused = name(wrong);
        refused["id"] = json!(format!("wrong{number}"));
        assert_eq!(table.ask(B, refused)[0]["code"], "name_refused", "{wrong:?}");
    }
}

#[test]
fn a_name_can_be_chosen_until_the_end_and_is_in_the_journal() {
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
fn spectators_have_names_of_their_own() {
    let mut game = WatchedGame::open(0);
    game.say(W, &name("Ada"));
    assert_eq!(game.say(S, &join("ADA"))[0]["code"], "name_refused");
    assert_eq!(game.say(S, &join("fuck you"))[0]["code"], "name_refused");
    assert_eq!(game.say(S, &join("Grace"))[0]["name"], "Grace");
    assert_eq!(game.say(T, &join("grace"))[0]["code"], "name_refused");
    assert_eq!(game.say(T, &join("Guest 2"))[0]["name"], "Guest 2");
    // A generated name is not taken yet.
    let third = game.watch(session::ConnId(9));
    assert_eq!(third[0]["name"], "Guest 3");
}

// Requirement gambit-100.
#[test]
fn a_delayed_spectator_learns_nothing_from_a_name_and_yields_it_later() {
    let mut game = WatchedGame::open(30);
    game.wait(40_000);
    game.say(W, &name("Ada"));
    let sent = game.say(S, &join("Ada"));
    assert_eq!(sent[0]["name"], "Ada", "a spectator cannot know that yet");
    game.wait(29_999);
    assert_eq!(game.table.host.spectators()[0].name.as_str(), "Ada");
    let sent = game.during(S, |game| game.wait(1));
    assert_eq!(sent[0]["players"][0]["name"], "Ada");
    assert_eq!(sent[0]["spectators"][0]["name"], "Guest 1");
}
