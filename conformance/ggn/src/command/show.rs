//! `ggn show`: a board to look at, in the terminal or as a picture, and what a piece reaches on it.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use authoring::board::{self, Picture, Reach, Style};
use authoring::tables::Tables;
use authoring::words;
use ggn_core::Game;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::Place;
use ggn_core::notation::qpi::Qpi;

use super::Failure;
use super::rules::Rules;
use super::start::Start;

/// Show a position, and what a piece reaches in it.
///
/// Pieces are written as their tokens: a letter, in upper case for the first side, with + or - for a state and ^ for a piece that
/// must not be lost.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn show rules/chess --moves \"e2e4 e7e5\"
  ggn show rules/chess --from g1
  ggn show rules/chess --piece C:N --on e4
  ggn show rules/chess --svg board.svg")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    start: Start,
    /// Mark what the piece on this square reaches.
    #[arg(long, value_name = "SQUARE", conflicts_with = "piece")]
    from: Option<Cell>,
    /// Show this piece (QPI) alone on an empty board instead, with what it reaches and where it captures.
    #[arg(long, value_name = "PIECE", requires = "on", conflicts_with_all = ["fen", "feen", "moves"])]
    piece: Option<Qpi>,
    /// Square on which the piece stands alone; * is the hand.
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    on: Option<Place>,
    /// Write an SVG picture to this file instead (- is stdout).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Put the second side at the bottom.
    #[arg(long)]
    flip: bool,
    /// Draw with ASCII alone.
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,
}

/// Reasons why there is nothing to show.
#[derive(Debug, thiserror::Error)]
enum Absent {
    #[error("the board has no square {0}")]
    OffBoard(Cell),
    #[error("no piece stands on {0}")]
    Empty(Cell),
    #[error("{piece} on {square} belongs to {owner}, and it is not {owner}'s turn")]
    NotItsTurn { piece: Qpi, square: Cell, owner: String },
    #[error("the ruleset has no piece {0}; it has {1}")]
    NoPiece(Qpi, String),
    #[error("no table has a row for {piece} from {place}; it has rows from {known}")]
    NoRow { piece: Qpi, place: Place, known: String },
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = arguments.rules.folder()?;
    let rules = folder.ruleset()?;
    let mut picture = match (arguments.piece, arguments.on) {
        (Some(piece), Some(on)) => alone(&rules, &Tables::read(&folder), piece, on)?,
        _ => {
            let game = arguments.start.game(&rules)?;
            let mut picture = Picture::of(&rules, game.position(), words::status(&game));
            if let Some(cell) = arguments.from {
                picture.reach = reach(&game, cell)?;
            }
            picture
        }
    };
    picture.flip = arguments.flip;
    match &arguments.svg {
        Some(file) if file.as_os_str() == "-" => write!(std::io::stdout(), "{}", board::svg(&picture))?,
        Some(file) => std::fs::write(file, board::svg(&picture))
            .map_err(|why| format!("cannot write {}: {why}", file.display()))?,
        None => {
            let style = if arguments.ascii { Style::Ascii } else { Style::Unicode };
            write!(anstream::stdout(), "{}", board::text(&picture, style))?;
        }
    }
    Ok(())
}

/// Returns the reach of the piece on a square.
fn reach(game: &Game, cell: Cell) -> Result<Reach, Absent> {
    let rules = game.rules();
    let square = rules.shape().square(cell).ok_or(Absent::OffBoard(cell))?;
    let piece =
        game.position().piece_at(square).and_then(|piece| rules.piece(piece)).ok_or(Absent::Empty(cell))?;
    if piece.side() != game.position().turn() {
        let owner = rules.side_name(piece.side()).to_owned();
        return Err(Absent::NotItsTurn { piece: piece.qpi, square: cell, owner });
    }
    Ok(Reach::from_square(game, square))
}

/// Returns a piece alone on the board.
fn alone<'a>(
    rules: &'a Arc<ggn_core::Rules>,
    tables: &Tables,
    piece: Qpi,
    place: Place,
) -> Result<Picture<'a>, Absent> {
    if rules.piece_id(piece).is_none() {
        let known = rules.pieces().map(|(_, piece)| piece.qpi.to_string());
        return Err(Absent::NoPiece(piece, known.collect::<Vec<_>>().join(" ")));
    }
    let square = match place {
        Place::Hand => None,
        Place::Cell(cell) => Some(rules.shape().square(cell).ok_or(Absent::OffBoard(cell))?),
    };
    let reach = Reach::alone(rules, tables, piece, place);
    if reach.marks.is_empty() {
        let known = words::places(tables, piece);
        return Err(Absent::NoRow { piece, place, known });
    }
    let caption = match place {
        Place::Hand => format!("{piece} in hand, on an empty board"),
        Place::Cell(cell) => format!("{piece} on {cell} of an empty board"),
    };
    let mut picture = Picture::alone(rules, piece, square, caption);
    picture.reach = reach;
    Ok(picture)
}
