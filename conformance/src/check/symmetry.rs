//! Whether the two sides have the same rules, seen from either side of the board: what one lacks is more often forgotten than meant.

use std::collections::{HashMap, HashSet};

use ggn_core::json::{Json, JsonPath, JsonStep};
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Ggn, Place, Possibility};
use ggn_core::notation::lcn::{Condition, Lcn};
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Ruleset, Side};

use super::Desk;
use super::entries::{self, Entry};
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::told::{Aim, Told};

/// How many rows decide by which mirror the sides are compared.
const SAMPLE: usize = 1_000;

/// The sides are compared row by row when at most one row in this many differs; else they are told to differ as a whole.
const ONE_IN: usize = 4;

/// A half of the game turned into the other: sides change, and some of the board's dimensions are turned around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mirror<'r> {
    sizes: &'r [u8],
    /// For each dimension, whether it is turned around.
    turned: [bool; Cell::DIMENSIONS_MAX],
}

impl<'r> Mirror<'r> {
    /// Every mirror of a board: first the last dimension alone, then all, then the others.
    fn all(sizes: &'r [u8]) -> Vec<Mirror<'r>> {
        let count = sizes.len();
        let (last, every) = (1usize << (count - 1), (1usize << count) - 1);
        let others = (1..every).filter(|&mask| mask != last);
        let mut masks = vec![last, every];
        masks.extend(others);
        let mirror =
            |mask: usize| Mirror { sizes, turned: [0, 1, 2].map(|dimension| mask >> dimension & 1 == 1) };
        masks.into_iter().map(mirror).collect()
    }

    pub(super) fn cell(&self, cell: Cell) -> Cell {
        let mut coordinates = [0; Cell::DIMENSIONS_MAX];
        let given = cell.coordinates();
        for (((turned, &at), &size), kept) in
            self.turned.iter().zip(given).zip(self.sizes).zip(coordinates.iter_mut())
        {
            *kept = if *turned { size.saturating_sub(1).saturating_sub(at) } else { at };
        }
        coordinates.get(..given.len()).and_then(Cell::new).unwrap_or(cell)
    }

    fn place(&self, place: Place) -> Place {
        match place {
            Place::Hand => Place::Hand,
            Place::Cell(cell) => Place::Cell(self.cell(cell)),
        }
    }

    fn lcn(&self, lcn: &Lcn) -> Lcn {
        let mirror = |&(cell, condition): &(Cell, Condition)| {
            let condition = match condition {
                Condition::Piece(piece) => Condition::Piece(other_side(piece)),
                Condition::Empty | Condition::Enemy => condition,
            };
            (self.cell(cell), condition)
        };
        sorted(Lcn { conditions: lcn.conditions.iter().map(mirror).collect() })
    }

    fn row(&self, row: &RowKey) -> RowKey {
        RowKey(other_side(row.0), self.place(row.1), self.place(row.2))
    }

    fn way(&self, way: &Way) -> Way {
        Way { must: self.lcn(&way.must), deny: self.lcn(&way.deny) }
    }
}

/// The same piece of the other side.
pub(super) fn other_side(piece: Qpi) -> Qpi {
    let mut piece = piece;
    piece.sin.side = piece.sin.side.opponent();
    piece.pin.side = piece.pin.side.opponent();
    piece
}

/// A piece, where it stands, where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RowKey(Qpi, Place, Place);

/// A possibility whose conditions stand in the order of their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    must: Lcn,
    deny: Lcn,
}

fn sorted(mut lcn: Lcn) -> Lcn {
    lcn.conditions.sort_by_key(|(cell, _)| *cell);
    lcn
}

/// A row of one side with its possibilities, each with its file and its place there.
type Rows = HashMap<RowKey, Vec<(Way, usize, usize)>>;

/// The tables of a ruleset, side by side.
#[derive(Default)]
struct Tables {
    files: Vec<String>,
    first: Rows,
    second: Rows,
    /// The rows of the second side in the order of the files.
    order: Vec<RowKey>,
}

impl Tables {
    fn read(desk: &Desk<'_>) -> Tables {
        let mut tables = Tables::default();
        let is_table = |path: &str| path.starts_with("ggn/") && path.ends_with(".json");
        for (path, bytes) in desk.folder.files.iter().filter(|(path, _)| is_table(path)) {
            let Ok(ggn) = Ggn::parse(bytes) else { continue };
            let file = tables.files.len();
            tables.files.push(path.clone());
            for row in ggn.rows {
                let key = RowKey(row.piece, row.source, row.destination);
                let rows = match row.piece.side() {
                    Side::First => &mut tables.first,
                    Side::Second => {
                        tables.order.push(key);
                        &mut tables.second
                    }
                };
                let ways = row.possibilities.into_iter().enumerate().map(|(index, way)| {
                    let Possibility { must, deny } = way;
                    (Way { must: sorted(must), deny: sorted(deny) }, file, index)
                });
                rows.entry(key).or_default().extend(ways);
            }
        }
        tables
    }

    /// The mirror under which the most rows of the second side are rows of the first.
    fn best<'r>(&self, sizes: &'r [u8]) -> Option<Mirror<'r>> {
        let step = (self.order.len() / SAMPLE).max(1);
        let misses = |mirror: &Mirror<'_>| {
            let sample = self.order.iter().step_by(step);
            sample
                .filter(|key| {
                    let ways = self.second.get(key).map_or(&[][..], Vec::as_slice);
                    let others = self.first.get(&mirror.row(key)).map_or(&[][..], Vec::as_slice);
                    ways.iter().any(|(way, ..)| !has(others, &mirror.way(way)))
                })
                .count()
        };
        Mirror::all(sizes).into_iter().min_by_key(misses)
    }
}

