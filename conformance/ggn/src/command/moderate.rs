//! `ggn moderate`: a game before a moderator, line by line.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use authoring::diagnose::suggest::nearest;
use authoring::moderate::{LINE_MAX, LineFault, Moderated};
use authoring::rules::Folder;
use serde::Serialize;
use session::moderator::Moderator;

use super::Failure;
use super::rules::Rules;
use super::start::Start;

/// Answer attempts and questions of two players as a moderator of `rules/moderators` does.
///
/// Each line of stdin is a JSON object: who asks, and what. Each answer is a JSON object on a line of stdout. A line that asks nothing is answered
/// with "error" and "message", and the game goes on.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  echo '{\"by\":\"white\",\"ask\":\"e2e4\"}' | ggn moderate rules/chess --moderator wild16
  ggn moderate rules/crazyhouse --moderator crazykrieg < asked.jsonl")]
pub(crate) struct Arguments {
    #[command(flatten)]
    rules: Rules,
    /// The moderator: the name of a file in the folder `moderators` beside the ruleset's, or a path that ends with .json.
    #[arg(long, value_name = "NAME")]
    moderator: String,
    #[command(flatten)]
    start: Start,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = arguments.rules.folder()?;
    let moderator = Arc::new(moderator(&folder.root, &arguments.moderator)?);
    let rules = Folder { files: moderator.moderated(&folder.files), ..folder }.ruleset()?;
    let game = arguments.start.game(&rules)?;
    let answers_nothing =
        || format!("the moderator {} answers no attempts: its file has no \"attempts\"", moderator.id());
    let mut game = Moderated::new(game, Arc::clone(&moderator)).ok_or_else(answers_nothing)?;
    let mut input = std::io::stdin().lock();
    let mut out = std::io::stdout().lock();
    loop {
        let mut line = Vec::new();
        if (&mut input).take(LINE_MAX as u64).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() == LINE_MAX && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            let message = format!("the line is longer than {LINE_MAX} bytes");
            write(&mut out, &LineFault { error: "too_long", message })?;
            continue;
        }
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        match game.receive(&line) {
            Ok(answer) => write(&mut out, &answer)?,
            Err(fault) => write(&mut out, &fault)?,
        }
    }
}

fn write(out: &mut impl Write, answer: &impl Serialize) -> Result<(), Failure> {
    writeln!(out, "{}", serde_json::to_string(answer)?)?;
    Ok(out.flush()?)
}

/// Reads a moderator by its path, or by its name beside a ruleset.
fn moderator(ruleset: &Path, name: &str) -> Result<Moderator, Failure> {
    let folder =
        fs::canonicalize(ruleset)?.parent().map(|rules| rules.join("moderators")).unwrap_or_default();
    let path =
        if name.ends_with(".json") { PathBuf::from(name) } else { folder.join(format!("{name}.json")) };
    let bytes = fs::read(&path).map_err(|why| {
        let known = names(&folder);
        let near = nearest(name, known.iter().map(String::as_str));
        match near {
            Some(near) => format!("there is no moderator \"{name}\"; did you mean \"{near}\"?"),
            None if known.is_empty() => format!("cannot read {}: {why}", path.display()),
            None => format!("there is no moderator \"{name}\"; there are {}", known.join(", ")),
        }
    })?;
    let file =
        path.file_name().map(|name| format!("moderators/{}", name.to_string_lossy())).unwrap_or_default();
    Moderator::load(&file, &bytes).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        format!("{}\n`ggn check` shows where", faults.join("\n")).into()
    })
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_suffix(".json").map(str::to_owned);
    let mut names: Vec<String> = entries.filter_map(name).collect();
    names.sort();
    names
}
