//! A game that is nothing like chess, written here as data: a small board, hands and drops, optional promotion, and a condition
//! that must not hold. The engine plays it without a line of code of its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::letter::Letter;
use ggn_core::{Game, Ruleset, Side};
use serde_json::{Map, Value, json};

/// Minishogi: five files and ranks, everything captured changes sides and comes back by a drop.
const SIZE: i32 = 5;

const MANIFEST: &str = r#"{
  "id": "minishogi", "name": "Minishogi", "styles": { "S": "Minishogi" },
  "sides": { "first": "sente", "second": "gote" },
  "pieces": {
    "S:K": { "name": "king", "san": "K" }, "S:G": { "name": "gold", "san": "G" }, "S:S": { "name": "silver", "san": "S" },
    "S:B": { "name": "bishop", "san": "B" }, "S:R": { "name": "rook", "san": "R" }, "S:P": { "name": "pawn", "san": "P" }
  },
  "initial": "rbsgk^/4p/5/P4/K^GSBR / S/s",
  "constraints": ["royal-safety"],
  "endings": [
    { "status": "checkmate", "result": "loss" }, { "status": "stalemate", "result": "loss" },
    { "status": "repetition", "result": "draw", "count": 4, "identity": "feen" }
  ]
}"#;

type Step = (i32, i32);

const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (-1, 0), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The steps of a piece of the first side, and the directions in which it runs.
fn movement(pin: &str) -> (Vec<Step>, Vec<Step>) {
    let gold = vec![(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1)];
    match pin {
        "K^" => ([STRAIGHT, DIAGONAL].concat(), vec![]),
        "G" | "+S" | "+P" => (gold, vec![]),
        "S" => (vec![(0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)], vec![]),
        "P" => (vec![(0, 1)], vec![]),
        "B" => (vec![], DIAGONAL.to_vec()),
        "+B" => (STRAIGHT.to_vec(), DIAGONAL.to_vec()),
        "R" => (vec![], STRAIGHT.to_vec()),
        "+R" => (DIAGONAL.to_vec(), STRAIGHT.to_vec()),
        other => panic!("{other}"),
    }
}

fn cell(file: i32, rank: i32) -> Option<String> {
    let on_board = (0..SIZE).contains(&file) && (0..SIZE).contains(&rank);
    on_board.then(|| Cell::new(&[file as u8, rank as u8]).unwrap().to_string())
}

fn qpi(pin: &str, side: Side) -> String {
    let upper = format!("S:{pin}");
    if side == Side::First { upper } else { upper.to_lowercase() }
}

fn entry<'a>(map: &'a mut Map<String, Value>, key: &str) -> &'a mut Map<String, Value> {
    map.entry(key).or_insert_with(|| json!({})).as_object_mut().unwrap()
}

/// The movement tables and the effects of the whole game.
fn tables() -> (Value, Value) {
    let (mut ggn, mut rows, mut kept) = (Map::new(), Map::new(), Map::new());
    for side in Side::BOTH {
        let ahead = if side == Side::First { 1 } else { -1 };
        let last = if side == Side::First { SIZE - 1 } else { 0 };
        for pin in ["K^", "G", "S", "B", "R", "P", "+S", "+B", "+R", "+P"] {
            let piece = qpi(pin, side);
            let (steps, runs) = movement(pin);
            let ways = steps.iter().map(|step| (step, 1)).chain(runs.iter().map(|run| (run, SIZE)));
            let ways: Vec<(&Step, i32)> = ways.collect();
            for (file, rank) in (0..SIZE).flat_map(|file| (0..SIZE).map(move |rank| (file, rank))) {
                let from = cell(file, rank).unwrap();
                for &(&(right, forward), reach) in &ways {
                    let mut path = Map::new();
                    for distance in 1..=reach {
                        let to_rank = rank + forward * ahead * distance;
                        let Some(to) = cell(file + right * distance, to_rank) else { break };
                        let way = |condition: &str| {
                            let mut must = path.clone();
                            must.insert(to.clone(), condition.into());
                            json!({ "must": must })
                        };
                        let both = json!([way("empty"), way("enemy")]);
                        entry(entry(&mut ggn, &piece), &from).insert(to.clone(), both);
                        if ["S", "B", "R", "P"].contains(&pin) && (rank == last || to_rank == last) {
                            let promotes =
                                json!({ "to": [qpi(&format!("+{pin}"), side)], "optional": pin != "P" });
                            let effect = json!([{ "promotes": promotes }]);
                            entry(entry(&mut rows, &piece), &from).insert(to.clone(), effect);
                        }
                        path.insert(to, "empty".into());
                    }
                }
                if !pin.starts_with('+') && pin != "K^" && !(pin == "P" && rank == last) {
                    let file_mates =
                        (0..SIZE).filter(|&other| other != rank).map(|rank| cell(file, rank).unwrap());
                    let deny: Map<String, Value> = match pin {
                        "P" => file_mates.map(|cell| (cell, piece.clone().into())).collect(),
                        _ => Map::new(),
                    };
                    let drop = json!([{ "must": { from.clone(): "empty" }, "deny": deny }]);
                    entry(entry(&mut ggn, &piece), "*").insert(from, drop);
                }
            }
            if pin != "K^" {
                kept.insert(piece, qpi(pin.trim_start_matches('+'), side.opponent()).into());
            }
        }
    }
    (ggn.into(), json!({ "captured": { "hand": kept }, "rows": rows }))
}

