//! Rows that lead a piece to a square on which `setup.json` does not let it stand, whatever else stands where.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use ggn_core::json::Json;
use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Place, Possibility};
use ggn_core::notation::lcn::{Condition, Lcn};
use ggn_core::notation::qpi::Qpi;

use super::CheckContext;
use crate::diagnose::Severity;
use crate::diagnose::code::Code;
use crate::diagnose::description::{Aim, Description};
use crate::tables::{Tables, Way};

/// Pieces as the files describe them apart from their rows.
struct Pieces {
    moved: BTreeMap<Qpi, Qpi>,
    expires: BTreeMap<Qpi, Qpi>,
    /// For each piece that may not stand everywhere: where it may, and what has to hold there.
    squares: BTreeMap<Qpi, BTreeMap<Cell, Vec<Possibility>>>,
}

/// Knowledge of the piece on a square after a move.
#[derive(Clone, Copy)]
enum Stands {
    Nothing,
    EnemyOf(Qpi),
    Piece(Qpi),
}

/// A row that leads a piece to an impossible square, and the number of others that lead it there too.
struct Leads<'t> {
    way: Way<'t>,
    others: usize,
}

/// Reports rows that lead to impossible squares, under rules that load: once for each piece and square. Returns true if there are none.
pub(super) fn check(context: &mut CheckContext<'_>, tables: &Tables) -> bool {
    let pieces = Pieces::read(context, tables);
    // Most games let every piece stand everywhere.
    if pieces.squares.is_empty() {
        return true;
    }
    let mut found: BTreeMap<(Qpi, Cell), Leads<'_>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for row in tables.rows() {
        let key = (row.piece, row.source, row.destination);
        let is_marker = pieces.expires.contains_key(&row.piece);
        if !seen.insert(key) || is_marker || !pieces.can_start(row.piece, row.source) {
            continue;
        }
        for way in tables.ways(row.piece, row.source, row.destination) {
            let effect = tables.effect(key, way.possibility).map(|effect| effect.json);
            let Some(misplaced) = pieces.misplaced(key, way.possibility, effect) else { continue };
            match found.entry(misplaced) {
                Entry::Vacant(entry) => drop(entry.insert(Leads { way, others: 0 })),
                Entry::Occupied(mut entry) => entry.get_mut().others += 1,
            }
        }
    }
    for ((piece, cell), Leads { way, others }) in &found {
        let description = describe(*piece, *cell, way.file, *others);
        context.diagnostics.push(context.reporter.report(
            Severity::Error,
            way.file,
            Some(&way.path),
            description,
        ));
    }
    found.is_empty()
}

fn describe(piece: Qpi, cell: Cell, file: &str, others: usize) -> Description {
    let message = match others {
        0 => format!("this leads {piece} to {cell}, where setup.json does not let it stand"),
        1 => format!(
            "this, and another possibility, leads {piece} to {cell}, where setup.json does not let it stand"
        ),
        _ => format!(
            "this, and {others} other possibilities, leads {piece} to {cell}, where setup.json does not let it stand"
        ),
    };
    Description::new(Code::LeadsAstray, Aim::Value, message).expected("a move to a position that can be").advise(format!(
        "let {piece} stand on {cell} under `squares` in setup.json, or change the row in {file} or what its effects make of the piece"
    ))
}

impl Pieces {
    fn read(context: &CheckContext<'_>, tables: &Tables) -> Pieces {
        let setup = context.folder.file("setup.json").and_then(|bytes| Json::parse(bytes).ok());
        let setup = setup.unwrap_or(Json::Null);
        let effects = tables.effects();
        let squares = members(setup.get("squares")).iter().filter_map(|(piece, squares)| {
            let cells = members(Some(squares)).iter().filter_map(|(cell, ways)| {
                let Json::Array(ways) = ways else { return None };
                Some((cell.parse().ok()?, ways.iter().map(possibility).collect()))
            });
            Some((piece.parse().ok()?, cells.collect()))
        });
        Pieces {
            moved: changes(effects.get("moved")),
            expires: changes(effects.get("expires")),
            squares: squares.collect(),
        }
    }

    /// Rows of a piece where it cannot be are another fault, if any.
    fn can_start(&self, piece: Qpi, source: Place) -> bool {
        match source {
            Place::Hand => true,
            Place::Cell(cell) => self.squares.get(&piece).is_none_or(|squares| squares.contains_key(&cell)),
        }
    }

    fn moved(&self, piece: Qpi) -> Qpi {
        self.moved.get(&piece).copied().unwrap_or(piece)
    }

