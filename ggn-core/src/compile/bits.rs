//! Sets of squares as machine words: one bit a square.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

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
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// How many squares fit.
    const WIDTH: usize;
    /// No square.
    const EMPTY: Self;

    /// What stands on each square.
    type Mailbox: Copy + Debug + Eq + Send + Sync + AsRef<[Option<PieceId>]> + AsMut<[Option<PieceId>]>;

    /// A board without pieces.
    const BARE: Self::Mailbox;

    /// The set of one square.
    fn bit(square: usize) -> Self;
    /// The lowest square; the width for an empty set.
    fn first(self) -> usize;
    /// The set without its lowest square.
    fn without_first(self) -> Self;
    /// How many squares are in the set.
    fn count(self) -> u32;
    /// Mixes the set with a multiplier; the upper bits tell apart the subsets for which the multiplier was found.
    fn mix(self, magic: Self) -> u64;
    /// A multiplier from random words.
    fn magic(random: impl FnMut() -> u64) -> Self;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        !(self & Self::bit(square)).is_empty()
    }

    /// The squares, lowest first.
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
}

impl Bits for u64 {
    const WIDTH: usize = 64;
    const EMPTY: u64 = 0;
    type Mailbox = [Option<PieceId>; 64];
    const BARE: Self::Mailbox = [None; 64];

    #[inline(always)]
    fn bit(square: usize) -> u64 {
        1 << square
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
    fn mix(self, magic: u64) -> u64 {
        self.wrapping_mul(magic)
    }

    fn magic(mut random: impl FnMut() -> u64) -> u64 {
        random() & random()
    }
}

impl Bits for u128 {
    const WIDTH: usize = 128;
    const EMPTY: u128 = 0;
    type Mailbox = [Option<PieceId>; 128];
    const BARE: Self::Mailbox = [None; 128];

    #[inline(always)]
    fn bit(square: usize) -> u128 {
        1 << square
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
    fn mix(self, magic: u128) -> u64 {
        (self as u64).wrapping_mul(magic as u64) ^ ((self >> 64) as u64).wrapping_mul((magic >> 64) as u64)
    }

    fn magic(mut random: impl FnMut() -> u64) -> u128 {
        u128::from(random() & random()) << 64 | u128::from(random() & random())
    }
}
