//! Assignment of seats, and the first frames to each player.

use serde_json::json;
use session::protocol::player::Color;
use session::{CloseReason, ConnId, Input, Phase, SeatId};

use crate::table::{B, BLACK_TOKEN, GAME, Table, W, WHITE_TOKEN, creation, types};

const OTHER: ConnId = ConnId(3);

// Requirements blind-5, blind-29, blind-31, blind-41, blind-55, blind-108, blind-109, blind-110, gambit-26, gambit-27.
// Requirement gambit-101.
#[test]
fn the_game_begins_with_the_second_player() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white", "highlightingEnabled": true}));
    assert_eq!(table.session().phase(), Phase::Waiting);
    let joined =
        table.ask(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN, "id": "h1"})).remove(0);
    assert_eq!(joined["type"], "joined");
    assert_eq!((&joined["you"], &joined["token"]), (&json!("w"), &json!(WHITE_TOKEN)));
    assert_eq!((&joined["gameStatus"], &joined["mode"]), (&json!("waiting"), &json!("blind")));
    assert_eq!((&joined["seq"], &joined["ack"], &joined["ply"]), (&json!(1), &json!("h1"), &json!(0)));
    assert_eq!((&joined["moderator"], &joined["ruleset"]), (&json!("blind"), &json!("chess")));
    assert_eq!(joined["highlightingEnabled"], true);
    assert_eq!(joined["peer"], json!({"connected": false}));
    assert_eq!(joined["tally"], json!({"byYou": {}, "byOpponent": {}}));
    assert_eq!(joined["drawOffer"], json!(null));
    assert_eq!(joined["announcements"], json!([]));
    assert_eq!(joined["view"]["toMove"], "w");
    assert_eq!(joined["view"]["inCheck"], false);
    assert_eq!(joined["view"]["pieces"].as_object().unwrap().len(), 16);
    assert_eq!(joined["view"]["pieces"]["e1"], json!({"color": "w", "type": "k", "qpi": "C:+K^"}));

    let mut black = Vec::new();
    let white = table.during(W, |table| black = table.ask(B, json!({"type": "hello", "gameId": GAME})));
    assert_eq!(types(&black), ["joined"]);
    assert_eq!((&black[0]["you"], &black[0]["token"]), (&json!("b"), &json!(BLACK_TOKEN)));
    assert_eq!((&black[0]["gameStatus"], &black[0]["peer"]), (&json!("active"), &json!({"connected": true})));
    assert_eq!(black[0]["seq"], 1);
    assert_eq!(types(&white), ["update", "peer-status"]);
    assert_eq!(white[0]["gameStatus"], "active");
    assert_eq!(white[1], json!({"type": "peer-status", "color": "b", "connected": true, "seq": 3}));
    assert_eq!(table.session().phase(), Phase::Active);
    assert_eq!(table.seated, [(W, SeatId(Color::W)), (B, SeatId(Color::B))]);
}

// Requirement blind-14.
#[test]
fn the_creator_may_choose_black_or_a_random_colour() {
    for (side, random, expected) in [
        ("black", Color::W, "b"),
        ("white", Color::B, "w"),
        ("random", Color::B, "b"),
        ("random", Color::W, "w"),
    ] {
        let mut asked = creation(json!({"mode": "vanilla", "side": side, "highlightingEnabled": false}));
        asked.random_side = random;
        let mut table = Table::from_creation(asked);
        let joined = table.ask(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
        assert_eq!(joined[0]["you"], expected, "{side}");
    }
}

// Requirement blind-51.
#[test]
fn a_requested_colour_may_be_taken() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white"}));
    let refused = table.ask(B, json!({"type": "hello", "gameId": GAME, "joinAs": "w", "id": "x"}));
    assert_eq!((&refused[0]["code"], &refused[0]["ack"]), (&json!("slot_taken"), &json!("x")));
    assert_eq!((refused.len(), table.closed.len()), (1, 0));
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "joinAs": "b"}));
    assert_eq!(joined[0]["you"], "b");
}

// Requirement blind-6.
#[test]
fn a_third_player_is_rejected() {
    let mut table = Table::blind();
    let refused = table.ask(OTHER, json!({"type": "hello", "gameId": GAME}));
    assert_eq!(types(&refused), ["error"]);
    assert_eq!(refused[0]["code"], "spectators_disabled");
    assert_eq!(table.closed, [(OTHER, CloseReason::SPECTATORS_DISABLED)]);
    let unknown_token =
        table.ask(ConnId(4), json!({"type": "hello", "gameId": GAME, "token": "z".repeat(24)}));
    assert_eq!(unknown_token[0]["code"], "spectators_disabled");
    let taken = table.ask(ConnId(5), json!({"type": "hello", "gameId": GAME, "joinAs": "b"}));
    assert_eq!(taken[0]["code"], "slot_taken");
    assert_eq!(table.closed.len(), 2, "a rejected colour leaves the socket open");
    assert_eq!(table.seated.len(), 2);
}

