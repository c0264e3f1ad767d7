//! `ggn perft`: node counts, whole or split by the first move.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use conformance::{perft, rules};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::Failure;
use super::start::Start;

/// Count the lines of legal moves of a given length (perft).
///
/// The count goes to stdout, and the time that it took to stderr.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn perft rules/chess --depth 5
  ggn perft rules/chess --depth 4 --divide --moves \"e2e4 e7e5\"")]
pub(crate) struct Arguments {
    /// Folder of the ruleset, such as rules/chess.
    rules: PathBuf,
    /// Length of the lines, in plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(..=i64::from(perft::DEPTH_MAX)))]
    depth: u32,
    #[command(flatten)]
    start: Start,
    /// Print the count behind each first move, before the total.
    #[arg(long)]
    divide: bool,
    /// How many threads count; as many as the machine has, if it is not said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = rules::load(&arguments.rules)?;
    let game = arguments.start.game(&rules)?;
    let asked = arguments.threads.and_then(|threads| NonZeroUsize::new(usize::from(threads)));
    let threads = asked.or_else(|| std::thread::available_parallelism().ok());
    let branches = rules.legal_moves(game.position()).len() as u64;
    let bar = ProgressBar::new(branches).with_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} first moves, {elapsed} gone, {eta} to go",
    )?);
    let began = Instant::now();
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    let split = perft::divide(&rules, game.position(), arguments.depth, threads, || bar.inc(1))?;
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
    eprintln!("{}", speed(nodes, took));
    Ok(())
}

/// How fast it went, in words.
fn speed(nodes: u64, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    let rate = if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { nodes };
    format!("{} nodes in {seconds:.2} s, {} nodes/s", HumanCount(nodes), HumanCount(rate))
}
