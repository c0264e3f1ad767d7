//! `peers`: this project's engine beside a chess library written by hand, in one process, with every node count asserted.
//!
//! `peers race` runs and reports; `peers page` gathers the reports of several runs into the page that readers see.

mod clock;
mod gather;
mod ours;
mod page;
mod positions;
mod race;
mod report;
mod small;
mod theirs;

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use ggn_core::Processor;

use report::Report;

/// How fast data is: perft beside a chess library written by hand.
#[derive(Parser)]
#[command(name = "peers", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run both libraries in turns and print how they compare.
    Race(Race),
    /// Gather the reports of several runs: write their medians, the table of a page and its chart.
    Page(Page),
}

#[derive(clap::Args)]
struct Race {
    /// Walk shallow depths only: a look, not a measurement.
    #[arg(long)]
    quick: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// The way of looking up that our side takes, instead of the one that it chooses for this machine.
    #[arg(long, value_enum)]
    processor: Option<Way>,
    /// How often both walk each position; of an odd number one is the median.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=101))]
    rounds: u32,
}

#[derive(clap::Args)]
struct Page {
    /// The page, which has the markers between which the figures go.
    #[arg(long)]
    page: PathBuf,
    /// Where the medians go as JSON, from which page and chart are made.
    #[arg(long)]
    figures: PathBuf,
    /// Where the chart goes.
    #[arg(long)]
    chart: PathBuf,
    /// Reports that `peers race --json` printed; without any, page and chart are written anew from the figures that are there.
    reports: Vec<PathBuf>,
}

/// [`Processor`] as a word of the command line.
#[derive(Clone, Copy, ValueEnum)]
enum Way {
    Plain,
    Wide,
    Pext,
}

impl From<Way> for Processor {
    fn from(way: Way) -> Processor {
        match way {
            Way::Plain => Processor::Plain,
            Way::Wide => Processor::Wide,
            Way::Pext => Processor::Pext,
        }
    }
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Race(arguments) => race(&arguments),
        Command::Page(arguments) => write_page(&arguments),
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
    let gathered: Vec<Report> = if arguments.reports.is_empty() {
        serde_json::from_slice(&fs::read(&arguments.figures)?)?
    } else {
        let read = |path: &PathBuf| -> Result<Report, Box<dyn Error>> {
            Ok(serde_json::from_slice(&fs::read(path)?)?)
        };
        gather::gather(arguments.reports.iter().map(read).collect::<Result<_, _>>()?)
    };
    let text = page::fill(&fs::read_to_string(&arguments.page)?, &gathered)?;
    fs::write(&arguments.page, text)?;
    fs::write(&arguments.chart, page::chart(&gathered))?;
    fs::write(&arguments.figures, serde_json::to_string_pretty(&gathered)? + "\n")?;
    Ok(())
}
