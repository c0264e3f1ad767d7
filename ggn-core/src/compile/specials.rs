//! Special rows: those that bitboards cannot represent. Each is tested and played by itself, in a compact form.

use std::collections::BTreeSet;

use super::atoms::Atoms;
use super::bits::Bits;
use super::packing::SPECIALS_MAX;
use super::promotions::{self, PromotionChoices};
use super::rows::{Path, SortedRows, SpecialRow};
use crate::movement::Location;
use crate::piece::{DropLimit, PieceId};
use crate::ruleset::Ruleset;
use crate::ruleset::table::Condition;
use crate::{BySide, Side, Square};

/// A possibility of a special row, with all its conditions and effects.
#[derive(Clone, Debug)]
pub(super) struct Special<B> {
    pub(super) piece: PieceId,
    /// The source; `None` for the hand.
    pub(super) from: Option<usize>,
    /// The destination; `None` for the hand.
    pub(super) to: Option<usize>,
    /// Where the piece stands afterwards: on the destination, unless the effect says otherwise.
    pub(super) lands: Option<usize>,
    pub(super) possibility: u32,
    /// Limit on checks and mates by a drop.
    pub(super) limit: Option<DropLimit>,
    must: SquareConditions<B>,
    deny: SquareConditions<B>,
    /// Squares that no enemy may attack.
    pub(super) unattacked: B,
    pub(super) carries: Vec<(usize, usize)>,
    pub(super) takes: Vec<usize>,
    /// Squares that pieces leave, or from which pieces other than on the destination are captured.
    pub(super) leaves: B,
    /// Squares at which pieces arrive.
    pub(super) arrives: B,
    pub(super) choices: PromotionChoices,
    /// True if the piece stays where and what it is.
    pub(super) is_pass: bool,
    /// True if the royal piece is safe after the move if the `unattacked` squares are: the move opens no line to its destination.
    pub(super) is_covered: bool,
}

/// Conditions on squares.
#[derive(Clone, Debug)]
struct SquareConditions<B> {
    empty: B,
    enemy: B,
    exact: Vec<(usize, PieceId)>,
}

impl<B: Bits> SquareConditions<B> {
    fn new(conditions: &[(Square, Condition)]) -> SquareConditions<B> {
        let mut sorted = SquareConditions { empty: B::EMPTY, enemy: B::EMPTY, exact: Vec::new() };
        for &(square, condition) in conditions {
            let bit = B::bit(square.index());
            match condition {
                Condition::Empty => sorted.empty |= bit,
                Condition::Enemy => sorted.enemy |= bit,
                Condition::Piece(piece) => sorted.exact.push((square.index(), piece)),
            }
        }
        sorted
    }
}

impl<B: Bits> Special<B> {
    fn new(rules: &Ruleset, found: &Atoms<B>, row: &SpecialRow) -> Option<Special<B>> {
        let possibility = rules.table().possibilities.get(row.possibility as usize)?;
        let effect = rules.table().effect(row.possibility);
        let square_of = |location: Location| location.square().map(Square::index);
        let (from, to) = (square_of(row.source), square_of(row.destination));
        let lands = effect.and_then(|effect| effect.lands).map(Square::index).or(to);
        let carries: Vec<(usize, usize)> = effect.map_or_else(Vec::new, |effect| {
            effect.carries.iter().map(|(from, to)| (from.index(), to.index())).collect()
        });
        let takes: Vec<usize> =
            effect.map_or_else(Vec::new, |effect| effect.takes.iter().map(|square| square.index()).collect());
        let set = |squares: &mut dyn Iterator<Item = usize>| {
            squares.fold(B::EMPTY, |set, square| set | B::bit(square))
        };
        let mut special = Special {
            piece: row.piece,
            from,
            to,
            lands,
            possibility: row.possibility,
            limit: rules.piece(row.piece).and_then(|piece| piece.drop_limit).filter(|_| from.is_none()),
            must: SquareConditions::new(&possibility.must),
            deny: SquareConditions::new(&possibility.deny),
            unattacked: effect
                .map_or(B::EMPTY, |effect| set(&mut effect.unattacked.iter().map(|square| square.index()))),
            leaves: set(&mut from
                .into_iter()
                .chain(carries.iter().map(|carry| carry.0))
                .chain(takes.iter().copied())
                .chain(to.filter(|_| lands != to))),
            arrives: set(&mut lands.into_iter().chain(carries.iter().map(|carry| carry.1))),
            choices: promotions::choices(effect, rules.moved(row.piece)),
            carries,
            takes,
            is_pass: from.is_some() && from == to && effect.is_none() && rules.moved(row.piece) == row.piece,
            is_covered: false,
        };
        special.is_covered = special.is_covered_by_unattacked(rules, found);
        Some(special)
    }

    fn is_covered_by_unattacked(&self, rules: &Ruleset, found: &Atoms<B>) -> bool {
        let Some(to) = self.lands.filter(|to| self.unattacked.has(*to) && rules.is_terminal(self.piece))
        else {
            return false;
        };
        let arriving = self.arrives & !B::bit(to);
        let stays_shut = |path: &Path<B>| {
            path.occupied.is_empty()
                && ((path.empty & self.leaves).is_empty() || !(path.empty & arriving).is_empty())
        };
        let enemy = rules.side_of(self.piece).opponent();
        let theirs = found.atoms.iter().enumerate().filter(|(index, _)| found.has(rules, enemy, *index));
        let rows = theirs.flat_map(|(_, atom)| atom.values().flatten());
        rows.filter(|row| row.captures && row.to == to).all(|row| row.paths.iter().all(stays_shut))
    }

