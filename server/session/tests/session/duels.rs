//! Games with bids from creation to record: prompts, errors, and the contents of record and journal.

use serde_json::{Value, json};
use session::protocol::player::{ClientMessage, decode};
use session::{ConnId, Input, Receipt, Session, UnixMs};

use crate::table::{B, GAME, Table, W, catalogue, creation};

fn seated(mode: &str, gambit: &str) -> Table {
    Table::seated(json!({"mode": mode, "side": "white", "gambit": gambit}))
}

fn go(table: &mut Table, conn: ConnId, mv: &str) {
    table.say(conn, json!({"type": "move.request", "gameId": GAME, "from": &mv[..2], "to": &mv[2..4]}));
}

fn bid(table: &mut Table, conn: ConnId, amount: u32) -> Vec<Value> {
    table.ask(conn, json!({"type": "duel.allocate", "gameId": GAME, "amount": amount}))
}

/// Plays to the capture of Black's pawn by White's, with these bids.
fn pawns(mode: &str, white: u32, black: u32) -> Table {
    let mut table = seated(mode, "standard");
    go(&mut table, W, "e2e4");
    go(&mut table, B, "d7d5");
    go(&mut table, W, "e4d5");
    bid(&mut table, W, white);
    bid(&mut table, B, black);
    table
}

fn record(table: &mut Table) -> Value {
    table.say(W, json!({"type": "game.resign", "gameId": GAME}));
    table.last_with(B, |frame| frame.get("record").is_some()).unwrap()["record"].clone()
}

fn code(frames: &[Value]) -> Option<&str> {
    frames.iter().find(|frame| frame["type"] == "error").and_then(|frame| frame["code"].as_str())
}

#[test]
fn the_record_has_every_bid_and_so_has_its_pgn() {
    for mode in ["blind", "vanilla"] {
        let record = record(&mut pawns(mode, 3, 1));
        let ply = &record["plies"][2];
        assert_eq!(ply["notation"], "exd5[A:3/D:1]{+1}");
        assert_eq!(
            ply["duel"],
            json!({"result": "success", "attackerAllocation": 3, "defenderAllocation": 1})
        );
        assert_eq!(ply["regained"], json!({"base": 1, "tactics": [], "total": 1}));
        assert!(ply.get("retreat").is_none());
        assert_eq!(record["plies"][0]["notation"], "e4{+1}");
        assert!(record["pgn"].as_str().unwrap().contains("2. exd5 { exd5[A:3/D:1] }"), "{record}");
    }
}

#[test]
fn a_failed_capture_is_in_the_record_and_not_in_the_pgn() {
    let mut table = pawns("vanilla", 2, 2);
    let record = record(&mut table);
    let ply = &record["plies"][2];
    assert_eq!(ply["notation"], "exd5[A:2/D:2]→e4(0){+1}");
    assert_eq!(ply["retreat"], json!({"position": "e4", "cost": 0}));
    assert_eq!((ply["from"].as_str(), ply["to"].as_str()), (Some("e4"), Some("d5")));
    assert!(ply.get("captured").is_none() && record.get("pgn").is_none());
}

/// Returns the points that each turn of White regenerated.
fn regained(table: &mut Table) -> Vec<u64> {
    let record = record(table);
    let plies = record["plies"].as_array().unwrap().iter();
    plies.step_by(2).map(|ply| ply["regained"]["total"].as_u64().unwrap()).collect()
}

// Requirement gambit-92.
#[test]
fn a_pin_pays_once_from_whatever_squares() {
    let mut table = seated("vanilla", "standard");
    let moves = "e2e4 d7d6 a2a3 b8c6 f1b5 g7g6 b5a4 g6g5 a4b5 h7h6 b5e2 a8b8 e2b5";
    for (mv, conn) in moves.split_whitespace().zip([W, B].into_iter().cycle()) {
        go(&mut table, conn, mv);
    }
    // The knight is pinned to the king: 3 and 1. While it stays pinned that brings nothing more; a pin that was given up and made again does.
    assert_eq!(regained(&mut table), [1, 1, 5, 1, 1, 1, 5]);
}

