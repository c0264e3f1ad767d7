//! Bitboards: sets of squares with one bit per square.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::cpu::Cpu;
use crate::piece::PieceId;

/// A set of squares of a board with at most [`Bits::WIDTH`] of them.
pub(crate) trait Bits:
    Copy
    + Eq
    + Ord
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Number of squares in the widest board.
    const WIDTH: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The piece on each square.
    type Mailbox: Copy + Debug + Eq + Send + Sync + AsRef<[Option<PieceId>]> + AsMut<[Option<PieceId>]>;

    /// A mailbox without pieces.
    const EMPTY_MAILBOX: Self::Mailbox;

    /// Returns the set of one square. Beyond the width it wraps to another square; tables hold no such square.
    fn bit(square: usize) -> Self;
    /// Returns the lowest square, or the width if the set is empty.
    fn first(self) -> usize;
    /// Returns the set without its lowest square.
    fn without_first(self) -> Self;
    /// Number of squares in the set.
    fn count(self) -> u32;
    /// Rotates every square up by `by`, modulo the width.
    fn rotated(self, by: u32) -> Self;
    /// Returns an index that is unique per subset of `mask`: its bits extracted side by side, or the upper bits of the product with the magic
    /// multiplier of the mask.
    fn index<C: Cpu>(self, cpu: C, mask: Self, magic: Self, shift: u32) -> usize;
    /// Returns a candidate for a magic multiplier.
    fn magic(random: impl FnMut() -> u64) -> Self;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        !(self & Self::bit(square)).is_empty()
    }

    /// Iterates over the squares, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares of a set, lowest first.
pub(crate) struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }

    // Exact, so that a list makes room once for all squares.
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}

impl Bits for u64 {
    const WIDTH: usize = 64;
    const EMPTY: u64 = 0;
    type Mailbox = [Option<PieceId>; 64];
    const EMPTY_MAILBOX: Self::Mailbox = [None; 64];

    #[inline(always)]
    fn bit(square: usize) -> u64 {
        1u64.wrapping_shl(square as u32)
    }

    #[inline(always)]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline(always)]
    fn without_first(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn rotated(self, by: u32) -> u64 {
        self.rotate_left(by)
    }

    #[inline(always)]
    fn index<C: Cpu>(self, cpu: C, mask: u64, magic: u64, shift: u32) -> usize {
        if C::EXTRACTS {
            cpu.extract(self, mask) as usize
        } else {
            (self & mask).wrapping_mul(magic).wrapping_shr(shift) as usize
        }
    }

    fn magic(mut random: impl FnMut() -> u64) -> u64 {
        random() & random()
    }
}

impl Bits for u128 {
    const WIDTH: usize = 128;
    const EMPTY: u128 = 0;
    type Mailbox = [Option<PieceId>; 128];
    const EMPTY_MAILBOX: Self::Mailbox = [None; 128];

    #[inline(always)]
    fn bit(square: usize) -> u128 {
        1u128.wrapping_shl(square as u32)
    }

    #[inline(always)]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline(always)]
    fn without_first(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn rotated(self, by: u32) -> u128 {
        self.rotate_left(by)
    }

    #[inline(always)]
    fn index<C: Cpu>(self, cpu: C, mask: u128, magic: u128, shift: u32) -> usize {
        let halves = |set: u128| (set as u64, (set >> 64) as u64);
        let ((low, high), (low_mask, high_mask)) = (halves(self), halves(mask));
        let index = if C::EXTRACTS {
            cpu.extract(low, low_mask) | cpu.extract(high, high_mask).wrapping_shl(low_mask.count_ones())
        } else {
            let (low_magic, high_magic) = halves(magic);
            let mixed =
                (low & low_mask).wrapping_mul(low_magic) ^ (high & high_mask).wrapping_mul(high_magic);
            mixed.wrapping_shr(shift)
        };
        index as usize
    }

    fn magic(mut random: impl FnMut() -> u64) -> u128 {
        u128::from(random() & random()) << 64 | u128::from(random() & random())
    }
}
