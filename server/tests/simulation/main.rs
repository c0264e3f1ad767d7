//! Many simulated games over an unreliable network, with a failing journal and misbehaving clients. See `SIMULATION.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod harness;

use harness::{Sabotage, Tally, campaign};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// Seeds of the short run; `make simulate` plays many more.
const SEEDS: u64 = 16;

/// One seed in so many is played twice, and must give the same trace.
const TWICE: u64 = 3;

/// Maximum number of seeds to detect a sabotaged journal.
const SEEDS_TO_FIND: u64 = 300;

/// The seed that is known to detect a sabotaged journal, and is tried before the others. After a change of the plans another one may do: the test
/// prints which.
fn known_seed(sabotage: Sabotage) -> u64 {
    match sabotage {
        Sabotage::Receipt => 0,
        Sabotage::Crash | Sabotage::Load | Sabotage::Change => 3,
        Sabotage::Record => 111,
        Sabotage::Conflict => 25,
        Sabotage::ReadBack => 10,
        // Of several nodes.
        Sabotage::Fork | Sabotage::Early | Sabotage::OwnClock => 0,
    }
}

#[test]
fn sent_state_stays_true_under_every_failure() {
    let catalogue = harness::catalogue();
    let played =
        (0..SEEDS).into_par_iter().map(|seed| campaign::play(&catalogue, seed, 1, seed % TWICE == 0));
    let sum = |one: Tally, other: Tally| Ok(one.and(other));
    let all: Tally = played.try_reduce(Tally::default, sum).unwrap_or_else(|account| panic!("{account}"));
    println!("{all:?}");
    assert!(all.inputs > 20 * SEEDS, "too little happens: {all:?}");
    assert!(all.bids > SEEDS / 2 && all.watched > SEEDS / 4, "too little is bid, or watched: {all:?}");
    assert!(all.records > SEEDS / 2, "too few games end after a move: {all:?}");
    assert!(all.lives > SEEDS + SEEDS / 4, "too few servers die: {all:?}");
}

#[test]
fn a_sabotaged_journal_is_detected() {
    let catalogue = harness::catalogue();
    for sabotage in Sabotage::ALL {
        let seeds = std::iter::once(known_seed(sabotage)).chain(0..SEEDS_TO_FIND);
        let found = campaign::find(&catalogue, sabotage, 1, seeds);
        println!("{sabotage:?}: {found:?}");
        assert!(found.is_some(), "no seed detects {sabotage:?}");
    }
}

/// Nodes of the simulations of several.
const NODES: u64 = 3;

/// The seed that is known to detect a faulty database of several nodes, and is tried before the others.
fn known_seed_of_nodes(sabotage: Sabotage) -> u64 {
    match sabotage {
        Sabotage::Fork => 10,
        Sabotage::Conflict => 7,
        Sabotage::OwnClock => 38,
        _ => 1,
    }
}

/// Seeds of the short run of several nodes.
const SEEDS_OF_NODES: u64 = 4;

#[test]
fn sent_state_stays_true_where_several_nodes_fail() {
    let catalogue = harness::catalogue();
    let played = (0..SEEDS_OF_NODES)
        .into_par_iter()
        .map(|seed| campaign::play(&catalogue, seed, NODES, seed % TWICE == 0));
    let sum = |one: Tally, other: Tally| Ok(one.and(other));
    let all: Tally = played.try_reduce(Tally::default, sum).unwrap_or_else(|account| panic!("{account}"));
    println!("{all:?}");
    assert!(all.inputs > 20 * SEEDS_OF_NODES, "too little happens: {all:?}");
}

#[test]
fn a_faulty_database_of_several_nodes_is_detected() {
    let catalogue = harness::catalogue();
    for sabotage in Sabotage::OF_NODES {
        let seeds = std::iter::once(known_seed_of_nodes(sabotage)).chain(0..SEEDS_TO_FIND);
        let found = campaign::find(&catalogue, sabotage, NODES, seeds);
        println!("{sabotage:?}: {found:?}");
        assert!(found.is_some(), "no seed detects {sabotage:?}");
    }
}
