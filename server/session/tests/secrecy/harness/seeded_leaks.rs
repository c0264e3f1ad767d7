//! Seeded leaks of the session, and the number of pairs that it takes to find each.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use session::leaks::Leak;

use super::{Fixtures, RunOptions, shows};

/// More pairs than any leak needs.
const PAIRS_MAX: u64 = 2_000;

/// Pairs that a session with an inert leak must pass.
const PAIRS_WITHOUT_LEAK: u64 = 40;

/// Prints each leak with the number of pairs that it takes to find it.
///
/// # Errors
/// The leaks that were not found, or a false positive of the inert leak.
pub(crate) fn print_table(fixtures: &Fixtures) -> Result<(), String> {
    let ordinary = RunOptions::checked(false);
    for options in [ordinary, ordinary.with_bids()] {
        if let Some(seed) =
            (0..PAIRS_WITHOUT_LEAK).find(|seed| shows(fixtures, *seed, options, Leak::Nothing))
        {
            return Err(format!("seed {seed}: found the inert leak"));
        }
    }
    println!("{:>5}  {:<24}what gets out", "pairs", "leak");
    let mut missed = Vec::new();
    // Some leaks need a hundred times as many pairs as others, so the leaks are distributed dynamically.
    let any = Leak::OF_ANY_GAME.map(|leak| (leak, RunOptions { overlays: overlays(leak), ..ordinary }));
    let all: Vec<_> = any.into_iter().chain(Leak::OF_BIDS.map(|leak| (leak, ordinary.with_bids()))).collect();
    let first = |(leak, options)| (leak, (0..PAIRS_MAX).find(|seed| shows(fixtures, *seed, options, leak)));
    let count = all.len();
    let found: Vec<_> = all.into_par_iter().map(first).collect();
    for (leak, seed) in found {
        match seed {
            Some(seed) => println!("{:>5}  {:<24}{}", seed + 1, format!("{leak:?}"), leak.what()),
            None => missed.push(leak),
        }
    }
    println!("{} of {count} leaks found", count - missed.len());
    if missed.is_empty() { Ok(()) } else { Err(format!("not found in {PAIRS_MAX} pairs: {missed:?}")) }
}

/// Returns the house rules without which a leak has nothing to show: few of all pairs have them.
fn overlays(leak: Leak) -> Option<&'static [&'static str]> {
    match leak {
        Leak::EnemyPoints | Leak::HitLeft | Leak::HealedToOther | Leak::PoisonedSquare => {
            Some(&["made-points"])
        }
        Leak::BlastCount => Some(&["made-blast"]),
        _ => None,
    }
}
