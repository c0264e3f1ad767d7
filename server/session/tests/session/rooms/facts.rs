//! Facts: who is who through captures, castling, passing and promotion; and that the first state and the deltas make every later state.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use session::ConnId;

use super::room::{B, BLACK_TOKEN, Room, W, WHITE_TOKEN};

type Known = BTreeMap<(u64, String), Value>;

fn key(fact: &Value) -> (u64, String) {
    (fact["id"].as_u64().unwrap(), fact["attr"].as_str().unwrap().to_owned())
}

fn of_state(state: &Value) -> Known {
    let facts = state["facts"].as_array().unwrap();
    let known: Known = facts.iter().map(|fact| (key(fact), fact["value"].clone())).collect();
    assert_eq!(known.len(), facts.len(), "an attribute has one value");
    known
}

fn apply(known: &mut Known, delta: &Value) {
    for fact in delta["retracted"].as_array().unwrap() {
        assert_eq!(known.remove(&key(fact)).as_ref(), Some(&fact["value"]), "{fact} was never said");
    }
    for fact in delta["inserted"].as_array().unwrap() {
        assert_eq!(known.insert(key(fact), fact["value"].clone()), None, "{fact} was not taken back");
    }
}

/// The id of the piece on a square.
fn on(known: &Known, square: u64) -> Option<u64> {
    known.iter().find(|((_, attr), value)| attr == "Position" && **value == square).map(|((id, _), _)| *id)
}

fn known_after(moves: &str) -> (Known, Known) {
    known_after_with(&[], moves)
}

/// What white knows before and after some moves, with some house rules.
fn known_after_with(house: &[&str], moves: &str) -> (Known, Known) {
    let mut room = Room::seated(&json!({"rulesetIds": house}));
    let before = of_state(&room.last(W, "game.state").unwrap());
    room.play(moves);
    let mut after = before.clone();
    for frame in room.frames(W).iter().filter(|frame| frame["type"] == "game.delta") {
        apply(&mut after, &frame["payload"]);
    }
    (before, after)
}

const E1: u64 = 4;
const G1: u64 = 6;
const F1: u64 = 5;
const H1: u64 = 7;

#[test]
fn pieces_are_numbered_square_by_square() {
    let (before, _) = known_after("e2e4");
    for (square, id) in (0..16).zip(1..).chain((48..64).zip(17..)) {
        assert_eq!(on(&before, square), Some(id));
    }
    assert_eq!(before[&(5, "PieceType".to_owned())], "king");
    assert_eq!(before[&(32, "Color".to_owned())], "black");
    assert_eq!(before[&(0, "CastlingRights".to_owned())], "KQkq");
    assert_eq!(before[&(0, "FullmoveNumber".to_owned())], 1);
    assert_eq!(before[&(0, "HalfmoveClock".to_owned())], 0);
    assert_eq!(before[&(0, "ActiveRule".to_owned())], json!([]));
}

#[test]
fn castling_moves_two_pieces_that_stay_who_they_are() {
    let (before, after) = known_after("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1");
    assert_eq!((on(&after, G1), on(&after, F1)), (on(&before, E1), on(&before, H1)));
    for id in [5, 8] {
        assert_eq!(after[&(id, "HasMoved".to_owned())], true);
    }
    assert_eq!(after[&(0, "CastlingRights".to_owned())], "kq");
}

#[test]
fn rights_are_those_that_the_house_rules_leave() {
    let castling = (0, "CastlingRights".to_owned());
    let (before, after) = known_after_with(&["last-piece-standing"], "g1f3 a7a6 g2g3 b7b6 f1g2 c7c6 e1g1");
    assert_eq!((&before[&castling], &after[&castling]), (&json!("KQkq"), &json!("kq")));
    assert_eq!(on(&after, F1), on(&before, H1));
    let (before, _) = known_after_with(&["no-castling"], "e2e4");
    assert_eq!(before[&castling], "-");
}

#[test]
fn in_a_turn_of_several_moves_each_pawn_says_what_it_passed_over() {
    let passed =
        |known: &Known, square: u64| known.get(&(on(known, square)?, "PassedSquare".to_owned())).cloned();
    let game = |known: &Known, attr: &str| known.get(&(0, attr.to_owned())).cloned();
    let (before, after) = known_after_with(&["double-move"], "a2a3 a3a4 d7d5 d5d4 e2e4");
    assert_eq!(game(&before, "HalfMovesThisTurn"), Some(json!(0)));
    assert_eq!(
        (game(&after, "HalfMovesThisTurn"), game(&after, "Turn")),
        (Some(json!(1)), Some(json!("white")))
    );
    let (_, after) = known_after_with(&["double-move"], "a2a3 a3a4 d7d5 d5d4 e2e4 c2c4");
    assert_eq!((passed(&after, 28), passed(&after, 26)), (Some(json!("e3")), Some(json!("c3"))));
    assert_eq!(game(&after, "EnPassantSquare"), Some(json!("c3")));
    // A quiet second move does not take back what the first allowed.
    let (_, after) = known_after_with(&["double-move"], "a2a3 a3a4 d7d5 d5d4 e2e4 h2h3");
    assert_eq!(game(&after, "EnPassantSquare"), Some(json!("e3")));
    let (_, after) = known_after_with(&["double-move"], "a2a3 a3a4 d7d5 d5d4 e2e4 h2h3 d4e3");
    assert_eq!((on(&after, 28), game(&after, "EnPassantSquare")), (None, None));
}

