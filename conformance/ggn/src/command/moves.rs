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

/// List the legal moves of a position, each in SAN, UCI and PMN.
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
    let head = ["SAN", "UCI", "PMN"].map(str::to_owned);
    let row =
        |mv: &NotatedMove| [mv.san.clone().unwrap_or_else(|| "-".to_owned()), mv.uci.clone(), mv.pmn.clone()];
    let rows: Vec<[String; 3]> = std::iter::once(head).chain(listed.iter().map(row)).collect();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2)];
    let reasons = std::iter::once(String::new()).chain(listed.iter().map(|mv| mv.why_not.join("; ")));
    rows.iter()
        .zip(reasons)
        .map(|(row, why)| {
            let cells: String =
                row.iter().zip(widths).map(|(text, width)| format!("{text:<width$}  ")).collect();
            let why = if why.is_empty() { why } else { format!("not legal: {why}") };
            format!("{}\n", format!("{cells}{why}").trim_end())
        })
        .collect()
}
