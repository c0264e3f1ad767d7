//! A ruleset as tables: made once when it is loaded, and read by the generator.

use super::atoms;
use super::bits::Bits;
use super::lookup::{Lookup, Random, Reach};
use super::rows::{self, Change, Residual, Sorted};
use crate::movement::Location;
use crate::piece::PieceId;
use crate::ruleset::table::Condition;
use crate::ruleset::{Captured, Constraint, Ruleset};
use crate::{BySide, Side};

/// What the tables know of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) side: Side,
    pub(super) is_royal: bool,
    pub(super) is_marked: bool,
    /// What it becomes by moving.
    pub(super) moved: PieceId,
    /// What a marked piece falls to; any other is itself.
    pub(super) settled: PieceId,
    /// Where it is counted in a hand.
    pub(super) held: Option<u8>,
    /// What enters the capturer's hand.
    pub(super) kept: Option<PieceId>,
}

/// The destinations at which a piece on a square becomes something else than by moving alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes<B> {
    pub(super) at: B,
    list: (u32, u32),
}

/// A residual row that would take a piece, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub(super) piece: PieceId,
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) possibility: u32,
}

/// A ruleset as tables.
#[derive(Clone, Debug)]
pub(super) struct Tables<B> {
    pub(super) kinds: Vec<Kind>,
    pub(super) lookup: Lookup<B>,
    /// By atom and square.
    reach: Vec<Reach<B>>,
    /// By atom and square: from where the atom captures there.
    aligned: Vec<B>,
    /// By atom, source and target: what must be empty between them.
    between: Vec<B>,
    /// By piece and square: the atoms that the piece has there, one bit each.
    slots: Vec<u32>,
    changes: Vec<Changes<B>>,
    change_list: Vec<(u8, Change)>,
    pub(super) residual: Vec<Residual>,
    /// Residual rows by the square of a marked enemy piece that they ask for, and the others by their source (the last entry is the hand).
    pub(super) by_marker: Vec<Vec<u32>>,
    pub(super) by_source: Vec<Vec<u32>>,
    /// Squares with an entry in `by_source`.
    pub(super) sources: B,
    /// For each side the residual rows by which it may take a royal piece of the other.
    pub(super) attacks: BySide<Vec<Attack>>,
    /// By piece: where it may be dropped.
    pub(super) drops: Vec<(PieceId, B)>,
    pub(super) keys: Vec<u64>,
    pub(super) turn_key: u64,
    pub(super) royal_safety: bool,
    pub(super) heeds_attacks: bool,
    pub(super) atoms: usize,
    pub(super) helds: usize,
    /// Whether every capture has one way only, so that what stands between tells check from pin.
    pub(super) has_lines: bool,
}

/// The most atoms that a word of [`Tables::slots`] can hold.
const ATOMS_MAX: usize = 32;

