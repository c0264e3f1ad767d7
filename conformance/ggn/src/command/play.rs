//! `ggn play`: a line of moves, and where it leads.

use std::io::{BufRead, IsTerminal, Read, Write};

use authoring::board::Style;
use authoring::explain::Explainer;
use authoring::play::{LINE_MAX, Play};
use authoring::{moves, words};
use ggn_core::Game;
use serde::Serialize;

use super::Failure;
use super::rules::Rules;
use super::start::Start;

/// Play a line of moves and print where it leads, or play line by line.
///
/// With --uci, the position after the moves is printed as one line of JSON. Without it, lines are read from stdin: moves, or words
/// such as moves, undo, explain and show; `help` tells them all.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn play rules/chess --uci \"e2e4 e7e5 g1f3\"
  ggn play rules/chess
  printf 'e4\\nexplain Ke4\\n' | ggn play rules/chess")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// The moves, in one argument, each in UCI, SAN or PMN ("e2e4 e7e8q").
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    uci: Option<String>,
    #[command(flatten)]
    start: Start,
    /// Print the board after the moves too.
    #[arg(long, requires = "uci")]
    show: bool,
    /// Draw with ASCII alone.
    #[arg(long)]
    ascii: bool,
}

/// Report as JSON. `fen` is null for a position that FEN cannot express in the letters of the ruleset.
#[derive(Serialize)]
struct Report {
    plies: usize,
    feen: String,
    fen: Option<String>,
    status: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let house = arguments.rules.house()?;
    let mut game = arguments.start.game(&house.ruleset()?)?;
    let style = if arguments.ascii { Style::Ascii } else { Style::Unicode };
    let Some(line) = &arguments.uci else {
        return listen(Play::explained_by(Explainer::of(house)?, game, style));
    };
    for text in moves::words(line) {
        if game.ending().is_some() {
            break;
        }
        moves::play(&mut game, text)?;
    }
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&report(&game))?)?;
    if arguments.show {
        let play = Play::explained_by(Explainer::of(house)?, game, style);
        write!(anstream::stdout(), "{}", play.board())?;
    }
    Ok(())
}

fn report(game: &Game) -> Report {
    let feen = game.rules().feen(game.position());
    let counters = game.counters();
    let dialect = game.rules().fen_dialect();
    Report {
        plies: game.plies(),
        fen: dialect.and_then(|dialect| dialect.print(&feen, counters.halfmove, counters.fullmove).ok()),
        feen: feen.to_string(),
        status: words::status_word(game),
    }
}

/// Plays line by line until there are no more. A prompt is written only to a terminal.
fn listen(mut play: Play) -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    let mut out = anstream::stdout();
    let is_typed = input.is_terminal();
    write!(out, "{}", play.board())?;
    loop {
        if is_typed {
            let game = play.game();
            write!(out, "{}> ", game.rules().side_name(game.position().turn()))?;
        }
        out.flush()?;
        let mut line = Vec::new();
        if (&mut input).take(LINE_MAX as u64).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() == LINE_MAX && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            writeln!(out, "the line is longer than {LINE_MAX} bytes")?;
            continue;
        }
        let answer = play.receive(&String::from_utf8_lossy(&line));
        write!(out, "{}", answer.text)?;
        if answer.is_last {
            return Ok(());
        }
    }
}
