//! Bitboard representation of a position, copied for every move (copy-make).
#![allow(unsafe_code, reason = "table reads without bounds checks: see `unchecked`")]

use super::bits::Bits;
use super::lookup::Random;
use super::specials::Special;
use super::tables::{Tables, lane, number};
use super::unchecked;
use crate::Side;
use crate::piece::PieceId;
use crate::position::Position;

/// A position on a board with `L` lanes and at most `H` kinds of pieces in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<B: Bits, const L: usize, const H: usize> {
    /// Sets of squares, indexed by [`lane`].
    pub(super) lanes: [B; L],
    mailbox: B::Mailbox,
    pub(super) hands: [[u8; H]; 2],
    /// Position key (Zobrist hash): equal for equal positions, and almost never for different ones.
    pub(super) key: u64,
    pub(super) turn: Side,
}

impl<B: Bits, const L: usize, const H: usize> Board<B, L, H> {
    /// Converts a position.
    pub(super) fn new<const G: usize>(tables: &Tables<B, L, G>, position: &Position) -> Board<B, L, H> {
        let mut board = Board {
            lanes: [B::EMPTY; L],
            mailbox: B::EMPTY_MAILBOX,
            hands: [[0; H]; 2],
            key: if position.turn() == Side::First { 0 } else { tables.turn_key },
            turn: position.turn(),
        };
        // A position of another ruleset may contain pieces for which this one has no tables.
        let is_known = |piece: PieceId| piece.index() < tables.piece_infos.len();
        for (square, piece) in position.pieces() {
            if is_known(piece) && square.index() < tables.squares {
                board.put(tables, piece, square.index());
            }
        }
        for side in Side::BOTH {
            for &(piece, count) in position.hand(side).iter().filter(|(piece, _)| is_known(*piece)) {
                board.change_hand(tables, side, piece, i16::try_from(count).unwrap_or(i16::MAX));
            }
        }
        board
    }

    /// Returns one of the sets.
    #[inline(always)]
    pub(super) fn lane(&self, lane: usize) -> B {
        // SAFETY: tables are built for boards with more lanes than they name.
        unsafe { *unchecked::entry(&self.lanes, lane) }
    }

    #[inline(always)]
    pub(super) fn at(&self, square: usize) -> Option<PieceId> {
        // The widths are powers of two, so the compiler sees that the index is below the length of the mailbox.
        self.mailbox.as_ref()[square & (B::WIDTH - 1)]
    }

    #[inline(always)]
    fn set(&mut self, square: usize, piece: Option<PieceId>) {
        self.mailbox.as_mut()[square & (B::WIDTH - 1)] = piece;
    }

    #[inline(always)]
    pub(super) fn own(&self) -> B {
        self.lanes[number(self.turn)]
    }

    #[inline(always)]
    pub(super) fn enemies(&self) -> B {
        self.lanes[1 - number(self.turn)]
    }