impl<B: Bits> Tables<B> {
    /// Compiles a ruleset; nothing if its board is too wide for the words, or it needs more atoms than fit.
    pub(super) fn new(rules: &Ruleset) -> Option<Tables<B>> {
        let squares = rules.shape().squares();
        if squares > B::WIDTH {
            return None;
        }
        let sorted: Sorted<B> = rows::sort(rules);
        let found = atoms::find(&sorted);
        if found.atoms.len() > ATOMS_MAX {
            return None;
        }
        let (width, kinds) = (B::WIDTH, rules.pieces().count());
        let mut random = Random(0);
        let mut lookup = Lookup::new();
        let mut reach = vec![Reach::default(); found.atoms.len() * width];
        let mut aligned = vec![B::EMPTY; found.atoms.len() * width];
        let mut between = vec![B::EMPTY; found.atoms.len() * width * width];
        let mut has_lines = true;
        for (index, atom) in found.atoms.iter().enumerate() {
            for (&square, rows) in atom {
                *reach.get_mut(index * width + square)? = lookup.add(rows, &mut random)?;
                for row in rows.iter().filter(|row| row.captures) {
                    *aligned.get_mut(index * width + row.to)? |= B::bit(square);
                    *between.get_mut((index * width + square) * width + row.to)? = *row.ways.first()?;
                    has_lines &= row.ways.len() == 1;
                }
            }
        }
        let mut slots = vec![0u32; kinds * width];
        for (&(piece, square), atoms) in &found.of {
            *slots.get_mut(piece.index() * width + square)? =
                atoms.iter().fold(0, |set, atom| set | 1 << atom);
        }
        for (piece, _) in rules.pieces() {
            if let Some(settled) = rules.expires(piece) {
                for square in 0..width {
                    let atoms = *slots.get(settled.index() * width + square)?;
                    *slots.get_mut(piece.index() * width + square)? = atoms;
                }
            }
        }
        let (changes, change_list) = list_changes(&sorted, kinds, width);
        let mut tables = Tables {
            kinds: list_kinds(rules),
            lookup,
            reach,
            aligned,
            between,
            slots,
            changes,
            change_list,
            by_marker: vec![Vec::new(); width],
            by_source: vec![Vec::new(); width + 1],
            sources: B::EMPTY,
            attacks: BySide::from_fn(|side| residual_attacks(rules, &sorted.residual, side)),
            residual: sorted.residual,
            drops: sorted.drops.into_iter().collect(),
            keys: std::iter::repeat_with(|| random.next()).take(kinds * width).collect(),
            turn_key: random.next(),
            royal_safety: rules.constraints().contains(&Constraint::RoyalSafety),
            heeds_attacks: rules.constraints().contains(&Constraint::Unattacked),
            atoms: found.atoms.len(),
            helds: 0,
            has_lines,
        };
        tables.helds = tables.kinds.iter().filter(|kind| kind.held.is_some()).count();
        tables.index_residual(rules);
        Some(tables)
    }

    fn index_residual(&mut self, rules: &Ruleset) {
        for (index, residual) in self.residual.iter().enumerate() {
            let way = rules.table().possibilities.get(residual.possibility as usize);
            let marker =
                way.into_iter().flat_map(|way| &way.must).find_map(|&(square, condition)| match condition {
                    Condition::Piece(piece) if rules.expires(piece).is_some() => Some(square.index()),
                    Condition::Empty | Condition::Enemy | Condition::Piece(_) => None,
                });
            let source = residual.source.square().map(crate::Square::index);
            let list = match (marker, source) {
                (Some(marker), _) => self.by_marker.get_mut(marker),
                (None, Some(source)) => {
                    self.sources |= B::bit(source);
                    self.by_source.get_mut(source)
                }
                (None, None) => self.by_source.last_mut(),
            };
            list.into_iter().for_each(|list| list.push(index as u32));
        }
    }

    /// Roughly how many bytes the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.lookup.bytes()
            + self.reach.len() * size_of::<Reach<B>>()
            + (self.aligned.len() + self.between.len()) * size_of::<B>()
            + self.slots.len() * size_of::<u32>()
            + self.changes.len() * size_of::<Changes<B>>()
            + self.keys.len() * size_of::<u64>()
    }

    #[inline(always)]
    pub(super) fn kind(&self, piece: PieceId) -> &Kind {
        &self.kinds[piece.index()]
    }

    #[inline(always)]
    pub(super) fn reach(&self, atom: usize, square: usize) -> &Reach<B> {
        &self.reach[atom * B::WIDTH + square]
    }

    #[inline(always)]
    pub(super) fn aligned(&self, atom: usize, target: usize) -> B {
        self.aligned[atom * B::WIDTH + target]
    }

    #[inline(always)]
    pub(super) fn between(&self, atom: usize, source: usize, target: usize) -> B {
        self.between[(atom * B::WIDTH + source) * B::WIDTH + target]
    }

    #[inline(always)]
    pub(super) fn slots(&self, piece: PieceId, square: usize) -> u32 {
        self.slots[piece.index() * B::WIDTH + square]
    }

    #[inline(always)]
    pub(super) fn key(&self, piece: PieceId, square: usize) -> u64 {
        self.keys[piece.index() * B::WIDTH + square]
    }

    #[inline(always)]
    pub(super) fn changes(&self, piece: PieceId, square: usize) -> &Changes<B> {
        &self.changes[piece.index() * B::WIDTH + square]
    }

    /// What a piece undergoes on one of the destinations of its [`Changes`].
    pub(super) fn change(&self, changes: &Changes<B>, to: usize) -> Change {
        let list = self.change_list.get(changes.list.0 as usize..changes.list.1 as usize).unwrap_or_default();
        list.iter().find(|(at, _)| usize::from(*at) == to).map_or_else(Change::default, |(_, change)| *change)
    }
}

