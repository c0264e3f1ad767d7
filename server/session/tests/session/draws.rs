//! Draw offers, resignation, and automatic game ends.

use serde_json::{Value, json};
use session::Phase;

use crate::table::{B, Table, W, texts, types};

fn offer(table: &mut Table, conn: session::ConnId) -> Value {
    table.ask(conn, json!({"type": "offer-draw"})).remove(0)
}

fn respond(table: &mut Table, conn: session::ConnId, accept: bool) -> Value {
    table.ask(conn, json!({"type": "respond-draw", "accept": accept})).remove(0)
}

fn end(table: &Table, conn: session::ConnId) -> (Value, Value, Value) {
    let update = table.last(conn, "update").unwrap();
    (update["gameStatus"].clone(), update["endReason"].clone(), update["winner"].clone())
}

// Requirement blind-24.
#[test]
fn an_offer_is_seen_by_both_and_accepted() {
    let mut table = Table::blind();
    let black = table.during(B, |table| {
        assert_eq!(offer(table, W)["drawOffer"], json!({"from": "w"}));
    });
    assert_eq!(black[0]["drawOffer"], json!({"from": "w"}));
    respond(&mut table, B, true);
    for conn in [W, B] {
        assert_eq!(end(&table, conn), (json!("finished"), json!("draw_agreed"), Value::Null));
        assert_eq!(table.last(conn, "update").unwrap()["drawOffer"], Value::Null);
    }
    assert_eq!(table.session().phase(), Phase::Finished);
}

// Requirement blind-24.
#[test]
fn a_declined_offer_may_be_made_again_after_an_own_move() {
    let mut table = Table::blind();
    offer(&mut table, W);
    assert_eq!(respond(&mut table, B, false)["drawOffer"], Value::Null);
    assert_eq!(table.last(W, "update").unwrap()["drawOffer"], Value::Null);
    let black = table.during(B, |table| {
        let answer = offer(table, W);
        assert_eq!((&answer["type"], &answer["drawOffer"]), (&json!("update"), &Value::Null));
    });
    assert_eq!(black.len(), 0, "an ignored offer is not sent");
    table.play("e2e4");
    assert_eq!(offer(&mut table, W)["drawOffer"], json!({"from": "w"}));
}

#[test]
fn moving_declines_and_offering_back_accepts() {
    let mut table = Table::blind();
    offer(&mut table, B);
    table.play("e2e4");
    assert_eq!(table.last(B, "update").unwrap()["drawOffer"], Value::Null);
    table.play("e7e5");
    offer(&mut table, B);
    offer(&mut table, W);
    assert_eq!(end(&table, B), (json!("finished"), json!("draw_agreed"), Value::Null));
}

#[test]
fn an_answer_without_an_offer_changes_nothing() {
    let mut table = Table::blind();
    let black = table.during(B, |table| {
        assert_eq!(respond(table, W, true)["gameStatus"], "active");
    });
    assert_eq!(black.len(), 0);
    offer(&mut table, W);
    assert_eq!(
        respond(&mut table, W, true)["gameStatus"],
        "active",
        "a player cannot accept their own offer"
    );
}

// Requirements blind-23, blind-115.
#[test]
fn the_resigning_player_loses_on_either_turn() {
    for (conn, winner) in [(W, "b"), (B, "w")] {
        let mut table = Table::blind();
        let answer = table.ask(conn, json!({"type": "resign", "id": "r"})).remove(0);
        assert_eq!((&answer["ack"], &answer["gameStatus"]), (&json!("r"), &json!("finished")));
        for conn in [W, B] {
            assert_eq!(end(&table, conn), (json!("finished"), json!("resign"), json!(winner)));
        }
    }
}

#[test]
fn no_move_is_accepted_after_the_end() {
    let mut table = Table::blind();
    table.commit(W, "g1");
    table.say(B, json!({"type": "resign"}));
    assert_eq!(table.last(W, "update").unwrap().get("touchedPiece"), None);
    for late in [
        json!({"type": "commit", "from": "g1", "to": "f3"}),
        json!({"type": "resign"}),
        json!({"type": "offer-draw"}),
        json!({"type": "respond-draw", "accept": true}),
    ] {
        let answer = table.ask(W, late.clone());
        assert_eq!((types(&answer), &answer[0]["code"]), (vec!["error"], &json!("not_your_turn")), "{late}");
        assert!(answer[0]["message"].as_str().unwrap().contains("over"));
    }
    assert_eq!(end(&table, W), (json!("finished"), json!("resign"), json!("w")));
}

// Requirement blind-31.
#[test]
fn mate_ends_the_game_for_both() {
    let mut table = Table::blind();
    table.play("f2f3 e7e5 g2g4 d8h4");
    for conn in [W, B] {
        assert_eq!(end(&table, conn), (json!("finished"), json!("checkmate"), json!("b")));
    }
    assert_eq!(texts(&table.last(W, "update").unwrap()), ["black_moved", "black_checkmate"]);
    assert_eq!(texts(&table.last(B, "update").unwrap()), ["black_checkmate"]);
}

#[test]
fn stalemate_draws() {
    let mut table = Table::blind();
    table.play(
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    );
    assert_eq!(end(&table, B), (json!("finished"), json!("stalemate"), Value::Null));
    assert_eq!(texts(&table.last(B, "update").unwrap()), ["white_moved", "stalemate"]);
}

// Requirement blind-22.
#[test]
fn the_third_repetition_draws() {
    let mut table = Table::blind();
    table.play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(table.session().phase(), Phase::Active);
    table.play("f6g8");
    assert_eq!(end(&table, W), (json!("finished"), json!("threefold"), Value::Null));
    assert_eq!(texts(&table.last(W, "update").unwrap()), ["black_moved", "draw_threefold"]);
}
