//! Keys that players show: the record of a game keeps them, and nobody is told.

use serde_json::{Value, json};
use session::domain::{PlayerId, SeatPlayers};
use session::{Input, Session};

use crate::table::{B, BLACK_TOKEN, GAME, Table, W, catalogue};

fn key(sign: &str) -> String {
    format!("B{}", sign.repeat(86))
}

fn identify(sign: &str) -> Value {
    json!({"type": "identify", "key": key(sign), "signature": "s".repeat(86), "id": sign})
}

fn player(sign: &str) -> Option<PlayerId> {
    Some(PlayerId::of(&key(sign).parse().unwrap()))
}

#[test]
fn a_key_is_acknowledged_to_its_player_and_changes_nothing_for_the_other() {
    let (mut one, mut other) = (Table::blind(), Table::blind());
    for table in [&mut one, &mut other] {
        table.ask(W, identify("w"));
    }
    let answer = one.ask(B, identify("b"));
    assert_eq!(answer.len(), 1);
    assert_eq!((&answer[0]["type"], &answer[0]["ack"]), (&json!("update"), &json!("b")));
    for table in [&mut one, &mut other] {
        table.play("f2f3 e7e5 g2g4 d8h4");
        table.close(W);
        table.say(W, json!({"type": "hello", "gameId": GAME, "token": "a".repeat(24)}));
    }
    assert_eq!(one.sent[&W], other.sent[&W], "to the last frame, after the end too");
    let players = |table: &Table| table.finished[0].players;
    assert_eq!(players(&one), SeatPlayers { w: player("w"), b: player("b") });
    assert_eq!(players(&other), SeatPlayers { w: player("w"), b: None });
    assert_eq!(one.finished[0].summary, other.finished[0].summary);
    assert_eq!(one.finished[0].state(), other.finished[0].state());
}

#[test]
fn a_seat_is_given_one_key_before_its_first_move() {
    let mut table = Table::blind();
    table.ask(W, identify("w"));
    let error = |answer: &[Value]| (answer[0]["type"].clone(), answer[0]["code"].clone());
    assert_eq!(error(&table.ask(W, identify("x"))), (json!("error"), json!("wrong_phase")));
    table.play("f2f3");
    // Black has not moved, and white's key is known.
    assert_eq!(table.ask(B, identify("b"))[0]["type"], "update");
    assert_eq!(table.ask(W, identify("w"))[0]["type"], "update");
    table.play("e7e5 g2g4");
    assert_eq!(error(&table.ask(B, identify("y"))), (json!("error"), json!("wrong_phase")));
    // It is an input of the journal.
    table.input(Input::Restarted);
    let replayed = Session::replay(&catalogue(), table.journal.iter().cloned()).unwrap();
    let mut again = Table::of(replayed);
    again.now = table.now;
    again.say(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    again.commit(B, "d8h4");
    assert_eq!(again.finished[0].players, SeatPlayers { w: player("w"), b: player("b") });
    let mut late = identify("b");
    late["id"] = "late".into();
    assert_eq!(error(&again.ask(B, late)), (json!("error"), json!("not_your_turn")));
}

#[test]
fn a_later_key_than_the_first_move_is_refused() {
    let mut table = Table::blind();
    table.play("f2f3 e7e5");
    for conn in [W, B] {
        assert_eq!(table.ask(conn, identify("z"))[0]["code"], "wrong_phase");
    }
    table.play("g2g4 d8h4");
    assert_eq!(table.finished[0].players, SeatPlayers::default());
}
