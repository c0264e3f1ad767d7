//! Goals with their options, and limits on moves that give check or mate, on small boards written as patterns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::{
    CompactMove, Counters, Game, Location, Move, MoveList, Position, Rules, SearchBoard, Side, Square,
    Violation, divide, perft, perft_full,
};
use serde_json::{Value, json};

use crate::common;

/// Movement of a king, a gold general, a rook and a pawn, all of which but the king can be dropped.
const PATTERNS: &str = "K^: K\nG: W fF\nR: R\nP: fW\nG R P: * -> board\n";

/// Loads a ruleset with a manifest that differs by some fields.
fn load(initial: &str, changes: &Value) -> Result<Arc<Rules>, String> {
    load_patterns(PATTERNS, initial, changes)
}

fn load_patterns(patterns: &str, initial: &str, changes: &Value) -> Result<Arc<Rules>, String> {
    let piece = |name: &str| json!({ "name": name, "san": name });
    let mut manifest = json!({
        "id": "small", "name": "Small", "styles": { "T": "Small" }, "sides": { "first": "one", "second": "two" },
        "pieces": { "T:K": piece("K"), "T:G": piece("G"), "T:R": piece("R"), "T:P": piece("P") },
        "initial": initial, "constraints": ["royal-safety"], "endings": [{ "status": "checkmate", "result": "loss" }]
    });
    for (field, value) in changes.as_object().unwrap() {
        match value {
            Value::Object(entries) => {
                for (key, entry) in entries {
                    manifest[field][key] = entry.clone();
                }
            }
            _ => manifest[field] = value.clone(),
        }
    }
    let text = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let mut files = vec![text("ruleset.json", &manifest.to_string()), text("patterns/all.moves", patterns)];
    let tables = pattern::expand(&files).map_err(|faults| format!("{faults:?}"))?;
    files.pop();
    files.extend(tables.iter().map(|(path, table)| text(path, table)));
    let held = ["g", "r", "p"].into_iter().flat_map(|letter| {
        let (own, enemy) = (format!("T:{}", letter.to_uppercase()), format!("t:{letter}"));
        [(enemy.clone(), own.clone()), (own, enemy)]
    });
    let hand: serde_json::Map<String, Value> = held.map(|(from, to)| (from, to.into())).collect();
    files.push(text("effects.json", &json!({ "captured": { "hand": hand } }).to_string()));
    Rules::load(&files).map_err(|faults| faults.to_string())
}

fn game(initial: &str, changes: &Value) -> Game {
    Game::new(load(initial, changes).unwrap_or_else(|faults| panic!("{faults}")))
}

fn square(rules: &Rules, text: &str) -> Square {
    rules.shape().square(text.parse::<Cell>().unwrap()).unwrap()
}

/// Returns the move `e2e4`, or the drop `P*e4`, among these.
fn find(rules: &Rules, moves: &[Move], text: &str) -> Option<Move> {
    let (from, to) = (&text[..2], square(rules, &text[2..4]));
    let is_it = |mv: &&Move| {
        let is_from = match from.strip_suffix('*') {
            Some(letter) => {
                mv.source == Location::Hand
                    && rules.piece(mv.piece).unwrap().letter()
                        == letter.to_ascii_lowercase().chars().next().unwrap()
            }
            None => mv.source == Location::Square(square(rules, from)),
        };
        is_from && mv.destination == Location::Square(to)
    };
    moves.iter().find(is_it).copied()
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = find(game.rules(), game.legal_moves(), text).unwrap_or_else(|| panic!("{text} is illegal"));
        game.play(&mv).unwrap();
    }
}

/// Returns the end of the game in two words.
fn end(game: &Game) -> String {
    game.ending().map_or("none".to_owned(), |ending| {
        let winner =
            ending.winner.map_or("draw", |side| if side == Side::First { "first" } else { "second" });
        format!("{} {winner}", ending.status)
    })
}

