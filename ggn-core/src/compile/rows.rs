//! Which rows bitboards can answer for, and which stay words: a possibility is *simple* when it asks only for empty squares on its way and
//! for an empty or an enemy destination, and changes nothing but its own piece. Whatever else is *residual* and is read as it stands.

use std::collections::BTreeMap;

use super::bits::Bits;
use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::{Condition, Effect, Possibility};

/// A destination with the ways that lead there: one whose squares are all empty is enough.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reached<B> {
    pub(super) to: usize,
    pub(super) quiet: bool,
    pub(super) captures: bool,
    pub(super) ways: Vec<B>,
}

/// A possibility that is read as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Residual {
    pub(super) piece: PieceId,
    pub(super) source: Location,
    pub(super) destination: Location,
    pub(super) possibility: u32,
}

/// What a simple move makes of its piece, where that is not what moving makes of it: the effects of the quiet and the capturing move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) quiet: Option<u32>,
    pub(super) capture: Option<u32>,
}

/// All rows of a ruleset.
pub(super) struct Sorted<B> {
    /// The simple rows of each piece on each square.
    pub(super) simple: BTreeMap<(PieceId, usize), Vec<Reached<B>>>,
    /// Changes by piece, source and destination.
    pub(super) changes: BTreeMap<(PieceId, usize, usize), Change>,
    /// Squares on which a piece may be dropped when they are empty, whatever stands elsewhere.
    pub(super) drops: BTreeMap<PieceId, B>,
    /// The rest, in the order of the tables.
    pub(super) residual: Vec<Residual>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Finds {
    Nothing,
    Enemy,
}

/// What a simple possibility finds on its destination, and the squares that must be empty besides.
fn simple<B: Bits>(way: &Possibility, effect: Option<&Effect>, to: Square) -> Option<(Finds, B)> {
    let changes_itself = |effect: &Effect| !effect.is_special() && effect.unattacked.is_empty();
    if !way.deny.is_empty() || !effect.is_none_or(changes_itself) {
        return None;
    }
    let (mut finds, mut blockers) = (None, B::EMPTY);
    for &(square, condition) in &way.must {
        match condition {
            Condition::Empty if square == to => finds = Some(Finds::Nothing),
            Condition::Enemy if square == to => finds = Some(Finds::Enemy),
            Condition::Empty => blockers |= B::bit(square.index()),
            Condition::Enemy | Condition::Piece(_) => return None,
        }
    }
    Some((finds?, blockers))
}

/// Whether two possibilities can never hold together.
fn exclude(one: &Possibility, other: &Possibility) -> bool {
    let clash = |a: Condition, b: Condition| match (a, b) {
        (Condition::Empty, Condition::Empty) | (Condition::Enemy, Condition::Enemy) => false,
        (Condition::Piece(a), Condition::Piece(b)) => a != b,
        (Condition::Empty, _) | (_, Condition::Empty) => true,
        (Condition::Enemy, Condition::Piece(_)) | (Condition::Piece(_), Condition::Enemy) => false,
    };
    let apart = |a: &Possibility, b: &Possibility| {
        a.must.iter().any(|&(square, asked)| {
            b.must.iter().any(|&(at, other)| at == square && clash(asked, other))
                || b.deny.contains(&(square, asked))
        })
    };
    apart(one, other) || apart(other, one)
}

/// Ways without those that ask for more than another does.
fn minimal<B: Bits>(mut ways: Vec<B>) -> Vec<B> {
    ways.sort_unstable();
    ways.dedup();
    let all = ways.clone();
    ways.retain(|&way| !all.iter().any(|&other| other != way && other & way == other));
    ways
}

/// Sorts the rows of a ruleset.
pub(super) fn sort<B: Bits>(rules: &Ruleset) -> Sorted<B> {
    let mut sorted = Sorted {
        simple: BTreeMap::new(),
        changes: BTreeMap::new(),
        drops: BTreeMap::new(),
        residual: Vec::new(),
    };
    for (piece, source, row) in rules.table().iter() {
        // A marked piece never moves: its mark falls before its side is to move.
        if rules.expires(piece).is_some() {
            continue;
        }
        let ways: Vec<(u32, &Possibility)> = rules.table().possibilities(row).collect();
        let residual = |index| Residual { piece, source, destination: row.destination, possibility: index };
        let Some(judged) = judge::<B>(rules, source, row.destination, &ways) else {
            sorted.residual.extend(ways.iter().map(|(index, _)| residual(*index)));
            continue;
        };
        let Some(to) = row.destination.square().map(Square::index) else { continue };
        let Location::Square(from) = source else {
            *sorted.drops.entry(piece).or_insert(B::EMPTY) |= B::bit(to);
            continue;
        };
        let (mut quiet, mut captures) = (Vec::new(), Vec::new());
        for ((index, _), judged) in ways.iter().zip(judged) {
            let Some((finds, blockers)) = judged else {
                sorted.residual.push(residual(*index));
                continue;
            };
            let changed = rules.table().effect(*index);
            let changed = changed.filter(|effect| effect.becomes.is_some() || effect.promotes.is_some());
            let key = (piece, from.index(), to);
            match finds {
                Finds::Nothing => quiet.push(blockers),
                Finds::Enemy => captures.push(blockers),
            }
            if changed.is_some() {
                let change = sorted.changes.entry(key).or_default();
                match finds {
                    Finds::Nothing => change.quiet = Some(*index),
                    Finds::Enemy => change.capture = Some(*index),
                }
            }
        }
        let rows = sorted.simple.entry((piece, from.index())).or_default();
        let (quiet, captures) = (minimal(quiet), minimal(captures));
        let reached = |ways, quiet, captures| Reached { to, quiet, captures, ways };
        if quiet == captures {
            rows.push(reached(quiet, true, true));
        } else {
            rows.extend([reached(quiet, true, false), reached(captures, false, true)]);
        }
        rows.retain(|row| !row.ways.is_empty());
    }
    sorted
}

/// The most possibilities of a row that are compared with each other; a row with more stays words.
const WAYS_MAX: usize = 64;

/// Judges the possibilities of a row; nothing if all of them must stay words, because the first that holds is the one that is played
/// and bits could not tell which that is.
fn judge<B: Bits>(
    rules: &Ruleset,
    source: Location,
    destination: Location,
    ways: &[(u32, &Possibility)],
) -> Option<Vec<Option<(Finds, B)>>> {
    let to = destination.square().filter(|_| ways.len() <= WAYS_MAX)?;
    let judged: Vec<_> =
        ways.iter().map(|(index, way)| simple::<B>(way, rules.table().effect(*index), to)).collect();
    if source == Location::Hand {
        let is_plain = matches!(judged.as_slice(), [Some((Finds::Nothing, blockers))] if blockers.is_empty());
        let changes = ways.iter().any(|(index, _)| rules.table().effect(*index).is_some());
        return (is_plain && !changes).then_some(judged);
    }
    let effect = |at: usize| ways.get(at).and_then(|(index, _)| rules.table().effect(*index));
    let pairs = || (0..ways.len()).flat_map(|a| (a + 1..ways.len()).map(move |b| (a, b)));
    let is_clear = pairs().all(|(a, b)| match (judged.get(a), judged.get(b)) {
        (Some(Some((one, _))), Some(Some((other, _)))) => one != other || effect(a) == effect(b),
        (Some(None), Some(None)) => true,
        _ => ways.get(a).zip(ways.get(b)).is_some_and(|((_, one), (_, other))| exclude(one, other)),
    });
    is_clear.then_some(judged)
}
