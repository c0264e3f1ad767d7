//! Rulesets and patterns of any content, in a limited address space: they load or report faults, within a bounded time.

mod draw;
mod texts;

use std::time::{Duration, Instant};

use dev::Random;
use ggn_core::Rules;

use crate::common::limited::{greatest_address_space, is_limited};

/// Kibibytes of address space in which any ruleset is loaded.
const ADDRESS_SPACE: u32 = 1 << 20;

/// Longest time in which a ruleset is loaded. A busy machine takes some times as long as an idle one.
const LOADED_WITHIN: Duration = Duration::from_secs(60);

/// Rulesets, and with `LONG=1`.
const RULESETS: u64 = 50;
const LONG_RULESETS: u64 = 10_000;

/// Largest board on which moves are made; on larger ones each takes long.
const SQUARES_PLAYED: usize = 300;

/// Result of loading a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Its patterns are faulty.
    Patterns,
    /// Another file is.
    Files,
    Loaded,
}

/// Loads the files of a ruleset, and makes some moves if that can be done.
fn load(files: &[(String, Vec<u8>)], random: &mut Random) -> Outcome {
    let whole = match pattern::whole(files) {
        Err(faults) => {
            assert!(faults.iter().all(|fault| !fault.message.is_empty()));
            print!("{} ", faults[0].message);
            return Outcome::Patterns;
        }
        Ok(whole) => whole,
    };
    let rules = match Rules::load(&whole) {
        Err(faults) => {
            assert!(!faults.as_slice().is_empty());
            print!("{} ", faults.as_slice()[0]);
            return Outcome::Files;
        }
        Ok(rules) => rules,
    };
    let mut position = rules.initial().clone();
    for _ in 0..3 {
        if rules.shape().squares() > SQUARES_PLAYED {
            break;
        }
        let moves = rules.legal_moves(&position);
        assert_eq!(moves, rules.interpreted_legal_moves(&position));
        let Some(mv) = random.choose(&moves) else { break };
        position = rules.after(&position, mv);
    }
    Outcome::Loaded
}

#[test]
fn random_rulesets_load_or_report_faults_in_little_memory() {
    if !is_limited("any_rules::random_rulesets_load_or_report_faults_in_little_memory", ADDRESS_SPACE) {
        return;
    }
    let is_long = dev::is_long();
    let from = std::env::var("LONG_FROM").ok().and_then(|from| from.parse().ok()).unwrap_or(0);
    let (mut longest, mut loaded, mut faulty) = ((Duration::ZERO, 0), 0u64, 0u64);
    let count = if is_long { LONG_RULESETS } else { RULESETS };
    for seed in from..from + count {
        // A process that is aborted says no more than this.
        print!("seed {seed}: ");
        let mut random = Random::for_purpose(seed, "ruleset");
        let files = draw::files(&mut random);
        let begun = Instant::now();
        let outcome = load(&files, &mut random);
        let taken = begun.elapsed();
        println!("{outcome:?} in {} ms, {} KiB", taken.as_millis(), greatest_address_space());
        assert!(taken < LOADED_WITHIN, "{taken:?}: {}", draw::text(&files));
        longest = longest.max((taken, seed));
        loaded += u64::from(outcome == Outcome::Loaded);
        faulty += u64::from(outcome == Outcome::Files);
    }
    println!("{loaded} loaded, {faulty} faulty; longest {longest:?}, {} KiB", greatest_address_space());
    assert!(loaded * 5 > count && faulty * 20 > count, "{loaded} of {count} load, {faulty} are faulty");
}
