//! Rows that stay words, as far as they can be made short: each is tested and played by itself.

use std::collections::BTreeSet;

use super::atoms::Atoms;
use super::bits::Bits;
use super::fans::{self, Fan};
use super::rows::{Residual, Sorted};
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::Ruleset;
use crate::ruleset::table::Condition;
use crate::{BySide, Side, Square};

/// A possibility of a row, with all that it asks for and all that it does.
#[derive(Clone, Debug)]
pub(super) struct Special<B> {
    pub(super) piece: PieceId,
    /// The source; nothing for the hand.
    pub(super) from: Option<usize>,
    /// The destination; nothing for the hand.
    pub(super) to: Option<usize>,
    pub(super) possibility: u32,
    must: Asked<B>,
    deny: Asked<B>,
    /// Squares that no enemy may attack.
    pub(super) unattacked: B,
    pub(super) carries: Vec<(usize, usize)>,
    pub(super) takes: Vec<usize>,
    /// Squares that pieces leave, or from which they are taken aside.
    pub(super) leaves: B,
    /// Squares at which pieces arrive.
    pub(super) arrives: B,
    pub(super) fan: Fan,
    /// Whether a royal piece is safe after the move if the squares that are to be unattacked are: no line to where it arrives is opened.
    pub(super) is_covered: bool,
}

/// What squares are asked to be.
#[derive(Clone, Debug)]
struct Asked<B> {
    empty: B,
    enemy: B,
    exact: Vec<(usize, PieceId)>,
}

impl<B: Bits> Asked<B> {
    fn new(conditions: &[(Square, Condition)]) -> Asked<B> {
        let mut asked = Asked { empty: B::EMPTY, enemy: B::EMPTY, exact: Vec::new() };
        for &(square, condition) in conditions {
            let bit = B::bit(square.index());
            match condition {
                Condition::Empty => asked.empty |= bit,
                Condition::Enemy => asked.enemy |= bit,
                Condition::Piece(piece) => asked.exact.push((square.index(), piece)),
            }
        }
        asked
    }
}

impl<B: Bits> Special<B> {
    fn new(rules: &Ruleset, found: &Atoms<B>, residual: &Residual) -> Option<Special<B>> {
        let way = rules.table().possibilities.get(residual.possibility as usize)?;
        let effect = rules.table().effect(residual.possibility);
        let place = |location: Location| location.square().map(Square::index);
        let (from, to) = (place(residual.source), place(residual.destination));
        let carries: Vec<(usize, usize)> = effect.map_or_else(Vec::new, |effect| {
            effect.carries.iter().map(|(from, to)| (from.index(), to.index())).collect()
        });
        let takes: Vec<usize> =
            effect.map_or_else(Vec::new, |effect| effect.takes.iter().map(|square| square.index()).collect());
        let set = |squares: &mut dyn Iterator<Item = usize>| {
            squares.fold(B::EMPTY, |set, square| set | B::bit(square))
        };
        let mut special = Special {
            piece: residual.piece,
            from,
            to,
            possibility: residual.possibility,
            must: Asked::new(&way.must),
            deny: Asked::new(&way.deny),
            unattacked: effect
                .map_or(B::EMPTY, |effect| set(&mut effect.unattacked.iter().map(|square| square.index()))),
            leaves: set(&mut from
                .into_iter()
                .chain(carries.iter().map(|carry| carry.0))
                .chain(takes.iter().copied())),
            arrives: set(&mut to.into_iter().chain(carries.iter().map(|carry| carry.1))),
            fan: fans::fan(effect, rules.moved(residual.piece)),
            carries,
            takes,
            is_covered: false,
        };
        special.is_covered = special.judge_cover(rules, found);
        Some(special)
    }

