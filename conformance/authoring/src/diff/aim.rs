//! Distance of a position from one in which a row that is different could be played.
//!
//! The distance is a guess: pieces are thought to move as if nothing stood in their way. It leads a search, and proves nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use ggn_core::notation::cell::Cell;
use ggn_core::notation::ggn::{Place, Possibility};
use ggn_core::notation::lcn::Condition;
use ggn_core::notation::qpi::Qpi;
use ggn_core::{Position, Rules};

use super::FileDifference;
use super::rows::PieceRows;
use crate::tables::{EFFECTS, Tables};

/// The most ways that are made for at once.
const TARGETS_MAX: usize = 48;

/// Distance of a piece that cannot come where it should stand.
const NEVER: usize = 40;

/// A piece on a square.
type Stand = (Qpi, Cell);

/// A way of a row that is different.
#[derive(Debug, PartialEq)]
struct Target {
    source: Place,
    piece: Qpi,
    way: Possibility,
}

/// The ways of all rows that are different, or whose effects are, and how many moves every piece needs to where they want it.
#[derive(Debug, Default)]
pub(super) struct Aim {
    targets: Vec<Target>,
    /// For each piece that a target wants on a square: from where it can come there, and in how many moves.
    moves: HashMap<Stand, HashMap<Stand, usize>>,
    /// For each piece and square, what must be empty for its ways on: a piece with none of them open is stuck.
    ways_on: BTreeMap<Stand, Vec<Possibility>>,
}

impl Aim {
    pub(super) fn new(tables: &[Tables; 2], rows: &[PieceRows], files: &[FileDifference]) -> Aim {
        let mut aim = Aim::default();
        let changed = rows.iter().flat_map(|piece| &piece.rows).map(|row| row.key);
        let effects = files.iter().filter(|file| file.file == EFFECTS).flat_map(|file| &file.fields);
        let with_effects = effects.flat_map(|field| effect_rows(tables, &field.keys));
        let rows: BTreeSet<(Qpi, Place, Place)> = changed.chain(with_effects).collect();
        for (piece, source, destination) in rows {
            for way in tables.iter().flat_map(|tables| tables.ways(piece, source, destination)) {
                let target = Target { source, piece, way: way.possibility.clone() };
                if aim.targets.len() < TARGETS_MAX && !aim.targets.contains(&target) {
                    aim.targets.push(target);
                }
            }
        }
        if !aim.targets.is_empty() {
            aim.read_moves(&tables[0]);
        }
        aim
    }

    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// From where each wanted piece can come, going back over the rows from where it is wanted.
    fn read_moves(&mut self, tables: &Tables) {
        let mut before: HashMap<Stand, Vec<Stand>> = HashMap::new();
        for row in tables.rows() {
            let (Place::Cell(source), Place::Cell(destination)) = (row.source, row.destination) else {
                continue;
            };
            self.ways_on.entry((row.piece, source)).or_default().extend(row.possibilities.iter().cloned());
            for piece in row.possibilities.iter().flat_map(|way| tables.arrives_as(row, way)) {
                for piece in [Some(piece), tables.expires(piece)].into_iter().flatten() {
                    before.entry((piece, destination)).or_default().push((row.piece, source));
                }
            }
        }
        let wanted: Vec<Stand> = self.targets.iter().flat_map(Target::wanted).collect();
        for stand in wanted {
            self.moves.entry(stand).or_insert_with(|| distances(stand, &before));
        }
    }

