//! `ggn conform`: plays the conformance suite, in this process or against a server.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use authoring::diagnose::render::render;
use authoring::diagnose::reporter::Reporter;
use indicatif::{ProgressBar, ProgressStyle};
use suite::case::{Case, Kind};
use suite::local::{self, Stock};
use suite::outcome::{Outcome, Verdict};
use suite::protocol::{self, Address};
use suite::read::{Batch, read};
use suite::report;

use super::look::{Colour, look};
use super::{Failure, Reported, Unplayed};

/// Play the conformance suite: every case against this engine and session or, with --server, the protocol scripts against a server.
///
/// The exit status is 0 when every case holds, 1 when one does not, and 2 when cases cannot be read or the server cannot be reached.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn conform
  ggn conform conformance/cases/moderator --filter castl
  ggn conform --server ws://localhost:3000 --format junit > conform.xml")]
pub(crate) struct Arguments {
    /// Case files, or folders of them.
    #[arg(value_name = "PATH", default_value = "conformance/cases")]
    paths: Vec<PathBuf>,
    /// The folder with the rulesets, moderators and profiles that cases name.
    #[arg(long, value_name = "DIR", default_value = "rules")]
    rules: PathBuf,
    /// Play the protocol scripts against the server at this address: ws://HOST:PORT.
    #[arg(long, value_name = "URL")]
    server: Option<Address>,
    /// Play only cases whose kind, file or name holds this text.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// For whom the report is.
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
    /// With --server: how long the next message may take, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10_000, requires = "server")]
    patience: u64,
    /// With --server: its grace for absent players in milliseconds, so that scripts which wait for its end are played.
    #[arg(long, value_name = "MS", requires = "server")]
    grace: Option<u64>,
    /// With --server: for so many rooms it has place, so that scripts which fill it are played.
    #[arg(long, value_name = "N", requires = "server")]
    rooms: Option<u32>,
    /// With --server: how many scripts are played at once.
    #[arg(long, value_name = "N", default_value_t = 8, requires = "server")]
    at_once: usize,
}

/// For whom the report is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// JUnit XML, which build services show.
    Junit,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let batches = batches(arguments)?;
    let asked = |case: &&Case| is_asked(case, arguments);
    let chosen: Vec<Vec<&Case>> =
        batches.iter().map(|batch| batch.cases.iter().filter(asked).collect()).collect();
    let count: usize = chosen.iter().map(Vec::len).sum();
    if count == 0 {
        return Err(Unplayed("no case fits; what does not exist cannot pass".to_owned()).into());
    }
    let bar = ProgressBar::new(count as u64)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} cases, {elapsed} gone")?);
    let mut outcomes: Vec<Outcome<'_>> = Vec::new();
    for (batch, cases) in batches.iter().zip(&chosen) {
        outcomes.extend(play(arguments, batch, cases, &bar)?);
    }
    bar.finish_and_clear();
    print_report(arguments, &batches, &outcomes)
}

/// Reads every file that was named; faults are printed, and then nothing is played.
fn batches(arguments: &Arguments) -> Result<Vec<Batch>, Failure> {
    let look = look(arguments.color);
    let mut batches = Vec::new();
    let mut faults = 0;
    for path in &arguments.paths {
        let batch = read(path).map_err(|why| Unplayed(why.to_string()))?;
        faults += batch.diagnostics.len();
        let shown_as = batch.shown("");
        let text = render(&Reporter::new(&batch.folder), &batch.diagnostics, &shown_as, look);
        write!(std::io::stderr(), "{text}")?;
        batches.push(batch);
    }
    if faults > 0 {
        let what = if faults == 1 { "1 fault".to_owned() } else { format!("{faults} faults") };
        return Err(Unplayed(format!("{what} in case files; nothing was played")).into());
    }
    Ok(batches)
}

/// Returns whether a case is played: there is something to play its kind against, and it is not filtered out.
fn is_asked(case: &Case, arguments: &Arguments) -> bool {
    let kind = case.body.kind();
    let holds = |text: &str| {
        arguments.filter.as_deref().is_none_or(|filter| text.to_lowercase().contains(&filter.to_lowercase()))
    };
    (arguments.server.is_none() || kind == Kind::Protocol)
        && (holds(kind.name()) || holds(&case.file) || holds(&case.name))
}

fn play<'c>(
    arguments: &Arguments,
    batch: &Batch,
    cases: &[&'c Case],
    bar: &ProgressBar,
) -> Result<Vec<Outcome<'c>>, Failure> {
    match &arguments.server {
        None => {
            let stock = Stock::read(&arguments.rules).map_err(|why| Unplayed(why.to_string()))?;
            Ok(local::play(&stock, &batch.folder.root, cases, || bar.inc(1)))
        }
        Some(address) => {
            let options = protocol::Options {
                patience: Duration::from_millis(arguments.patience),
                grace: arguments.grace.map(Duration::from_millis),
                rooms: arguments.rooms,
                at_once: arguments.at_once,
            };
            let played = protocol::play(address, &options, cases, || bar.inc(1));
            Ok(played.map_err(|why| Unplayed(format!("no server at {}: {why}", address.authority())))?)
        }
    }
}

fn print_report(arguments: &Arguments, batches: &[Batch], outcomes: &[Outcome<'_>]) -> Result<(), Failure> {
    let file = |outcome: &Outcome<'_>| match batch_of(batches, outcome.case) {
        Some(batch) => batch.shown(&outcome.case.file),
        None => outcome.case.file.clone(),
    };
    let mut out = std::io::stdout().lock();
    match arguments.format {
        ReportFormat::Text => {
            let colour = match arguments.color {
                Colour::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
                Colour::Always => true,
                Colour::Never => false,
            };
            write!(out, "{}", report::text(outcomes, |outcome| place(batches, outcome.case), colour))?;
        }
        ReportFormat::Json => {
            let server = arguments.server.as_ref().map(Address::authority);
            writeln!(out, "{}", report::json(outcomes, file, server)?)?;
        }
        ReportFormat::Junit => write!(out, "{}", report::junit(outcomes, file)?)?,
    }
    let has_failed = outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::Failed(_)));
    if has_failed { Err(Reported.into()) } else { Ok(()) }
}

/// Returns the batch that a case was read with.
fn batch_of<'b>(batches: &'b [Batch], case: &Case) -> Option<&'b Batch> {
    batches.iter().find(|batch| batch.cases.iter().any(|known| std::ptr::eq(known, case)))
}

/// Returns the file and the line of a case.
fn place(batches: &[Batch], case: &Case) -> String {
    let Some(batch) = batch_of(batches, case) else { return case.file.clone() };
    let shown = batch.shown(&case.file);
    match Reporter::new(&batch.folder).line(&case.file, &case.path) {
        Some(line) => format!("{shown}:{line}"),
        None => shown,
    }
}
