//! Perft over several threads: the lines behind each first move, counted in parallel and reported in the generator's order.

use std::num::NonZeroUsize;

use ggn_core::{Line, Move, PerftCache};
use rayon::ThreadPoolBuildError;
use rayon::prelude::*;

/// The longest lines that are counted, in plies.
pub const DEPTH_MAX: u32 = 100;

/// Returns the number of lines of `depth` plies behind each first move of a line, in the generator's order, as [`ggn_core::divide`] counts them.
///
/// Work is shared out by the first two plies, so that one long branch does not keep the other threads waiting. With a table the threads
/// share their counts. `done` is called for each first move once its lines are counted, from any thread.
///
/// # Errors
/// Returns an error if the operating system gives no threads.
pub fn divide(
    line: &Line<'_>,
    depth: u32,
    threads: NonZeroUsize,
    cache: Option<&PerftCache>,
    done: impl Fn() + Sync,
) -> Result<Vec<(Move, u64)>, ThreadPoolBuildError> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?;
    let moves = line.moves();
    let count = |mv: Move| {
        let nodes = below(&line.after(&mv), rest, cache);
        done();
        (mv, nodes)
    };
    Ok(pool.install(|| moves.into_par_iter().with_max_len(1).map(count).collect()))
}

/// Returns how many lines of `depth` more plies there are, those behind each move counted side by side where they are long.
fn below(line: &Line<'_>, depth: u32, cache: Option<&PerftCache>) -> u64 {
    match depth.checked_sub(1) {
        None | Some(0 | 1) => count(line, depth, cache),
        Some(rest) => {
            let replies = line.moves().into_par_iter().with_max_len(1);
            replies.map(|mv| count(&line.after(&mv), rest, cache)).sum()
        }
    }
}

fn count(line: &Line<'_>, depth: u32, cache: Option<&PerftCache>) -> u64 {
    match cache {
        Some(cache) => line.count_cached(depth, cache),
        None => line.count(depth),
    }
}
