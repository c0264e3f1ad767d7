//! The files that speak about a ruleset without being part of the rules: `perft.json` and `games.json`.

use std::sync::Arc;

use ggn_core::json::Json;
use ggn_core::{Fault, FaultKind, Rules};

use super::form::Form;
use super::{CheckContext, games, perft};

/// Checks both, as far as they are there: their form always, what they say only under rules that load.
pub(super) fn check(context: &mut CheckContext<'_>, rules: Option<&Arc<Rules>>) {
    if let Some(counts) = read(context, perft::FILE, perft::read)
        && let Some(rules) = rules
    {
        perft::check(context, rules, &counts);
    }
    if let Some(games) = read(context, games::FILE, games::read)
        && let Some(rules) = rules
    {
        games::check(context, rules, &games);
    }
}

/// Reads a file. Faults of JSON have been reported by the engine, which reads every file up to there.
fn read<T>(
    context: &mut CheckContext<'_>,
    file: &'static str,
    read: impl FnOnce(&mut Form<'_>, &Json) -> Option<T>,
) -> Option<T> {
    let (_, bytes) = context.folder.files.iter().find(|(path, _)| path == file)?;
    let json = Json::parse(bytes).ok()?;
    let duplicate = |path| Fault { file: file.to_owned(), path, kind: FaultKind::DuplicateKey };
    let mut faults: Vec<Fault> = json.duplicate_keys().into_iter().map(duplicate).collect();
    let read = read(&mut Form::new(file, &mut faults), &json);
    context.report_faults(&faults);
    read
}