    fn judge_cover(&self, rules: &Ruleset, found: &Atoms<B>) -> bool {
        let Some(to) = self.to.filter(|to| self.unattacked.has(*to) && rules.is_terminal(self.piece)) else {
            return false;
        };
        let arriving = self.arrives & !B::bit(to);
        let stays_shut = |way: &B| (*way & self.leaves).is_empty() || !(*way & arriving).is_empty();
        let enemy = rules.side_of(self.piece).opponent();
        let theirs = found.atoms.iter().enumerate().filter(|(index, _)| found.has(rules, enemy, *index));
        let rows = theirs.flat_map(|(_, atom)| atom.values().flatten());
        rows.filter(|row| row.captures && row.to == to).all(|row| row.ways.iter().all(stays_shut))
    }

    /// Whether every condition holds for a side with these enemies.
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

    /// The row: whose, from where and to where.
    pub(super) fn place(&self) -> (PieceId, Option<usize>, Option<usize>) {
        (self.piece, self.from, self.to)
    }

    /// The square of a marked piece that the possibility asks for, so that it need not be tested while no such piece is there.
    fn marker(&self, rules: &Ruleset) -> Option<usize> {
        let is_marked =
            |(square, piece): &(usize, PieceId)| rules.expires(*piece).is_some().then_some(*square);
        self.must.exact.iter().find_map(is_marked)
    }
}

/// A special row that would take a piece, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub(super) special: u32,
    pub(super) source: usize,
    pub(super) target: usize,
    /// Whether the row takes without arriving there.
    pub(super) aside: bool,
}

/// All special rows, and which of them to look at when.
#[derive(Clone, Debug)]
pub(super) struct Specials<B> {
    pub(super) all: Vec<Special<B>>,
    /// By the square of a marked enemy piece that all possibilities of their row ask for.
    pub(super) by_marker: Vec<Vec<u32>>,
    /// The others, by their source.
    pub(super) by_source: Vec<Vec<u32>>,
    /// Squares with an entry in `by_source`.
    pub(super) sources: B,
    /// Those from the hand.
    pub(super) from_hand: Vec<u32>,
    /// For each side those by which it may take a piece where it arrives, or a royal piece aside.
    pub(super) attacks: BySide<Vec<Attack>>,
}

impl<B: Bits> Specials<B> {
    pub(super) fn new(rules: &Ruleset, sorted: &Sorted<B>, found: &Atoms<B>) -> Option<Specials<B>> {
        let special = |residual| Special::new(rules, found, residual);
        let all: Option<Vec<Special<B>>> = sorted.residual.iter().map(special).collect();
        let mut specials = Specials {
            all: all?,
            by_marker: vec![Vec::new(); B::WIDTH],
            by_source: vec![Vec::new(); B::WIDTH],
            sources: B::EMPTY,
            from_hand: Vec::new(),
            attacks: BySide::from_fn(|_| Vec::new()),
        };
        let mut index = 0;
        for row in specials.all.chunk_by(|one, next| one.place() == next.place()) {
            // The first possibility of a row that holds is the one that is played: they are looked at together or not at all.
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

    /// The rows by which `side` could take a piece of the other where it arrives, or a royal piece aside.
    fn attacks_of(&self, rules: &Ruleset, side: Side) -> Vec<Attack> {
        let is_theirs = |piece: PieceId| rules.side_of(piece) != side;
        let mut attacks = Vec::new();
        for (index, special) in self.all.iter().enumerate() {
            let Some(source) = special.from.filter(|_| rules.side_of(special.piece) == side) else {
                continue;
            };
            let arrives = special.to.iter().map(|&to| (to, false));
            for (target, aside) in arrives.chain(special.takes.iter().map(|&square| (square, true))) {
                let asked = special.must.exact.iter().find(|(square, _)| *square == target);
                let may_take = asked
                    .is_none_or(|&(_, piece)| is_theirs(piece) && (!aside || rules.is_terminal(piece)))
                    && !special.must.empty.has(target);
                if may_take {
                    attacks.push(Attack { special: index as u32, source, target, aside });
                }
            }
        }
        attacks
    }

    /// Roughly how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.all.len() * size_of::<Special<B>>()
            + (self.by_marker.len() + self.by_source.len()) * size_of::<Vec<u32>>()
    }
}
