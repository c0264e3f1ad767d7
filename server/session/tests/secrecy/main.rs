//! Non-interference: games that differ only in what a viewer may not know send that viewer the same bytes. See `SECRECY.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod harness;

use std::sync::LazyLock;

use harness::{Fixtures, RunOptions, Tally, run};

/// Allocator of these tests: they read many rules, which are many small lists.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Data of all games, loaded once: these tests run as one process.
static FIXTURES: LazyLock<Fixtures> = LazyLock::new(Fixtures::read);

/// Pairs of the short run; `make secrecy` plays many more.
const PAIRS: u64 = 12;

/// Pairs with bids of the short run: each takes three times as long.
const PAIRS_WITH_BIDS: u64 = 30;

// Requirement blind-44.
#[test]
fn a_viewer_is_sent_the_same_bytes_by_worlds_that_differ_in_hidden_facts() {
    let mut all = Tally::default();
    for seed in 0..PAIRS {
        // A part of the pairs is checked against the oracle, because reading every frame takes time.
        let options = RunOptions::checked(seed % 3 == 0);
        all.add(run(&FIXTURES, seed, options).unwrap_or_else(|report| panic!("{report}")));
    }
    println!("{all:?}");
    assert!(all.boards * 2 > PAIRS, "too few worlds differ: {all:?}");
    assert!(all.frames > 10 * PAIRS, "too few frames are compared: {all:?}");
}

// Requirement gambit-18.
#[test]
fn players_and_spectators_are_sent_the_same_bytes_by_worlds_that_differ_in_bids_and_points() {
    let mut all = Tally::default();
    for seed in 0..PAIRS_WITH_BIDS {
        let options = RunOptions::checked(seed % 3 == 0).with_bids();
        all.add(run(&FIXTURES, seed, options).unwrap_or_else(|report| panic!("{report}")));
    }
    println!("{all:?}");
    assert!(all.pools * 3 > PAIRS_WITH_BIDS, "too few worlds differ: {all:?}");
    assert!(all.duels > PAIRS_WITH_BIDS, "too few duels are resolved: {all:?}");
    assert!(all.frames > 10 * PAIRS_WITH_BIDS, "too few frames are compared: {all:?}");
}

/// Seeds of pairs with bids that once differed: the push message about an attack went without the time at which the flag falls; and a push message was due at
/// the moment at which a player had been away too long, before a restart.
const ONCE_DIFFERENT: [u64; 2] = [2_078_400_084, 2_078_500_970];

#[test]
fn pairs_with_bids_that_once_differed_are_sent_the_same_bytes() {
    for seed in ONCE_DIFFERENT {
        let pair = run(&FIXTURES, seed, RunOptions::checked(true).with_bids());
        assert!(pair.unwrap_or_else(|report| panic!("{report}")).frames > 0);
    }
}

/// Pairs of other games of the short run.
const PAIRS_OF_OTHER_GAMES: u64 = 12;

#[test]
fn a_viewer_of_any_game_is_sent_the_same_bytes_by_worlds_that_differ_in_hidden_facts() {
    let mut all = Tally::default();
    for seed in 0..PAIRS_OF_OTHER_GAMES {
        let options = RunOptions::checked(seed % 3 == 0).of_other_games();
        all.add(run(&FIXTURES, seed, options).unwrap_or_else(|report| panic!("{report}")));
    }
    println!("{all:?}");
    assert!(all.boards * 3 > PAIRS_OF_OTHER_GAMES, "too few worlds differ: {all:?}");
    assert!(all.frames > 10 * PAIRS_OF_OTHER_GAMES, "too few frames are compared: {all:?}");
}

/// Pairs by sight of the short run.
const PAIRS_BY_SIGHT: u64 = 10;

#[test]
fn a_player_by_sight_is_sent_the_same_bytes_by_worlds_that_differ_on_squares_not_seen() {
    let mut all = Tally::default();
    for seed in 0..PAIRS_BY_SIGHT {
        let options = RunOptions::checked(seed % 2 == 0).by_sight();
        all.add(run(&FIXTURES, seed, options).unwrap_or_else(|report| panic!("{report}")));
    }
    println!("{all:?}");
    assert!(all.boards * 3 > PAIRS_BY_SIGHT, "too few worlds differ: {all:?}");
    assert!(all.frames > 10 * PAIRS_BY_SIGHT, "too few frames are compared: {all:?}");
}

/// Pairs before moderators who answer attempts of the short run.
const PAIRS_BEFORE_REFEREES: u64 = 14;

#[test]
fn a_viewer_is_sent_the_same_bytes_by_worlds_that_a_moderator_who_answers_attempts_does_not_tell_apart() {
    let mut all = Tally::default();
    for seed in 0..PAIRS_BEFORE_REFEREES {
        let options = RunOptions::checked(seed % 2 == 0).before_referees();
        all.add(run(&FIXTURES, seed, options).unwrap_or_else(|report| panic!("{report}")));
    }
    println!("{all:?}");
    assert!(all.boards * 3 > PAIRS_BEFORE_REFEREES, "too few worlds differ: {all:?}");
    assert!(all.frames > 10 * PAIRS_BEFORE_REFEREES, "too few frames are compared: {all:?}");
}

/// A `move.result` includes no reason of a refusal that the moderator's file withholds from the mover.
#[test]
fn an_answer_has_the_reason_of_a_refusal_only_for_its_audience() {
    let refusals = harness::refusals(&FIXTURES);
    for (is_in_audience, word, answer) in &refusals {
        assert!(answer.contains(r#""success":false"#), "{answer}");
        assert_eq!(answer.contains(word), *is_in_audience, "{answer}");
    }
    assert!(
        refusals.iter().any(|(is_in_audience, ..)| *is_in_audience)
            && refusals.iter().any(|(is_in_audience, ..)| !is_in_audience)
    );
}

/// The server's tests cannot set up a position, so their pairs are generated here. `PAIRED_RUNS=overwrite` writes them anew.
#[test]
fn the_paired_runs_of_the_server_are_of_these_pairs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/paired_runs.json");
    let paired_runs = serde_json::to_string(&harness::paired_runs::paired_runs(&FIXTURES)).unwrap() + "\n";
    let paired_runs = paired_runs.replace(r#"{"at":"#, "\n{\"at\":");
    if std::env::var_os("PAIRED_RUNS").is_some_and(|value| value == "overwrite") {
        std::fs::write(path, &paired_runs).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).unwrap() == paired_runs,
        "write {path} anew with PAIRED_RUNS=overwrite"
    );
}

/// All seeded leaks, each by the pair that is known to show it. After a change by which another pair does, the search takes minutes instead of
/// seconds: `LEAK_PAIRS=overwrite` writes the known pairs anew.
#[test]
fn every_leak_that_is_seeded_is_found() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/secrecy/leak_pairs.json");
    let overwrite = std::env::var_os("LEAK_PAIRS").is_some_and(|value| value == "overwrite");
    let known = if overwrite { "{}".to_owned() } else { std::fs::read_to_string(path).unwrap() };
    let known: harness::seeded_leaks::LeakPairs = serde_json::from_str(&known).unwrap();
    let found =
        harness::seeded_leaks::print_table(&FIXTURES, &known).unwrap_or_else(|missed| panic!("{missed}"));
    if overwrite {
        std::fs::write(path, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
    } else {
        assert_eq!(found, known, "other pairs show these leaks: write {path} anew with LEAK_PAIRS=overwrite");
    }
}
