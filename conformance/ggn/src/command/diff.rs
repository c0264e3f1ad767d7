//! `ggn diff`: what is different between two rulesets.

use std::io::Write;
use std::path::PathBuf;

use authoring::diff;
use authoring::rules::Folder;

use super::rules::HouseRules;
use super::{Failure, Format, Reported};

/// Tell what is different between two rulesets, in what they say and in what can be played.
///
/// House rules (--with) are those of the second. The exit status is 0 if nothing is, and 1 if something is. Neither the layout of the files nor the order of their members
/// matters.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn diff rules/chess my/chess
  ggn diff rules/chess my/chess --all
  ggn diff rules/chess my/chess --format json
  ggn diff rules/chess --with pawns-move-backward")]
pub(crate) struct Arguments {
    /// Folder of the first ruleset.
    first: PathBuf,
    /// Folder of the second ruleset; with --with the first one again, if it is left out.
    #[arg(required_unless_present = "with")]
    second: Option<PathBuf>,
    #[command(flatten)]
    house: HouseRules,
    /// Show everything, not only the first rows and fields.
    #[arg(long)]
    all: bool,
    /// Look at no more than so many positions for a line of play after which the games differ.
    #[arg(long, value_name = "N", default_value_t = diff::POSITIONS)]
    positions: usize,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let first = Folder::read(&arguments.first)?;
    let second = arguments.second.as_deref().unwrap_or(&arguments.first);
    let second = arguments.house.over(second)?.folder()?;
    let difference = diff::compare(&first, &second, arguments.positions)?;
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Text => write!(out, "{}", diff::text(&difference, arguments.all))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(&difference)?)?,
    }
    if difference.is_empty() { Ok(()) } else { Err(Reported.into()) }
}
