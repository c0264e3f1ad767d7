//! A position as bits, copied for every move.

use super::bits::Bits;
use super::lookup::Random;
use super::tables::Tables;
use crate::piece::PieceId;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::{Side, Square, reference};

/// A position of a ruleset with at most `A` atoms and `H` kinds of piece that can be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<B: Bits, const A: usize, const H: usize> {
    /// For each atom the pieces, of both sides, that have it.
    pub(super) atoms: [B; A],
    pub(super) sides: [B; 2],
    pub(super) royals: B,
    pub(super) marked: B,
    pub(super) mailbox: B::Mailbox,
    pub(super) hands: [[u8; H]; 2],
    pub(super) turn: Side,
    /// Equal for equal positions, and hardly ever for others.
    pub(super) key: u64,
}

#[inline(always)]
pub(super) fn number(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// A move as the generator gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) piece: PieceId,
    pub(super) becomes: PieceId,
    /// The source; [`Step::HAND`] for a drop.
    pub(super) from: u8,
    pub(super) to: u8,
    /// Whether the player chose what the piece becomes.
    pub(super) chosen: bool,
    /// Index of the residual row, or [`Step::SIMPLE`].
    pub(super) residual: u32,
}

impl Step {
    pub(super) const HAND: u8 = u8::MAX;
    pub(super) const SIMPLE: u32 = u32::MAX;
}

impl<B: Bits, const A: usize, const H: usize> Board<B, A, H> {
    /// A position as bits.
    pub(super) fn new(tables: &Tables<B>, position: &Position) -> Board<B, A, H> {
        let mut board = Board {
            atoms: [B::EMPTY; A],
            sides: [B::EMPTY; 2],
            royals: B::EMPTY,
            marked: B::EMPTY,
            mailbox: B::BARE,
            hands: [[0; H]; 2],
            turn: position.turn(),
            key: if position.turn() == Side::First { 0 } else { tables.turn_key },
        };
        for (square, piece) in position.pieces() {
            board.put(tables, piece, square.index());
        }
        for side in Side::BOTH {
            for &(piece, count) in position.hand(side) {
                board.hold(tables, side, piece, i16::try_from(count).unwrap_or(i16::MAX));
            }
        }
        board
    }

    #[inline(always)]
    pub(super) fn at(&self, square: usize) -> Option<PieceId> {
        self.mailbox.as_ref()[square]
    }

    #[inline(always)]
    pub(super) fn own(&self) -> B {
        self.sides[number(self.turn)]
    }

    #[inline(always)]
    pub(super) fn enemies(&self) -> B {
        self.sides[1 - number(self.turn)]
    }

    #[inline(always)]
    fn toggle(&mut self, tables: &Tables<B>, piece: PieceId, square: usize) {
        let (bit, kind) = (B::bit(square), tables.kind(piece));
        let mut atoms = tables.slots(piece, square);
        while atoms != 0 {
            self.atoms[atoms.trailing_zeros() as usize] ^= bit;
            atoms &= atoms - 1;
        }
        self.sides[number(kind.side)] ^= bit;
        if kind.is_royal {
            self.royals ^= bit;
        }
        if kind.is_marked {
            self.marked ^= bit;
        }
        self.key ^= tables.key(piece, square);
    }

    #[inline(always)]
    pub(super) fn put(&mut self, tables: &Tables<B>, piece: PieceId, square: usize) {
        self.toggle(tables, piece, square);
        self.mailbox.as_mut()[square] = Some(piece);
    }

    #[inline(always)]
    pub(super) fn take(&mut self, tables: &Tables<B>, piece: PieceId, square: usize) {
        self.toggle(tables, piece, square);
        self.mailbox.as_mut()[square] = None;
    }

    /// Changes how many of a piece a side holds.
    fn hold(&mut self, tables: &Tables<B>, side: Side, piece: PieceId, change: i16) {
        let Some(slot) = tables.kind(piece).held.map(usize::from) else { return };
        let Some(held) = self.hands[number(side)].get_mut(slot) else { return };
        let seed = (piece.index() as u64) << 16 | number(side) as u64;
        let mixed = |count: u8| Random(seed | u64::from(count) << 1).next();
        let after = (i16::from(*held) + change).clamp(0, i16::from(u8::MAX)) as u8;
        if *held > 0 {
            self.key ^= mixed(*held);
        }
        if after > 0 {
            self.key ^= mixed(after);
        }
        *held = after;
    }

    #[inline(always)]
    fn capture(&mut self, tables: &Tables<B>, taken: PieceId, square: usize) {
        self.take(tables, taken, square);
        if H > 0
            && let Some(kept) = tables.kind(taken).kept
        {
            self.hold(tables, self.turn, kept, 1);
        }
    }

    /// The position after a move.
    #[inline(always)]
    pub(super) fn after(&self, rules: &Ruleset, tables: &Tables<B>, step: &Step) -> Board<B, A, H> {
        let mut next = *self;
        if step.residual == Step::SIMPLE {
            let to = usize::from(step.to);
            if let Some(taken) = next.at(to) {
                next.capture(tables, taken, to);
            }
            if step.from == Step::HAND {
                next.hold(tables, self.turn, step.piece, -1);
            } else {
                next.take(tables, step.piece, usize::from(step.from));
            }
            next.put(tables, step.becomes, to);
        } else {
            next.play_residual(rules, tables, step);
        }
        next.settle(tables);
        next.turn = self.turn.opponent();
        next.key ^= tables.turn_key;
        next
    }

    /// The marks of the side that did not move fall.
    #[inline(always)]
    fn settle(&mut self, tables: &Tables<B>) {
        let fallen = self.marked & self.enemies();
        for square in fallen.squares() {
            if let Some(piece) = self.at(square) {
                self.take(tables, piece, square);
                self.put(tables, tables.kind(piece).settled, square);
            }
        }
    }

    /// As the interpreter reads it: what is taken, what is carried, and what arrives.
    fn play_residual(&mut self, rules: &Ruleset, tables: &Tables<B>, step: &Step) {
        let Some(residual) = tables.residual.get(step.residual as usize) else { return };
        let effect = rules.table().effect(residual.possibility);
        let carries = effect.map_or(&[][..], |effect| effect.carries.as_slice());
        let aside = effect.map_or(&[][..], |effect| effect.takes.as_slice());
        match residual.source.square() {
            Some(square) => self.take(tables, step.piece, square.index()),
            None => self.hold(tables, self.turn, step.piece, -1),
        }
        let carried: smallvec::SmallVec<[_; 2]> =
            carries.iter().filter_map(|&(from, to)| Some((from, to, self.at(from.index())?))).collect();
        for &(from, _, piece) in &carried {
            self.take(tables, piece, from.index());
        }
        for square in aside.iter().chain(residual.destination.square().iter()).map(|square| square.index()) {
            if let Some(taken) = self.at(square) {
                self.capture(tables, taken, square);
            }
        }
        for (_, to, piece) in carried {
            if let Some(replaced) = self.at(to.index()) {
                self.take(tables, replaced, to.index());
            }
            self.put(tables, tables.kind(piece).moved, to.index());
        }
        match residual.destination.square() {
            Some(square) => self.put(tables, step.becomes, square.index()),
            None => self.hold(tables, self.turn, step.becomes, 1),
        }
    }

    /// Whether a possibility of `side` holds.
    pub(super) fn holds(&self, rules: &Ruleset, possibility: u32, side: Side) -> bool {
        let way = rules.table().possibilities.get(possibility as usize);
        way.is_some_and(|way| reference::holds(rules, way, side, |square: Square| self.at(square.index())))
    }
}
