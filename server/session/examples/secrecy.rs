//! The long run of the proof of secrecy, and the replay of a pair from its seed: `make secrecy`, and `SECRECY.md` for what it shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../tests/secrecy/harness/mod.rs"]
mod harness;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use harness::{Tables, Tally, Twist, leaks, run, timing};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// Pairs between two lines of progress.
const STRETCH: u64 = 5_000;

/// One in so many pairs has every frame compared with what the oracle foresaw, beside being compared with its twin.
const CHECKED: u64 = 20;

/// Plays pairs of games that differ only in what a viewer may not know, and compares what the viewer is sent.
#[derive(Parser)]
struct Args {
    /// How many pairs of each kind: of games in which captures are captures, and of games in which they are bid for.
    #[arg(long, default_value_t = 100_000)]
    pairs: u64,
    /// The seed of the first pair of each kind; the next one has the next seed.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Play only the pairs of this seed, and tell what a viewer could tell.
    #[arg(long)]
    seed: Option<u64>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let tables = Tables::read();
    let done = match args.seed {
        Some(seed) => both(&tables, seed, true).map(|tally| {
            println!("seed {seed}: no byte differs in {} frames", tally.frames);
        }),
        None => long_run(&tables, args.from, args.pairs)
            .and_then(|()| leaks::table(&tables))
            .map(|()| timing::report(&tables)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(account) => {
            println!("{account}");
            ExitCode::FAILURE
        }
    }
}

/// Plays the pairs of a seed: without bids, and with them.
fn both(tables: &Tables, seed: u64, is_checked: bool) -> Result<Tally, String> {
    let twist = Twist::checked(is_checked);
    let mut tally = run(tables, seed, twist)?;
    tally.add(run(tables, seed, twist.with_bids()).map_err(|account| format!("with bids, {account}"))?);
    Ok(tally)
}

fn long_run(tables: &Tables, from: u64, pairs: u64) -> Result<(), String> {
    let start = Instant::now();
    let end = from.saturating_add(pairs);
    let mut all = Tally::default();
    let mut next = from;
    while next < end {
        let stretch = next..end.min(next.saturating_add(STRETCH));
        next = stretch.end;
        let played = stretch.into_par_iter().map(|seed| {
            both(tables, seed, seed % CHECKED == 0)
                .map_err(|account| format!("{account}\nto play this pair again: make secrecy SEED={seed}"))
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
