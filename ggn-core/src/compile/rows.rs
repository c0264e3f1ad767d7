//! Classification of rows into those that bitboards can represent and the rest. A possibility is *simple* if it requires only empty and occupied squares on
//! its path and an empty or an enemy destination, and changes nothing but its own piece. Any other is *special* and is tested as it stands.

use std::collections::BTreeMap;

use super::bits::Bits;
use super::hops;
use crate::Square;
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::endings::Automatic;
use crate::ruleset::table::{Condition, Effect, Possibility, Row};
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

/// Pieces that a move excludes: as the screen of its hop, and as what it captures.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Barred {
    pub(super) screens: Vec<PieceId>,
    pub(super) captures: Vec<PieceId>,
}

impl Barred {
    pub(super) fn is_empty(&self) -> bool {
        self.screens.is_empty() && self.captures.is_empty()
    }
}

/// A destination and the alternative paths to it, of which one must be open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SimpleRow<B> {
    pub(super) to: usize,
    pub(super) quiet: bool,
    pub(super) captures: bool,
    /// True if only the royal piece of the enemy may be captured.
    pub(super) royal: bool,
    pub(super) barred: Barred,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DestinationContent {
    Empty,
    Enemy,
    /// Any royal piece of the enemy.
    EnemyRoyal,
}

/// The required content of the destination, the path to it, and the pieces that it excludes.
pub(super) type SimplePossibility<B> = (DestinationContent, Path<B>, Barred);

/// Returns the required content of the destination and the path to it, or `None` if the possibility is special.
fn simple<B: Bits>(
    rules: &Ruleset,
    possibility: &Possibility,
    (effect, is_of_any_royal): (Option<&Effect>, bool),
    to: Square,
) -> Option<SimplePossibility<B>> {
    let changes_itself = |effect: &Effect| !effect.is_special() && effect.unattacked.is_empty();
    if !effect.is_none_or(changes_itself) {
        return None;
    }
    let (mut content, mut path) = (None, Path::<B>::FREE);
    for &(square, condition) in &possibility.must {
        match condition {
            Condition::Empty if square == to => content = Some(DestinationContent::Empty),
            Condition::Enemy if square == to => content = Some(DestinationContent::Enemy),
            Condition::Piece(_) if square == to && effect.is_none() && is_of_any_royal => {
                content = Some(DestinationContent::EnemyRoyal);
            }
            Condition::Empty => path.empty |= B::bit(square.index()),
            Condition::Enemy | Condition::Piece(_) => return None,
        }
    }
    let mut barred = Barred::default();
    let mut barred_screens: Vec<(Square, PieceId)> = Vec::new();
    for &(square, condition) in &possibility.deny {
        match condition {
            Condition::Empty if square != to => path.occupied |= B::bit(square.index()),
            Condition::Piece(taken) if square == to => barred.captures.push(taken),
            Condition::Piece(screen) => barred_screens.push((square, screen)),
            Condition::Empty | Condition::Enemy => return None,
        }
    }
    let content = content?;
    if content != DestinationContent::Enemy {
        // An empty square has no piece to exclude, and a royal piece is known.
        barred.captures.clear();
    }
    barred_screens.retain(|(square, _)| !path.empty.has(square.index()));
    if !barred_screens.is_empty() && path.occupied.count() != 1 {
        return None;
    }
    let is_screen = |(square, _): &(Square, PieceId)| path.occupied.has(square.index());
    if !barred_screens.iter().all(is_screen) || barred.captures.iter().any(|&piece| rules.is_terminal(piece))
    {
        return None;
    }
    barred.screens = barred_screens.into_iter().map(|(_, screen)| screen).collect();
    for pieces in [&mut barred.screens, &mut barred.captures] {
        pieces.sort_unstable();
        pieces.dedup();
    }
    Some((content, path, barred))
}

/// Returns whether only attacks on royal pieces are ever asked for: squares that must be unattacked are those of royal pieces, and so are pieces
/// that must arrive safely.
fn attacks_concern_royals(rules: &Ruleset) -> bool {
    let is_of_royals = |ending: &Automatic| match ending {
        Automatic::Arrival { is_safe: true, pieces, .. } => {
            rules.pieces().all(|(_, piece)| piece.is_terminal() || !pieces.contains(&piece.role()))
        }
        _ => true,
    };
    let asks = |(piece, _, row): (PieceId, Location, &Row)| {
        let mut effects =
            rules.table().possibilities(row).filter_map(|(index, _)| rules.table().effect(index));
        !rules.is_terminal(piece) && effects.any(|effect| !effect.unattacked.is_empty())
    };
    rules.endings().automatic.iter().all(|(ending, _)| is_of_royals(ending))
        && !(rules.constraints().contains(&Constraint::Unattacked) && rules.table().iter().any(asks))
}

