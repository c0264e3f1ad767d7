//! Non-interference: games that differ only in what a viewer may not know send that viewer the same bytes. See `SECRECY.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod harness;

use harness::{Tables, Tally, Twist, run};

/// Pairs of the short run; `make secrecy` plays many more.
const PAIRS: u64 = 120;

#[test]
fn worlds_that_differ_in_what_a_viewer_may_not_know_sound_the_same() {
    let tables = Tables::read();
    let mut all = Tally::default();
    for seed in 0..PAIRS {
        // The oracle is looked after in a part of them: reading every frame takes its time.
        let twist = Twist::checked(seed % 3 == 0);
        all.add(run(&tables, seed, twist).unwrap_or_else(|account| panic!("{account}")));
    }
    println!("{all:?}");
    assert!(all.boards * 2 > PAIRS, "too few worlds differ: {all:?}");
    assert!(all.frames > 10 * PAIRS, "too little is heard: {all:?}");
}

#[test]
fn worlds_that_differ_in_what_is_bid_and_had_sound_the_same_to_who_plays_and_who_watches() {
    let tables = Tables::read();
    let mut all = Tally::default();
    for seed in 0..PAIRS {
        let twist = Twist::checked(seed % 3 == 0).with_bids();
        all.add(run(&tables, seed, twist).unwrap_or_else(|account| panic!("{account}")));
    }
    println!("{all:?}");
    assert!(all.pools * 3 > PAIRS, "too few worlds differ: {all:?}");
    assert!(all.duels > PAIRS, "too few duels are fought: {all:?}");
    assert!(all.frames > 10 * PAIRS, "too little is heard: {all:?}");
}

/// A `move.result` has no word that the moderator's file keeps from who asked.
#[test]
fn an_answer_has_the_word_of_a_refusal_only_for_who_hears_it() {
    let refusals = harness::refusals(&Tables::read());
    for (is_told, answer) in &refusals {
        assert!(answer.contains(r#""success":false"#), "{answer}");
        assert_eq!(answer.contains("illegal_move"), *is_told, "{answer}");
    }
    assert!(refusals.iter().any(|(is_told, _)| *is_told) && refusals.iter().any(|(is_told, _)| !is_told));
}

/// The server's tests cannot name a position: what they play is worked out here. `TWINS=overwrite` writes it anew.
#[test]
fn the_twins_that_the_server_plays_are_of_these_pairs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/twins.json");
    let twins = serde_json::to_string(&harness::twins::twins(&Tables::read())).unwrap() + "\n";
    let twins = twins.replace(r#"{"at":"#, "\n{\"at\":");
    if std::env::var_os("TWINS").is_some_and(|wish| wish == "overwrite") {
        std::fs::write(path, &twins).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == twins, "write {path} anew with TWINS=overwrite");
}

/// Every leak that the session can be given, and how many pairs it takes to find it.
#[cfg(feature = "leaks")]
#[test]
fn every_leak_that_is_sprung_on_purpose_is_found() {
    let tables = Tables::read();
    harness::leaks::table(&tables).unwrap_or_else(|missed| panic!("{missed}"));
}