fn has(ways: &[(Way, usize, usize)], way: &Way) -> bool {
    ways.iter().any(|(other, ..)| other == way)
}

/// One difference: where to point, and what is told.
type Difference = (String, JsonPath, Told);

/// Compares the sides, if the ruleset gives both the same style.
pub(super) fn check(desk: &mut Desk<'_>, rules: &Ruleset) {
    let initial = rules.feen(rules.initial());
    if initial.active.letter != initial.inactive.letter {
        return;
    }
    let tables = Tables::read(desk);
    let Some(mirror) = tables.best(rules.shape().sizes()) else { return };
    let compared = Compared { desk, rules, tables: &tables, mirror };
    let rows = tables.first.len() + tables.second.len();
    let mut differences = compared.rows();
    let warnings = if differences.len() * ONE_IN > rows {
        vec![compared.wholly(differences.len(), rows)]
    } else {
        differences.extend(compared.entries());
        differences
    };
    let report =
        |(file, path, told): Difference| desk.reporter.report(Severity::Warning, &file, Some(&path), told);
    let warnings: Vec<_> = warnings.into_iter().map(report).collect();
    desk.diagnostics.extend(warnings);
}

struct Compared<'c> {
    desk: &'c Desk<'c>,
    rules: &'c Ruleset,
    tables: &'c Tables,
    mirror: Mirror<'c>,
}

impl Compared<'_> {
    fn side(&self, side: Side) -> &str {
        self.rules.side_name(side)
    }

    /// Possibilities that one side has and the other lacks.
    fn rows(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for (side, own, other) in [
            (Side::First, &self.tables.first, &self.tables.second),
            (Side::Second, &self.tables.second, &self.tables.first),
        ] {
            for (key, ways) in own {
                let mirrored = self.mirror.row(key);
                let others = other.get(&mirrored).map_or(&[][..], Vec::as_slice);
                for (way, file, index) in ways {
                    let wanted = self.mirror.way(way);
                    if !has(others, &wanted) {
                        differences.push(self.lacking(side, *key, mirrored, &wanted, (*file, *index)));
                    }
                }
            }
        }
        differences
    }

    fn lacking(
        &self,
        side: Side,
        key: RowKey,
        mirrored: RowKey,
        wanted: &Way,
        at: (usize, usize),
    ) -> Difference {
        let (has, lacks) = (self.side(side), self.side(side.opponent()));
        let file = self.tables.files.get(at.0).cloned().unwrap_or_default();
        let path = [key.0.to_string(), key.1.to_string(), key.2.to_string()];
        let steps = path.iter().map(|step| JsonStep::from(step.as_str())).chain([at.1.into()]).collect();
        let RowKey(piece, from, to) = mirrored;
        let way = written(wanted);
        let told = Told::new(
            Code::SideDiffers,
            Aim::Value,
            format!("{has} has this, and {lacks} has no such row: {piece} {from} to {to} with {way}"),
        )
        .expected("the same on both sides")
        .advise(format!(
            "add \"{piece}\": {{ \"{from}\": {{ \"{to}\": [{way}] }} }}, or remove what {has} has too much"
        ));
        (file, JsonPath { steps }, told)
    }

    /// The one warning when there is little in common.
    fn wholly(&self, differing: usize, rows: usize) -> Difference {
        let (first, second) = (self.side(Side::First), self.side(Side::Second));
        let told = Told::new(
            Code::SidesDiffer,
            Aim::Key,
            format!("the tables of {first} and {second} differ in {differing} possibilities of {rows} rows, even when mirrored"),
        )
        .expected("two sides that play by the same rules")
        .advise("if the game is meant so, check it with --allow sides-differ");
        ("ruleset.json".to_owned(), JsonPath { steps: vec!["sides".into()] }, told)
    }

    /// Entries of effects.json and setup.json that one side has and the other lacks.
    fn entries(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        for file in ["effects.json", "setup.json"] {
            let Some((_, bytes)) = self.desk.folder.files.iter().find(|(path, _)| path == file) else {
                continue;
            };
            let Ok(json) = Json::parse(bytes) else { continue };
            let all = entries::of(&json);
            let known: HashSet<&Entry> = all.iter().map(|(entry, _)| entry).collect();
            for (entry, path) in &all {
                let wanted = entry.mirrored(&self.mirror);
                if known.contains(&wanted) {
                    continue;
                }
                let (has, lacks) = (self.side(entry.side), self.side(entry.side.opponent()));
                let told = Told::new(
                    Code::SideDiffers,
                    if entry.is_listed { Aim::Value } else { Aim::Key },
                    format!("{has} has this, and {lacks} lacks {wanted}"),
                )
                .expected("the same on both sides")
                .advise(format!("add it for {lacks}, or remove what {has} has too much"));
                differences.push((file.to_owned(), path.clone(), told));
            }
        }
        differences
    }
}

/// A possibility as a table writes it.
fn written(way: &Way) -> String {
    match (way.must.conditions.is_empty(), way.deny.conditions.is_empty()) {
        (_, true) => format!("{{ \"must\": {} }}", way.must),
        (true, false) => format!("{{ \"deny\": {} }}", way.deny),
        (false, false) => format!("{{ \"must\": {}, \"deny\": {} }}", way.must, way.deny),
    }
}