fn list_kinds(rules: &Ruleset) -> Vec<Kind> {
    let mut holdable: Vec<PieceId> = match rules.captured() {
        Captured::Discard => Vec::new(),
        Captured::Hand(kept) => kept.iter().map(|&(_, after)| after).collect(),
    };
    for (piece, source, row) in rules.table().iter() {
        if source == Location::Hand || row.destination == Location::Hand {
            holdable.push(piece);
            holdable.push(rules.moved(piece));
        }
    }
    holdable
        .extend(Side::BOTH.into_iter().flat_map(|side| rules.initial().hand(side)).map(|&(piece, _)| piece));
    holdable.sort_unstable();
    holdable.dedup();
    let kind = |(piece, shown): (PieceId, &crate::piece::Piece)| Kind {
        side: shown.side(),
        is_royal: shown.is_terminal(),
        is_marked: rules.expires(piece).is_some(),
        moved: rules.moved(piece),
        settled: rules.expires(piece).unwrap_or(piece),
        held: holdable.iter().position(|held| *held == piece).and_then(|at| u8::try_from(at).ok()),
        kept: match rules.captured() {
            Captured::Discard => None,
            Captured::Hand(kept) => kept.iter().find(|(taken, _)| *taken == piece).map(|&(_, after)| after),
        },
    };
    rules.pieces().map(kind).collect()
}

fn list_changes<B: Bits>(
    sorted: &Sorted<B>,
    kinds: usize,
    width: usize,
) -> (Vec<Changes<B>>, Vec<(u8, Change)>) {
    let mut changes = vec![Changes { at: B::EMPTY, list: (0, 0) }; kinds * width];
    let mut list = Vec::new();
    for (&(piece, from, to), &change) in &sorted.changes {
        let Some(entry) = changes.get_mut(piece.index() * width + from) else { continue };
        if entry.at.is_empty() {
            entry.list.0 = list.len() as u32;
        }
        entry.at |= B::bit(to);
        list.push((to as u8, change));
        entry.list.1 = list.len() as u32;
    }
    (changes, list)
}

/// The residual rows of `side` that could take a royal piece of the other.
fn residual_attacks(rules: &Ruleset, residual: &[Residual], side: Side) -> Vec<Attack> {
    let royals: Vec<PieceId> = rules
        .pieces()
        .filter(|(_, piece)| piece.is_terminal() && piece.side() != side)
        .map(|(piece, _)| piece)
        .collect();
    let mut attacks = Vec::new();
    for residual in residual.iter().filter(|residual| rules.side_of(residual.piece) == side) {
        let Location::Square(source) = residual.source else { continue };
        let Some(way) = rules.table().possibilities.get(residual.possibility as usize) else { continue };
        let aside = rules.table().effect(residual.possibility).map_or(&[][..], |effect| &effect.takes);
        for &target in residual.destination.square().iter().chain(aside) {
            let asked =
                way.must.iter().find(|(square, _)| *square == target).map(|(_, condition)| *condition);
            let may_take = match asked {
                None | Some(Condition::Enemy) => true,
                Some(Condition::Piece(piece)) => royals.contains(&piece),
                Some(Condition::Empty) => false,
            };
            if may_take {
                attacks.push(Attack {
                    piece: residual.piece,
                    source: source.index(),
                    target: target.index(),
                    possibility: residual.possibility,
                });
            }
        }
    }
    attacks
}
