//! Plays random games with bids, goes over their books after every input and reads all that is sent: with every way to play, in both modes, with house rules
//! and without, before somebody who watches.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use session::Catalogue;
use session::trial::{Tally, Trial};

/// Games between two lines of progress.
const STRETCH: u64 = 500;

/// Plays random games with bids, with the book of points gone over after every input and each game played again from its journal.
#[derive(Parser)]
struct Args {
    /// How many games.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// The seed of the first game; the next one has the next seed.
    #[arg(long, default_value_t = 0)]
    from: u64,
}

/// Every file below a folder, by its path there.
fn files(root: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn main() -> ExitCode {
    let Args { games, from } = Args::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let catalogue = Catalogue::load(files(&root)).unwrap_or_else(|faults| panic!("{faults}"));
    let trial = Trial::new(catalogue);
    let (start, end) = (Instant::now(), from.saturating_add(games));
    let (mut all, mut next) = (Tally::default(), from);
    while next < end {
        let stretch = next..end.min(next.saturating_add(STRETCH));
        next = stretch.end;
        let played = stretch.into_par_iter().map(|seed| trial.play(seed));
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
