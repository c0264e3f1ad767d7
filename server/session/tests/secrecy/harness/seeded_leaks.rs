//! Seeded leaks of the session, and the number of pairs that it takes to find each.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use session::leaks::Leak;

use super::{Fixtures, RunOptions, shows};

/// More pairs than any leak needs.
const PAIRS_MAX: u64 = 2_000;

/// Pairs that a session with an inert leak must pass.
const PAIRS_WITHOUT_LEAK: u64 = 40;

/// Seeds of pairs, by the names of the leaks that they show.
pub(crate) type LeakPairs = BTreeMap<String, u64>;

/// Prints each leak with the number of the pair that shows it, and returns these pairs. The search tries the known pair of a leak first, and then all
/// from the first on.
///
/// # Errors
/// The leaks that were not found, or a false positive of the inert leak.
pub(crate) fn print_table(fixtures: &Fixtures, known: &LeakPairs) -> Result<LeakPairs, String> {
    let ordinary = RunOptions::checked(false);
    let any = Leak::OF_ANY_GAME.map(|leak| (leak, RunOptions { overlays: overlays(leak), ..ordinary }));
    let bids = Leak::OF_BIDS.map(|leak| (leak, ordinary.with_bids()));
    // The short run has no pairs of other games for these: they are sought where all pairs are.
    let hands = Leak::OF_HANDS.map(|leak| (leak, ordinary.of_other_games()));
    let hands =
        hands.into_iter().filter(|(leak, _)| known.is_empty() || known.contains_key(&format!("{leak:?}")));
    // A wrong particular is the same in both worlds more often than not; the oracle predicts what is right.
    let asked = RunOptions::checked(true).before_referees();
    let referees = Leak::OF_REFEREES.map(|leak| (leak, asked));
    let sight = Leak::OF_SIGHT.map(|leak| (leak, RunOptions::checked(false).by_sight()));
    let all: Vec<_> = any.into_iter().chain(bids).chain(hands).chain(referees).chain(sight).collect();
    let known_of = |leak: Leak| known.get(&format!("{leak:?}")).copied();
    // The control: the pairs that show the leaks, or the first ones, do not show a leak that only pretends to be one.
    let controls: Vec<_> = if known.is_empty() {
        let kinds = [ordinary, ordinary.with_bids(), ordinary.of_other_games(), asked, ordinary.by_sight()]
            .into_iter();
        kinds.flat_map(|options| (0..PAIRS_WITHOUT_LEAK).map(move |seed| (seed, options))).collect()
    } else {
        all.iter().filter_map(|(leak, options)| Some((known_of(*leak)?, *options))).collect()
    };
    let shows_inert = |(seed, options): &(u64, RunOptions)| shows(fixtures, *seed, *options, Leak::Nothing);
    if let Some((seed, _)) = controls.into_par_iter().find_any(shows_inert) {
        return Err(format!("seed {seed}: found the inert leak"));
    }
    println!("{:>5}  {:<24}what gets out", "pairs", "leak");
    // Some leaks need a hundred times as many pairs as others, so the leaks are distributed dynamically.
    let first = |(leak, options)| {
        let mut seeds = known_of(leak).into_iter().chain(0..PAIRS_MAX);
        (leak, seeds.find(|seed| shows(fixtures, *seed, options, leak)))
    };
    let found: Vec<_> = all.into_par_iter().map(first).collect();
    let count = found.len();
    let (mut pairs, mut missed) = (LeakPairs::new(), Vec::new());
    for (leak, seed) in found {
        match seed {
            Some(seed) => {
                println!("{:>5}  {:<24}{}", seed + 1, format!("{leak:?}"), leak.what());
                pairs.insert(format!("{leak:?}"), seed);
            }
            None => missed.push(leak),
        }
    }
    println!("{} of {count} leaks found", count - missed.len());
    if missed.is_empty() { Ok(pairs) } else { Err(format!("not found in {PAIRS_MAX} pairs: {missed:?}")) }
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
