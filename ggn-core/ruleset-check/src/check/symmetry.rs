//! Comparison of the two sides, seen from either side of the board: what one lacks is more often forgotten than meant.

use std::collections::{BTreeMap, HashSet};

use ggn_core::json::{Json, JsonPath, JsonStep};
use ggn_core::notation::ggn::Possibility;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{BySide, Rules, Side};

use super::CheckContext;
use super::entries::{self, Entry};
use super::mirror::{Mirror, RowKey, other_side, sorted};
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};
use crate::tables::Tables;

/// Number of rows that decide by which mirror the sides are compared.
const SAMPLE: usize = 1_000;

/// The sides are compared row by row when at most one row in this many differs; else one warning says that they differ.
const ONE_IN: usize = 4;

/// The rows of both sides, each with its possibilities, whose conditions stand in the order of their squares.
struct Sides<'t> {
    tables: &'t Tables,
    rows: BySide<BTreeMap<RowKey, Vec<Possibility>>>,
}

fn in_order(way: &Possibility) -> Possibility {
    Possibility { must: sorted(way.must.clone()), deny: sorted(way.deny.clone()) }
}

impl Sides<'_> {
    fn of(tables: &Tables) -> Sides<'_> {
        let mut rows: BySide<BTreeMap<RowKey, Vec<Possibility>>> = BySide::default();
        for row in tables.rows() {
            let ways = rows[row.piece.side()].entry((row.piece, row.source, row.destination)).or_default();
            ways.extend(row.possibilities.iter().map(in_order));
        }
        Sides { tables, rows }
    }

    fn has(&self, key: RowKey, way: &Possibility) -> bool {
        self.rows[key.0.side()].get(&key).is_some_and(|ways| ways.contains(way))
    }

    /// Returns the mirror under which the most rows of the second side are rows of the first.
    fn best<'r>(&self, sizes: &'r [u8]) -> Option<Mirror<'r>> {
        let step = (self.rows.second.len() / SAMPLE).max(1);
        let misses = |mirror: &Mirror<'_>| {
            let sample = self.rows.second.iter().step_by(step);
            let lacks = |(key, ways): &(&RowKey, &Vec<Possibility>)| {
                ways.iter().any(|way| !self.has(mirror.row(**key), &mirror.way(way)))
            };
            sample.filter(lacks).count()
        };
        Mirror::all(sizes).into_iter().min_by_key(misses)
    }
}

/// A difference: its file, its path, and its description.
type Difference = (String, JsonPath, Description);

/// Compares the sides, if the ruleset gives both the same style.
pub(super) fn check(context: &mut CheckContext<'_>, rules: &Rules, tables: &Tables) {
    let initial = rules.feen(rules.initial());
    if initial.active.letter != initial.inactive.letter {
        return;
    }
    let sides = Sides::of(tables);
    let Some(mirror) = sides.best(rules.shape().sizes()) else { return };
    let compared = Compared { context, rules, sides: &sides, mirror };
    let rows = sides.rows.first.len() + sides.rows.second.len();
    let mut differences = compared.rows();
    let warnings = if differences.len() * ONE_IN > rows {
        vec![compared.wholly(differences.len(), rows)]
    } else {
        differences.extend(compared.entries());
        differences
    };
    let report = |(file, path, description): Difference| {
        context.reporter.report(Severity::Warning, &file, Some(&path), description)
    };
    let warnings: Vec<_> = warnings.into_iter().map(report).collect();
    context.diagnostics.extend(warnings);
}

struct Compared<'c> {
    context: &'c CheckContext<'c>,
    rules: &'c Rules,
    sides: &'c Sides<'c>,
    mirror: Mirror<'c>,
}

