//! `ggn see`: a position as each side sees it.

use std::io::Write;

use authoring::sight;
use ggn_core::Rules as Ruleset;

use super::Failure;
use super::rules::Rules;
use super::start::Setup;

/// Sight of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum View {
    /// The own pieces, and the squares to which they could go or on which they could capture.
    Sight,
}

/// Print a position as each side sees it: a placement as in FEN, with ? for what is not seen.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn see rules/chess --view sight --fen \"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\"
  ggn see rules/xiangqi --view sight")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// How far the sides see.
    #[arg(long, value_enum)]
    view: View,
    #[command(flatten)]
    setup: Setup,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let (position, _) = arguments.setup.position(&rules, Ruleset::position_in_check)?;
    let seen = match arguments.view {
        View::Sight => sight::seen(&rules, &position)?,
    };
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&seen)?)?;
    Ok(())
}
