//! `peers`: comparison of this project's engine with a chess library written by hand, in one process, with every node count asserted.
//!
//! `peers race` measures and reports; `peers page` merges the reports of several runs into the published page.

mod clock;
#[cfg(feature = "games")]
mod games;
#[cfg(feature = "games")]
mod loads;
mod merge;
mod mode;
#[cfg(feature = "games")]
mod oracle;
mod ours;
mod page;
mod positions;
mod race;
mod report;
mod search;
mod theirs;
mod timings;

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use ggn_core::Processor;
use mimalloc::MiMalloc;

use report::Report;

/// The allocator of the author's tool, so that rules load in the time that they take there.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Compare the engine's speed with that of a chess library written by hand.
#[derive(Parser)]
#[command(name = "peers", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run both libraries alternately and print the comparison.
    Race(Race),
    /// Merge the reports of several runs; write their medians, the tables of a page and its chart.
    Page(Page),
    /// Measure every game, and write the table of a page.
    #[cfg(feature = "games")]
    Games(Games),
    /// Load every game and keep it loaded: processor time of each and of all, and the memory of the process at most.
    #[cfg(feature = "games")]
    Loads(Loads),
}

#[derive(clap::Args)]
struct Race {
    /// Use shallow depths only, for a rough comparison.
    #[arg(long)]
    quick: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Kind of lookup of our engine, instead of the one that it chooses on this machine.
    #[arg(long, value_enum)]
    processor: Option<ProcessorArg>,
    /// Number of runs of each position; with an odd number one run is the median.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=101))]
    rounds: u32,
}

#[derive(clap::Args)]
struct Page {
    /// The page, with markers around its generated part.
    #[arg(long)]
    page: PathBuf,
    /// Output file for the medians as JSON, from which page and chart are generated.
    #[arg(long)]
    figures: PathBuf,
    /// Output file for the chart.
    #[arg(long)]
    chart: PathBuf,
    /// Reports printed by `peers race --json`; without any, page and chart are regenerated from the existing medians.
    reports: Vec<PathBuf>,
}

#[cfg(feature = "games")]
#[derive(clap::Args)]
struct Games {
    /// The page, with markers around its generated part; without it the table is printed.
    #[arg(long)]
    page: Option<PathBuf>,
    /// Fairy-Stockfish, to count and to be measured as well.
    #[arg(long)]
    oracle: Option<String>,
    /// Folders of games below `rules/`, instead of all.
    #[arg(conflicts_with = "page")]
    only: Vec<String>,
}

#[cfg(feature = "games")]
#[derive(clap::Args)]
struct Loads {
    /// Folders of games below `rules/`, instead of all.
    only: Vec<String>,
}

/// A [`Processor`] as a command-line value.
#[derive(Clone, Copy, ValueEnum)]
enum ProcessorArg {
    Plain,
    Wide,
    Pext,
}

impl From<ProcessorArg> for Processor {
    fn from(processor: ProcessorArg) -> Processor {
        match processor {
            ProcessorArg::Plain => Processor::Plain,
            ProcessorArg::Wide => Processor::Wide,
            ProcessorArg::Pext => Processor::Pext,
        }
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Race(arguments) => race(&arguments),
        Command::Page(arguments) => write_page(&arguments),
        #[cfg(feature = "games")]
        Command::Games(arguments) => write_games(&arguments),
        #[cfg(feature = "games")]
        Command::Loads(arguments) => loads::print(&arguments.only),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("peers: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn race(arguments: &Race) -> Result<(), Box<dyn Error>> {
    let report = race::run(arguments.processor.map(Processor::from), arguments.rounds, arguments.quick)?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report::text(&report));
    }
    Ok(())
}

fn write_page(arguments: &Page) -> Result<(), Box<dyn Error>> {
    let reports: Vec<Report> = if arguments.reports.is_empty() {
        serde_json::from_slice(&fs::read(&arguments.figures)?)?
    } else {
        let read = |path: &PathBuf| -> Result<Report, Box<dyn Error>> {
            Ok(serde_json::from_slice(&fs::read(path)?)?)
        };
        merge::merge_builds(arguments.reports.iter().map(read).collect::<Result<_, _>>()?)
    };
    let text = page::fill(&fs::read_to_string(&arguments.page)?, &reports)?;
    fs::write(&arguments.page, text)?;
    fs::write(&arguments.chart, page::chart(&reports))?;
    fs::write(&arguments.figures, serde_json::to_string_pretty(&reports)? + "\n")?;
    Ok(())
}

/// Marker before the table of games.
#[cfg(feature = "games")]
const GAMES: &str = "<!-- figures: written by `make games`, not by hand -->";

#[cfg(feature = "games")]
fn write_games(arguments: &Games) -> Result<(), Box<dyn Error>> {
    let table = games::table(arguments.oracle.as_deref(), &arguments.only)?;
    let Some(page) = &arguments.page else {
        print!("{table}");
        return Ok(());
    };
    let before = fs::read_to_string(page)?;
    fs::write(page, page::between(&before, GAMES, &table)?)?;
    Ok(())
}