#[test]
fn a_retreat_along_the_line_of_a_pin_does_not_pay_it_again() {
    let mut table = seated("vanilla", "standard");
    let moves = "e2e4 d7d6 a2a3 b8c6 f1b5 g7g6 b5c6";
    for (mv, conn) in moves.split_whitespace().zip([W, B].into_iter().cycle()) {
        go(&mut table, conn, mv);
    }
    bid(&mut table, W, 0);
    bid(&mut table, B, 0);
    table.say(W, json!({"type": "retreat.select", "gameId": GAME, "position": "a4"}));
    assert_eq!(regained(&mut table), [1, 1, 5, 1]);
}

#[test]
fn a_record_without_bids_has_no_members_for_them() {
    let mut table = Table::vanilla();
    table.play("e2e4 d7d5 e4d5");
    let record = record(&mut table);
    for key in ["notation", "duel", "retreat", "regained"] {
        assert!(record["plies"][2].get(key).is_none(), "{key}");
    }
    assert!(record["pgn"].is_string());
}

// Requirements gambit-28, gambit-61, gambit-95, gambit-116.
#[test]
fn an_input_at_the_wrong_time_is_answered_with_its_error_code() {
    let mut table = seated("vanilla", "standard");
    assert_eq!(code(&bid(&mut table, W, 1)), Some("wrong_phase"));
    let retreat = |square: &str| json!({"type": "retreat.select", "gameId": GAME, "position": square});
    assert_eq!(code(&table.ask(W, retreat("e4"))), Some("wrong_phase"));
    for (conn, mv) in [(W, "g1f3"), (B, "e7e5"), (W, "f3e5")] {
        go(&mut table, conn, mv);
    }
    assert_eq!(code(&bid(&mut table, W, 400)), Some("too_few_points"));
    assert_eq!(code(&table.commit(W, "a2a3")), Some("wrong_phase"));
    assert_eq!(code(&table.commit(B, "a7a6")), Some("wrong_phase"));
    assert_eq!(code(&bid(&mut table, W, 0)), None);
    assert_eq!(code(&bid(&mut table, W, 0)), Some("wrong_phase"));
    assert_eq!(code(&bid(&mut table, B, 0)), None);
    assert_eq!(code(&table.ask(B, retreat("f3"))), Some("wrong_phase"));
    assert_eq!(code(&table.ask(W, retreat("e5"))), Some("not_offered"));
    assert_eq!(code(&table.ask(W, retreat("z9"))), Some("malformed"));
    assert_eq!(code(&table.ask(W, retreat("e4"))), None);
    assert_eq!(record(&mut table)["plies"][2]["notation"], "Nxe5[A:0/D:0]→e4(2){+1}");
}

#[test]
fn a_bid_with_a_repeated_id_is_made_once_and_answered_again() {
    let mut table = seated("vanilla", "standard");
    for (conn, mv) in [(W, "e2e4"), (B, "d7d5"), (W, "e4d5")] {
        go(&mut table, conn, mv);
    }
    let named = json!({"type": "duel.allocate", "gameId": GAME, "amount": 5, "sequence": 9});
    for _ in 0..2 {
        assert_eq!(code(&table.ask(W, named.clone())), None);
    }
    bid(&mut table, B, 0);
    assert_eq!(record(&mut table)["plies"][2]["notation"], "exd5[A:5/D:0]{+1}");
}

