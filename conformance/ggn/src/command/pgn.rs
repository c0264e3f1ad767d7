//! `ggn pgn`: games as people keep them, read, written and put in order.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use authoring::moves;
use authoring::pgn::{self, BYTES_MAX, Decoded, PgnFault, PgnGame};
use clap::Subcommand;
use ggn_core::{Game, Side};

use super::Failure;
use super::rules::Rules;
use super::start::Start;

/// Read, write and tidy games in PGN.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Import(Import),
    Export(Export),
    Format(Format),
}

/// Play the games of a file and print each as one line of JSON.
///
/// Every move is given in SAN, UCI and PMN, with comments, glyphs and variations. What is not as it should be goes to stderr with
/// its line and column, and into the JSON; an illegal move ends its line, and the other games are read all the same.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn pgn import rules/chess games.pgn
  ggn pgn import rules/chess - < games.pgn")]
struct Import {
    #[command(flatten)]
    rules: Rules,
    /// The file (- is stdin): UTF-8, or else ISO 8859-1.
    file: PathBuf,
}

/// Print a line of moves as PGN.
///
/// A start of one's own is written as FEN where FEN can say it, and else as FEEN; the tag Variant names rules other than chess.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn pgn export rules/chess --uci \"f2f3 e7e5 g2g4 d8h4\" --tag White=Ada --tag \"Event=A short game\"
  ggn pgn export rules/chess --uci \"e4 e5\" --resigned black")]
struct Export {
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    start: Start,
    /// The moves, in one argument, each in UCI, SAN or PMN.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, default_value = "")]
    uci: String,
    /// A tag, as often as there are tags.
    #[arg(long = "tag", value_name = "NAME=VALUE", value_parser = tag)]
    tags: Vec<(String, String)>,
    /// Give each move in PMN as well, as a comment behind it.
    #[arg(long)]
    pmn: bool,
    #[command(flatten)]
    end: End,
}

/// End of the game, if not by its moves.
#[derive(clap::Args)]
#[group(multiple = false)]
struct End {
    /// This side gave up (its name, or first or second).
    #[arg(long, value_name = "SIDE")]
    resigned: Option<String>,
    /// This side ran out of time.
    #[arg(long, value_name = "SIDE")]
    timed_out: Option<String>,
    /// Both sides agreed to end the game.
    #[arg(long)]
    agreed: bool,
}

/// Print the games of a file in export format, without looking at the moves themselves.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  ggn pgn format games.pgn > tidy.pgn")]
struct Format {
    /// The file (- is stdin): UTF-8, or else ISO 8859-1.
    file: PathBuf,
}

fn tag(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Import(arguments) => import(arguments),
        Command::Export(arguments) => export(arguments),
        Command::Format(arguments) => format(arguments),
    }
}

fn import(arguments: &Import) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let text = read(&arguments.file)?;
    let mut printer = FaultPrinter::new(&arguments.file);
    let mut out = std::io::stdout().lock();
    for game in pgn::games(&text) {
        let imported = pgn::import(&rules, &game);
        printer.print(&imported.faults);
        writeln!(out, "{}", serde_json::to_string(&imported)?)?;
    }
    printer.end()
}

fn export(arguments: &Export) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let mut game = arguments.start.game(&rules)?;
    moves::play_line(&mut game, &arguments.uci)?;
    end(&mut game, &arguments.end)?;
    let printed = PgnGame::of(&game, &arguments.tags)?;
    let printed = if arguments.pmn { printed.with_pmn(&game) } else { printed };
    write!(std::io::stdout(), "{printed}")?;
    Ok(())
}

/// Ends the game as it is said to have ended.
fn end(game: &mut Game, end: &End) -> Result<(), Failure> {
    let is_asked = end.resigned.is_some() || end.timed_out.is_some() || end.agreed;
    if is_asked && game.ending().is_some() {
        return Err("the moves have ended the game already".into());
    }
    if let Some(name) = &end.resigned {
        game.resign(side(game.rules(), name)?);
    } else if let Some(name) = &end.timed_out {
        game.time_out(side(game.rules(), name)?);
    } else if end.agreed {
        game.agree();
    }
    if is_asked && game.ending().is_none() {
        return Err("the ruleset has no such ending".into());
    }
    Ok(())
}

/// Returns the side of that name.
fn side(rules: &ggn_core::Rules, name: &str) -> Result<Side, Failure> {
    let is_it = |side: &Side| rules.side_name(*side) == name || side.to_string() == name;
    let known = || Side::BOTH.map(|side| rules.side_name(side)).join(" and ");
    Side::BOTH.into_iter().find(is_it).ok_or_else(|| format!("no side {name}; there are {}", known()).into())
}

fn format(arguments: &Format) -> Result<(), Failure> {
    let text = read(&arguments.file)?;
    let mut printer = FaultPrinter::new(&arguments.file);
    let mut out = std::io::stdout().lock();
    for (index, game) in pgn::games(&text).enumerate() {
        printer.print(&game.faults);
        write!(out, "{}{game}", if index > 0 { "\n" } else { "" })?;
    }
    printer.end()
}

/// Returns the text of a file, or of stdin.
fn read(file: &Path) -> Result<String, Failure> {
    let unreadable = |why| format!("cannot read {}: {why}", file.display());
    let mut bytes = Vec::new();
    let bound = BYTES_MAX as u64 + 1;
    if file.as_os_str() == "-" {
        std::io::stdin().lock().take(bound).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let opened = std::fs::File::open(file).map_err(unreadable)?;
        opened.take(bound).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    let Decoded { text, latin1 } = pgn::decode(bytes)?;
    if let Some(at) = latin1 {
        eprintln!("{}:{at}: this is not UTF-8; the file is read as ISO 8859-1 (Latin-1)", file.display());
    }
    Ok(text)
}

/// Tells faults as they come, and fails in the end if there were errors.
struct FaultPrinter<'a> {
    file: &'a Path,
    errors: usize,
}

impl<'a> FaultPrinter<'a> {
    fn new(file: &'a Path) -> FaultPrinter<'a> {
        FaultPrinter { file, errors: 0 }
    }

    fn print(&mut self, faults: &[PgnFault]) {
        for fault in faults {
            let severity = if fault.is_error { "error" } else { "warning" };
            eprintln!("{}:{}: {severity}: {}", self.file.display(), fault.at, fault.message);
            self.errors += usize::from(fault.is_error);
        }
    }

    fn end(self) -> Result<(), Failure> {
        match self.errors {
            0 => Ok(()),
            1 => Err("1 error".into()),
            errors => Err(format!("{errors} errors").into()),
        }
    }
}
