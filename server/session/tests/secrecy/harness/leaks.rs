//! The leaks that a session can be given on purpose, and how many pairs it takes to find each.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use session::leaks::Leak;

use super::{Tables, Twist, shows};

/// More pairs than any of the leaks needs.
const ENOUGH: u64 = 2_000;

/// Pairs through which a session that only pretends to leak has to come.
const PLACEBO: u64 = 40;

/// Prints the table.
///
/// # Errors
/// The leaks that were not found, or something that is none and was.
pub(crate) fn table(tables: &Tables) -> Result<(), String> {
    let ordinary = Twist::checked(false);
    for twist in [ordinary, ordinary.with_bids()] {
        if let Some(seed) = (0..PLACEBO).find(|seed| shows(tables, *seed, twist, Leak::Nothing)) {
            return Err(format!("seed {seed}: found a leak where there is none"));
        }
    }
    println!("{:>5}  {:<24}what gets out", "pairs", "leak");
    let mut missed = Vec::new();
    // Some leaks need a hundred times as many pairs as others: each is looked for by whoever is free.
    let any = Leak::OF_ANY_GAME.map(|leak| (leak, ordinary));
    let all: Vec<_> = any.into_iter().chain(Leak::OF_BIDS.map(|leak| (leak, ordinary.with_bids()))).collect();
    let first = |(leak, twist)| (leak, (0..ENOUGH).find(|seed| shows(tables, *seed, twist, leak)));
    let count = all.len();
    let found: Vec<_> = all.into_par_iter().map(first).collect();
    for (leak, seed) in found {
        match seed {
            Some(seed) => println!("{:>5}  {:<24}{}", seed + 1, format!("{leak:?}"), leak.what()),
            None => missed.push(leak),
        }
    }
    println!("{} of {count} leaks found", count - missed.len());
    if missed.is_empty() { Ok(()) } else { Err(format!("not found in {ENOUGH} pairs: {missed:?}")) }
}
