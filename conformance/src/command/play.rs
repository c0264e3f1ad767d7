//! `ggn play`: a line of moves, and where it leads.

use std::io::Write;
use std::path::PathBuf;

use ggn_core::notation::fen;
use serde::Serialize;

use conformance::{moves, rules};

use super::Failure;
use super::start::Start;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the ruleset, such as rules/chess.
    rules: PathBuf,
    /// The moves, in one argument: source and destination, and the letter of what the piece becomes ("e2e4 e7e8q").
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    uci: String,
    #[command(flatten)]
    start: Start,
}

/// What is printed. `fen` is null for a position that FEN cannot say.
#[derive(Serialize)]
struct Report {
    plies: usize,
    feen: String,
    fen: Option<String>,
    status: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = rules::load(&arguments.rules)?;
    let mut game = arguments.start.game(&rules)?;
    for text in moves::words(&arguments.uci) {
        if game.ending().is_some() {
            break;
        }
        moves::play(&mut game, text)?;
    }
    let feen = rules.feen(game.position());
    let counters = game.counters();
    let report = Report {
        plies: game.plies(),
        fen: fen::print(&feen, counters.halfmove, counters.fullmove).ok(),
        feen: feen.to_string(),
        status: game.ending().map_or_else(|| "ongoing".to_owned(), |ending| ending.status.to_string()),
    };
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(())
}
