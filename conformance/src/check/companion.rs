//! The files that speak about a ruleset without being part of the rules: `perft.json` and `games.json`.

use std::sync::Arc;

use ggn_core::json::Json;
use ggn_core::{Fault, FaultKind, Ruleset};

use super::form::Form;
use super::{Desk, games, perft};

/// Checks both, as far as they are there: their form always, what they say only under rules that load.
pub(super) fn check(desk: &mut Desk<'_>, rules: Option<&Arc<Ruleset>>) {
    if let Some(counts) = read(desk, perft::FILE, perft::read)
        && let Some(rules) = rules
    {
        perft::check(desk, rules, &counts);
    }
    if let Some(games) = read(desk, games::FILE, games::read)
        && let Some(rules) = rules
    {
        games::check(desk, rules, &games);
    }
}

/// Reads a file. That it is not JSON has been told by the engine, which looks at every file so far.
fn read<T>(
    desk: &mut Desk<'_>,
    file: &'static str,
    read: impl FnOnce(&mut Form<'_>, &Json) -> Option<T>,
) -> Option<T> {
    let (_, bytes) = desk.folder.files.iter().find(|(path, _)| path == file)?;
    let json = Json::parse(bytes).ok()?;
    let duplicate = |path| Fault { file: file.to_owned(), path, kind: FaultKind::DuplicateKey };
    let mut faults: Vec<Fault> = json.duplicate_keys().into_iter().map(duplicate).collect();
    let read = read(&mut Form::new(file, &mut faults), &json);
    desk.tell(&faults);
    read
}
