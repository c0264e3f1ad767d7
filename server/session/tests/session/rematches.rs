//! Rematches: offers, answers, and the game that follows.

use serde_json::{Value, json};
use session::protocol::player::{Color, CreateGame};
use session::{ConnId, Creation, Creator, Input, Limits, Phase, Session, UnixMs};

use crate::spectators::{S, WatchedGame};
use crate::table::{B, GAME, MINUTE, Table, W, next_game, types};

/// Another socket of white.
const W2: ConnId = ConnId(5);

fn offer() -> Value {
    json!({"type": "offer-rematch"})
}

fn respond(accept: bool) -> Value {
    json!({"type": "respond-rematch", "accept": accept})
}

/// Returns a table whose game has ended.
fn finished() -> Table {
    let mut table = Table::blind();
    table.say(W, json!({"type": "resign"}));
    table
}

/// Returns the rematch that a socket was sent last.
fn rematch(table: &Table, conn: ConnId) -> Value {
    table.last(conn, "rematch").map_or(Value::Null, |frame| frame["rematch"].clone())
}

fn accepted(token: &str) -> Value {
    json!({"state": "accepted", "gameId": "efgh5678", "token": token.repeat(24)})
}

#[test]
fn an_offer_is_sent_to_both_and_changes_nothing_else() {
    let mut table = finished();
    let mut white = Vec::new();
    let black = table.during(B, |table| white = table.ask(W, json!({"type": "offer-rematch", "id": "r1"})));
    assert_eq!((types(&white), types(&black)), (vec!["rematch"], vec!["rematch"]));
    assert_eq!((&white[0]["ack"], black[0].get("ack")), (&json!("r1"), None));
    for frame in [&white[0], &black[0]] {
        assert_eq!(frame["rematch"], json!({"state": "offered", "from": "w"}));
    }
    assert_eq!(table.rematches, [], "no game is created for an offer");
    let again = table.during(B, |table| table.say(W, offer()));
    assert_eq!(again, Vec::<Value>::new(), "an offer is sent once");
}

#[test]
fn an_accepted_rematch_has_one_game_and_a_token_for_each_player() {
    let mut table = finished();
    table.say(B, offer());
    let answer = table.ask(W, json!({"type": "respond-rematch", "accept": true, "id": "r2"}));
    assert_eq!(answer[0]["ack"], "r2");
    // White has black's seat in the next game.
    assert_eq!((rematch(&table, W), rematch(&table, B)), (accepted("y"), accepted("x")));
    let again = table.ask(W, json!({"type": "respond-rematch", "accept": true, "id": "r2"}));
    assert_eq!((&again[0]["ack"], &again[0]["rematch"]), (&json!("r2"), &accepted("y")));
    for late in [offer(), respond(true), respond(false)] {
        table.say(B, late.clone());
        table.say(W, late);
    }
    assert_eq!((rematch(&table, W), rematch(&table, B)), (accepted("y"), accepted("x")));
    assert_eq!(table.rematches.len(), 1);
    // A player who returns is sent it again.
    table.close(W);
    let joined = table.ask(W2, json!({"type": "hello", "gameId": GAME, "token": "a".repeat(24)}));
    assert_eq!(joined[0]["rematch"], accepted("y"));
}

#[test]
fn an_answer_to_no_offer_is_acknowledged_and_changes_nothing() {
    for accept in [true, false] {
        let mut table = finished();
        let answer = table.ask(W, json!({"type": "respond-rematch", "accept": accept, "id": "r3"}));
        assert_eq!((types(&answer), &answer[0]["ack"]), (vec!["update"], &json!("r3")));
        assert_eq!((answer[0].get("rematch"), table.rematches.len()), (None, 0));
    }
}

#[test]
fn offers_of_both_at_one_moment_are_an_agreement() {
    let mut table = finished();
    table.say(W, offer());
    table.say(B, offer());
    assert_eq!((rematch(&table, W), rematch(&table, B)), (accepted("y"), accepted("x")));
    assert_eq!(table.rematches.len(), 1);
}

#[test]
fn a_declined_side_cannot_offer_again_but_the_other_can() {
    let mut table = finished();
    table.say(W, offer());
    table.say(B, respond(false));
    let declined = json!({"state": "declined", "from": "w"});
    assert_eq!((rematch(&table, W), rematch(&table, B)), (declined.clone(), declined.clone()));
    let repeated = table.during(B, |table| table.say(W, offer()));
    assert_eq!(repeated, Vec::<Value>::new());
    table.say(B, offer());
    assert_eq!(rematch(&table, W), json!({"state": "offered", "from": "b"}));
    table.say(W, respond(true));
    assert_eq!(rematch(&table, W), accepted("y"));
}

