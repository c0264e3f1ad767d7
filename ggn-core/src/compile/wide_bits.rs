//! Bitboards of several machine words, for boards of more than 128 squares.

use std::array::from_fn;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::bits::Bits;
use super::cpu::Cpu;
use crate::piece::PieceId;

/// Number of words in a [`WideBits`].
const COUNT: usize = 4;

/// A set of up to 256 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WideBits([u64; COUNT]);

impl BitAnd for WideBits {
    type Output = WideBits;
    #[inline(always)]
    fn bitand(self, other: WideBits) -> WideBits {
        WideBits(from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for WideBits {
    type Output = WideBits;
    #[inline(always)]
    fn bitor(self, other: WideBits) -> WideBits {
        WideBits(from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl BitXor for WideBits {
    type Output = WideBits;
    #[inline(always)]
    fn bitxor(self, other: WideBits) -> WideBits {
        WideBits(from_fn(|at| self.0[at] ^ other.0[at]))
    }
}

impl Not for WideBits {
    type Output = WideBits;
    #[inline(always)]
    fn not(self) -> WideBits {
        WideBits(self.0.map(|word| !word))
    }
}

impl BitAndAssign for WideBits {
    #[inline(always)]
    fn bitand_assign(&mut self, other: WideBits) {
        *self = *self & other;
    }
}

impl BitOrAssign for WideBits {
    #[inline(always)]
    fn bitor_assign(&mut self, other: WideBits) {
        *self = *self | other;
    }
}

impl BitXorAssign for WideBits {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: WideBits) {
        *self = *self ^ other;
    }
}

impl Bits for WideBits {
    const WIDTH: usize = 64 * COUNT;
    const EMPTY: WideBits = WideBits([0; COUNT]);
    type Mailbox = [Option<PieceId>; 64 * COUNT];
    const EMPTY_MAILBOX: Self::Mailbox = [None; 64 * COUNT];

    #[inline(always)]
    fn bit(square: usize) -> WideBits {
        WideBits(from_fn(|at| u64::from(square / 64 % COUNT == at).wrapping_shl(square as u32)))
    }

    #[inline(always)]
    fn first(self) -> usize {
        let start = self.0.iter().take_while(|word| **word == 0).count();
        64 * start + self.0.get(start).map_or(0, |word| word.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn without_first(mut self) -> WideBits {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn rotated(self, by: u32) -> WideBits {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |at: usize| self.0[(at + 2 * COUNT - words) % COUNT];
        WideBits(from_fn(|at| {
            // Two shifts, so that no shift is by a whole word.
            word(at) << bits | word(at + COUNT - 1) >> (63 - bits) >> 1
        }))
    }

    #[inline(always)]
    fn index<C: Cpu>(self, cpu: C, mask: WideBits, magic: WideBits, shift: u32) -> usize {
        let index = if C::EXTRACTS {
            let mut offset = 0;
            (0..COUNT).fold(0, |index, at| {
                let part = cpu.extract(self.0[at], mask.0[at]).wrapping_shl(offset);
                offset += mask.0[at].count_ones();
                index | part
            })
        } else {
            // Both halves of each product. The lower half alone has one bit of the last square of a word, so it could not tell the last squares
            // of two words apart, which on a board of 16 files are on one file.
            let mixed = |at: usize| {
                let product = u128::from(self.0[at] & mask.0[at]) * u128::from(magic.0[at]);
                product as u64 ^ (product >> 64) as u64
            };
            (0..COUNT).fold(0, |mix, at| mix ^ mixed(at)).wrapping_shr(shift)
        };
        index as usize
    }

    fn magic(mut random: impl FnMut() -> u64) -> WideBits {
        WideBits(from_fn(|_| random() & random()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::cpu::Plain;

    /// Returns the squares of a set as numbers.
    fn squares(set: WideBits) -> Vec<usize> {
        set.squares().collect()
    }

    #[test]
    fn several_words_form_one_set() {
        let set = WideBits::bit(3) | WideBits::bit(64) | WideBits::bit(200) | WideBits::bit(255);
        assert_eq!(squares(set), [3, 64, 200, 255]);
        assert_eq!(set.count(), 4);
        assert_eq!(squares(set.rotated(1)), [0, 4, 65, 201]);
        assert_eq!(squares(set.rotated(64)), [8, 63, 67, 128]);
        assert_eq!(squares(set.rotated(255)), [2, 63, 199, 254]);
        assert_eq!(squares(!set & WideBits::bit(4)), [4]);
        assert_eq!(WideBits::EMPTY.first(), WideBits::WIDTH);
    }

    #[test]
    fn extracted_bits_form_a_dense_index() {
        /// A processor that claims to extract bits.
        #[derive(Clone, Copy, Debug)]
        struct Extracts;
        impl Cpu for Extracts {
            const EXTRACTS: bool = true;
            fn work<W: crate::compile::cpu::Work>(self, work: W) -> W::Output {
                work.run()
            }
            fn extract(self, word: u64, mask: u64) -> u64 {
                Plain.extract(word, mask)
            }
        }
        let mask = WideBits::bit(1) | WideBits::bit(70) | WideBits::bit(71) | WideBits::bit(254);
        let set = WideBits::bit(1) | WideBits::bit(2) | WideBits::bit(71) | WideBits::bit(254);
        assert_eq!(set.index(Extracts, mask, WideBits::EMPTY, 0), 0b1101);
    }
}
