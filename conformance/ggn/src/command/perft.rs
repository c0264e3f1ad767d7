//! `ggn perft`: node counts, whole or split by the first move.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use authoring::perft;
use ggn_core::PerftCache;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::rules::Rules;
use super::start::Start;
use super::{Failure, counted};

/// Count the lines of legal moves of a given length (perft).
///
/// A line ends where a goal ends the game. Draws by repetition, insufficient material or a move limit end none.
///
/// The count goes to stdout; the time that it took, the nodes per second and the threads go to stderr.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn perft rules/chess --depth 5
  ggn perft rules/chess --depth 4 --divide --moves \"e2e4 e7e5\"
  ggn perft rules/chess --depth 8 --hash 1024")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// Length of the lines, in plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(..=i64::from(perft::DEPTH_MAX)))]
    depth: u32,
    #[command(flatten)]
    start: Start,
    /// Print the count behind each first move, before the total.
    #[arg(long)]
    divide: bool,
    /// Number of threads that count; as many as the machine has, if absent.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Remember counts of positions in a table of so many MiB, which all threads share. Two positions in 2^64 look alike to it.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let game = arguments.start.game(&rules)?;
    let requested = arguments.threads.and_then(|threads| NonZeroUsize::new(usize::from(threads)));
    let threads = requested.or_else(|| std::thread::available_parallelism().ok());
    let line = game.line();
    let branches = line.moves().len() as u64;
    let bar = ProgressBar::new(branches).with_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} first moves, {elapsed} gone, {eta} to go",
    )?);
    let cache = arguments.hash.map(remember).transpose()?;
    let began = Instant::now();
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    let done = || bar.inc(1);
    let split = perft::divide(&line, arguments.depth, threads, cache.as_ref(), done)?;
    let took = began.elapsed();
    bar.finish_and_clear();

    let mut out = std::io::stdout().lock();
    let nodes = if arguments.depth == 0 { 1 } else { split.iter().map(|(_, nodes)| nodes).sum() };
    if arguments.divide {
        for (mv, nodes) in &split {
            writeln!(out, "{}: {nodes}", mv.uci(&rules))?;
        }
    }
    writeln!(out, "nodes {nodes}")?;
    let hits = cache.map(|cache| format!(", {} hash hits", HumanCount(cache.hits()))).unwrap_or_default();
    eprintln!("{}, {}{hits}", speed(nodes, took), counted(threads.get(), "thread"));
    Ok(())
}

/// Returns a table of so many mebibytes.
fn remember(mebibytes: u32) -> Result<PerftCache, String> {
    let size = usize::try_from(mebibytes).map_err(|_| ());
    let cache = size.and_then(|size| PerftCache::new(size).map_err(|_| ()));
    cache.map_err(|()| format!("there are no {mebibytes} MiB of memory for --hash"))
}

/// Returns the speed, in words.
fn speed(nodes: u64, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    let rate = if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { nodes };
    format!("{} nodes in {seconds:.2} s, {} nodes/s", HumanCount(nodes), HumanCount(rate))
}
