//! Marks that players share once the game is over: who is sent them, when, and what is refused.

use serde_json::{Value, json};
use session::limits::SHARED_MARKS_CHARS_MAX;
use session::{ConnId, Input, Session};

use crate::spectators::{S, T, WatchedGame};
use crate::table::{B, BLACK_TOKEN, GAME, Table, W, WHITE_TOKEN, catalogue, types};

/// Marks of white, in a game of two moves.
const WHITES: [&str; 3] = ["0 e8 c:k", "0 d8 c:q,c:r", "1 d8"];

/// Marks of black in the same game.
const BLACKS: [&str; 2] = ["1 e4 C:P", "2 e1 -"];

fn share(marks: &[&str]) -> Value {
    json!({"type": "share-marks", "marks": marks})
}

fn share_as(marks: &[&str], id: &str) -> Value {
    json!({"type": "share-marks", "marks": marks, "id": id})
}

fn blind() -> Value {
    json!({"mode": "blind", "side": "white", "spectators": {"allowed": true}})
}

/// Returns a table whose game is over after a move of both.
fn finished(request: Value) -> Table {
    let mut table = Table::seated(request);
    table.play("e2e4 e7e5");
    table.say(B, json!({"type": "resign"}));
    table
}

/// Returns a game with a spectator, in which both have made a move.
fn watched() -> WatchedGame {
    let mut game = WatchedGame::new(blind());
    game.watch(S);
    game.play(W, "e2e4");
    game.play(B, "e7e5");
    game
}

/// Returns the frames that a player is sent while `act` runs.
fn sent(game: &mut WatchedGame, conn: ConnId, act: impl FnOnce(&mut WatchedGame)) -> Vec<Value> {
    let before = game.table.frames(conn).len();
    act(game);
    game.table.frames(conn).split_off(before)
}

/// Returns the code of the error that answers a message.
fn refused(table: &mut Table, conn: ConnId, message: Value) -> Value {
    let answer = table.ask(conn, message);
    assert_eq!(types(&answer), ["error"], "{answer:?}");
    answer[0]["code"].clone()
}

#[test]
fn marks_are_for_nobody_before_the_end() {
    let mut game = watched();
    let (mut whites, mut blacks) = (Vec::new(), Vec::new());
    let spectators = game.during(S, |game| {
        blacks = sent(game, B, |game| {
            whites = sent(game, W, |game| drop(game.say(W, &share_as(&WHITES, "m1"))));
        });
    });
    assert_eq!((types(&whites), whites[0]["code"].as_str()), (vec!["error"], Some("not_your_turn")));
    assert_eq!(whites[0]["ack"], "m1");
    assert_eq!((blacks, spectators), (Vec::new(), Vec::new()));
    // They are not kept for the end either.
    let states = game.during(S, |game| drop(game.say(B, &json!({"type": "resign"}))));
    let ends = [game.table.last(W, "update"), game.table.last(B, "update"), states.last().cloned()];
    for end in ends.iter().flatten() {
        assert_eq!((&end["gameStatus"], end.get("sharedMarks")), (&json!("finished"), None));
    }
    assert_eq!(game.table.last(B, "shared-marks"), None);
}

