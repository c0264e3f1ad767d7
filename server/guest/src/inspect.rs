//! The inspection of a guest's ruleset before anybody plays by it: the checks of the author's tool, the bounds, and games of random moves that are timed.

use std::path::PathBuf;
use std::time::Duration;

use ruleset_check::check::{self, Checked, Options};
use ruleset_check::diagnose::Severity;
use ruleset_check::diagnose::report::{DiagnosticReport, report};
use ruleset_check::diagnose::reporter::Reporter;
use ruleset_check::rules;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::guest::{Trial, squares};

use crate::bounds::{Beyond, Bounds};
use crate::folder::Folder;

/// Number of nodes of the counts in `perft.json` that are walked, as in the rule lab.
const PERFT_NODES: u64 = 20_000;

/// Games of random moves that are played, and moves of each.
const GAMES: usize = 4;
const MOVES: usize = 80;

/// Diagnostics in an answer; a folder with more is answered with the first.
const DIAGNOSTICS_MAX: usize = 100;

/// Characters of each text in a diagnostic.
const TEXT_CHARS_MAX: usize = 400;

/// A folder to be inspected, as the server sends it to the process that does so.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Inspection {
    /// Bounds.
    pub bounds: Bounds,
    /// The folder, as [`Folder::to_json`] writes it.
    pub folder: String,
}

/// Result of an inspection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The ruleset can be played.
    Fine,
    /// The ruleset is faulty; holds the diagnostics in the form of `ggn check --format json`, at least one of which is an error.
    Faulty(Vec<Value>),
    /// The ruleset exceeds a bound.
    Beyond(Beyond),
}

impl Inspection {
    /// Inspects the folder. `time` returns the processor time that was used so far.
    #[must_use]
    pub fn verdict(&self, time: impl Fn() -> Duration) -> Verdict {
        match Folder::read(self.folder.as_bytes(), &self.bounds) {
            Ok(folder) => inspect(&folder, &self.bounds, time),
            // The server has read it before.
            Err(error) => Verdict::Beyond(Beyond::new("guest_bytes", error.to_string())),
        }
    }
}

/// Inspects a guest's ruleset. `time` returns the processor time that was used so far.
#[must_use]
pub fn inspect(folder: &Folder, bounds: &Bounds, time: impl Fn() -> Duration) -> Verdict {
    match inspected(folder, bounds, time) {
        Ok(verdict) => verdict,
        Err(beyond) => Verdict::Beyond(beyond),
    }
}

fn inspected(folder: &Folder, bounds: &Bounds, time: impl Fn() -> Duration) -> Result<Verdict, Beyond> {
    let files = folder.files();
    // First, since all work grows with it. A manifest without a board is faulty, which the check says.
    Beyond::check("guest_squares", "squares", squares(&files).unwrap_or(0), bounds.squares)?;
    let checked = check::ruleset(
        rules::Folder { root: PathBuf::from("."), files: files.clone() },
        Options { perft_nodes: Some(PERFT_NODES), ..Options::default() },
    );
    if checked.count(Severity::Error) > 0 {
        return Ok(Verdict::Faulty(diagnostics(&checked)));
    }
    let (Some(stats), Some(trial)) = (checked.stats, Trial::load(&files)) else {
        return Ok(Verdict::Faulty(diagnostics(&checked)));
    };
    drop(checked);
    Beyond::check("guest_pieces", "pieces (each side and state counts)", stats.pieces, bounds.pieces)?;
    Beyond::check("guest_rows", "rows of its tables", stats.tables.rows, bounds.rows)?;
    let bytes = stats.tables.bytes + stats.compiled_bytes.unwrap_or(0);
    Beyond::check("guest_table_bytes", "bytes of tables", bytes, bounds.table_bytes)?;
    let slowest = slowest_move(trial, time);
    if slowest > bounds.move_time {
        let message = format!(
            "a move of this game takes {slowest:?}, and {:?} is the most on this server",
            bounds.move_time
        );
        return Err(Beyond::new("guest_move_time", message));
    }
    Ok(Verdict::Fine)
}

/// Plays some games of random moves, and returns the longest time that a move took.
fn slowest_move(mut trial: Trial, time: impl Fn() -> Duration) -> Duration {
    let mut slowest = Duration::ZERO;
    for _ in 0..GAMES {
        trial.begin_again();
        for _ in 0..MOVES {
            let before = time();
            let goes_on = trial.step();
            slowest = slowest.max(time().saturating_sub(before));
            if !goes_on {
                break;
            }
        }
    }
    slowest
}

