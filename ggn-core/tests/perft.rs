//! Node counts of every ruleset, compared with those published beside its rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use ggn_core::{PerftCache, perft, perft_cached};
use serde::Deserialize;

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
