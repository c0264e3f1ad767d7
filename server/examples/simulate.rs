//! Long run of the simulation, and replay of a seed: `make simulate`. `SIMULATION.md` explains what it shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../tests/simulation/harness/mod.rs"]
mod harness;

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use harness::{Sabotage, Tally, campaign};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// Seeds between two lines of progress.
const STRETCH: u64 = 500;

/// One seed in so many is played twice, and must give the same trace.
const TWICE: u64 = 4;

/// Maximum number of seeds to detect a sabotaged journal.
const SEEDS_TO_FIND: u64 = 200;

/// Simulates whole servers with all their clients, under every kind of failure.
#[derive(Parser)]
struct Args {
    /// Number of simulations.
    #[arg(long, default_value_t = 10_000)]
    seeds: u64,
    /// Seed of the first simulation; the following ones have the following seeds.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Play only this seed, and print every step.
    #[arg(long)]
    seed: Option<u64>,
    /// Nodes that share one database; one server alone has none of that.
    #[arg(long, default_value_t = 1)]
    nodes: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let catalogue = harness::catalogue();
    let done = match args.seed {
        Some(seed) => campaign::tell(&catalogue, seed, args.nodes).map(|tally| println!("{tally:?}")),
        None => long_run(&catalogue, &args).and_then(|()| controls(&catalogue, args.nodes)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(account) => {
            println!("{account}");
            ExitCode::FAILURE
        }
    }
}

fn long_run(catalogue: &harness::Rules, args: &Args) -> Result<(), String> {
    let Args { from, seeds, nodes, .. } = *args;
    let start = Instant::now();
    let end = from.saturating_add(seeds);
    let mut all = Tally::default();
    let mut next = from;
    while next < end {
        let stretch = next..end.min(next.saturating_add(STRETCH));
        next = stretch.end;
        let played =
            stretch.into_par_iter().map(|seed| campaign::play(catalogue, seed, nodes, seed % TWICE == 0));
        all = all.and(played.try_reduce(Tally::default, |one, other| Ok(one.and(other)))?);
        let seconds = start.elapsed().as_secs_f64();
        let Tally { simulations, games, inputs, bids, records, watched, steps, lives, passed } = all;
        let hours = passed.as_secs_f64() / 3600.0;
        println!(
            "{seconds:>6.0} s  {simulations:>8} simulations ({hours:.0} hours, {lives} servers): {games} games ({watched} \
             watched, {records} records), {inputs} inputs ({bids} bids), {steps} steps, nothing wrong"
        );
    }
    Ok(())
}

/// Checks that every sabotaged journal is detected.
fn controls(catalogue: &harness::Rules, nodes: u64) -> Result<(), String> {
    let kinds: &[Sabotage] = if nodes > 1 { &Sabotage::OF_NODES } else { &Sabotage::ALL };
    for &sabotage in kinds {
        let (seed, what) = campaign::find(catalogue, sabotage, nodes, 0..SEEDS_TO_FIND)
            .ok_or_else(|| format!("no seed detects {sabotage:?}"))?;
        println!("{sabotage:?} is found by seed {seed}: {what}");
    }
    Ok(())
}
