//! `ggn playtest`: what games of bots tell about a ruleset.

use std::io::Write;
use std::time::Duration;

use authoring::playtest::{Report, Settings, Share, playtest};
use bot::Level;
use indicatif::{ProgressBar, ProgressStyle};

use super::rules::Rules;
use super::{Failure, Format, counted};

/// Levels between equals and the stronger one.
const STEP: u8 = 2;

/// Let bots play by a ruleset, and tell whether it makes a game.
///
/// Bots of one level play each other: who wins, how games end, how long they are, how much there is to choose, and which pieces nobody moves. Then a
/// stronger level plays them: where that does not win more, thinking does not help.
///
/// The same ruleset, settings and seed give the same numbers, unless the time is over before the last game.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ggn playtest rules/dobutsu
  ggn playtest rules/chess --with torpedo --games 100 --time 300
  ggn playtest rules/ataxx --format json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// Number of games between equals, and as many against a stronger level.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Level of the equals.
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=6))]
    level: u8,
    /// Seed of the first game; the next has the next number.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// Longest time, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    time: u32,
    /// Lines for people, or JSON for programs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rules = arguments.rules.load()?;
    let level = |number: u8| Level::try_from(number);
    let settings = Settings {
        games: u64::from(arguments.games),
        level: level(arguments.level)?,
        stronger: level(arguments.level + STEP)?,
        seed: u64::from(arguments.seed),
        time: Duration::from_secs(u64::from(arguments.time)),
    };
    let bar = ProgressBar::new(2 * settings.games)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} games, {elapsed} gone, {eta} to go")?);
    let report = playtest(&rules, &settings, || bar.inc(1));
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string(&report)?)?,
        Format::Text => write(&mut out, &rules, &report)?,
    }
    let missing = 2 * settings.games as usize - report.games - report.thinking.games;
    if missing > 0 {
        eprintln!("time is over: {} left out; --time gives more", counted(missing, "game"));
    }
    Ok(())
}

fn write(out: &mut impl Write, rules: &ggn_core::Rules, report: &Report) -> Result<(), Failure> {
    let names = ggn_core::Side::BOTH.map(|side| rules.side_name(side));
    let results = report.results;
    let verdict = |share: Share, uneven: &'static str, even: &'static str| {
        if share.is_uneven() { uneven } else { even }
    };
    writeln!(
        out,
        "{}: {} at level {}, seed {}",
        report.ruleset,
        counted(report.games, "game"),
        report.level,
        report.seed
    )?;
    writeln!(
        out,
        "results    {} wins {}, {} wins {}, draws {}",
        names[0], results.first, names[1], results.second, results.draws
    )?;
    let balance = verdict(report.first_side, "uneven", "no difference shown");
    writeln!(out, "balance    {} has {}: {balance}", names[0], percent(report.first_side))?;
    let ends: Vec<String> = report.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    writeln!(out, "ends       {}", ends.join(", "))?;
    let plies = report.plies;
    writeln!(out, "length     {:.0} plies, {} to {}", plies.mean, plies.least, plies.greatest)?;
    writeln!(out, "choice     {:.1} legal moves, {:.1} captures a game", report.choices, report.captures)?;
    let mut moved: Vec<(&String, &f64)> = report.moves_of.iter().collect();
    moved.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let moved: Vec<String> =
        moved.iter().map(|(name, share)| format!("{name} {:.0} %", 100.0 * **share)).collect();
    writeln!(out, "moves      {}", moved.join(", "))?;
    if !report.idle.is_empty() {
        writeln!(out, "idle       {}: on the board and never moved", report.idle.join(", "))?;
    }
    let thinking = &report.thinking;
    let wins = verdict(thinking.share, "thinking wins", "no difference shown");
    writeln!(
        out,
        "thinking   level {} has {} over level {}: {wins}",
        thinking.level,
        percent(thinking.share),
        thinking.over
    )?;
    Ok(())
}

fn percent(share: Share) -> String {
    format!("{:.0} % ({:.0} to {:.0})", 100.0 * share.share, 100.0 * share.low, 100.0 * share.high)
}
