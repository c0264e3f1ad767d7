//! `ggn perft`: node counts, whole or split by the first move.

use std::io::Write;
use std::path::PathBuf;

use ggn_core::{Location, Move, Ruleset};

use super::Failure;
use crate::rules::{self, Start};

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
            writeln!(out, "{}: {nodes}", spell(&rules, &mv))?;
            total += nodes;
        }
        if arguments.depth == 0 { 1 } else { total }
    } else {
        ggn_core::perft(&rules, &position, arguments.depth)
    };
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// A move as source and destination, with the letter of what the piece becomes.
fn spell(rules: &Ruleset, mv: &Move) -> String {
    let name = |location: Location| {
        location
            .square()
            .and_then(|square| rules.shape().cell(square))
            .map_or("*".to_owned(), |cell| cell.to_string())
    };
    let letter = |id| rules.piece(id).map(|piece| piece.letter());
    match mv.source {
        Location::Hand => {
            let dropped = letter(mv.piece).map_or(' ', |letter| letter.to_ascii_uppercase());
            format!("{dropped}@{}", name(mv.destination))
        }
        Location::Square(_) => {
            let becomes = mv.promotion.and_then(letter).map_or_else(String::new, String::from);
            format!("{}{}{becomes}", name(mv.source), name(mv.destination))
        }
    }
}