/// Both generators and all counts agree on the moves of a position.
fn agrees(rules: &Rules, position: &Position, depth: u32) {
    assert_eq!(rules.legal_moves(position), rules.interpreted_legal_moves(position));
    let parts: u64 = divide(rules, position, depth).iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(perft(rules, position, depth), parts);
    assert_eq!(perft_full(rules, position, depth), parts);
    if depth > 1 {
        for mv in rules.legal_moves(position) {
            agrees(rules, &rules.after(position, &mv), depth - 1);
        }
    }
}

/// A pawn on a4 attacks the king, which a rook and a gold general hold in its corner.
const CORNERED: &str = "k^4/5/G4/5/1R2K^ P/ T/t";

#[test]
fn a_limited_drop_may_not_give_mate() {
    let unlimited = game(CORNERED, &json!({}));
    let mut mated = unlimited.clone();
    play(&mut mated, "P*a4");
    assert_eq!(end(&mated), "checkmate first");

    let limit = json!({ "pieces": { "T:P": { "name": "P", "san": "P", "drop": "no-mate" } } });
    let limited = game(CORNERED, &limit);
    let rules = limited.rules();
    let drop = find(rules, &rules.pseudo_legal_moves(limited.position()), "P*a4").unwrap();
    assert_eq!(find(rules, limited.legal_moves(), "P*a4"), None);
    assert_eq!(limited.legal_moves().len() + 1, unlimited.legal_moves().len());
    assert!(matches!(rules.violations(limited.position(), &drop)[..], [Violation::GivesMate(_)]));
    agrees(rules, limited.position(), 2);
    // Check alone is allowed, and so is mate by a move or by another piece.
    let with_way_out = game("k^4/5/G4/5/4K^ P/ T/t", &limit);
    assert!(find(with_way_out.rules(), with_way_out.legal_moves(), "P*a4").is_some());
    let mut by_move = game("k^4/5/P4/G4/1R2K^ / T/t", &limit);
    play(&mut by_move, "a3a4");
    assert_eq!(end(&by_move), "none", "nothing protects the pawn");
    let mut by_gold = game("k^4/5/P4/5/1R2K^ G/ T/t", &limit);
    play(&mut by_gold, "G*a4");
    assert_eq!(end(&by_gold), "checkmate first");
}

#[test]
fn a_limited_drop_may_not_give_check() {
    let limit = json!({ "pieces": { "T:R": { "name": "R", "san": "R", "drop": "no-check" } } });
    let game = game("k^4/5/5/1R3/4K^ R/ T/t", &limit);
    let rules = game.rules();
    let drops = |to: &str| find(rules, game.legal_moves(), &format!("R*{to}")).is_some();
    assert!(drops("c3") && !drops("a3") && !drops("c5"));
    assert!(find(rules, game.legal_moves(), "b2a2").is_some(), "a move may give check");
    let check = find(rules, &rules.pseudo_legal_moves(game.position()), "R*a3").unwrap();
    assert!(matches!(rules.violations(game.position(), &check)[..], [Violation::GivesCheck(_)]));
    agrees(rules, game.position(), 2);
}

#[test]
fn no_move_gives_check_where_the_ruleset_forbids_it() {
    let forbidden = json!({ "constraints": ["royal-safety", "gives-no-check"] });
    let racing = game("k^4/5/5/1R3/4K^ / T/t", &forbidden);
    let rules = racing.rules();
    for (text, is_legal) in [("b2b5", false), ("b2a2", false), ("b2b4", true), ("e1d1", true)] {
        assert_eq!(find(rules, racing.legal_moves(), text).is_some(), is_legal, "{text}");
    }
    agrees(rules, racing.position(), 3);
    let free = load("k^4/5/5/1R3/4K^ / T/t", &json!({})).unwrap();
    assert!(perft(rules, racing.position(), 3) < perft(&free, free.initial(), 3));
}

