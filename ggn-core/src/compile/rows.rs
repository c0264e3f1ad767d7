//! Classification of rows into those that bitboards can represent and the rest. A possibility is *simple* if it requires only empty and occupied squares on
//! its path and an empty or an enemy destination, and changes nothing but its own piece. Any other is *special* and is tested as it stands.

use std::collections::BTreeMap;

use super::bits::Bits;
use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::endings::Automatic;
use crate::ruleset::table::{Condition, Effect, Possibility};
use crate::ruleset::{Constraint, Ruleset};

/// Conditions on the squares between source and destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path<B> {
    /// Squares that must be empty.
    pub(super) empty: B,
    /// Squares on which a piece of either side must stand (the screen of a hop).
    pub(super) occupied: B,
}

impl<B: Bits> Path<B> {
    /// The path that requires nothing.
    pub(super) const FREE: Path<B> = Path { empty: B::EMPTY, occupied: B::EMPTY };

    /// Returns all squares on which the path depends.
    pub(super) fn squares(self) -> B {
        self.empty | self.occupied
    }

    /// Returns the conditions on some squares alone.
    pub(super) fn within(self, squares: B) -> Path<B> {
        Path { empty: self.empty & squares, occupied: self.occupied & squares }
    }

    /// Returns whether the path is open whenever `other` is.
    fn is_implied_by(self, other: Path<B>) -> bool {
        other.within(self.squares()) == self
    }
}

/// Returns the number of occupied squares by which alternative paths to one destination are open: 0 if all squares between must be empty, 1 if a piece
/// must stand on just one of them, whichever. Returns `None` for any other set of paths.
pub(super) fn screens<B: Bits>(paths: &[Path<B>]) -> Option<u32> {
    let first = paths.first()?;
    let (between, screens) = (first.squares(), first.occupied.count());
    let is_alike = |path: &Path<B>| path.squares() == between && path.occupied.count() == screens;
    let all = match screens {
        0 => 1,
        1 => between.count() as usize,
        _ => return None,
    };
    (paths.len() == all && paths.iter().all(is_alike)).then_some(screens)
}

/// A destination and the alternative paths to it, of which one must be open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SimpleRow<B> {
    pub(super) to: usize,
    pub(super) quiet: bool,
    pub(super) captures: bool,
    /// True if only the royal piece of the enemy may be captured.
    pub(super) royal: bool,
    pub(super) paths: Vec<Path<B>>,
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

/// Squares on which a piece may be dropped whenever they are empty, except those that another piece denies it.
#[derive(Clone, Debug)]
pub(super) struct Drops<B> {
    pub(super) squares: B,
    /// Squares denied by a piece on a square.
    pub(super) denied: BTreeMap<(PieceId, usize), B>,
}

