//! `ggn starts`: the positions from which games of a ruleset start.

use std::io::Write;

use super::Failure;
use super::rules::Rules;

/// List the starts of a ruleset, or draw one.
///
/// Each start is a line with its number and its position as FEEN. A game that draws none has one, its initial position.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn starts rules/chess960
  ggn starts rules/chess960 --number 518
  ggn starts rules/chess960 --seed 20240229")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// Show the start of this number alone.
    #[arg(long, value_name = "NUMBER", conflicts_with = "seed")]
    number: Option<u64>,
    /// Show the start that this seed draws: the number that is its remainder by the number of starts.
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let count = rules.start_count();
    let chosen = arguments.number.or(arguments.seed.map(|seed| rules.drawn_start(seed)));
    let mut out = std::io::stdout().lock();
    let numbers = chosen.map_or(0..count, |number| number..number.saturating_add(1));
    for number in numbers {
        let last = count.saturating_sub(1);
        let position = rules
            .start(number)
            .ok_or_else(|| format!("there is no start {number}; the last one is {last}"))?;
        writeln!(out, "{number} {}", rules.feen(&position))?;
    }
    Ok(())
}