impl Compared<'_> {
    fn side(&self, side: Side) -> &str {
        self.rules.side_name(side)
    }

    /// Possibilities that one side has and the other lacks.
    fn rows(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for side in Side::BOTH {
            let others: HashSet<Qpi> = self.sides.rows[side.opponent()].keys().map(|key| key.0).collect();
            let mut reported = HashSet::new();
            for (key, ways) in &self.sides.rows[side] {
                let mirrored = self.mirror.row(*key);
                if !others.contains(&mirrored.0) {
                    if reported.insert(key.0) {
                        differences.extend(self.without_table(side, *key));
                    }
                    continue;
                }
                for way in ways {
                    let wanted = self.mirror.way(way);
                    if !self.sides.has(mirrored, &wanted) {
                        differences.extend(self.lacking(side, *key, way, mirrored, &wanted));
                    }
                }
            }
        }
        differences
    }

    /// Describes a piece of which the other side has none with a table.
    fn without_table(&self, side: Side, key: RowKey) -> Option<Difference> {
        let (has, lacks) = (self.side(side), self.side(side.opponent()));
        let at = self.sides.tables.ways(key.0, key.1, key.2).into_iter().next()?;
        let (piece, other) = (key.0, other_side(key.0));
        let description = Description::new(
            Code::SideDiffers,
            Aim::Key,
            format!("{has} has a table for {piece}, and {lacks} has none for {other}"),
        )
        .expected("the same on both sides")
        .advise(format!("write the rows of {other}, or remove those of {piece}"));
        let steps = at.path.steps.into_iter().take(1).collect();
        Some((at.file.to_owned(), JsonPath { steps }, description))
    }

    fn lacking(
        &self,
        side: Side,
        key: RowKey,
        way: &Possibility,
        mirrored: RowKey,
        wanted: &Possibility,
    ) -> Option<Difference> {
        let (has, lacks) = (self.side(side), self.side(side.opponent()));
        let ways = self.sides.tables.ways(key.0, key.1, key.2);
        let at = ways.into_iter().find(|at| in_order(at.possibility) == *way)?;
        let (piece, from, to) = mirrored;
        let description = Description::new(
            Code::SideDiffers,
            Aim::Value,
            format!("{has} has this, and {lacks} has no such row: {piece} {from} to {to} with {wanted}"),
        )
        .expected("the same on both sides")
        .advise(format!(
            "add \"{piece}\": {{ \"{from}\": {{ \"{to}\": [{wanted}] }} }}, or remove what {has} has too much"
        ));
        Some((at.file.to_owned(), at.path, description))
    }

    /// Describes the one warning when there is little in common.
    fn wholly(&self, differing: usize, rows: usize) -> Difference {
        let (first, second) = (self.side(Side::First), self.side(Side::Second));
        let description = Description::new(
            Code::SidesDiffer,
            Aim::Key,
            format!("the tables of {first} and {second} differ in {differing} possibilities of {rows} rows, even when mirrored"),
        )
        .expected("two sides that play by the same rules")
        .advise("if the game is meant so, check it with --allow sides-differ");
        ("ruleset.json".to_owned(), JsonPath { steps: vec!["sides".into()] }, description)
    }

    /// Describes a piece of which a part of a file speaks, and of whose like on the other side it does not.
    fn without_entries(&self, file: &str, entry: &Entry, wanted: &Entry, path: &JsonPath) -> Difference {
        let (has, lacks) = (self.side(entry.side), self.side(entry.side.opponent()));
        let description = Description::new(
            Code::SideDiffers,
            Aim::Key,
            format!("{has} has {}, and {lacks} has no {}", entry.head(), wanted.head()),
        )
        .expected("the same on both sides")
        .advise(format!("add it for {lacks}, or remove what {has} has too much"));
        let piece = entry.piece();
        let is_piece = |step: &JsonStep| matches!(step, JsonStep::Key(key) if key == piece);
        let end = path.steps.iter().position(is_piece).map_or(path.steps.len(), |at| at + 1);
        (file.to_owned(), JsonPath { steps: path.steps.iter().take(end).cloned().collect() }, description)
    }

    /// Entries of effects.json and setup.json that one side has and the other lacks.
    fn entries(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for file in ["effects.json", "setup.json"] {
            let Some((_, bytes)) = self.context.folder.files.iter().find(|(path, _)| path == file) else {
                continue;
            };
            let Ok(json) = Json::parse(bytes) else { continue };
            let all = entries::of(&json);
            let known: HashSet<&Entry> = all.iter().map(|(entry, _)| entry).collect();
            let heads: HashSet<_> = all.iter().map(|(entry, _)| entry.head()).collect();
            let mut reported = HashSet::new();
            for (entry, path) in &all {
                let wanted = entry.mirrored(&self.mirror);
                if known.contains(&wanted) {
                    continue;
                }
                if !heads.contains(&wanted.head()) {
                    if reported.insert(wanted.head()) {
                        differences.push(self.without_entries(file, entry, &wanted, path));
                    }
                    continue;
                }
                let (has, lacks) = (self.side(entry.side), self.side(entry.side.opponent()));
                let description = Description::new(
                    Code::SideDiffers,
                    if entry.is_listed { Aim::Value } else { Aim::Key },
                    format!("{has} has this, and {lacks} lacks {wanted}"),
                )
                .expected("the same on both sides")
                .advise(format!("add it for {lacks}, or remove what {has} has too much"));
                differences.push((file.to_owned(), path.clone(), description));
            }
        }
        differences
    }
}
