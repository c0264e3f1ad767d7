//! Disconnecting and returning, with a simulated clock.

use serde_json::{Value, json};
use session::{ConnId, Input, Limits, Phase, UnixMs};

use crate::table::{B, BLACK_TOKEN, GAME, MINUTE, Table, W, WHITE_TOKEN, creation, texts, types};

fn end(table: &Table, conn: ConnId) -> (Value, Value, Option<Value>) {
    let update = table.last(conn, "update").unwrap();
    (update["gameStatus"].clone(), update["endReason"].clone(), update.get("winner").cloned())
}

// Requirements blind-38, blind-57, blind-68, blind-115, gambit-67.
#[test]
fn a_player_who_returns_in_time_finds_the_game_unchanged() {
    let mut table = Table::blind();
    table.play("e2e4 e7e5");
    table.commit(W, "g1");
    table.now = 10_000;
    let black = table.during(B, |table| table.close(W));
    let until = 10_000 + 5 * MINUTE;
    assert_eq!(types(&black), ["peer-status"]);
    assert_eq!(
        (&black[0]["color"], &black[0]["connected"], &black[0]["graceUntil"], &black[0]["now"]),
        (&json!("w"), &json!(false), &json!(until), &json!(10_000))
    );
    assert_eq!(table.session().next_timeout(), Some(UnixMs(until)));
    table.wait(5 * MINUTE - 1);
    assert_eq!(table.session().phase(), Phase::Active);

    let mut joined = Vec::new();
    let black = table.during(B, |table| {
        joined = table.ask(ConnId(9), json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    });
    assert_eq!(types(&joined), ["joined"]);
    assert_eq!(
        (&joined[0]["you"], &joined[0]["ply"], &joined[0]["touchedPiece"]),
        (&json!("w"), &json!(2), &json!("g1"))
    );
    assert_eq!(joined[0]["announcements"][0]["text"], "black_moved");
    assert_eq!(joined[0]["view"], table.last(W, "update").unwrap()["view"]);
    assert_eq!(
        black,
        [json!({"type": "peer-status", "color": "w", "connected": true, "seq": black[0]["seq"]})]
    );
    assert_eq!(table.session().next_timeout(), None);
}

#[test]
fn a_player_who_finds_the_other_absent_is_told_the_time() {
    let mut table = Table::blind();
    table.play("e2e4 e7e5");
    table.now = 10_000;
    table.close(W);
    table.now = 70_000;
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    assert_eq!(
        (&joined[0]["peer"]["graceUntil"], &joined[0]["now"]),
        (&json!(10_000 + 5 * MINUTE), &json!(70_000))
    );
    table.ask(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    assert_eq!(joined[0].get("now"), None);
}

// Requirement blind-37.
#[test]
fn announcements_during_an_absence_are_in_the_log_on_return() {
    let mut table = Table::blind();
    table.close(B);
    table.play("e2e4");
    table.say(W, json!({"type": "offer-draw"}));
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    assert_eq!(types(&joined), ["joined"]);
    assert_eq!(joined[0]["announcements"].as_array().unwrap().len(), 1);
    assert_eq!(joined[0]["drawOffer"], json!({"from": "w"}));
    let update = table.commit(B, "e7e6");
    assert_eq!(texts(&update[0]), Vec::<String>::new(), "no announcement is sent twice");
}

// Requirements blind-17, blind-113, gambit-67.
#[test]
fn an_absent_player_loses() {
    let mut table = Table::blind();
    table.now = 1_000;
    table.close(B);
    table.wait(5 * MINUTE);
    assert_eq!(end(&table, W), (json!("finished"), json!("abandoned"), Some(json!("w"))));
    assert_eq!(table.session().phase(), Phase::Finished);
    assert_eq!(table.session().next_timeout(), None);
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    assert_eq!(
        (&joined[0]["gameStatus"], &joined[0]["endReason"], &joined[0]["winner"]),
        (&json!("finished"), &json!("abandoned"), &json!("w"))
    );
}

#[test]
fn a_return_after_the_deadline_is_too_late_even_without_a_tick_in_between() {
    let mut table = Table::blind();
    table.close(B);
    table.now = 5 * MINUTE;
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN}));
    assert_eq!((&joined[0]["gameStatus"], &joined[0]["winner"]), (&json!("finished"), &json!("w")));
    assert_eq!(end(&table, W).2, Some(json!("w")));
}

// Requirement blind-114.
#[test]
fn if_both_are_absent_the_first_expiry_ends_the_game_without_a_winner() {
    let mut table = Table::blind();
    table.close(W);
    table.now = MINUTE;
    table.close(B);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(5 * MINUTE)));
    table.now = 5 * MINUTE;
    table.input(Input::Tick);
    assert_eq!(table.session().phase(), Phase::Finished);
    let joined = table.ask(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN})).remove(0);
    assert_eq!((&joined["endReason"], joined.get("winner")), (&json!("abandoned"), None));
    assert!(joined["record"]["pgn"].as_str().unwrap().contains("[Result \"*\"]"));
}

