//! Sets of squares of boards for which no machine word is wide enough: several words in a row.

use std::array::from_fn;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::bits::Bits;
use super::cpu::Cpu;
use crate::piece::PieceId;

/// How many words a [`Words`] has.
const COUNT: usize = 4;

/// Up to 256 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Words([u64; COUNT]);

impl BitAnd for Words {
    type Output = Words;
    #[inline(always)]
    fn bitand(self, other: Words) -> Words {
        Words(from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for Words {
    type Output = Words;
    #[inline(always)]
    fn bitor(self, other: Words) -> Words {
        Words(from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl BitXor for Words {
    type Output = Words;
    #[inline(always)]
    fn bitxor(self, other: Words) -> Words {
        Words(from_fn(|at| self.0[at] ^ other.0[at]))
    }
}

impl Not for Words {
    type Output = Words;
    #[inline(always)]
    fn not(self) -> Words {
        Words(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Words {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Words) {
        *self = *self & other;
    }
}

impl BitOrAssign for Words {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Words) {
        *self = *self | other;
    }
}

impl BitXorAssign for Words {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Words) {
        *self = *self ^ other;
    }
}

impl Bits for Words {
    const WIDTH: usize = 64 * COUNT;
    const EMPTY: Words = Words([0; COUNT]);
    type Mailbox = [Option<PieceId>; 64 * COUNT];
    const BARE: Self::Mailbox = [None; 64 * COUNT];

    #[inline(always)]
    fn bit(square: usize) -> Words {
        Words(from_fn(|at| u64::from(square / 64 % COUNT == at).wrapping_shl(square as u32)))
    }

    #[inline(always)]
    fn first(self) -> usize {
        let start = self.0.iter().take_while(|word| **word == 0).count();
        64 * start + self.0.get(start).map_or(0, |word| word.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn without_first(mut self) -> Words {
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
    fn rotated(self, by: u32) -> Words {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |at: usize| self.0[(at + 2 * COUNT - words) % COUNT];
        Words(from_fn(|at| {
            // Twice by half, so that nothing is shifted by a whole word.
            word(at) << bits | word(at + COUNT - 1) >> (63 - bits) >> 1
        }))
    }

    #[inline(always)]
    fn index<C: Cpu>(self, cpu: C, mask: Words, magic: Words, shift: u32) -> usize {
        let index = if C::EXTRACTS {
            let mut place = 0;
            (0..COUNT).fold(0, |index, at| {
                let part = cpu.extract(self.0[at], mask.0[at]).wrapping_shl(place);
                place += mask.0[at].count_ones();
                index | part
            })
        } else {
            let mixed = |at: usize| (self.0[at] & mask.0[at]).wrapping_mul(magic.0[at]);
            (0..COUNT).fold(0, |mix, at| mix ^ mixed(at)).wrapping_shr(shift)
        };
        index as usize
    }

    fn magic(mut random: impl FnMut() -> u64) -> Words {
        Words(from_fn(|_| random() & random()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::cpu::Plain;

    /// Sets of squares as sets of numbers.
    fn squares(set: Words) -> Vec<usize> {
        set.squares().collect()
    }

    #[test]
    fn words_in_a_row_are_one_set() {
        let set = Words::bit(3) | Words::bit(64) | Words::bit(200) | Words::bit(255);
        assert_eq!(squares(set), [3, 64, 200, 255]);
        assert_eq!(set.count(), 4);
        assert_eq!(squares(set.rotated(1)), [0, 4, 65, 201]);
        assert_eq!(squares(set.rotated(64)), [8, 63, 67, 128]);
        assert_eq!(squares(set.rotated(255)), [2, 63, 199, 254]);
        assert_eq!(squares(!set & Words::bit(4)), [4]);
        assert_eq!(Words::EMPTY.first(), Words::WIDTH);
    }

    #[test]
    fn an_index_is_the_bits_side_by_side() {
        /// A processor that extracts.
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
        let mask = Words::bit(1) | Words::bit(70) | Words::bit(71) | Words::bit(254);
        let set = Words::bit(1) | Words::bit(2) | Words::bit(71) | Words::bit(254);
        assert_eq!(set.index(Extracts, mask, Words::EMPTY, 0), 0b1101);
    }
}