#[test]
fn a_side_with_too_few_pieces_left_is_extinct() {
    let bare = json!({ "endings": [{ "status": "extinction", "result": "loss", "left": 1 }] });
    let mut robbed = game("k^r3/5/5/5/1R2K^ / T/t", &bare);
    play(&mut robbed, "b1b5");
    assert_eq!(end(&robbed), "extinction first");
    // Of several roles one is enough, or all of them count together.
    let of = |all: bool| json!({ "endings": [{ "status": "extinction", "result": "loss", "pieces": ["T:R", "T:G"], "all": all }] });
    let position = "k^r2g/5/5/5/1R2K^ G/ T/t";
    for (all, after) in [(false, "extinction first"), (true, "none")] {
        let mut robbed = game(position, &of(all));
        play(&mut robbed, "b1b5");
        assert_eq!(end(&robbed), after, "all: {all}");
    }
    let mut all = game("k^r3/5/5/5/1R2K^ G/ T/t", &of(true));
    play(&mut all, "b1b5");
    assert_eq!(end(&all), "extinction first");
}

#[test]
fn squares_of_arrival_differ_by_side() {
    let arrival = json!({ "endings": [{
        "status": "arrival", "result": "win", "pieces": ["T:P"], "squares": ["a5", "b5", "c5", "d5", "e5"],
        "second": ["a1", "b1", "c1", "d1", "e1"]
    }] });
    let start = "k^4/1P3/5/3p1/4K^ / T/t";
    let mut first = game(start, &arrival);
    assert_eq!(end(&first), "none");
    play(&mut first, "b4b5");
    assert_eq!(end(&first), "arrival first");
    let mut second = game(start, &arrival);
    play(&mut second, "e1e2 d2d1");
    assert_eq!(end(&second), "arrival second");
}

#[test]
fn an_attacked_piece_has_not_arrived_where_it_has_to_be_safe() {
    let arrival = json!({ "endings": [
        { "status": "arrival", "result": "win", "pieces": ["T:G"], "squares": ["c5"], "safe": true }
    ] });
    for (start, after) in [("k^4/2G2/5/5/4K^ / T/t", "arrival first"), ("k^2r1/2G2/5/5/4K^ / T/t", "none")] {
        let mut game = game(start, &arrival);
        play(&mut game, "c4c5");
        assert_eq!(end(&game), after, "{start}");
    }
}

#[test]
fn the_second_side_may_answer_an_arrival() {
    let race = json!({ "constraints": [], "endings": [{
        "status": "arrival", "result": "win", "pieces": ["T:K"], "squares": ["a5", "b5", "c5", "d5", "e5"], "answer": true
    }] });
    let near = "5/k^3K^/5/5/5 / T/t";
    for (moves, after) in
        [("e4e5 a4a5", "arrival draw"), ("e4e5 a4a3", "arrival first"), ("e4e3 a4a5", "arrival second")]
    {
        let mut game = game(near, &race);
        let first = moves.split(' ').next().unwrap();
        play(&mut game, first);
        assert_eq!(end(&game), "none", "{first}");
        play(&mut game, &moves[5..]);
        assert_eq!(end(&game), after, "{moves}");
        game.undo(2);
        agrees(game.rules(), game.position(), 3);
    }
}

#[test]
fn a_held_arrival_counts_after_a_move_of_the_other_side() {
    let held = json!({ "endings": [
        { "status": "arrival", "result": "win", "pieces": ["T:G"], "squares": ["c5"], "held": true }
    ] });
    for (answer, after) in [("a5a4", "arrival first"), ("d5c5", "none")] {
        let mut game = game("k^2r1/2G2/5/5/4K^ / T/t", &held);
        play(&mut game, "c4c5");
        assert_eq!(end(&game), "none", "the other side may still capture");
        play(&mut game, answer);
        assert_eq!(end(&game), after, "{answer}");
    }
    let before = game("k^2r1/2G2/5/5/4K^ / T/t", &held);
    agrees(before.rules(), before.position(), 2);
}