/// Returns whether possibilities are alike but for the piece that they take, and take each royal piece that the enemies of a piece can have; `index` is one
/// of them.
fn takes_any_royal(
    rules: &Ruleset,
    piece: PieceId,
    possibilities: &[(u32, &Possibility)],
    index: u32,
    to: Square,
) -> bool {
    let taken = |possibility: &Possibility| {
        possibility.must.iter().find_map(|&(square, condition)| match condition {
            Condition::Piece(taken) if square == to => Some(taken),
            _ => None,
        })
    };
    let Some((_, one)) = possibilities.iter().find(|(other, _)| *other == index) else { return false };
    let others = |conditions: &[(Square, Condition)]| -> Vec<(Square, Condition)> {
        conditions.iter().filter(|(square, _)| *square != to).copied().collect()
    };
    let is_alike = |other: &Possibility| {
        others(&other.must) == others(&one.must) && other.deny == one.deny && other.effect == one.effect
    };
    let enemy = rules.side_of(piece).opponent();
    let mut royals = rules.pieces().filter(|(_, piece)| piece.is_terminal() && piece.side() == enemy);
    let is_taken = |royal: PieceId| {
        possibilities.iter().any(|(_, other)| taken(other) == Some(royal) && is_alike(other))
    };
    taken(one).is_some_and(|taken| rules.is_terminal(taken) && rules.side_of(taken) == enemy)
        && royals.all(|(royal, _)| is_taken(royal))
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
    if paths.len() < 2 {
        return paths;
    }
    paths.sort_unstable();
    paths.dedup();
    let all = paths.clone();
    paths.retain(|&path| !all.iter().any(|&other| other != path && other.is_implied_by(path)));
    paths
}

/// Adds the rows to one destination, by quiet and capturing paths.
fn add_rows<B: Bits>(
    rows: &mut Vec<SimpleRow<B>>,
    to: usize,
    (quiet, captures): (Vec<Path<B>>, Vec<Path<B>>),
    barred: &Barred,
) {
    let (quiet, captures) = (without_supersets(quiet), without_supersets(captures));
    let simple_row = |paths, quiet, captures| SimpleRow {
        to,
        quiet,
        captures,
        royal: false,
        barred: barred.clone(),
        paths,
    };
    let added = if quiet == captures {
        vec![simple_row(quiet, true, true)]
    } else {
        vec![simple_row(quiet, true, false), simple_row(captures, false, true)]
    };
    rows.extend(added.into_iter().filter(|row| !row.paths.is_empty()));
}

/// Adds the rows to one destination by quiet and capturing paths with the pieces that they exclude. Returns `None`, and adds nothing, if a hop excludes
/// screens otherwise than along a line.
fn add_barred_rows<B: Bits>(
    rows: &mut Vec<SimpleRow<B>>,
    to: usize,
    quiet: Vec<(Path<B>, Barred)>,
    captures: Vec<(Path<B>, Barred)>,
) -> Option<()> {
    let is_plain = |(path, barred): &(Path<B>, Barred)| path.occupied.is_empty() && barred.is_empty();
    if quiet.iter().chain(&captures).all(is_plain) {
        let paths = |list: Vec<(Path<B>, Barred)>| list.into_iter().map(|(path, _)| path).collect();
        add_rows(rows, to, (paths(quiet), paths(captures)), &Barred::default());
        return Some(());
    }
    // A piece that slides and hops has two movements, and attacks along two kinds of lines.
    type Paths<B> = (Vec<Path<B>>, BTreeMap<Vec<PieceId>, Vec<Path<B>>>);
    let mut groups: BTreeMap<(bool, Vec<PieceId>), Paths<B>> = BTreeMap::new();
    for (path, barred) in quiet {
        groups.entry((!path.occupied.is_empty(), barred.screens)).or_default().0.push(path);
    }
    for (path, barred) in captures {
        let group = groups.entry((!path.occupied.is_empty(), barred.screens)).or_default();
        group.1.entry(barred.captures).or_default().push(path);
    }
    let mut found = Vec::new();
    for ((_, screens), (quiet, captures)) in groups {
        let barred = |captures| Barred { screens: screens.clone(), captures };
        if captures.len() == 1 {
            for (excluded, captures) in captures {
                add_rows(&mut found, to, (quiet.clone(), captures), &barred(excluded));
            }
            continue;
        }
        add_rows(&mut found, to, (quiet, Vec::new()), &barred(Vec::new()));
        for (excluded, captures) in captures {
            add_rows(&mut found, to, (Vec::new(), captures), &barred(excluded));
        }
    }
    let is_line = |row: &SimpleRow<B>| row.barred.screens.is_empty() || screens(&row.paths) == Some(1);
    found.iter().all(is_line).then(|| rows.extend(found))
}