fn minishogi() -> Arc<Ruleset> {
    let (ggn, effects) = tables();
    let files = [
        ("ruleset.json", MANIFEST.to_owned()),
        ("ggn/all.json", ggn.to_string()),
        ("effects.json", effects.to_string()),
        ("setup.json", r#"{ "count": { "S:K": { "min": 1, "max": 1 } } }"#.to_owned()),
    ];
    let files: Vec<_> = files.into_iter().map(|(path, text)| (path.to_owned(), text.into_bytes())).collect();
    Ruleset::load(&files).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Counted with Fairy-Stockfish from the initial position; lines of three plies already hold captures, promotions and drops.
const NODES: [u64; 3] = [14, 181, 2_512];

#[test]
fn node_counts_equal_those_of_an_engine_that_knows_the_game() {
    let rules = minishogi();
    for (nodes, depth) in NODES.into_iter().zip(1..) {
        assert_eq!(ggn_core::perft(&rules, rules.initial(), depth), nodes, "depth {depth}");
    }
}

#[test]
fn a_captured_piece_changes_sides_and_is_dropped() {
    let rules = minishogi();
    let mut game = Game::new(Arc::clone(&rules));
    let at = |text: &str| rules.shape().square(text.parse().unwrap()).unwrap();
    let rook = game.find(at("e1"), at("e4"), None).unwrap();
    assert_eq!(game.play(&rook).unwrap().pmn, "e1+e4");
    assert_eq!(rules.feen(game.position()).to_string(), "rbsgk^/4R/5/P4/K^GSB1 P/ s/S");
    let king = game.find(at("e5"), at("e4"), None).unwrap();
    game.play(&king).unwrap();
    assert_eq!(rules.feen(game.position()).to_string(), "rbsg1/4k^/5/P4/K^GSB1 P/r S/s");

    let pawn = Letter::new('P').unwrap();
    assert!(game.find_drop(pawn, at("a3")).is_err(), "a second pawn on the file");
    assert!(game.find_drop(pawn, at("e5")).is_err(), "no way on from the last rank");
    assert!(game.find_drop(pawn, at("d5")).is_err(), "not an empty square");
    let drop = game.find_drop(pawn, at("e3")).unwrap();
    let played = game.play(&drop).unwrap().clone();
    assert_eq!((played.san.as_str(), played.pmn.as_str(), played.uci.as_str()), ("P@e3+", "P*e3", "P@e3"));
    assert_eq!(rules.feen(&played.after).to_string(), "rbsg1/4k^/4P/P4/K^GSB1 /r s/S");
    assert_eq!(rules.position(&rules.feen(&played.after)).as_ref(), Ok(&played.after));
}

#[test]
fn promotion_is_a_choice_where_it_is_optional_and_a_duty_where_it_is_not() {
    let rules = minishogi();
    let count = |feen: &str, from: &str, to: &str| {
        let position = rules.position(&feen.parse().unwrap()).unwrap();
        let (from, to) =
            (rules.shape().square(from.parse().unwrap()), rules.shape().square(to.parse().unwrap()));
        let moves = rules.legal_moves(&position);
        let between = moves.iter().filter(|mv| (mv.source.square(), mv.destination.square()) == (from, to));
        between.map(|mv| mv.promotion.is_some()).collect::<Vec<_>>()
    };
    let feen = "4k^/PS3/5/5/K^4 / S/s";
    assert_eq!(count(feen, "b4", "c5"), [false, true]);
    assert_eq!(count(feen, "a4", "a5"), [true]);
    assert_eq!(
        count("1S2k^/5/5/5/K^4 / S/s", "b5", "c4"),
        [false, true],
        "leaving the last rank promotes as well"
    );
}
