//! `ggn moves`: the legal moves of a position in every notation.

use std::io::Write;

use authoring::moves::{self, NotatedMove};
use authoring::words;
use ggn_core::Location;
use ggn_core::notation::ggn::Place;
use serde::Serialize;

use super::rules::Rules;
use super::start::Start;
use super::{Failure, Format};

/// List the legal moves of a position, each in SAN, UCI and PMN, and in the notation of the game's players.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn moves rules/chess --from g1
  ggn moves rules/chess --moves \"e4 e5 Ke2\" --pseudo")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    start: Start,
    /// List only the moves from this square (* is the hand).
    #[arg(long, value_name = "SQUARE")]
    from: Option<Place>,
    /// List also the moves that the tables allow and a constraint forbids, and say why.
    #[arg(long)]
    pseudo: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Report as JSON.
#[derive(Serialize)]
struct Report {
    status: String,
    moves: Vec<NotatedMove>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let game = arguments.start.game(&rules)?;
    let from = match arguments.from {
        None => None,
        Some(Place::Hand) => Some(Location::Hand),
        Some(Place::Cell(cell)) => {
            let square = rules.shape().square(cell);
            Some(Location::Square(square.ok_or_else(|| format!("the board has no square {cell}"))?))
        }
    };
    let listed = moves::list(&game, from, arguments.pseudo);
    let mut out = std::io::stdout().lock();
    if arguments.format == Format::Json {
        let report = Report { status: words::status_word(&game), moves: listed };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    write!(out, "{}", table(&listed))?;
    let legal = listed.iter().filter(|mv| mv.why_not.is_empty()).count();
    writeln!(out, "{legal} legal, {}", words::status(&game))?;
    Ok(())
}

/// Returns the moves in columns.
fn table(listed: &[NotatedMove]) -> String {
    // Most rulesets name no notation of their own.
    let columns = if listed.iter().any(|mv| mv.notation.is_some()) { 4 } else { 3 };
    let head = ["SAN", "UCI", "PMN", "notation"].map(str::to_owned);
    let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let row = |mv: &NotatedMove| [or_dash(&mv.san), mv.uci.clone(), mv.pmn.clone(), or_dash(&mv.notation)];
    let rows: Vec<[String; 4]> = std::iter::once(head).chain(listed.iter().map(row)).collect();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let reasons = std::iter::once(String::new()).chain(listed.iter().map(|mv| mv.why_not.join("; ")));
    rows.iter()
        .zip(reasons)
        .map(|(row, why)| {
            let cells: String =
                row.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}  ")).collect();
            let why = if why.is_empty() { why } else { format!("not legal: {why}") };
            format!("{}\n", format!("{cells}{why}").trim_end())
        })
        .collect()
}
