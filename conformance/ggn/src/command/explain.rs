//! `ggn explain`: why a move is legal, or what stops it, with the places in the data that say so.

use std::io::Write;

use authoring::explain::{Explainer, Explanation};
use ggn_core::notation::cell::Cell;
use serde::Serialize;

use super::rules::Rules;
use super::start::Start;
use super::{Failure, Format, Reported};

/// Say why a move is legal or not, and where the ruleset's files say so.
///
/// The exit status is 0 for a legal move and 1 for one that is not.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn explain rules/chess e1g1
  ggn explain rules/chess Nf5 --moves \"e4 e5 Nf3\"
  ggn explain rules/chess e2 e5
  ggn explain rules/chess e2e1 --with pawns-move-backward")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// The move in SAN, UCI or PMN, or the square where it starts.
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    mv: String,
    /// The square where it ends, if the other is the one where it starts.
    #[arg(value_name = "SQUARE")]
    destination: Option<Cell>,
    #[command(flatten)]
    start: Start,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Report as JSON.
#[derive(Serialize)]
struct Report<'a> {
    legal: bool,
    #[serde(flatten)]
    explanation: &'a Explanation,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let house = arguments.rules.house()?;
    let game = arguments.start.game(&house.ruleset()?)?;
    let asked = match arguments.destination {
        Some(destination) => format!("{} {destination}", arguments.mv),
        None => arguments.mv.clone(),
    };
    let mut explainer = Explainer::of(house)?;
    let explanation = explainer.explain(&game, &asked);
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Text => write!(out, "{}", explainer.text(&explanation))?,
        Format::Json => {
            let report = Report { legal: explanation.is_legal(), explanation: &explanation };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        }
    }
    if explanation.is_legal() { Ok(()) } else { Err(Reported.into()) }
}