#[test]
fn a_player_absent_at_the_start_has_the_same_grace_period() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white"}));
    table.now = 7_000;
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME}));
    let until = 7_000 + 5 * MINUTE;
    assert_eq!(joined[0]["peer"], json!({"connected": false, "graceUntil": until}));
    assert_eq!(table.session().next_timeout(), Some(UnixMs(until)));
    table.wait(5 * MINUTE);
    assert_eq!(end(&table, B), (json!("finished"), json!("abandoned"), Some(json!("b"))));
}

#[test]
fn a_waiting_game_has_no_grace_period_and_is_removed_when_both_are_absent() {
    let mut table = Table::new(json!({"mode": "blind", "side": "white"}));
    let day = 24 * 60 * MINUTE;
    assert_eq!(table.session().prunable_at(), Some(UnixMs(day)));
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    assert_eq!(table.session().prunable_at(), None);
    table.now = 3 * MINUTE;
    table.close(W);
    assert_eq!(
        (table.session().next_timeout(), table.session().prunable_at()),
        (None, Some(UnixMs(3 * MINUTE + day)))
    );
}

// Requirement blind-25.
#[test]
fn a_finished_game_is_kept_for_half_an_hour_and_an_active_one_indefinitely() {
    let mut table = Table::blind();
    assert_eq!(table.session().prunable_at(), None);
    table.now = 9_000;
    table.say(W, json!({"type": "resign"}));
    assert_eq!(table.session().prunable_at(), Some(UnixMs(9_000 + 30 * MINUTE)));
    table.now = 20_000;
    table.close(W);
    assert_eq!(table.session().prunable_at(), Some(UnixMs(9_000 + 30 * MINUTE)));
    assert_eq!(table.session().next_timeout(), None, "a finished game has no timeout");
    assert_eq!(table.last(B, "peer-status").unwrap().get("graceUntil"), None);
}

#[test]
fn the_configuration_overrides_every_lifetime() {
    let mut asked = creation(json!({"mode": "blind", "side": "white"}));
    asked.limits =
        Limits { grace_ms: Some(50), finished_lifetime_ms: Some(70), waiting_lifetime_ms: Some(90) };
    let mut table = Table::from_creation(asked);
    assert_eq!(table.session().prunable_at(), Some(UnixMs(90)));
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    table.close(B);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(50)));
    table.wait(50);
    assert_eq!(table.session().prunable_at(), Some(UnixMs(50 + 70)));
}

// Requirement blind-17.
#[test]
fn the_creator_chooses_how_long_an_absent_player_may_stay_away() {
    const DAYS: u64 = 3 * 24 * 60 * MINUTE;
    let mut asked = creation(json!({"mode": "blind", "side": "white", "absenceSeconds": 259_200}));
    asked.limits = Limits { grace_ms: Some(50), ..Limits::default() };
    let mut table = Table::from_creation(asked);
    table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
    table.say(B, json!({"type": "hello", "gameId": GAME}));
    assert_eq!(table.session().public_terms().unwrap().absence_seconds, DAYS / 1_000);
    table.close(B);
    assert_eq!(
        table.session().next_timeout(),
        Some(UnixMs(DAYS)),
        "the request counts, not the configuration"
    );
    table.wait(DAYS - 1);
    assert_eq!(table.session().phase(), Phase::Active);
    table.wait(1);
    assert_eq!(table.last(W, "update").unwrap()["endReason"], "abandoned");
}

#[test]
fn a_game_makes_room_until_both_players_have_moved() {
    let makes_room = |request: serde_json::Value, moves: &str| {
        let mut table = Table::from_creation(creation(request));
        assert!(table.session().makes_room(), "it waits for its second player");
        table.say(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN}));
        table.say(B, json!({"type": "hello", "gameId": GAME}));
        table.play(moves);
        table.session().makes_room()
    };
    let long = json!({"mode": "blind", "side": "white", "absenceSeconds": 259_200});
    assert!(makes_room(long.clone(), ""));
    assert!(makes_room(long.clone(), "e2e4"));
    assert!(!makes_room(long, "e2e4 e7e5"));
    let plain = json!({"mode": "blind", "side": "white"});
    assert!(makes_room(plain.clone(), "e2e4"), "it is over in minutes, and a flood fills a server in less");
    assert!(!makes_room(plain, "e2e4 e7e5"));
}

#[test]
fn a_restart_renews_the_grace_periods() {
    let mut table = Table::blind();
    table.play("e2e4");
    table.close(B);
    table.now = 60 * MINUTE;
    table.input(Input::Restarted);
    assert_eq!(table.session().phase(), Phase::Active);
    assert_eq!(table.session().next_timeout(), Some(UnixMs(65 * MINUTE)));
    assert_eq!(table.session().connections().count(), 0);
    let joined = table.ask(W, json!({"type": "hello", "gameId": GAME, "token": WHITE_TOKEN})).remove(0);
    assert_eq!((&joined["ply"], &joined["peer"]["graceUntil"]), (&json!(1), &json!(65 * MINUTE)));
}

#[test]
fn time_does_not_run_backwards() {
    let mut table = Table::blind();
    table.now = 10_000;
    table.play("e2e4");
    table.now = 4_000;
    table.play("e7e5");
    assert_eq!(table.journal.last().unwrap().at, UnixMs(10_000));
    assert_eq!(table.last(W, "update").unwrap()["newAnnouncements"][0]["at"], 10_000);
}