    /// Returns the approximate number of moves to the nearest target.
    pub(super) fn distance(&self, rules: &Rules, position: &Position) -> usize {
        let standing: Vec<Stand> = position
            .pieces()
            .filter_map(|(square, piece)| Some((rules.piece(piece)?.qpi, rules.shape().cell(square)?)))
            .collect();
        let at: HashMap<Cell, Qpi> = standing.iter().map(|(piece, cell)| (*cell, *piece)).collect();
        let of = |target: &Target| {
            let stands = match target.source {
                Place::Cell(cell) => self.moves_to((target.piece, cell), &standing),
                Place::Hand => {
                    let held = position.hand(target.piece.side()).iter();
                    let is_held =
                        held.filter_map(|(piece, _)| rules.piece(*piece)).any(|it| it.qpi == target.piece);
                    if is_held { 0 } else { 2 }
                }
            };
            let must =
                target.way.must.conditions.iter().map(|&(cell, required)| match (required, at.get(&cell)) {
                    (Condition::Empty, Some(piece)) => 1 + usize::from(self.is_stuck((*piece, cell), &at)),
                    (Condition::Enemy, Some(piece)) if piece.side() != target.piece.side() => 0,
                    (Condition::Enemy, _) => 1,
                    (Condition::Piece(required), _) => self.moves_to((required, cell), &standing),
                    (Condition::Empty, None) => 0,
                });
            let deny = target
                .way
                .deny
                .conditions
                .iter()
                .filter(|(cell, required)| holds(*required, at.get(cell).copied(), target.piece));
            stands + must.sum::<usize>() + deny.count()
        };
        self.targets.iter().map(of).min().unwrap_or(0)
    }

    /// Returns the number of moves until a piece stands where it is wanted.
    fn moves_to(&self, wanted: Stand, standing: &[Stand]) -> usize {
        let Some(moves) = self.moves.get(&wanted) else { return NEVER };
        standing.iter().filter_map(|stand| moves.get(stand)).min().copied().unwrap_or(NEVER)
    }

    /// Returns whether a piece cannot move on.
    fn is_stuck(&self, stand: Stand, at: &HashMap<Cell, Qpi>) -> bool {
        let is_open = |way: &Possibility| {
            way.must
                .conditions
                .iter()
                .all(|(cell, required)| holds(*required, at.get(cell).copied(), stand.0))
                && !way
                    .deny
                    .conditions
                    .iter()
                    .any(|(cell, required)| holds(*required, at.get(cell).copied(), stand.0))
        };
        !self.ways_on.get(&stand).is_some_and(|ways| ways.iter().any(is_open))
    }
}

impl Target {
    /// Returns the pieces that it wants on squares.
    fn wanted(&self) -> Vec<Stand> {
        let source = match self.source {
            Place::Cell(cell) => Some((self.piece, cell)),
            Place::Hand => None,
        };
        let required = self.way.must.conditions.iter().filter_map(|&(cell, required)| match required {
            Condition::Piece(piece) => Some((piece, cell)),
            Condition::Empty | Condition::Enemy => None,
        });
        source.into_iter().chain(required).collect()
    }
}

/// In how many moves a piece comes to a square from every other stand, as if nothing stood in its way.
fn distances(to: Stand, before: &HashMap<Stand, Vec<Stand>>) -> HashMap<Stand, usize> {
    let mut found = HashMap::from([(to, 0)]);
    let mut waiting = VecDeque::from([(to, 0)]);
    while let Some((stand, moves)) = waiting.pop_front() {
        for earlier in before.get(&stand).into_iter().flatten() {
            if !found.contains_key(earlier) {
                found.insert(*earlier, moves + 1);
                waiting.push_back((*earlier, moves + 1));
            }
        }
    }
    found
}

fn holds(required: Condition, stands: Option<Qpi>, mover: Qpi) -> bool {
    match (required, stands) {
        (Condition::Empty, stands) => stands.is_none(),
        (Condition::Enemy, stands) => stands.is_some_and(|other| other.side() != mover.side()),
        (Condition::Piece(required), stands) => stands == Some(required),
    }
}

/// Returns the rows with effects that are meant by a path in the effects: `rows`, piece, source, destination, of which the end may be left
/// out.
fn effect_rows(tables: &[Tables; 2], keys: &[String]) -> Vec<(Qpi, Place, Place)> {
    let Some((first, keys)) = keys.split_first() else { return Vec::new() };
    if first != "rows" {
        return Vec::new();
    }
    let rows = tables.iter().flat_map(Tables::effect_rows).map(|(row, _)| row);
    let is_meant = |(piece, source, destination): &(Qpi, Place, Place)| {
        let names = [piece.to_string(), source.to_string(), destination.to_string()];
        keys.iter().zip(&names).all(|(key, name)| key == name)
    };
    rows.filter(is_meant).collect()
}