    /// Returns whether every condition holds for a side with these enemies.
    #[inline(always)]
    pub(super) fn holds(&self, occupied: B, enemies: B, at: impl Fn(usize) -> Option<PieceId>) -> bool {
        let is = |(square, piece): &(usize, PieceId)| at(*square) == Some(*piece);
        (self.must.empty & occupied).is_empty()
            && (self.must.enemy & !enemies).is_empty()
            && (self.deny.empty & !occupied).is_empty()
            && (self.deny.enemy & enemies).is_empty()
            && self.must.exact.iter().all(is)
            && !self.deny.exact.iter().any(is)
    }

    /// Identifies the row: piece, source and destination.
    pub(super) fn row_key(&self) -> (PieceId, Option<usize>, Option<usize>) {
        (self.piece, self.from, self.to)
    }

    /// Returns the square of a marked piece that the possibility requires; the row need not be tested while no such piece is there.
    fn marker(&self, rules: &Ruleset) -> Option<usize> {
        let is_marked =
            |(square, piece): &(usize, PieceId)| rules.expires(*piece).is_some().then_some(*square);
        self.must.exact.iter().find_map(is_marked)
    }
}

/// A special row that can capture on a certain square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub(super) special: u32,
    pub(super) source: usize,
    /// True if the captured piece stands elsewhere than on the destination.
    pub(super) aside: bool,
}

/// All special rows, indexed by when they have to be tested.
#[derive(Clone, Debug)]
pub(super) struct Specials<B> {
    pub(super) all: Vec<Special<B>>,
    /// Rows whose possibilities all require a marked enemy piece, by the square of that piece.
    pub(super) by_marker: Vec<Vec<u32>>,
    /// The other board rows, by source.
    pub(super) by_source: Vec<Vec<u32>>,
    /// Squares with an entry in `by_source`.
    pub(super) sources: B,
    /// Rows from the hand.
    pub(super) from_hand: Vec<u32>,
    /// For each side the rows that may capture on their destination, or a royal piece elsewhere, by the square on which they capture.
    pub(super) attacks: BySide<Vec<Vec<Attack>>>,
}

impl<B: Bits> Specials<B> {
    pub(super) fn new(rules: &Ruleset, sorted: &SortedRows<B>, found: &Atoms<B>) -> Option<Specials<B>> {
        if sorted.special.len() > SPECIALS_MAX {
            return None;
        }
        let special = |row| Special::new(rules, found, row);
        let all: Option<Vec<Special<B>>> = sorted.special.iter().map(special).collect();
        let mut specials = Specials {
            all: all?,
            by_marker: vec![Vec::new(); B::WIDTH],
            by_source: vec![Vec::new(); B::WIDTH],
            sources: B::EMPTY,
            from_hand: Vec::new(),
            attacks: BySide::from_fn(|_| Vec::new()),
        };
        let mut index = 0;
        for row in specials.all.chunk_by(|one, next| one.row_key() == next.row_key()) {
            // The first possibility of a row that holds is the one played: a row is tested as a whole or not at all.
            let markers: BTreeSet<_> = row.iter().map(|special| special.marker(rules)).collect();
            let marker = markers.first().filter(|_| markers.len() == 1).copied().flatten();
            let list = match (marker, row.first()?.from) {
                (Some(marker), _) => specials.by_marker.get_mut(marker)?,
                (None, Some(from)) => {
                    specials.sources |= B::bit(from);
                    specials.by_source.get_mut(from)?
                }
                (None, None) => &mut specials.from_hand,
            };
            list.extend((index..).take(row.len()));
            index += row.len() as u32;
        }
        specials.attacks = BySide::from_fn(|side| specials.attacks_of(rules, side));
        Some(specials)
    }

    /// Returns the rows by which `side` could capture an enemy on the destination, or a royal piece elsewhere.
    fn attacks_of(&self, rules: &Ruleset, side: Side) -> Vec<Vec<Attack>> {
        let is_theirs = |piece: PieceId| rules.side_of(piece) != side;
        let mut attacks = vec![Vec::new(); B::WIDTH];
        for (index, special) in self.all.iter().enumerate() {
            let Some(source) = special.from.filter(|_| rules.side_of(special.piece) == side) else {
                continue;
            };
            // A piece that passes takes nothing.
            let arrives = special.to.iter().filter(|&&to| to != source).map(|&to| (to, false));
            for (target, aside) in arrives.chain(special.takes.iter().map(|&square| (square, true))) {
                let required = special.must.exact.iter().find(|(square, _)| *square == target);
                let may_take = required
                    .is_none_or(|&(_, piece)| is_theirs(piece) && (!aside || rules.is_terminal(piece)))
                    && !special.must.empty.has(target);
                if may_take {
                    attacks[target].push(Attack { special: index as u32, source, aside });
                }
            }
        }
        attacks
    }

    /// Returns whether no special row of a side can capture.
    pub(super) fn are_harmless(&self, side: Side) -> bool {
        self.attacks[side].iter().all(Vec::is_empty)
    }

    /// Approximate memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.all.len() * size_of::<Special<B>>()
            + (self.by_marker.len() + self.by_source.len()) * size_of::<Vec<u32>>()
    }
}