// Requirement gambit-66.
#[test]
fn every_stage_of_a_duel_is_restored_from_the_journal() {
    let commands = [
        (W, json!({"type": "commit", "from": "g1", "to": "f3"})),
        (B, json!({"type": "commit", "from": "e7", "to": "e5"})),
        (W, json!({"type": "commit", "from": "f3", "to": "e5"})),
        (B, json!({"type": "duel.allocate", "gameId": GAME, "amount": 4})),
        (W, json!({"type": "duel.allocate", "gameId": GAME, "amount": 1})),
        (W, json!({"type": "retreat.select", "gameId": GAME, "position": "e4"})),
        (B, json!({"type": "resign"})),
    ];
    let input = |conn: ConnId, message: &Value| match decode(&message.to_string()) {
        Ok(ClientMessage::Command(command)) => Input::Command { conn, command },
        other => panic!("{message}: {other:?}"),
    };
    for stage in 0..=commands.len() {
        let mut live = seated("blind", "risky");
        for (conn, message) in &commands[..stage] {
            live.now += 700;
            live.say(*conn, message.clone());
        }
        let mut replayed = Session::replay(&catalogue(), live.journal.clone().into_iter()).unwrap();
        assert_eq!(replayed.next_timeout(), live.session().next_timeout());
        // The answers to the next message, and to silence, are the same before and after the restart.
        let next = commands.get(stage).map(|(conn, message)| (700, input(*conn, message)));
        for (later, input) in next.into_iter().chain([(100_000, Input::Tick)]) {
            live.now += later;
            let unsent = replayed.handle(UnixMs(live.now), input.clone());
            let receipt = Receipt::stored(unsent.entry().seq);
            let expected = live.outputs(input);
            assert_eq!(unsent.release(receipt).unwrap(), expected, "after {stage} messages");
        }
    }
}

#[test]
fn a_gambit_profile_that_does_not_fit_the_game_is_rejected_with_its_reason() {
    let refused = |request: Value| Session::create(&catalogue(), creation(request)).unwrap_err().to_string();
    assert_eq!(
        refused(json!({"mode": "vanilla", "gambit": "poker"})),
        "there is no way to play with bids \"poker\""
    );
    let why = refused(json!({"mode": "vanilla", "gambit": "standard", "overlays": ["knightmate"]}));
    assert!(why.contains("\"knight\" is no piece of the ruleset") && why.contains("\"commoner\""), "{why}");
}

#[test]
fn with_hit_points_a_successful_capture_may_be_only_a_hit() {
    let mut table = Table::seated(
        json!({"mode": "vanilla", "side": "white", "gambit": "standard", "overlays": ["piece-hp"]}),
    );
    for (conn, mv) in [(W, "e2e4"), (B, "d7d5"), (W, "e4d5")] {
        go(&mut table, conn, mv);
    }
    bid(&mut table, W, 1);
    bid(&mut table, B, 0);
    let record = record(&mut table);
    assert_eq!(record["plies"][2]["notation"], "e*d5[A:1/D:0]{+1}");
    assert_eq!(record["plies"][2]["happened"][0]["what"], "hit");
}

#[test]
fn a_game_that_no_gambit_profile_names_has_duels_and_retreats() {
    for mode in ["vanilla", "blind"] {
        let mut table =
            Table::seated(json!({"mode": mode, "side": "white", "ruleset": "makruk", "gambit": "standard"}));
        // A capture that fails: of 32 points 2 are spent, and each turn brings 1.
        for (conn, mv) in [(W, "e3e4"), (B, "d6d5"), (W, "e4d5")] {
            go(&mut table, conn, mv);
        }
        assert_eq!(code(&bid(&mut table, W, 34)), Some("too_few_points"), "{mode}");
        assert_eq!(code(&bid(&mut table, W, 2)), None, "{mode}");
        bid(&mut table, B, 2);
        if mode == "blind" {
            table.say(W, json!({"type": "retreat.select", "gameId": GAME, "position": "e4"}));
        }
        // One that succeeds.
        for (conn, mv) in [(B, "h6h5"), (W, "b1d2"), (B, "h5h4"), (W, "g3h4")] {
            go(&mut table, conn, mv);
        }
        bid(&mut table, W, 3);
        bid(&mut table, B, 0);
        let record = record(&mut table);
        let notation = |ply: usize| record["plies"][ply]["notation"].clone();
        assert_eq!(notation(2), "exd5[A:2/D:2]→e4(0){+1}", "{mode}");
        assert_eq!(notation(6), "gxh4[A:3/D:0]{+1}", "{mode}");
    }
}