#[test]
fn an_offer_and_an_agreement_survive_a_restart() {
    let mut table = finished();
    table.say(W, offer());
    let replayed = |table: &Table| {
        Session::replay(&crate::table::catalogue(), table.journal.clone().into_iter()).unwrap()
    };
    let session = replayed(&table);
    table.host.replace_session(session);
    table.input(Input::Restarted);
    for (conn, token) in [(W, "a"), (B, "b")] {
        let joined = table.ask(conn, json!({"type": "hello", "gameId": GAME, "token": token.repeat(24)}));
        assert_eq!(joined[0]["rematch"], json!({"state": "offered", "from": "w"}));
    }
    table.say(B, respond(true));
    let session = replayed(&table);
    table.host.replace_session(session);
    table.input(Input::Restarted);
    let joined = table.ask(W, json!({"type": "hello", "gameId": GAME, "token": "a".repeat(24)}));
    assert_eq!(joined[0]["rematch"], accepted("y"));
}

#[test]
fn the_request_of_a_rematch_is_that_of_the_game() {
    let blind = json!({
        "mode": "blind", "side": "white", "highlightingEnabled": true, "moderator": "table-fidelity",
        "overlays": ["torpedo"], "clock": {"initial": 300, "increment": 3}, "touchMove": false,
        "spectators": {"allowed": true, "delaySeconds": 30},
    });
    let vanilla = json!({"mode": "vanilla", "side": "white", "touchMove": true, "chat": false});
    for settings in [blind, vanilla] {
        let mut table = Table::seated(settings.clone());
        table.say(B, json!({"type": "resign"}));
        table.say(W, offer());
        table.say(B, respond(true));
        assert_eq!(table.rematches, [serde_json::from_value::<CreateGame>(settings).unwrap()]);
    }
}

/// Returns a rematch with a clock, to which nobody is connected yet.
fn next() -> Table {
    let request = json!({"mode": "vanilla", "side": "white", "clock": {"initial": 300}});
    Table::from_creation(Creation {
        id: next_game().id,
        watch_id: None,
        creator: Creator::Rematch(next_game().tokens),
        request: serde_json::from_value(request).unwrap(),
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(0),
        limits: Limits::default(),
    })
}

fn hello(token: &str) -> Value {
    json!({"type": "hello", "gameId": "efgh5678", "token": token.repeat(24)})
}

#[test]
fn a_rematch_begins_once_both_players_are_there() {
    let mut table = next();
    let joined = table.ask(B, hello("y"));
    assert_eq!((&joined[0]["you"], &joined[0]["gameStatus"]), (&json!("b"), &json!("waiting")));
    assert_eq!((&joined[0]["seatsTaken"], joined[0]["clock"].get("running")), (&json!(true), None));
    table.wait(20 * MINUTE);
    assert_eq!(table.session().phase(), Phase::Waiting, "no clock runs, and nobody is absent");
    // The player who waited leaves before the other comes.
    table.close(B);
    let joined = table.ask(W, hello("x"));
    assert_eq!((&joined[0]["you"], &joined[0]["gameStatus"]), (&json!("w"), &json!("waiting")));
    let begun = table.during(W, |table| table.say(B, hello("y")));
    assert_eq!((&begun[0]["type"], &begun[0]["gameStatus"]), (&json!("update"), &json!("active")));
    assert_eq!(begun[0]["clock"]["since"], 20 * MINUTE);
    let back = table.ask(W, hello("x"));
    assert_eq!(back[0].get("seatsTaken"), None);
    let moved = table.commit(W, "e2e4");
    assert_eq!(moved[0]["ply"], 1);
}

#[test]
fn nobody_else_gets_a_seat_of_a_rematch() {
    let mut table = next();
    table.say(W, hello("x"));
    for join_as in ["auto", "w", "b"] {
        let refused = table.ask(ConnId(9), json!({"type": "hello", "gameId": "efgh5678", "joinAs": join_as}));
        assert_eq!(types(&refused), ["error"], "{join_as}");
    }
    assert_eq!(table.session().phase(), Phase::Waiting);
}

#[test]
fn a_rematch_that_nobody_comes_to_is_removed() {
    let mut table = next();
    let lifetime = table.session().prunable_at().unwrap();
    table.say(W, hello("x"));
    assert_eq!(table.session().prunable_at(), None);
    table.now = MINUTE;
    table.close(W);
    assert_eq!(table.session().prunable_at(), Some(UnixMs(lifetime.0 + MINUTE)));
}

#[test]
fn spectators_learn_of_the_next_game_but_of_no_offer_and_no_token() {
    let mut game = WatchedGame::open(0);
    game.watch(S);
    game.say(W, &json!({"type": "resign"}));
    let offers = game.during(S, |game| {
        game.say(W, &offer());
        game.say(B, &respond(false));
        game.say(B, &offer());
    });
    assert_eq!(offers, Vec::<Value>::new(), "an offer is between the players");
    let states = game.during(S, |game| drop(game.say(W, &respond(true))));
    assert_eq!(types(&states), ["gameState.update"]);
    assert_eq!(states[0]["rematch"], json!({"state": "accepted", "gameId": "watch890"}));
}
