//! Long run of the secrecy test, and replay of one pair from its seed: `make secrecy`. `SECRECY.md` explains what it shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../tests/secrecy/harness/mod.rs"]
mod harness;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use harness::{Fixtures, RunOptions, Tally, rules_of, run, seeded_leaks, timing};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

/// Pairs between two lines of progress.
const PROGRESS_PAIRS: usize = 1_000;

/// One pair in so many has every frame compared with the oracle's prediction, in addition to the comparison of its two runs.
const CHECKED: u64 = 20;

/// Plays pairs of games that differ only in what a viewer may not know, and compares the bytes that the viewer is sent.
#[derive(Parser)]
struct Args {
    /// Number of pairs of each kind: chess without bids, games with bids, other games, games before moderators who answer attempts, and games by sight.
    #[arg(long, default_value_t = 100_000)]
    pairs: u64,
    /// Seed of the first pair of each kind; the following pairs have the following seeds.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Play only the pairs of this kind, from 1 to 5.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=5))]
    kind: Option<u8>,
    /// Play only the pairs of this seed, and report what a viewer could tell.
    #[arg(long)]
    seed: Option<u64>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let fixtures = Fixtures::read();
    let done = match args.seed {
        Some(seed) => one_seed(&fixtures, seed, args.kind).map(|tally| {
            println!("seed {seed}: no byte differs in {} frames", tally.frames);
        }),
        None => long_run(&fixtures, args.from, args.pairs, args.kind)
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

/// Kinds of pairs: the beginning of their reports, and their options.
type Kind = (&'static str, fn(RunOptions) -> RunOptions);

/// All kinds, in the order in which they are played: chess without bids, with bids, other games, before moderators who answer attempts, and by sight.
const KINDS: [Kind; 5] = [
    ("", |options| options),
    ("with bids, ", RunOptions::with_bids),
    ("in another game, ", RunOptions::of_other_games),
    ("before a moderator who answers attempts, ", RunOptions::before_referees),
    ("by sight, ", RunOptions::by_sight),
];

/// Plays the pair of a seed and a kind.
fn play(fixtures: &Fixtures, (opening, options): Kind, seed: u64, is_checked: bool) -> Result<Tally, String> {
    let played = run(fixtures, seed, options(RunOptions::checked(is_checked)));
    played.map_err(|report| format!("{opening}{report}"))
}

/// Returns the wanted kinds with their numbers: one, or all.
fn kinds_of(wanted: Option<u8>) -> impl Iterator<Item = (u8, Kind)> {
    (1..).zip(KINDS).filter(move |(number, _)| wanted.is_none_or(|wanted| wanted == *number))
}

/// Plays the pairs of a seed.
fn one_seed(fixtures: &Fixtures, seed: u64, kind: Option<u8>) -> Result<Tally, String> {
    let mut all = Tally::default();
    for (_, kind) in kinds_of(kind) {
        all.add(play(fixtures, kind, seed, true)?);
    }
    Ok(all)
}

fn long_run(fixtures: &Fixtures, from: u64, pairs: u64, kind: Option<u8>) -> Result<(), String> {
    let start = Instant::now();
    let mut all = Tally::default();
    for (number, kind) in kinds_of(kind) {
        // Rules take as long to load as a pair to play: those with the same ones are neighbours.
        let mut seeds: Vec<u64> = (from..from.saturating_add(pairs)).collect();
        let options = kind.1(RunOptions::checked(false));
        seeds.sort_by_cached_key(|seed| rules_of(fixtures, *seed, options));
        let mut done = 0;
        for stretch in seeds.chunks(PROGRESS_PAIRS) {
            let played = stretch.par_iter().map(|&seed| {
                play(fixtures, kind, seed, seed % CHECKED == 0)
                    .map_err(|report| format!("{report}\nto play this pair again: make secrecy SEED={seed}"))
            });
            all.add(played.try_reduce(Tally::default, |mut one, other| {
                one.add(other);
                Ok(one)
            })?);
            done += stretch.len();
            let seconds = start.elapsed().as_secs_f64();
            let Tally { frames, bytes, differences, boards, pools, duels } = all;
            let kinds = KINDS.len();
            println!(
                "{seconds:>6.0} s  {done:>7} pairs of kind {number} of {kinds} (of all, {boards} with other boards, {pools} with \
                 other points after {duels} duels, {differences} hidden differences): {frames} frames, {bytes} bytes, 0 differ"
            );
        }
    }
    Ok(())
}