// Requirement blind-5.
#[test]
fn an_unknown_token_takes_an_open_seat_and_gets_a_new_token() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white"}));
    let stale = "z".repeat(24);
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "token": stale}));
    assert_eq!((&joined[0]["you"], &joined[0]["token"]), (&json!("b"), &json!(BLACK_TOKEN)));
    let again = table.ask(OTHER, json!({"type": "hello", "gameId": GAME, "token": stale}));
    assert_eq!(again[0]["code"], "spectators_disabled", "the stale token holds no seat");
}

// Requirement blind-116.
#[test]
fn the_second_socket_of_a_player_supersedes_the_first() {
    let mut table = Table::blind();
    table.play("e2e4");
    let mut joined = Vec::new();
    let black = table.during(B, |table| {
        joined = table.ask(OTHER, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    });
    assert_eq!(types(&joined), ["joined"]);
    assert_eq!(table.closed, [(W, CloseReason::SUPERSEDED)]);
    assert_eq!(black, Vec::<serde_json::Value>::new(), "the other player is not notified");
    table.close(W);
    assert_eq!(table.session().next_timeout(), None, "closing the old socket does not disconnect the player");
    assert_eq!(table.commit(W, "d2d4")[0]["code"], "malformed", "the old socket has no seat any more");
    table.say(B, json!({"type": "commit", "from": "e7", "to": "e5"}));
    assert_eq!(table.last(OTHER, "update").unwrap()["ply"], 2);
}

#[test]
fn a_socket_keeps_its_seat() {
    let mut table = Table::blind();
    let again = table.ask(W, json!({"type": "hello", "gameId": GAME}));
    assert_eq!((&again[0]["type"], &again[0]["you"]), (&json!("joined"), &json!("w")));
    let other = table.ask(W, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    assert_eq!(other[0]["code"], "malformed");
    let mut alone = Table::new(json!({"mode": "blind", "side": "white"}));
    alone.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    alone.say(W, json!({"type": "hello", "gameId": GAME, "joinAs": "b"}));
    assert_eq!(alone.session().phase(), Phase::Waiting, "one socket cannot take both seats");
    assert!(table.closed.is_empty());
}

#[test]
fn a_hello_for_another_game_is_malformed() {
    let mut table = Table::blind();
    let refused = table.ask(OTHER, json!({"type": "hello", "gameId": "zzzz9999"}));
    assert_eq!(refused[0]["code"], "malformed");
}

// Requirement gambit-68.
#[test]
fn commands_are_rejected_before_hello_and_before_the_start() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white"}));
    let refused = table.ask(W, json!({"type": "resign", "id": "r"}));
    assert_eq!((&refused[0]["code"], &refused[0]["ack"]), (&json!("malformed"), &json!("r")));
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    for early in [
        json!({"type": "commit", "from": "e2", "to": "e4"}),
        json!({"type": "resign"}),
        json!({"type": "offer-draw"}),
        json!({"type": "respond-draw", "accept": true}),
        json!({"type": "offer-rematch"}),
        json!({"type": "respond-rematch", "accept": true}),
    ] {
        let refused = table.ask(W, early.clone());
        assert_eq!(types(&refused), ["error"], "{early}");
        assert_eq!(refused[0]["code"], "not_your_turn", "{early}");
    }
    assert_eq!(table.session().phase(), Phase::Waiting);
}

#[test]
fn an_unknown_moderator_is_rejected() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white", "moderator": "table-fidelity"}));
    let joined = table.ask(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    assert_eq!(joined[0]["moderator"], "table-fidelity");
    let unknown = creation(json!({"mode": "blind", "side": "white", "moderator": "nobody"}));
    assert!(session::Session::create(&crate::table::catalogue(), unknown).is_err());
}

#[test]
fn inputs_of_unknown_sockets_have_no_effect() {
    let mut table = Table::blind();
    let frames = table.sent.clone();
    table.input(Input::Closed { conn: ConnId(77) });
    table.input(Input::Tick);
    assert_eq!(table.sent, frames);
}