#[test]
fn only_the_last_royal_piece_can_be_in_check_where_others_are_spare() {
    let spare = json!({ "constraints": ["royal-safety", "spare-royals"] });
    let start = "k^4/5/r3K^/5/4K^ / T/t";
    let mut game = game(start, &spare);
    assert!(!game.in_check());
    agrees(game.rules(), game.position(), 3);
    play(&mut game, "e1d1 a3e3");
    // The rook has taken one king, and the other now stands alone.
    assert!(!game.in_check());
    assert!(find(game.rules(), game.legal_moves(), "d1d2").is_some());
    assert_eq!(find(game.rules(), game.legal_moves(), "d1e1"), None, "the rook guards the file");
    play(&mut game, "d1d2 e3e2");
    assert!(game.in_check());
    agrees(game.rules(), game.position(), 2);

    let strict = load(start, &json!({})).unwrap();
    let moves = strict.legal_moves(strict.initial());
    assert!(find(&strict, &moves, "e1d1").is_none() && find(&strict, &moves, "e3e4").is_some());
}

#[test]
fn a_royal_piece_in_check_stays_where_it_may_only_capture() {
    let stays = json!({ "constraints": ["royal-safety", "royal-stays"] });
    let far = game("k^4/2R2/5/r3K^/5 / T/t", &stays);
    let rules = far.rules();
    assert!(find(rules, far.legal_moves(), "c4c2").is_some(), "another piece may step between");
    let step = find(rules, &rules.pseudo_legal_moves(far.position()), "e2e1").unwrap();
    assert_eq!(find(rules, far.legal_moves(), "e2e1"), None);
    assert!(matches!(rules.violations(far.position(), &step)[..], [Violation::RoyalStays(_)]));
    agrees(rules, far.position(), 2);

    let near = game("k^4/5/5/3rK^/5 / T/t", &stays);
    let legal: Vec<String> = near.legal_moves().iter().map(|mv| mv.uci(near.rules())).collect();
    assert_eq!(legal, ["e2d2"], "it may capture its attacker");
    let twice = game("k^3r/5/5/3rK^/5 / T/t", &stays);
    assert_eq!(end(&twice), "checkmate second", "of two attackers one would be left");
    let free = game("k^4/5/5/4K^/5 / T/t", &stays);
    assert_eq!(free.legal_moves().len(), 5);
}

