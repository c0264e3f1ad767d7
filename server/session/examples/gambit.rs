//! Plays random games with bids, audits their points after every input and reads every frame that is sent: with every gambit profile, in both modes, with
//! and without house rules, and with a spectator.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use session::Catalogue;
use session::random_games::{RandomGames, Tally};

/// Games between two lines of progress.
const STRETCH: u64 = 500;

/// Plays random games with bids, audits their points after every input and replays each game from its journal.
#[derive(Parser)]
struct Args {
    /// Number of games.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Seed of the first game; the following games have the following seeds.
    #[arg(long, default_value_t = 0)]
    from: u64,
}

fn main() -> ExitCode {
    let Args { games, from } = Args::parse();
    let catalogue = Catalogue::load(dev::rules()).unwrap_or_else(|faults| panic!("{faults}"));
    let random_games = RandomGames::new(catalogue);
    let (start, end) = (Instant::now(), from.saturating_add(games));
    let (mut all, mut next) = (Tally::default(), from);
    while next < end {
        let stretch = next..end.min(next.saturating_add(STRETCH));
        next = stretch.end;
        let played = stretch.into_par_iter().map(|seed| random_games.play(seed));
        match played.try_reduce(Tally::default, |one, other| Ok(one.and(other))) {
            Ok(tally) => all = all.and(tally),
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        let Tally {
            games,
            with_house_rules,
            blind,
            ended,
            inputs,
            plies,
            won,
            failed,
            fallen_back,
            lost,
            frames,
            numbers,
        } = all;
        println!(
            "{seconds:>6.0} s  {games:>7} games ({with_house_rules} with house rules, {blind} blind, {ended} ended by themselves): \
             {inputs} inputs, {plies} plies; {won} captures won, {failed} failed, {fallen_back} fell back, {lost} lost; every book is right; \
             {numbers} numbers in {frames} frames, none of them hidden"
        );
    }
    ExitCode::SUCCESS
}
