//! Facts: piece identities through captures, castling, passing and promotion; and the first state with all deltas gives every later state.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use session::ConnId;

use super::room::{B, BLACK_TOKEN, Room, W, WHITE_TOKEN, shuffled_moves};

pub(super) type Known = BTreeMap<(u64, String), Value>;

fn key(fact: &Value) -> (u64, String) {
    (fact["id"].as_u64().unwrap(), fact["attr"].as_str().unwrap().to_owned())
}

pub(super) fn of_state(state: &Value) -> Known {
    let facts = state["facts"].as_array().unwrap();
    let known: Known = facts.iter().map(|fact| (key(fact), fact["value"].clone())).collect();
    assert_eq!(known.len(), facts.len(), "an attribute has one value");
    known
}

pub(super) fn apply(known: &mut Known, delta: &Value) {
    for fact in delta["retracted"].as_array().unwrap() {
        assert_eq!(known.remove(&key(fact)).as_ref(), Some(&fact["value"]), "{fact} was never said");
    }
    for fact in delta["inserted"].as_array().unwrap() {
        assert_eq!(known.insert(key(fact), fact["value"].clone()), None, "{fact} was not taken back");
    }
}

/// Returns the id of the piece on a square.
fn on(known: &Known, square: u64) -> Option<u64> {
    known.iter().find(|((_, attr), value)| attr == "Position" && **value == square).map(|((id, _), _)| *id)
}

fn known_after(moves: &str) -> (Known, Known) {
    known_after_with(&[], moves)
}

/// Returns White's facts before and after some moves, with some house rules.
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

// Requirements rooms-38, rooms-39.
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
fn castling_moves_two_pieces_that_keep_their_ids() {
    let (before, after) = known_after("e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1");
    assert_eq!((on(&after, G1), on(&after, F1)), (on(&before, E1), on(&before, H1)));
    for id in [5, 8] {
        assert_eq!(after[&(id, "HasMoved".to_owned())], true);
    }
    assert_eq!(after[&(0, "CastlingRights".to_owned())], "kq");
}

#[test]
fn castling_rights_follow_the_house_rules() {
    let castling = (0, "CastlingRights".to_owned());
    let (before, after) = known_after_with(&["last-piece-standing"], "g1f3 a7a6 g2g3 b7b6 f1g2 c7c6 e1g1");
    assert_eq!((&before[&castling], &after[&castling]), (&json!("KQkq"), &json!("kq")));
    assert_eq!(on(&after, F1), on(&before, H1));
    let (before, _) = known_after_with(&["no-castling"], "e2e4");
    assert_eq!(before[&castling], "-");
}

#[test]
fn in_a_turn_of_several_moves_each_pawn_has_its_passed_square() {
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
    // A quiet second move does not remove the passed square of the first.
    let (_, after) = known_after_with(&["double-move"], "a2a3 a3a4 d7d5 d5d4 e2e4 h2h3");
    assert_eq!(game(&after, "EnPassantSquare"), Some(json!("e3")));
    let (_, after) = known_after_with(&["double-move"], "a2a3 a3a4 d7d5 d5d4 e2e4 h2h3 d4e3");
    assert_eq!((on(&after, 28), game(&after, "EnPassantSquare")), (None, None));
}

#[test]
fn counters_towards_an_ending_are_facts() {
    let (before, after) = known_after_with(&["three-check"], "e2e4 f7f6 d1h5 g7g6");
    let checks = |known: &Known, side: &str| known[&(0, format!("ChecksBy{side}"))].clone();
    assert_eq!((checks(&before, "White"), checks(&before, "Black")), (json!(0), json!(0)));
    assert_eq!((checks(&after, "White"), checks(&after, "Black")), (json!(1), json!(0)));
    let blind = Room::seated(&json!({"rulesetIds": ["three-check"], "mode": "blind"}));
    let state = blind.last(W, "game.state").unwrap();
    assert!(of_state(&state).keys().all(|(_, attr)| !attr.starts_with("Checks")));
}

// Requirement rooms-45.
#[test]
fn a_pawn_captured_in_passing_loses_all_its_facts() {
    let (before, after) = known_after("e2e4 h7h6 e4e5 d7d5 e5d6");
    let (taker, taken) = (on(&before, 12).unwrap(), on(&before, 51).unwrap());
    assert_eq!(on(&after, 43), Some(taker));
    assert!(after.keys().all(|(id, _)| *id != taken));
    let pieces = |known: &Known| known.keys().filter(|(_, attr)| attr == "PieceType").count();
    assert_eq!((pieces(&before), pieces(&after)), (32, 31));
    assert!(!after.contains_key(&(0, "EnPassantSquare".to_owned())));
}

#[test]
fn a_promoted_pawn_keeps_its_id_and_changes_its_type() {
    let (before, after) = known_after("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8rook");
    let pawn = on(&before, 8).unwrap();
    assert_eq!(on(&after, 56), Some(pawn));
    assert_eq!(after[&(pawn, "PieceType".to_owned())], "rook");
    assert_eq!(after[&(pawn, "HasMoved".to_owned())], true);
    assert_eq!(after[&(0, "CastlingRights".to_owned())], "KQk");
}

/// Returns the whole state that a new socket of the player is sent.
fn state_now(room: &mut Room, conn: &mut ConnId, token: &str) -> Value {
    *conn = ConnId(conn.0 + 2);
    room.connect(*conn, token);
    room.last(*conn, "game.state").unwrap()
}

/// Plays a random game, and after some plies compares the first state with all deltas applied to the state that a new socket is sent.
fn deltas_make_states(payload: &Value, seeds: &[u64]) {
    let mut room = Room::seated(payload);
    let mut conns = [W, B];
    let tokens = [WHITE_TOKEN, BLACK_TOKEN];
    let mut known = conns.map(|conn| of_state(&room.last(conn, "game.state").unwrap()));
    let mut sent = conns.map(|conn| room.texts(conn).len());
    let mut ply = 0;
    for &seed in seeds {
        let mover = conns[ply % 2];
        let Some(made) = shuffled_moves(seed)
            .into_iter()
            .find(|candidate| room.make(mover, candidate)[0]["type"] == "game.delta")
        else {
            break;
        };
        ply += 1;
        for side in 0..2 {
            for text in &room.texts(conns[side])[sent[side]..] {
                if text.contains("game.delta") {
                    let frame: Value = serde_json::from_str(text).unwrap();
                    apply(&mut known[side], &frame["payload"]);
                    assert_eq!(frame["payload"]["ply"], ply, "{made}");
                }
            }
            sent[side] = room.texts(conns[side]).len();
        }
        if room.last(mover, "game.end").is_some() {
            break;
        }
        if seed % 3 == 0 {
            for side in 0..2 {
                let state = state_now(&mut room, &mut conns[side], tokens[side]);
                assert_eq!(known[side], of_state(&state), "after {made}");
                sent[side] = room.texts(conns[side]).len();
                // Deltas repeated beside the state do not change it.
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

    // Requirements rooms-44, rooms-45, rooms-65.
    #[test]
    fn the_first_state_and_the_deltas_give_every_later_state(
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
