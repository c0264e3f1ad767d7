//! `ggn play`: a line of moves, and where it leads.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use ggn_core::notation::fen;
use ggn_core::notation::uci::Uci;
use ggn_core::{Game, IllegalMove, Move};
use serde::Serialize;

use conformance::rules;

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

/// A move of the line that is not played.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("ply {ply}: `{text}`: {why}")]
    Unreadable { ply: usize, text: String, why: String },
    #[error("ply {ply}: `{text}`: {why}")]
    Illegal { ply: usize, text: String, why: IllegalMove },
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = rules::load(&arguments.rules)?;
    let (position, counters) = arguments.start.position(&rules)?;
    let mut game = Game::from_position(Arc::clone(&rules), position, counters);
    for (index, text) in arguments.uci.split_whitespace().enumerate() {
        if game.ending().is_some() {
            break;
        }
        let ply = index + 1;
        let uci: Uci = text.parse().map_err(|why| Refused::Unreadable {
            ply,
            text: text.to_owned(),
            why: format!("{why}"),
        })?;
        let illegal = |why| Refused::Illegal { ply, text: text.to_owned(), why };
        let mv = find(&game, &uci).map_err(illegal)?;
        game.play(&mv).map_err(illegal)?;
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

fn find(game: &Game, uci: &Uci) -> Result<Move, IllegalMove> {
    let square = |cell| game.rules().shape().square(cell).ok_or(IllegalMove::Illegal);
    match *uci {
        Uci::Move(mv) => game.find(square(mv.source)?, square(mv.destination)?, mv.promotion),
        Uci::Drop(drop) => game.find_drop(drop.piece, square(drop.destination)?),
    }
}
