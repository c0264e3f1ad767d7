//! `perft.json`: node counts by which an author knows that the tables say what the game's rules do.

use ggn_core::json::{Json, JsonPath};
use ggn_core::{Line, Position, Rules};

use super::form::Form;
use super::{CheckContext, place};
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};

pub(super) const FILE: &str = "perft.json";

/// The file.
pub(super) struct Counts {
    source: Option<String>,
    positions: Vec<Counted>,
}

/// One position with its counts.
struct Counted {
    path: JsonPath,
    name: String,
    feen: String,
    /// For each depth from 1: the count and its place; unreadable ones have been reported.
    nodes: Vec<(JsonPath, u64)>,
    has_source: bool,
}

/// Reads the file's form.
pub(super) fn read(form: &mut Form<'_>, json: &Json) -> Option<Counts> {
    let fields = form.fields(json, &["source", "positions"])?;
    let source = form.maybe(fields, "source", Form::text);
    let positions = form.must(fields, "positions", |form, json| form.items(json, counted))?;
    Some(Counts { source, positions })
}

fn counted(form: &mut Form<'_>, json: &Json) -> Option<Counted> {
    let fields = form.fields(json, &["name", "feen", "nodes", "source"])?;
    let name = form.must(fields, "name", Form::text);
    let feen = form.must(fields, "feen", Form::text);
    let nodes = form.must(fields, "nodes", |form, json| {
        // Past an item that cannot be read the depth of the next is unknown.
        let all = form.items(json, |form, json| Some(form.number(json).map(|count| (form.path(), count))))?;
        Some(all.into_iter().map_while(|count| count).collect())
    });
    let has_source = form.maybe(fields, "source", Form::text).is_some();
    Some(Counted { path: form.path(), name: name?, feen: feen?, nodes: nodes?, has_source })
}

/// A count that is to be compared.
struct Task<'c> {
    counted: usize,
    depth: u32,
    path: &'c JsonPath,
    written: u64,
}

/// Walks the positions as deep as the options allow, the smallest counts first, and compares.
pub(super) fn check(context: &mut CheckContext<'_>, rules: &Rules, counts: &Counts) {
    report_sources(context, counts);
    let positions: Vec<Option<Position>> =
        counts.positions.iter().map(|counted| start(context, rules, counted)).collect();
    let mut tasks: Vec<Task<'_>> = Vec::new();
    for (index, counted) in counts.positions.iter().enumerate() {
        let nodes = counted.nodes.iter().zip(1..);
        tasks.extend(nodes.map(|((path, written), depth)| Task {
            counted: index,
            depth,
            path,
            written: *written,
        }));
    }
    tasks.sort_by_key(|task| task.written);
    let all = tasks.len();
    let (mut left, mut compared, mut skipped) = (context.options.perft_nodes, 0, 0);
    let mut is_wrong = vec![false; counts.positions.len()];
    for task in tasks {
        let Some(Some(position)) = positions.get(task.counted) else { continue };
        if is_wrong.get(task.counted).copied().unwrap_or_default() {
            continue;
        }
        if left.is_some_and(|left| task.written > left) {
            skipped += 1;
            continue;
        }
        left = left.map(|left| left - task.written);
        let mut walk = Walk { left: task.written.saturating_mul(4).saturating_add(Walk::LEAST) };
        let counted = walk.count(&Line::new(rules, position), task.depth);
        match counted {
            Some(nodes) if nodes == task.written => compared += 1,
            None => skipped += 1,
            Some(nodes) => {
                if let Some(wrong) = is_wrong.get_mut(task.counted) {
                    *wrong = true;
                }
                let Some(about) = counts.positions.get(task.counted) else { continue };
                let description = wrong(context, about, &task, nodes);
                context.diagnostics.push(context.reporter.report(
                    Severity::Error,
                    FILE,
                    Some(task.path),
                    description,
                ));
            }
        }
    }
    if skipped > 0 {
        context.notes.push(format!(
            "{skipped} of the {all} counts in {FILE} are too deep and were not compared, {compared} were; --thorough compares all"
        ));
    }
}

fn start(context: &mut CheckContext<'_>, rules: &Rules, counted: &Counted) -> Option<Position> {
    let path = counted.path.clone().within("feen", |path| path.clone());
    place::position(context, rules, FILE, &path, &counted.feen)
}

fn report_sources(context: &mut CheckContext<'_>, counts: &Counts) {
    if counts.source.is_some() {
        return;
    }
    for counted in counts.positions.iter().filter(|counted| !counted.has_source) {
        let description = Description::new(Code::NoSource, Aim::Key, format!("nobody is named as the source of \"{}\"", counted.name))
            .expected("where the counts come from")
            .absent()
            .advise("add \"source\" to the position, or once to the whole file: another engine, a page, or a count by hand");
        let diagnostic = context.reporter.report(Severity::Warning, FILE, Some(&counted.path), description);
        context.diagnostics.push(diagnostic);
    }
}

fn wrong(context: &CheckContext<'_>, counted: &Counted, task: &Task<'_>, nodes: u64) -> Description {
    let (name, depth, written) = (&counted.name, task.depth, task.written);
    let plies = if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") };
    let rules = &context.rules;
    let message = format!("\"{name}\": the rules give {nodes} lines of {plies}, and {written} are written");
    Description::new(Code::WrongCount, Aim::Value, message).expected(format!("{nodes}, by the rules of this folder")).advise(
        format!(
            "where the rules have been changed, write the new count or remove the file; if the written count is known to be right, compare move by move: ggn perft {rules} --depth {depth} --divide --feen \
             '{}'; deeper counts of this position were not compared",
            counted.feen
        ),
    )
}

/// A count that gives up after so many positions and moves: a written number says nothing about how long the true one takes.
struct Walk {
    left: u64,
}

impl Walk {
    /// Number of nodes that are looked at before giving up, however few are written.
    const LEAST: u64 = 200_000;
    /// As many plies as are counted at once, which is quick; how far they lead is known only afterwards.
    const PLIES_AT_ONCE: u32 = 2;

    fn count(&mut self, line: &Line<'_>, depth: u32) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        if depth <= Walk::PLIES_AT_ONCE {
            let nodes = line.count(depth);
            self.left = self.left.checked_sub(nodes)?;
            return Some(nodes);
        }
        line.moves().iter().try_fold(0, |sum, mv| Some(sum + self.count(&line.after(mv), depth - 1)?))
    }
}
