//! Classification of rows into those that bitboards can represent and the rest. A possibility is *simple* if it requires only empty squares on its path and
//! an empty or an enemy destination, and changes nothing but its own piece. Any other is *special* and is tested as it stands.

use std::collections::BTreeMap;

use super::bits::Bits;
use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Effect, Possibility};

/// A destination and the alternative paths to it: all squares of one of them must be empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SimpleRow<B> {
    pub(super) to: usize,
    pub(super) quiet: bool,
    pub(super) captures: bool,
    pub(super) paths: Vec<B>,
}

/// A possibility that bitboards cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpecialRow {
    pub(super) piece: PieceId,
    pub(super) source: Location,
    pub(super) destination: Location,
    pub(super) possibility: u32,
}

/// Effects of a simple move on its piece, if quiet and if capturing; `None` where the piece becomes what moving makes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) quiet: Option<u32>,
    pub(super) capture: Option<u32>,
}

/// All rows of a ruleset, by how they are represented.
pub(super) struct SortedRows<B> {
    /// Simple rows of each piece on each square.
    pub(super) simple: BTreeMap<(PieceId, usize), Vec<SimpleRow<B>>>,
    /// Effects of simple moves, by piece, source and destination.
    pub(super) changes: BTreeMap<(PieceId, usize, usize), Change>,
    /// Squares on which a piece may be dropped whenever they are empty.
    pub(super) drops: BTreeMap<PieceId, B>,
    /// Special rows, in the order of the tables.
    pub(super) special: Vec<SpecialRow>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DestinationContent {
    Empty,
    Enemy,
}

/// Returns the required content of the destination and the set of other squares that must be empty, or `None` if the possibility is special.
fn simple<B: Bits>(
    possibility: &Possibility,
    effect: Option<&Effect>,
    to: Square,
) -> Option<(DestinationContent, B)> {
    let changes_itself = |effect: &Effect| !effect.is_special() && effect.unattacked.is_empty();
    if !possibility.deny.is_empty() || !effect.is_none_or(changes_itself) {
        return None;
    }
    let (mut content, mut blockers) = (None, B::EMPTY);
    for &(square, condition) in &possibility.must {
        match condition {
            Condition::Empty if square == to => content = Some(DestinationContent::Empty),
            Condition::Enemy if square == to => content = Some(DestinationContent::Enemy),
            Condition::Empty => blockers |= B::bit(square.index()),
            Condition::Enemy | Condition::Piece(_) => return None,
        }
    }
    Some((content?, blockers))
}

/// Returns whether two possibilities can never hold together.
fn exclude(one: &Possibility, other: &Possibility) -> bool {
    let clash = |a: Condition, b: Condition| match (a, b) {
        (Condition::Empty, Condition::Empty) | (Condition::Enemy, Condition::Enemy) => false,
        (Condition::Piece(a), Condition::Piece(b)) => a != b,
        (Condition::Empty, _) | (_, Condition::Empty) => true,
        (Condition::Enemy, Condition::Piece(_)) | (Condition::Piece(_), Condition::Enemy) => false,
    };
    let apart = |a: &Possibility, b: &Possibility| {
        a.must.iter().any(|&(square, required)| {
            b.must.iter().any(|&(at, other)| at == square && clash(required, other))
                || b.deny.contains(&(square, required))
        })
    };
    apart(one, other) || apart(other, one)
}

/// Returns the paths without those that contain another path.
fn without_supersets<B: Bits>(mut paths: Vec<B>) -> Vec<B> {
    paths.sort_unstable();
    paths.dedup();
    let all = paths.clone();
    paths.retain(|&path| !all.iter().any(|&other| other != path && other & path == other));
    paths
}

/// Classifies the rows of a ruleset.
pub(super) fn sort<B: Bits>(rules: &Ruleset) -> SortedRows<B> {
    let mut sorted = SortedRows {
        simple: BTreeMap::new(),
        changes: BTreeMap::new(),
        drops: BTreeMap::new(),
        special: Vec::new(),
    };
    for (piece, source, row) in rules.table().iter() {
        // A marked piece never moves: its mark expires before its side is to move.
        if rules.expires(piece).is_some() {
            continue;
        }
        let possibilities: Vec<(u32, &Possibility)> = rules.table().possibilities(row).collect();
        let special = |index| SpecialRow { piece, source, destination: row.destination, possibility: index };
        let Some(classified) = classify_row::<B>(rules, source, row.destination, &possibilities) else {
            sorted.special.extend(possibilities.iter().map(|(index, _)| special(*index)));
            continue;
        };
        let Some(to) = row.destination.square().map(Square::index) else { continue };
        let Location::Square(from) = source else {
            *sorted.drops.entry(piece).or_insert(B::EMPTY) |= B::bit(to);
            continue;
        };
        let (mut quiet, mut captures) = (Vec::new(), Vec::new());
        for ((index, _), classified) in possibilities.iter().zip(classified) {
            let Some((content, blockers)) = classified else {
                sorted.special.push(special(*index));
                continue;
            };
            let changed = rules.table().effect(*index);
            let changed = changed.filter(|effect| effect.becomes.is_some() || effect.promotes.is_some());
            let key = (piece, from.index(), to);
            match content {
                DestinationContent::Empty => quiet.push(blockers),
                DestinationContent::Enemy => captures.push(blockers),
            }
            if changed.is_some() {
                let change = sorted.changes.entry(key).or_default();
                match content {
                    DestinationContent::Empty => change.quiet = Some(*index),
                    DestinationContent::Enemy => change.capture = Some(*index),
                }
            }
        }
        let rows = sorted.simple.entry((piece, from.index())).or_default();
        let (quiet, captures) = (without_supersets(quiet), without_supersets(captures));
        let simple_row = |paths, quiet, captures| SimpleRow { to, quiet, captures, paths };
        if quiet == captures {
            rows.push(simple_row(quiet, true, true));
        } else {
            rows.extend([simple_row(quiet, true, false), simple_row(captures, false, true)]);
        }
        rows.retain(|row| !row.paths.is_empty());
    }
    sorted
}

/// Maximum number of possibilities of a row that are compared with each other; a row with more is special.
const POSSIBILITIES_MAX: usize = 64;

/// Classifies the possibilities of a row. Returns `None` if all of them must be special: the first that holds is played, and bitboards could not
/// tell which one that is.
fn classify_row<B: Bits>(
    rules: &Ruleset,
    source: Location,
    destination: Location,
    possibilities: &[(u32, &Possibility)],
) -> Option<Vec<Option<(DestinationContent, B)>>> {
    let to = destination.square().filter(|_| possibilities.len() <= POSSIBILITIES_MAX)?;
    let classified: Vec<_> = possibilities
        .iter()
        .map(|(index, possibility)| simple::<B>(possibility, rules.table().effect(*index), to))
        .collect();
    if source == Location::Hand {
        let is_plain = matches!(classified.as_slice(), [Some((DestinationContent::Empty, blockers))] if blockers.is_empty());
        let changes = possibilities.iter().any(|(index, _)| rules.table().effect(*index).is_some());
        return (is_plain && !changes).then_some(classified);
    }
    let effect = |at: usize| possibilities.get(at).and_then(|(index, _)| rules.table().effect(*index));
    let pairs = || (0..possibilities.len()).flat_map(|a| (a + 1..possibilities.len()).map(move |b| (a, b)));
    let is_clear = pairs().all(|(a, b)| match (classified.get(a), classified.get(b)) {
        (Some(Some((one, _))), Some(Some((other, _)))) => one != other || effect(a) == effect(b),
        (Some(None), Some(None)) => true,
        _ => possibilities
            .get(a)
            .zip(possibilities.get(b))
            .is_some_and(|((_, one), (_, other))| exclude(one, other)),
    });
    is_clear.then_some(classified)
}