    /// Returns the squares of a side's pieces.
    #[inline(always)]
    pub(super) fn of(&self, side: Side) -> B {
        self.lanes[number(side)]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> B {
        self.lanes[0] | self.lanes[1]
    }

    /// Returns how many of a piece a side has in hand.
    #[inline(always)]
    pub(super) fn held<const G: usize>(&self, tables: &Tables<B, L, G>, side: Side, piece: PieceId) -> u8 {
        let slot = tables.piece_info(piece).hand_slot.map(usize::from);
        slot.and_then(|slot| self.hands[number(side)].get(slot)).copied().unwrap_or(0)
    }

    fn put<const G: usize>(&mut self, tables: &Tables<B, L, G>, piece: PieceId, square: usize) {
        let (bit, stamp) = (B::bit(square), tables.stamp(piece, square));
        for (lane, stamp) in self.lanes.iter_mut().zip(stamp) {
            *lane |= *stamp & bit;
        }
        self.set(square, Some(piece));
        self.key ^= tables.key(Some(piece), square);
    }

    /// Removes the piece on a square.
    fn clear<const G: usize>(&mut self, tables: &Tables<B, L, G>, square: usize) -> Option<PieceId> {
        let (clear, piece) = (!B::bit(square), self.at(square));
        for lane in &mut self.lanes {
            *lane &= clear;
        }
        self.set(square, None);
        self.key ^= tables.key(piece, square);
        piece
    }

    /// Adds `change` to the number of a piece in a side's hand.
    fn change_hand<const G: usize>(
        &mut self,
        tables: &Tables<B, L, G>,
        side: Side,
        piece: PieceId,
        change: i16,
    ) {
        let Some(slot) = tables.piece_info(piece).hand_slot.map(usize::from) else { return };
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

    /// Returns the position with the other side to move and the expired marks removed: the common start of all moves of the position.
    #[inline(always)]
    pub(super) fn after_pass<const G: usize>(&self, tables: &Tables<B, L, G>) -> Board<B, L, H> {
        let mut base = *self;
        let fallen = self.lanes[lane::MARKED] & self.enemies();
        base.turn = self.turn.opponent();
        base.key ^= tables.turn_key;
        for square in fallen.squares() {
            let Some(piece) = self.at(square) else { continue };
            let unmarked = tables.piece_info(piece).unmarked;
            if tables.only_mark_differs {
                base.lanes[lane::MARKED] ^= B::bit(square);
                base.key ^= tables.key(Some(piece), square) ^ tables.key(Some(unmarked), square);
                base.set(square, Some(unmarked));
            } else {
                base.clear(tables, square);
                base.put(tables, unmarked, square);
            }
        }
        base
    }

    /// Adds a captured piece to the capturer's hand, if the rules keep it.
    #[inline(always)]
    fn capture_to_hand<const G: usize>(&mut self, tables: &Tables<B, L, G>, taken: Option<PieceId>) {
        if H > 0
            && let Some(taken) = taken
            && let Some(kept) = tables.piece_info(taken).captured_as
        {
            self.change_hand(tables, self.turn.opponent(), kept, 1);
        }
    }

    /// Makes `child` the position after a simple move on the board; `base` is this position [`Board::after_pass`].
    ///
    /// Writes each lane once and reads nothing back: store-to-load stalls would dominate.
    #[inline(always)]
    pub(super) fn make_simple<const G: usize>(
        &self,
        tables: &Tables<B, L, G>,
        base: &Board<B, L, H>,
        (from, to): (usize, usize),
        becomes: PieceId,
        child: &mut Board<B, L, H>,
    ) {
        let (piece, taken) = (base.at(from), base.at(to));
        let (arrives, stamp) = (B::bit(to), tables.stamp(becomes, to));
        let stay = !(arrives | B::bit(from));
        for ((lane, stood), stamp) in child.lanes.iter_mut().zip(&base.lanes).zip(stamp) {
            *lane = (*stood & stay) | (*stamp & arrives);
        }
        child.mailbox = base.mailbox;
        child.set(from, None);
        child.set(to, Some(becomes));
        child.hands = base.hands;
        child.turn = base.turn;
        child.key =
            base.key ^ tables.key(piece, from) ^ tables.key(taken, to) ^ tables.key(Some(becomes), to);
        if H > 0 && taken.is_some() {
            child.capture_to_hand(tables, self.at(to));
        }
    }

    /// Makes `child` the position after a drop on an empty square.
    pub(super) fn make_drop<const G: usize>(
        &self,
        tables: &Tables<B, L, G>,
        base: &Board<B, L, H>,
        piece: PieceId,
        to: usize,
        child: &mut Board<B, L, H>,
    ) {
        *child = *base;
        child.change_hand(tables, self.turn, piece, -1);
        child.put(tables, tables.piece_info(piece).moved, to);
    }

    /// Makes `child` the position after a special move, as the interpreter does: captures, carried pieces, then the moved piece.
    pub(super) fn make_special<const G: usize>(
        &self,
        tables: &Tables<B, L, G>,
        base: &Board<B, L, H>,
        special: &Special<B>,
        becomes: PieceId,
        child: &mut Board<B, L, H>,
    ) {
        *child = *base;
        match special.from {
            Some(square) => drop(child.clear(tables, square)),
            None => child.change_hand(tables, self.turn, special.piece, -1),
        }
        let carried: smallvec::SmallVec<[_; 2]> =
            special.carries.iter().filter_map(|&(from, to)| Some((to, child.clear(tables, from)?))).collect();
        for &square in special.takes.iter().chain(&special.to) {
            if child.clear(tables, square).is_some() {
                child.capture_to_hand(tables, self.at(square));
            }
        }
        for (to, piece) in carried {
            child.clear(tables, to);
            child.put(tables, tables.piece_info(piece).moved, to);
        }
        match special.lands {
            Some(square) => child.put(tables, becomes, square),
            None => child.change_hand(tables, self.turn, becomes, 1),
        }
    }
}
