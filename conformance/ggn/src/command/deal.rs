//! `ggn deal`: what the covered pieces of a start hide, by the seed of a deal.

use std::io::Write;

use session::{DealSeed, commitment};

use super::Failure;
use super::rules::Rules;
use super::start::Setup;

/// Deal the covered pieces of a start by a seed, as a server does.
///
/// The deal is the FEEN of the start with the hidden pieces in their places. The commitment is the SHA-256 of the seed, a blank and that FEEN: a server tells it
/// when a game begins, and the seed when it is over.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn deal rules/jieqi --seed 00000000000000000000000000000000000000000000000000000000000000ff")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// The seed: 64 hexadecimal digits.
    #[arg(long, value_name = "SEED")]
    seed: DealSeed,
    #[command(flatten)]
    start: Setup,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let (position, _) = arguments.start.position(&rules, ggn_core::Rules::position)?;
    let deal = arguments.seed.deal(&rules, &position).ok_or("the game has no covered pieces")?;
    let feen = rules.dealt_feen(&position, &deal).to_string();
    let mut out = std::io::stdout().lock();
    writeln!(out, "deal {feen}")?;
    writeln!(out, "commitment {}", commitment(&arguments.seed, &feen))?;
    Ok(())
}
