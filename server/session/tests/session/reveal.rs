//! Content revealed at the end of a game: both armies, all moves, all tries.

use serde_json::{Value, json};

use crate::table::{B, BLACK_TOKEN, GAME, Table, W};

fn finished_game() -> Table {
    let mut table = Table::blind();
    table.commit(W, "e4e5");
    table.commit(W, "g1g3");
    table.commit(W, "g1f3");
    table.now = 2_000;
    table.commit(B, "a8");
    table.commit(B, "e7e5");
    table.commit(W, "f3e5");
    table.commit(B, "d8d1");
    table.say(B, json!({"type": "resign"}));
    table
}

// Requirement blind-8.
#[test]
fn the_record_is_not_sent_before_the_end() {
    let table = finished_game();
    for conn in [W, B] {
        let frames = table.frames(conn);
        let (last, before) = frames.split_last().unwrap();
        assert!(before.iter().all(|frame| frame.get("record").is_none()));
        assert!(last.get("record").is_some());
    }
}

// Requirement blind-45.
#[test]
fn both_players_receive_the_same_record_and_board() {
    let mut table = finished_game();
    let white = table.last(W, "update").unwrap();
    let black = table.last(B, "update").unwrap();
    assert_eq!((&white["view"], &white["record"]), (&black["view"], &black["record"]));
    assert_eq!(white["view"]["pieces"].as_object().unwrap().len(), 31);
    table.close(B);
    let joined = table.ask(B, json!({"type": "hello", "gameId": GAME, "token": BLACK_TOKEN})).remove(0);
    assert_eq!((&joined["view"], &joined["record"]), (&white["view"], &white["record"]));
}

// Requirement blind-34.
#[test]
fn the_record_has_every_move_and_every_try_of_both() {
    let table = finished_game();
    let record = table.last(W, "update").unwrap()["record"].clone();
    assert_eq!(
        record["initial"],
        "+rnbq+k^bn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+K^BN+R / C/c"
    );
    let plies = record["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 3);
    assert_eq!(
        plies[2],
        json!({
            "ply": 3, "by": "w", "from": "f3", "to": "e5", "san": "Nxe5", "uci": "f3e5", "pmn": "f3+e5", "captured": "p",
            "feen": record["feen"], "at": 2_000
        })
    );
    let tried = |ply: u64, by: &str, from: &str, to: Option<&str>, text: &str, at: u64| {
        let mut tried = json!({"ply": ply, "by": by, "from": from, "text": text, "at": at});
        if let Some(to) = to {
            tried["to"] = to.into();
        }
        tried
    };
    assert_eq!(
        record["tries"],
        Value::Array(vec![
            tried(1, "w", "e4", Some("e5"), "no_such_piece", 0),
            tried(1, "w", "g1", Some("g3"), "illegal_move", 0),
            tried(2, "b", "a8", None, "no_legal_moves", 2_000),
            tried(4, "b", "d8", Some("d1"), "illegal_move", 2_000),
        ])
    );
}

// Requirement blind-8.
#[test]
fn the_pgn_is_the_game_with_the_tries_as_comments() {
    let table = finished_game();
    let pgn = table.last(W, "update").unwrap()["record"]["pgn"].as_str().unwrap().to_owned();
    assert_eq!(
        pgn,
        "[Event \"blind game watch567\"]\n\
         [Site \"?\"]\n\
         [Date \"1970.01.01\"]\n\
         [Round \"-\"]\n\
         [White \"?\"]\n\
         [Black \"?\"]\n\
         [Result \"1-0\"]\n\
         [Termination \"normal\"]\n\
         \n\
         { e4e5: no_such_piece } { g1g3: illegal_move } 1. Nf3 { a8: no_legal_moves }\n\
         1... e5 2. Nxe5 { d8d1: illegal_move } 1-0\n"
    );
    assert!(pgn.lines().all(|line| line.len() < 80));
}

// Requirement blind-34.
#[test]
fn a_promotion_is_in_the_record() {
    let mut table = Table::vanilla();
    table.play("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8q");
    table.say(W, json!({"type": "resign"}));
    let record = table.last(B, "update").unwrap()["record"].clone();
    let last = record["plies"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["promotion"], &last["captured"], &last["uci"]),
        (&json!("q"), &json!("r"), &json!("b7a8q"))
    );
    assert!(record["pgn"].as_str().unwrap().ends_with("0-1\n"));
}
