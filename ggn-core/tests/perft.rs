//! Node counts of every ruleset, compared with those published beside its rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::{common, mechanic};

use std::sync::Arc;

use ggn_core::{Counters, Game, PerftCache, Rules, divide, perft, perft_cached, perft_full};
use serde::Deserialize;
use serde_json::{Value, json};

/// Maximum number of nodes counted here; deeper counts need the release build of `ggn perft`.
const NODES_MAX: u64 = 5_000_000;

#[derive(Deserialize)]
struct Known {
    positions: Vec<Counted>,
}

#[derive(Deserialize)]
struct Counted {
    name: String,
    feen: String,
    nodes: Vec<u64>,
}

fn counts(id: &str, names: &[&str]) {
    let rules = common::ruleset(id);
    let known = dev::files::text(&format!("rules/{id}/perft.json"));
    let known: Known = serde_json::from_str(&known).unwrap();
    for name in names {
        let counted = known.positions.iter().find(|counted| counted.name == *name).expect("a known position");
        let position = common::position(&rules, &counted.feen);
        let depths = counted.nodes.iter().zip(1..).filter(|(nodes, _)| **nodes <= NODES_MAX);
        let mut walked = 0;
        for (nodes, depth) in depths {
            assert_eq!(ggn_core::perft(&rules, &position, depth), *nodes, "{name} at depth {depth}");
            walked += 1;
        }
        assert!(walked >= 4, "{name}: only {walked} depths are within the bound");
    }
}

#[test]
fn chess_from_the_initial_position() {
    counts("chess", &["start"]);
}

#[test]
fn chess_from_kiwipete() {
    counts("chess", &["kiwipete"]);
}

#[test]
fn chess_from_four_more_perft_positions() {
    counts("chess", &["position 3", "position 4", "position 5", "position 6"]);
}

#[test]
fn divide_splits_the_count_by_first_moves() {
    let rules = common::ruleset("chess");
    let split = ggn_core::divide(&rules, rules.initial(), 3);
    assert_eq!(split.len(), 20);
    assert_eq!(split.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
}

/// Counts with a cache of a mebibyte and with one of a single bucket, in which nearly everything collides; each used by two threads at once.
#[test]
fn perft_is_independent_of_the_cache_size() {
    const FIXTURES: &str = "../conformance/fixtures/games";
    let games: [(&str, &[u32]); 4] = [
        ("chess", &[1, 3, 4]),
        (&format!("{FIXTURES}/minishogi"), &[4]),
        (&format!("{FIXTURES}/tower"), &[3]),
        (&format!("{FIXTURES}/lane"), &[0, 9]),
    ];
    for (id, depths) in games {
        let rules = common::ruleset(id);
        for mebibytes in [0, 1] {
            let cache = PerftCache::new(mebibytes).unwrap();
            for &depth in depths {
                let counted = perft(&rules, rules.initial(), depth);
                let again = || perft_cached(&rules, rules.initial(), depth, &cache);
                std::thread::scope(|scope| {
                    let other = scope.spawn(again);
                    assert_eq!((again(), other.join().unwrap()), (counted, counted), "{id} at depth {depth}");
                });
                // Now the whole count is cached, because it was more work than any of its parts.
                let hits = cache.hits();
                assert_eq!(again(), counted);
                assert_eq!(cache.hits() - hits, u64::from(depth > 1), "{id} at depth {depth}");
            }
            assert!(cache.hits() > 0, "{id}: nothing was met twice");
        }
    }
}

/// Loads chess with other endings.
fn chess_with(endings: &Value) -> Arc<Rules> {
    let mut files = common::files("chess");
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "ruleset.json").unwrap();
    let mut json: Value = serde_json::from_slice(manifest).unwrap();
    json["endings"] = endings.clone();
    *manifest = json.to_string().into_bytes();
    Rules::load(&files).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Counts the lines of a game, which it plays itself.
fn played(game: &Game, depth: u32) -> u64 {
    let moves = game.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut next = game.clone();
        next.play(mv).unwrap();
        played(&next, depth - 1)
    };
    moves.iter().map(after).sum()
}

#[test]
fn lines_end_where_a_goal_ends_the_game() {
    let goals = [
        (
            json!({ "status": "arrival", "result": "win", "pieces": ["C:K"], "squares": ["d4", "d5", "e4", "e5"] }),
            "rnb2b1r/+p+p+p2+p+p+p/3k^4/8/1PK^p1pn1/3Pq3/+PB+P1+P2+P/RN1Q1B1R / C/c",
            3,
        ),
        (json!({ "status": "checks", "result": "win", "count": 2 }), "4k^3/8/8/8/8/8/8/R3K^3 / C/c", 4),
        (json!({ "status": "captures", "result": "win", "count": 2 }), "1k^5q/7+p/8/8/8/8/8/1K^5Q / C/c", 4),
        (json!({ "status": "promotions", "result": "win", "count": 1 }), "k^7/3P4/8/8/8/8/3r4/7K^ / C/c", 3),
        (
            json!({ "status": "extinction", "result": "loss", "pieces": ["C:Q"] }),
            "1k^5q/8/8/8/8/8/8/1K^5Q / C/c",
            3,
        ),
    ];
    let endless = chess_with(&json!([]));
    for (goal, feen, depth) in goals {
        let rules = chess_with(&json!([goal]));
        let position = common::position(&rules, feen);
        let nodes = played(&Game::from_position(rules.clone(), position.clone(), Counters::default()), depth);
        let cache = PerftCache::new(1).unwrap();
        assert_eq!(perft(&rules, &position, depth), nodes, "{goal}");
        assert_eq!(perft_full(&rules, &position, depth), nodes, "{goal}");
        assert_eq!(perft_cached(&rules, &position, depth, &cache), nodes, "{goal}");
        assert_eq!(
            divide(&rules, &position, depth).iter().map(|(_, nodes)| nodes).sum::<u64>(),
            nodes,
            "{goal}"
        );
        let without = perft(&endless, &common::position(&endless, feen), depth);
        assert!(nodes < without, "{goal}: no line of {without} ends");
    }
}

#[test]
fn no_line_leads_on_from_a_reached_goal() {
    let rules =
        chess_with(&json!([{ "status": "arrival", "result": "win", "pieces": ["C:K"], "squares": ["e1"] }]));
    assert_eq!(perft(&rules, rules.initial(), 0), 1);
    for depth in 1..3 {
        assert_eq!(perft(&rules, rules.initial(), depth), 0);
    }
    assert_eq!(divide(&rules, rules.initial(), 2), []);
}

/// The first side has given two checks of three. Fairy-Stockfish tests itself by this count (`tests/perft.sh`).
#[test]
fn line_that_goes_on_with_checks_ends_by_the_next() {
    let rules = mechanic::house(&["three-check"]);
    let mut game = mechanic::game(&rules, "7r/1p4p1/p1k2p2/R7/8/P5Pp/3pNP1P/4R1K1 w - - 0 1");
    mechanic::play(&mut game, "e2d4 c6c7 d4b5 c7b6");
    let same = common::position(&rules, "7r/1+p4+p1/pk^3p2/RN6/8/P5Pp/3p1+P1+P/4R1K^1 / C/c");
    assert_eq!(game.position(), &same);
    assert_eq!(game.line().count(3), 12_407);
    assert_eq!(game.line().count_cached(3, &PerftCache::new(1).unwrap()), 12_407);
    assert!(perft(&rules, &same, 3) > 12_407);
}