#[test]
fn marks_are_sent_to_everybody_once_the_game_is_over() {
    let mut game = watched();
    game.say(B, &json!({"type": "resign"}));
    let numbers = [W, B].map(|conn| game.table.frames(conn).last().unwrap()["seq"].as_u64().unwrap());
    let (mut whites, mut blacks) = (Vec::new(), Vec::new());
    let spectators = game.during(S, |game| {
        blacks = sent(game, B, |game| {
            whites = sent(game, W, |game| drop(game.say(W, &share_as(&WHITES, "m1"))));
        });
    });
    let shared = json!({"w": WHITES});
    for frames in [&whites, &blacks] {
        assert_eq!((types(frames), &frames[0]["marks"]), (vec!["shared-marks"], &shared));
    }
    assert_eq!((&whites[0]["ack"], blacks[0].get("ack")), (&json!("m1"), None));
    let sequence = [&whites, &blacks].map(|frames| frames[0]["seq"].as_u64());
    assert_eq!(sequence, numbers.map(|number| Some(number + 1)));
    assert_eq!((types(&spectators), &spectators[0]["sharedMarks"]), (vec!["gameState.update"], &shared));
    // The same message again is answered, and tells nobody else anything.
    let others = sent(&mut game, B, |game| {
        whites = sent(game, W, |game| drop(game.say(W, &share_as(&WHITES, "m1"))));
    });
    assert_eq!(others, Vec::<Value>::new());
    assert_eq!((types(&whites), &whites[0]["marks"]), (vec!["shared-marks"], &shared));
    game.say(B, &share(&BLACKS));
    let both = json!({"w": WHITES, "b": BLACKS});
    for conn in [W, B] {
        assert_eq!(game.table.last(conn, "shared-marks").unwrap()["marks"], both);
    }
    // Who comes later is sent them with the state.
    let late = game.watch(T).into_iter().find(|frame| frame["type"] == "gameState.update").unwrap();
    assert_eq!(late["sharedMarks"], both);
    game.close(W);
    let hello = json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN});
    assert_eq!(game.table.ask(W, hello)[0]["sharedMarks"], both);
    // The record is that of the end.
    let [record] = game.table.finished.as_slice() else { panic!("one record") };
    assert!(!record.state().contains("sharedMarks"));
}

#[test]
fn shared_marks_are_inputs_of_the_journal() {
    let mut table = finished(blind());
    table.say(B, share(&BLACKS));
    let replayed = Session::replay(&catalogue(), table.journal.clone().into_iter()).unwrap();
    table.host.replace_session(replayed);
    table.input(Input::Restarted);
    for (conn, token) in [(W, WHITE_TOKEN), (B, BLACK_TOKEN)] {
        let joined = table.ask(conn, json!({"type": "hello", "gameId": GAME, "token": token})).remove(0);
        assert_eq!(joined["sharedMarks"], json!({"b": BLACKS}));
    }
    assert_eq!(refused(&mut table, B, share(&BLACKS)), "wrong_phase");
    table.say(W, share(&WHITES));
    assert_eq!(table.last(B, "shared-marks").unwrap()["marks"], json!({"w": WHITES, "b": BLACKS}));
}

#[test]
fn marks_are_shared_once_and_are_those_of_the_game() {
    let mut table = finished(blind());
    let wrong: [&[&str]; 8] = [
        &[],
        // The order of the moves, and a move that was not made.
        &["1 e8 c:k", "0 d8 c:q"],
        &["3 e8 c:k"],
        // A square and kinds that the game does not have, and an own piece.
        &["0 i9 c:k"],
        &["0 e8 c:x"],
        &["0 e8 x:k"],
        &["0 e8 C:K"],
        // A candidate twice.
        &["0 d8 c:q,c:r,c:q"],
    ];
    for marks in wrong {
        assert_eq!(refused(&mut table, W, share(marks)), "malformed", "{marks:?}");
    }
    // Each takes nine characters of the list.
    let mut marks = vec!["0 e8 -"; SHARED_MARKS_CHARS_MAX / 9 + 1];
    assert_eq!(refused(&mut table, W, share(&marks)), "malformed");
    marks.pop();
    assert_eq!(types(&table.ask(W, share(&marks))), ["shared-marks"]);
    assert_eq!(refused(&mut table, W, share(&WHITES)), "wrong_phase");
    assert_eq!(types(&table.ask(B, share(&BLACKS))), ["shared-marks"]);
}

#[test]
fn a_game_without_marks_has_none_to_share() {
    let none = json!({"mode": "blind", "side": "white", "aids": "none"});
    for request in [none, json!({"mode": "vanilla", "side": "white"})] {
        let mut table = finished(request);
        assert_eq!(refused(&mut table, W, share(&WHITES)), "wrong_phase");
    }
}

#[test]
fn marks_of_games_by_sight_and_with_bids_are_shared() {
    let with_bids = json!({"mode": "blind", "side": "white", "gambit": "standard"});
    for request in [json!({"mode": "sight", "side": "white"}), with_bids] {
        let mut table = Table::seated(request);
        table.say(B, json!({"type": "resign"}));
        let mut whites = Vec::new();
        let blacks = table.during(B, |table| whites = table.ask(W, share(&WHITES[..2])));
        assert_eq!((types(&whites), types(&blacks)), (vec!["shared-marks"], vec!["shared-marks"]));
    }
}
