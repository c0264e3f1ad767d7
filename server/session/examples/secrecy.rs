//! Long run of the secrecy test, and replay of one pair from its seed: `make secrecy`. `SECRECY.md` explains what it shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../tests/secrecy/harness/mod.rs"]
mod harness;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use harness::{Fixtures, RunOptions, Tally, run, seeded_leaks, timing};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// Pairs between two lines of progress.
const PROGRESS_PAIRS: u64 = 5_000;

/// One pair in so many has every frame compared with the oracle's prediction, in addition to the comparison of its two runs.
const CHECKED: u64 = 20;

/// Plays pairs of games that differ only in what a viewer may not know, and compares the bytes that the viewer is sent.
#[derive(Parser)]
struct Args {
    /// Number of pairs of each kind: chess without bids, chess with bids, other games, and games before moderators who answer attempts.
    #[arg(long, default_value_t = 100_000)]
    pairs: u64,
    /// Seed of the first pair of each kind; the following pairs have the following seeds.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Play only the pairs of this seed, and report what a viewer could tell.
    #[arg(long)]
    seed: Option<u64>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let fixtures = Fixtures::read();
    let done = match args.seed {
        Some(seed) => both(&fixtures, seed, true).map(|tally| {
            println!("seed {seed}: no byte differs in {} frames", tally.frames);
        }),
        None => long_run(&fixtures, args.from, args.pairs)
            .and_then(|()| seeded_leaks::print_table(&fixtures, &seeded_leaks::LeakPairs::new()))
            .map(|_| timing::report(&fixtures)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(report) => {
            println!("{report}");
            ExitCode::FAILURE
        }
    }
}

/// Plays the pairs of a seed: without bids, with bids, of another game than chess, before a moderator who answers attempts, and by sight.
fn both(fixtures: &Fixtures, seed: u64, is_checked: bool) -> Result<Tally, String> {
    let options = RunOptions::checked(is_checked);
    let mut tally = run(fixtures, seed, options)?;
    tally.add(run(fixtures, seed, options.with_bids()).map_err(|report| format!("with bids, {report}"))?);
    let other = run(fixtures, seed, options.of_other_games());
    tally.add(other.map_err(|report| format!("in another game, {report}"))?);
    let refereed = run(fixtures, seed, options.before_referees());
    tally.add(refereed.map_err(|report| format!("before a moderator who answers attempts, {report}"))?);
    let by_sight = run(fixtures, seed, options.by_sight());
    tally.add(by_sight.map_err(|report| format!("by sight, {report}"))?);
    Ok(tally)
}

fn long_run(fixtures: &Fixtures, from: u64, pairs: u64) -> Result<(), String> {
    let start = Instant::now();
    let end = from.saturating_add(pairs);
    let mut all = Tally::default();
    let mut next = from;
    while next < end {
        let stretch = next..end.min(next.saturating_add(PROGRESS_PAIRS));
        next = stretch.end;
        let played = stretch.into_par_iter().map(|seed| {
            both(fixtures, seed, seed % CHECKED == 0)
                .map_err(|report| format!("{report}\nto play this pair again: make secrecy SEED={seed}"))
        });
        all.add(played.try_reduce(Tally::default, |mut one, other| {
            one.add(other);
            Ok(one)
        })?);
        let seconds = start.elapsed().as_secs_f64();
        let (done, Tally { frames, bytes, differences, boards, pools, duels }) = (next - from, all);
        println!(
            "{seconds:>6.0} s  {done:>8} pairs of each kind ({boards} with other boards, {pools} with other points after \
             {duels} duels, {differences} hidden differences): {frames} frames, {bytes} bytes, 0 differ"
        );
    }
    Ok(())
}