/// Chess with a repetition at the third occurrence, which the side loses that alone gives perpetual check.
fn chess(perpetual_check: &Value) -> Arc<Rules> {
    let mut files = common::files("chess");
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    json["endings"] = json!([{ "status": "repetition", "result": "draw", "count": 3, "identity": "rights" }]);
    json["endings"][0]["perpetual_check"] = perpetual_check.clone();
    if perpetual_check.is_null() {
        json["endings"][0].as_object_mut().unwrap().remove("perpetual_check");
    }
    *manifest = json.to_string().into_bytes();
    Rules::load(&files).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn perpetual_check_has_a_result_of_its_own() {
    let checks = "h5e8 g8h7 e8h5 h7g8";
    let quiet = "h5e5 g8h8 e5h5 h8g8";
    let play_twice = |rules: &Arc<Rules>, before: &str, cycle: &str| {
        let start = common::position(rules, "6k^1/6+p1/8/7Q/8/8/8/K^7 / C/c");
        let mut game = Game::from_position(Arc::clone(rules), start, Counters::default());
        for mv in format!("{before} {cycle} {cycle}").split_whitespace() {
            if game.ending().is_none() {
                play(&mut game, mv);
            }
        }
        end(&game)
    };
    let punished = chess(&json!("loss"));
    assert_eq!(play_twice(&punished, "", checks), "repetition second", "from the start of the game");
    assert_eq!(
        play_twice(&punished, quiet, checks),
        "repetition draw",
        "a quiet move is among those since the first"
    );
    assert_eq!(play_twice(&punished, "", quiet), "repetition draw");
    // Quiet moves before the first occurrence do not matter.
    assert_eq!(play_twice(&punished, "a1b1 g8f8 b1a2 f8g8", checks), "repetition second");
    assert_eq!(play_twice(&chess(&Value::Null), "", checks), "repetition draw");
}

#[test]
fn a_mate_may_depend_on_the_pieces_that_have_given_check() {
    let rules = common::ruleset("shatar");
    let end_of = |feen: &str, moves: &str| {
        let start = common::position(&rules, feen);
        let mut game = Game::from_position(Arc::clone(&rules), start, Counters::default());
        moves.split_whitespace().for_each(|mv| play(&mut game, mv));
        end(&game)
    };
    let smothered = "6rk^/5ppp/8/4N3/8/8/8/K^7 / S/s";
    assert_eq!(end_of(smothered, "e5f7"), "checkmate second", "by a piece that may not mate alone");
    let open = "1k^6/3B4/K^6p/5p2/8/8/2R3p1/4B3 / S/s";
    assert_eq!(end_of(open, "c2b2 b8a8 d7c6"), "checkmate first", "a rook has given the check before");
    assert_eq!(
        end_of(open, "c2b2 b8a8 e1c3 h6h5 d7c6"),
        "checkmate draw",
        "that check was not the one before"
    );
    // A search knows the last check alone.
    let start = common::position(&rules, smothered);
    let mut board = SearchBoard::new(&rules, &start);
    let mut moves = MoveList::new();
    board.moves(&mut moves);
    let mate = |mv: &&CompactMove| board.expand(**mv).is_some_and(|mv| mv.uci(&rules) == "e5f7");
    let mate = *moves.iter().find(mate).unwrap();
    board.make(mate);
    board.moves(&mut moves);
    assert_eq!(board.ending(&moves).unwrap().winner, Some(Side::Second));
}

#[test]
fn limits_and_options_that_nothing_can_meet_are_faults() {
    let faults = |initial: &str, changes: Value| load(initial, &changes).err().unwrap_or_default();
    let without_royals = "K: K\nG: W fF\nR: R\nP: fW\n";
    for changes in [
        json!({ "constraints": ["gives-no-check"], "endings": [] }),
        json!({ "constraints": ["spare-royals"], "endings": [] }),
        json!({ "constraints": ["royal-stays"], "endings": [] }),
        json!({ "constraints": [], "endings": [], "pieces": { "T:P": { "name": "P", "san": "P", "drop": "no-mate" } } }),
        json!({ "constraints": [], "endings": [], "pieces": { "T:P": { "name": "P", "san": "P", "promotion_without_check": true } } }),
        json!({ "constraints": [], "endings": [
            { "status": "repetition", "result": "draw", "count": 3, "identity": "feen", "perpetual_check": "loss" }
        ] }),
    ] {
        let found =
            load_patterns(without_royals, "kgrp1/5/5/5/KGRP1 / T/t", &changes).err().unwrap_or_default();
        assert!(found.contains("royal"), "{changes}: {found:?}");
    }
    let empty = json!({ "endings": [
        { "status": "arrival", "result": "win", "pieces": ["T:P"], "squares": ["a5"], "second": [] }
    ] });
    assert!(faults("k^4/5/5/5/4K^ / T/t", empty).contains("second"));
    let nothing = json!({ "pieces": [], "result": "win" });
    for field in ["only_by", "never_by"] {
        let mate = json!({ "endings": [{ "status": "checkmate", "result": "loss", field: nothing }] });
        assert!(faults("k^4/5/5/5/4K^ / T/t", mate).contains(field));
    }
    let both = json!({ "endings": [
        { "status": "arrival", "result": "win", "pieces": ["T:P"], "squares": ["a5"], "answer": true, "held": true }
    ] });
    assert!(faults("k^4/5/5/5/4K^ / T/t", both).contains("held"));
}