    /// Returns the first piece that a way of a row leads to an impossible square.
    fn misplaced(
        &self,
        row: (Qpi, Place, Place),
        way: &Possibility,
        effect: Option<&Json>,
    ) -> Option<(Qpi, Cell)> {
        let carried = self.carried(way, effect);
        let mut led: Vec<(Cell, Qpi)> = carried.iter().map(|&(_, to, piece)| (to, piece)).collect();
        if let Place::Cell(destination) = row.2 {
            led.extend(self.arriving(row.0, effect).into_iter().map(|piece| (destination, piece)));
        }
        let is_free = |piece: Qpi| {
            let plain = self.expires.get(&piece).unwrap_or(&piece);
            !self.squares.contains_key(&piece) && !self.squares.contains_key(plain)
        };
        if led.iter().all(|&(_, piece)| is_free(piece)) {
            return None;
        }
        let mut after: BTreeMap<Cell, Stands> = BTreeMap::new();
        for &(cell, condition) in &way.must.conditions {
            after.insert(cell, stands(condition, row.0));
        }
        for text in items(effect.and_then(|effect| effect.get("takes"))) {
            if let Json::String(text) = text
                && let Ok(cell) = text.parse()
            {
                after.insert(cell, Stands::Nothing);
            }
        }
        if let Place::Cell(source) = row.1 {
            after.insert(source, Stands::Nothing);
        }
        after.extend(carried.iter().map(|&(from, _, _)| (from, Stands::Nothing)));
        after.extend(carried.iter().map(|&(_, to, piece)| (to, Stands::Piece(piece))));
        led.into_iter().find_map(|(cell, piece)| {
            after.insert(cell, Stands::Piece(piece));
            let plain = self.expires.get(&piece).copied().unwrap_or(piece);
            if !self.may_stand(piece, cell, &after) {
                return Some((piece, cell));
            }
            let is_there = self.squares.get(&plain).is_none_or(|squares| squares.contains_key(&cell));
            (!is_there).then_some((plain, cell))
        })
    }

    /// Returns the pieces that can stand on the destination after the move.
    fn arriving(&self, piece: Qpi, effect: Option<&Json>) -> Vec<Qpi> {
        let field = |name| effect.and_then(|effect| effect.get(name));
        let becomes = field("becomes").and_then(qpi).unwrap_or_else(|| self.moved(piece));
        let Some(promotes) = field("promotes") else { return vec![becomes] };
        let choices = items(promotes.get("to")).iter().filter_map(qpi);
        let stays = matches!(promotes.get("optional"), Some(Json::Bool(true))).then_some(becomes);
        choices.chain(stays).collect()
    }

    /// Returns the carried pieces: from, to, and the piece then, as far as the row names it.
    fn carried(&self, way: &Possibility, effect: Option<&Json>) -> Vec<(Cell, Cell, Qpi)> {
        let carry = |(from, to): &(String, Json)| {
            let (from, Json::String(to)) = (from.parse::<Cell>().ok()?, to) else { return None };
            let (_, condition) = way.must.conditions.iter().find(|(cell, _)| *cell == from)?;
            let Condition::Piece(piece) = condition else { return None };
            Some((from, to.parse().ok()?, self.moved(*piece)))
        };
        members(effect.and_then(|effect| effect.get("carries"))).iter().filter_map(carry).collect()
    }

    /// Returns whether a piece can stand somewhere, as far as the squares around it are known.
    fn may_stand(&self, piece: Qpi, cell: Cell, after: &BTreeMap<Cell, Stands>) -> bool {
        let Some(squares) = self.squares.get(&piece) else { return true };
        let Some(ways) = squares.get(&cell) else { return false };
        let is = |required: &(Cell, Condition)| {
            after.get(&required.0).and_then(|stands| holds(*stands, required.1, piece))
        };
        let may_hold = |way: &Possibility| {
            way.must.conditions.iter().all(|required| is(required) != Some(false))
                && !way.deny.conditions.iter().any(|denied| is(denied) == Some(true))
        };
        ways.iter().any(may_hold)
    }
}

fn stands(condition: Condition, mover: Qpi) -> Stands {
    match condition {
        Condition::Empty => Stands::Nothing,
        Condition::Enemy => Stands::EnemyOf(mover),
        Condition::Piece(piece) => Stands::Piece(piece),
    }
}

/// Returns whether a condition holds for the piece on a square, if that is known. `side` is the piece whose enemies `enemy` means.
fn holds(stands: Stands, required: Condition, side: Qpi) -> Option<bool> {
    match (stands, required) {
        (Stands::Nothing, required) => Some(required == Condition::Empty),
        (Stands::EnemyOf(_) | Stands::Piece(_), Condition::Empty) => Some(false),
        (Stands::Piece(piece), Condition::Piece(required)) => Some(piece == required),
        (Stands::Piece(piece), Condition::Enemy) => Some(piece.side() != side.side()),
        (Stands::EnemyOf(mover), Condition::Enemy) => Some(mover.side() == side.side()),
        (Stands::EnemyOf(mover), Condition::Piece(required)) => {
            (required.side() == mover.side()).then_some(false)
        }
    }
}

fn members(json: Option<&Json>) -> &[(String, Json)] {
    match json {
        Some(Json::Object(members)) => members,
        _ => &[],
    }
}

fn items(json: Option<&Json>) -> &[Json] {
    match json {
        Some(Json::Array(items)) => items,
        _ => &[],
    }
}

fn qpi(json: &Json) -> Option<Qpi> {
    match json {
        Json::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn changes(json: Option<&Json>) -> BTreeMap<Qpi, Qpi> {
    members(json).iter().filter_map(|(before, after)| Some((before.parse().ok()?, qpi(after)?))).collect()
}

fn possibility(json: &Json) -> Possibility {
    let lcn = |field| {
        let conditions = members(json.get(field)).iter().filter_map(|(cell, condition)| {
            let Json::String(condition) = condition else { return None };
            Some((cell.parse().ok()?, condition.parse().ok()?))
        });
        Lcn { conditions: conditions.collect() }
    };
    Possibility { must: lcn("must"), deny: lcn("deny") }
}