/// All rows of a ruleset, by how they are represented.
pub(super) struct SortedRows<B> {
    /// Simple rows of each piece on each square.
    pub(super) simple: BTreeMap<(PieceId, usize), Vec<SimpleRow<B>>>,
    /// Effects of simple moves, by piece, source and destination.
    pub(super) changes: BTreeMap<(PieceId, usize, usize), Change>,
    /// Drops of each piece on empty squares.
    pub(super) drops: BTreeMap<PieceId, Drops<B>>,
    /// Special rows, in the order of the tables.
    pub(super) special: Vec<SpecialRow>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DestinationContent {
    Empty,
    Enemy,
    /// The only royal piece that the enemy can have.
    EnemyRoyal,
}

/// The required content of the destination, and the path to it.
type SimplePossibility<B> = (DestinationContent, Path<B>);

/// Returns the required content of the destination and the path to it, or `None` if the possibility is special.
fn simple<B: Bits>(
    rules: &Ruleset,
    piece: PieceId,
    possibility: &Possibility,
    effect: Option<&Effect>,
    to: Square,
) -> Option<SimplePossibility<B>> {
    let changes_itself = |effect: &Effect| !effect.is_special() && effect.unattacked.is_empty();
    if !effect.is_none_or(changes_itself) {
        return None;
    }
    let (mut content, mut path) = (None, Path::FREE);
    for &(square, condition) in &possibility.must {
        match condition {
            Condition::Empty if square == to => content = Some(DestinationContent::Empty),
            Condition::Enemy if square == to => content = Some(DestinationContent::Enemy),
            Condition::Piece(taken)
                if square == to && effect.is_none() && is_only_royal(rules, piece, taken) =>
            {
                content = Some(DestinationContent::EnemyRoyal);
            }
            Condition::Empty => path.empty |= B::bit(square.index()),
            Condition::Enemy | Condition::Piece(_) => return None,
        }
    }
    for &(square, condition) in &possibility.deny {
        if condition != Condition::Empty || square == to {
            return None;
        }
        path.occupied |= B::bit(square.index());
    }
    Some((content?, path))
}

fn has_safe_arrivals(rules: &Ruleset) -> bool {
    let is_safe = |ending: &Automatic| matches!(ending, Automatic::Arrival { is_safe: true, .. });
    rules.endings().automatic.iter().any(|(ending, _)| is_safe(ending))
}

/// Returns whether `taken` is the only royal piece that the enemies of a piece can have. Where squares or arrived pieces must be unattacked, an attack may also
/// concern other pieces.
fn is_only_royal(rules: &Ruleset, piece: PieceId, taken: PieceId) -> bool {
    let enemy = rules.side_of(piece).opponent();
    let royals = rules.pieces().filter(|(_, piece)| piece.is_terminal() && piece.side() == enemy);
    royals.map(|(royal, _)| royal).eq([taken])
        && !rules.constraints().contains(&Constraint::Unattacked)
        && !has_safe_arrivals(rules)
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

/// Returns the paths without those that require more than another path.
fn without_supersets<B: Bits>(mut paths: Vec<Path<B>>) -> Vec<Path<B>> {
    paths.sort_unstable();
    paths.dedup();
    let all = paths.clone();
    paths.retain(|&path| !all.iter().any(|&other| other != path && other.is_implied_by(path)));
    paths
}

/// Adds the rows to one destination, by quiet and capturing paths.
fn add_rows<B: Bits>(rows: &mut Vec<SimpleRow<B>>, to: usize, quiet: Vec<Path<B>>, captures: Vec<Path<B>>) {
    let (quiet, captures) = (without_supersets(quiet), without_supersets(captures));
    let simple_row = |paths, quiet, captures| SimpleRow { to, quiet, captures, royal: false, paths };
    if quiet == captures {
        rows.push(simple_row(quiet, true, true));
    } else {
        rows.extend([simple_row(quiet, true, false), simple_row(captures, false, true)]);
    }
    rows.retain(|row| !row.paths.is_empty());
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
        let Some(classified) = classify_row::<B>(rules, piece, source, row.destination, &possibilities)
        else {
            sorted.special.extend(possibilities.iter().map(|(index, _)| special(*index)));
            continue;
        };
        let Some(to) = row.destination.square().map(Square::index) else { continue };
        let Location::Square(from) = source else {
            let none = || Drops { squares: B::EMPTY, denied: BTreeMap::new() };
            let drops = sorted.drops.entry(piece).or_insert_with(none);
            drops.squares |= B::bit(to);
            for (square, condition) in possibilities.iter().flat_map(|(_, possibility)| &possibility.deny) {
                if let Condition::Piece(denier) = condition {
                    *drops.denied.entry((*denier, square.index())).or_insert(B::EMPTY) |= B::bit(to);
                }
            }
            continue;
        };
        let (mut quiet, mut captures, mut royal) = (Vec::new(), Vec::new(), Vec::new());
        for ((index, _), classified) in possibilities.iter().zip(classified) {
            let Some((content, path)) = classified else {
                sorted.special.push(special(*index));
                continue;
            };
            let changed = rules.table().effect(*index);
            let changed = changed.filter(|effect| effect.becomes.is_some() || effect.promotes.is_some());
            let key = (piece, from.index(), to);
            match content {
                DestinationContent::Empty => quiet.push(path),
                DestinationContent::Enemy => captures.push(path),
                DestinationContent::EnemyRoyal => royal.push(path),
            }
            if changed.is_some() {
                let change = sorted.changes.entry(key).or_default();
                match content {
                    DestinationContent::Empty => change.quiet = Some(*index),
                    DestinationContent::Enemy | DestinationContent::EnemyRoyal => {
                        change.capture = Some(*index);
                    }
                }
            }
        }
        let rows = sorted.simple.entry((piece, from.index())).or_default();
        royal.retain(|path| !captures.contains(path));
        // A piece that slides and hops has two movements, and attacks along two kinds of lines.
        let is_hop = |path: &Path<B>| !path.occupied.is_empty();
        let (quiet_hops, quiet): (Vec<_>, Vec<_>) = quiet.into_iter().partition(is_hop);
        let (hops, captures): (Vec<_>, Vec<_>) = captures.into_iter().partition(is_hop);
        add_rows(rows, to, quiet, captures);
        add_rows(rows, to, quiet_hops, hops);
        if !royal.is_empty() {
            let paths = without_supersets(royal);
            rows.push(SimpleRow { to, quiet: false, captures: true, royal: true, paths });
        }
    }
    sorted
}

/// Returns whether the possibilities of a drop are one, which requires an empty destination and denies pieces on squares alone.
fn is_plain_drop(rules: &Ruleset, to: Square, possibilities: &[(u32, &Possibility)]) -> bool {
    let [(index, possibility)] = possibilities else { return false };
    let is_piece = |(_, condition): &(Square, Condition)| matches!(condition, Condition::Piece(_));
    *possibility.must == [(to, Condition::Empty)]
        && possibility.deny.iter().all(is_piece)
        && rules.table().effect(*index).is_none()
}

/// Maximum number of possibilities of a row that are compared with each other; a row with more is special.
const POSSIBILITIES_MAX: usize = 64;

/// Classifies the possibilities of a row. Returns `None` if all of them must be special: the first that holds is played, and bitboards could not
/// tell which one that is.
fn classify_row<B: Bits>(
    rules: &Ruleset,
    piece: PieceId,
    source: Location,
    destination: Location,
    possibilities: &[(u32, &Possibility)],
) -> Option<Vec<Option<SimplePossibility<B>>>> {
    let to = destination.square().filter(|_| possibilities.len() <= POSSIBILITIES_MAX)?;
    if source == Location::Hand {
        return is_plain_drop(rules, to, possibilities).then(Vec::new);
    }
    let classified: Vec<_> = possibilities
        .iter()
        .map(|(index, possibility)| simple::<B>(rules, piece, possibility, rules.table().effect(*index), to))
        .collect();
    let effect = |at: usize| possibilities.get(at).and_then(|(index, _)| rules.table().effect(*index));
    let pairs = || (0..possibilities.len()).flat_map(|a| (a + 1..possibilities.len()).map(move |b| (a, b)));
    let is_clear = pairs().all(|(a, b)| match (classified.get(a), classified.get(b)) {
        (Some(Some((one, _))), Some(Some((other, _)))) => {
            let is_quiet = |content: &DestinationContent| *content == DestinationContent::Empty;
            is_quiet(one) != is_quiet(other) || effect(a) == effect(b)
        }
        (Some(None), Some(None)) => true,
        _ => possibilities
            .get(a)
            .zip(possibilities.get(b))
            .is_some_and(|((_, one), (_, other))| exclude(one, other)),
    });
    is_clear.then_some(classified)
}