#[test]
fn what_is_counted_towards_the_end_is_told() {
    let (before, after) = known_after_with(&["three-check"], "e2e4 f7f6 d1h5 g7g6");
    let checks = |known: &Known, side: &str| known[&(0, format!("ChecksBy{side}"))].clone();
    assert_eq!((checks(&before, "White"), checks(&before, "Black")), (json!(0), json!(0)));
    assert_eq!((checks(&after, "White"), checks(&after, "Black")), (json!(1), json!(0)));
    let blind = Room::seated(&json!({"rulesetIds": ["three-check"], "mode": "blind"}));
    let state = blind.last(W, "game.state").unwrap();
    assert!(of_state(&state).keys().all(|(_, attr)| !attr.starts_with("Checks")));
}

#[test]
fn what_is_taken_in_passing_is_gone_with_all_that_was_said_of_it() {
    let (before, after) = known_after("e2e4 h7h6 e4e5 d7d5 e5d6");
    let (taker, taken) = (on(&before, 12).unwrap(), on(&before, 51).unwrap());
    assert_eq!(on(&after, 43), Some(taker));
    assert!(after.keys().all(|(id, _)| *id != taken));
    let pieces = |known: &Known| known.keys().filter(|(_, attr)| attr == "PieceType").count();
    assert_eq!((pieces(&before), pieces(&after)), (32, 31));
    assert!(!after.contains_key(&(0, "EnPassantSquare".to_owned())));
}

#[test]
fn a_pawn_that_promotes_is_the_same_piece_of_another_kind() {
    let (before, after) = known_after("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8rook");
    let pawn = on(&before, 8).unwrap();
    assert_eq!(on(&after, 56), Some(pawn));
    assert_eq!(after[&(pawn, "PieceType".to_owned())], "rook");
    assert_eq!(after[&(pawn, "HasMoved".to_owned())], true);
    assert_eq!(after[&(0, "CastlingRights".to_owned())], "KQk");
}

/// What a new socket of the player is given as the whole state.
fn state_now(room: &mut Room, conn: &mut ConnId, token: &str) -> Value {
    *conn = ConnId(conn.0 + 2);
    room.come(*conn, token);
    room.last(*conn, "game.state").unwrap()
}

/// Every way that could be a move, in some order that a seed decides.
fn ways(mut seed: u64) -> impl Iterator<Item = String> {
    let mut all: Vec<(u64, String)> = Vec::new();
    let squares = || ('1'..='8').flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")));
    for from in squares() {
        for to in squares().filter(|to| *to != from) {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            all.push((seed >> 20, format!("{from}{to}")));
        }
    }
    all.sort();
    all.into_iter().map(|(_, way)| way)
}

/// Plays a random game, and after some plies compares what deltas made of the first state with what a newcomer is told.
fn deltas_make_states(payload: &Value, seeds: &[u64]) {
    let mut room = Room::seated(payload);
    let mut conns = [W, B];
    let tokens = [WHITE_TOKEN, BLACK_TOKEN];
    let mut known = conns.map(|conn| of_state(&room.last(conn, "game.state").unwrap()));
    let mut told = conns.map(|conn| room.texts(conn).len());
    let mut ply = 0;
    for &seed in seeds {
        let mover = conns[ply % 2];
        let Some(made) = ways(seed).find(|way| room.make(mover, way)[0]["type"] == "game.delta") else {
            break;
        };
        ply += 1;
        for side in 0..2 {
            for text in &room.texts(conns[side])[told[side]..] {
                if text.contains("game.delta") {
                    let frame: Value = serde_json::from_str(text).unwrap();
                    apply(&mut known[side], &frame["payload"]);
                    assert_eq!(frame["payload"]["ply"], ply, "{made}");
                }
            }
            told[side] = room.texts(conns[side]).len();
        }
        if room.last(mover, "game.end").is_some() {
            break;
        }
        if seed % 3 == 0 {
            for side in 0..2 {
                let state = state_now(&mut room, &mut conns[side], tokens[side]);
                assert_eq!(known[side], of_state(&state), "after {made}");
                told[side] = room.texts(conns[side]).len();
                // What is told beside the state changes nothing of it.
                let mut again = of_state(&state);
                for frame in room.frames(conns[side]).iter().filter(|frame| frame["type"] == "game.delta") {
                    for fact in frame["payload"]["retracted"].as_array().unwrap() {
                        again.remove(&key(fact));
                    }
                    for fact in frame["payload"]["inserted"].as_array().unwrap() {
                        again.insert(key(fact), fact["value"].clone());
                    }
                }
                assert_eq!(again, known[side]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn the_first_state_and_the_deltas_make_every_later_state(
        seeds in prop::collection::vec(any::<u64>(), 1..30),
        blind in any::<bool>(),
        house in prop::sample::select(vec![
            vec![], vec!["pawns-move-backward"], vec!["torpedo"], vec!["berolina-pawns"], vec!["knightmate"], vec!["extinction"],
        ]),
    ) {
        let mode = if blind { "blind" } else { "open" };
        deltas_make_states(&json!({"mode": mode, "rulesetIds": house}), &seeds);
    }
}