/// Returns the diagnostics of a check for the wire: errors first, so that none is lost behind warnings.
fn diagnostics(checked: &Checked) -> Vec<Value> {
    let mut found = checked.diagnostics.clone();
    found.sort_by_key(|diagnostic| diagnostic.severity);
    found.truncate(DIAGNOSTICS_MAX);
    let found = report(&Reporter::new(&checked.folder), &found).into_iter().map(shortened);
    found.map(|diagnostic| serde_json::to_value(diagnostic).unwrap_or_default()).collect()
}

fn shortened(diagnostic: DiagnosticReport) -> DiagnosticReport {
    let short = |text: String| match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    };
    DiagnosticReport {
        message: short(diagnostic.message),
        found: diagnostic.found.map(short),
        expected: diagnostic.expected.map(short),
        hint: diagnostic.hint.map(short),
        path: diagnostic.path.map(short),
        ..diagnostic
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

    use super::*;

    const BOUNDS: Bounds = Bounds {
        bytes: 8 << 20,
        files: 64,
        squares: 256,
        pieces: 128,
        rows: 1_000_000,
        table_bytes: 64 << 20,
        move_time: Duration::from_secs(1),
    };

    fn folder(game: &str, change: impl Fn(&str, String) -> String) -> Folder {
        let is_read = |path: &str| path.ends_with(".json") || path.ends_with(".moves");
        let of_game = |(path, bytes): (String, Vec<u8>)| {
            let path = path.strip_prefix(game)?.strip_prefix('/')?.to_owned();
            Some((path, bytes))
        };
        let files = dev::rules().into_iter().filter_map(of_game).filter(|(path, _)| is_read(path));
        let text = |(path, bytes): (String, Vec<u8>)| {
            let text = change(&path, String::from_utf8(bytes).unwrap());
            (path, text)
        };
        let files: serde_json::Map<_, _> = files.map(text).map(|(path, text)| (path, text.into())).collect();
        Folder::read(Value::from(files).to_string().as_bytes(), &BOUNDS).unwrap()
    }

    fn plain(game: &str) -> Folder {
        folder(game, |_, text| text)
    }

    #[test]
    fn a_game_of_the_project_can_be_a_guests() {
        assert_eq!(inspect(&plain("breakthrough"), &BOUNDS, || Duration::ZERO), Verdict::Fine);
    }

    #[test]
    fn every_fault_is_reported_with_its_place() {
        let broken = folder("breakthrough", |path, text| match path {
            "ruleset.json" => text.replace("\"name\"", "\"nme\""),
            _ => text,
        });
        let Verdict::Faulty(found) = inspect(&broken, &BOUNDS, || Duration::ZERO) else {
            panic!("it is faulty")
        };
        assert!(found.len() > 1, "{found:?}");
        assert!(
            found.iter().all(|fault| fault["file"] == "ruleset.json" && fault["line"].is_u64()),
            "{found:?}"
        );
    }

    #[test]
    fn each_bound_is_named() {
        let game = plain("breakthrough");
        let bound = |bounds: Bounds, time: fn() -> Duration| match inspect(&game, &bounds, time) {
            Verdict::Beyond(beyond) => beyond.bound.into_owned(),
            other => format!("{other:?}"),
        };
        let still = || Duration::ZERO;
        assert_eq!(bound(Bounds { squares: 63, ..BOUNDS }, still), "guest_squares");
        assert_eq!(bound(Bounds { pieces: 1, ..BOUNDS }, still), "guest_pieces");
        assert_eq!(bound(Bounds { rows: 10, ..BOUNDS }, still), "guest_rows");
        assert_eq!(bound(Bounds { table_bytes: 10, ..BOUNDS }, still), "guest_table_bytes");
        // Each look at this clock is two seconds later.
        fn slow() -> Duration {
            use std::sync::atomic::{AtomicU64, Ordering};
            static NOW: AtomicU64 = AtomicU64::new(0);
            Duration::from_secs(NOW.fetch_add(2, Ordering::Relaxed))
        }
        assert_eq!(bound(BOUNDS, slow), "guest_move_time");
    }
}
