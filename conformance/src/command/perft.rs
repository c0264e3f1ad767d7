//! `ggn perft`: node counts, whole or split by the first move.

use std::io::Write;
use std::path::PathBuf;

use conformance::rules;

use super::Failure;
use super::start::Start;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the ruleset, such as rules/chess.
    rules: PathBuf,
    /// Length of the lines, in plies.
    #[arg(long, value_name = "PLIES")]
    depth: u32,
    #[command(flatten)]
    start: Start,
    /// Print the count behind each first move, before the total.
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = rules::load(&arguments.rules)?;
    let (position, _) = arguments.start.position(&rules)?;
    let mut out = std::io::stdout().lock();
    let nodes = if arguments.divide {
        let mut total = 0;
        for (mv, nodes) in ggn_core::divide(&rules, &position, arguments.depth) {
            writeln!(out, "{}: {nodes}", mv.uci(&rules))?;
            total += nodes;
        }
        if arguments.depth == 0 { 1 } else { total }
    } else {
        ggn_core::perft(&rules, &position, arguments.depth)
    };
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}