/// Classifies the rows of a ruleset.
pub(super) fn sort<B: Bits>(rules: &Ruleset) -> SortedRows<B> {
    let mut sorted = SortedRows {
        simple: BTreeMap::new(),
        changes: BTreeMap::new(),
        drops: BTreeMap::new(),
        special: Vec::new(),
    };
    let concerns_royals = attacks_concern_royals(rules);
    for (piece, source, row) in rules.table().iter() {
        // A marked piece never moves: its mark expires before its side is to move.
        if rules.expires(piece).is_some() {
            continue;
        }
        let possibilities: Vec<(u32, &Possibility)> = rules.table().possibilities(row).collect();
        if let (Location::Square(from), Some(to)) = (source, row.destination.square())
            && let Some(joined) = hops::joined::<B>(rules, piece, to, &possibilities)
        {
            let is_barred = |(_, _, barred): &SimplePossibility<B>| !barred.captures.is_empty();
            let (quiet, captures): (Vec<_>, Vec<_>) =
                joined.into_iter().partition(|(content, ..)| *content == DestinationContent::Empty);
            let paths = |list: &[SimplePossibility<B>]| {
                list.iter().map(|(_, path, barred)| (*path, barred.clone())).collect::<Vec<_>>()
            };
            let rows = sorted.simple.entry((piece, from.index())).or_default();
            if (concerns_royals || !captures.iter().any(is_barred))
                && add_barred_rows(rows, to.index(), paths(&quiet), paths(&captures)).is_some()
            {
                continue;
            }
        }
        let special = |index| SpecialRow { piece, source, destination: row.destination, possibility: index };
        let at = (source, row.destination);
        let Some(classified) = classify_row::<B>(rules, piece, at, &possibilities, concerns_royals) else {
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
        let mut specials = Vec::new();
        let mut changes: Vec<(DestinationContent, u32)> = Vec::new();
        for ((index, _), classified) in possibilities.iter().zip(classified) {
            let Some((content, path, barred)) = classified else {
                specials.push(special(*index));
                continue;
            };
            let changed = rules.table().effect(*index);
            let changed = changed.filter(|effect| effect.becomes.is_some() || effect.promotes.is_some());
            match content {
                DestinationContent::Empty => quiet.push((path, barred)),
                DestinationContent::Enemy => captures.push((path, barred)),
                DestinationContent::EnemyRoyal => royal.push((path, barred)),
            }
            if changed.is_some() {
                changes.push((content, *index));
            }
        }
        royal.retain(|path| !captures.contains(path));
        let is_barred = |(_, barred): &(Path<B>, Barred)| !barred.is_empty();
        let rows = sorted.simple.entry((piece, from.index())).or_default();
        if royal.iter().any(is_barred)
            || (!concerns_royals && captures.iter().any(is_barred))
            || add_barred_rows(rows, to, quiet, captures).is_none()
        {
            sorted.special.extend(possibilities.iter().map(|(index, _)| special(*index)));
            continue;
        }
        if !royal.is_empty() {
            let paths = without_supersets(royal.into_iter().map(|(path, _)| path).collect());
            let barred = Barred::default();
            rows.push(SimpleRow { to, quiet: false, captures: true, royal: true, barred, paths });
        }
        sorted.special.extend(specials);
        for (content, index) in changes {
            let change = sorted.changes.entry((piece, from.index(), to)).or_default();
            match content {
                DestinationContent::Empty => change.quiet = Some(index),
                DestinationContent::Enemy | DestinationContent::EnemyRoyal => change.capture = Some(index),
            }
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
    (source, destination): (Location, Location),
    possibilities: &[(u32, &Possibility)],
    concerns_royals: bool,
) -> Option<Vec<Option<SimplePossibility<B>>>> {
    let to = destination.square().filter(|_| possibilities.len() <= POSSIBILITIES_MAX)?;
    if source == Location::Hand {
        return is_plain_drop(rules, to, possibilities).then(Vec::new);
    }
    let classified: Vec<_> = possibilities
        .iter()
        .map(|(index, possibility)| {
            let is_of_royal = concerns_royals && takes_any_royal(rules, piece, possibilities, *index, to);
            simple::<B>(rules, possibility, (rules.table().effect(*index), is_of_royal), to)
        })
        .collect();
    let effect = |at: usize| possibilities.get(at).and_then(|(index, _)| rules.table().effect(*index));
    let pairs = || (0..possibilities.len()).flat_map(|a| (a + 1..possibilities.len()).map(move |b| (a, b)));
    let is_clear = pairs().all(|(a, b)| match (classified.get(a), classified.get(b)) {
        (Some(Some((one, ..))), Some(Some((other, ..)))) => {
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
