//! Plays the cases that need no server, side by side.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;

use super::case::{Body, Case};
use super::outcome::{Difference, Outcome, Verdict};
use super::{engine, evaluation, game, moderator, notation, position};

pub use super::stock::Stock;

/// Plays cases against the engine and the session of this program. `root` is the folder that the files of the cases are named from.
/// `done` is called after each, from any thread.
pub fn play<'c>(stock: &Stock, root: &Path, cases: &[&'c Case], done: impl Fn() + Sync) -> Vec<Outcome<'c>> {
    let one = |case: &&'c Case| {
        let case = *case;
        let began = Instant::now();
        let verdict = catch_unwind(AssertUnwindSafe(|| verdict(stock, root, case)))
            .unwrap_or_else(|_| Verdict::of(vec![Difference::new("the program", "an answer", "a panic")]));
        done();
        Outcome { case, verdict, took: began.elapsed() }
    };
    cases.par_iter().map(one).collect()
}

fn verdict(stock: &Stock, root: &Path, case: &Case) -> Verdict {
    let beside: PathBuf = root.join(&case.file).parent().map_or_else(PathBuf::new, Path::to_owned);
    Verdict::of(match &case.body {
        Body::Notation(notation, case) => notation::play(*notation, case),
        Body::Evaluation(case) => evaluation::play(case),
        Body::Perft(case) => position::count(stock, &beside, case),
        Body::Positions(case) => position::play(stock, &beside, case),
        Body::Games(case) => game::play(stock, &beside, case),
        Body::Engine(case) => engine::play(stock, &beside, case),
        Body::Moderator(case) => moderator::play(stock, case),
        Body::Protocol(_) => {
            return Verdict::Skipped("it is played against a server: --server URL".to_owned());
        }
    })
}
