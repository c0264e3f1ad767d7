//! Chance from a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Source of random numbers that a seed determines.
#[derive(Debug)]
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn seeded(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a number below `bound`; 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // Scaled instead of divided: the bias is below 1 in 2^32 for lists of moves.
        let scaled = (u64::from(self.0.next_u32()) * bound as u64) >> 32;
        scaled as usize
    }

    /// Returns a number from `-most` to `most`, those near zero more often.
    pub(crate) fn around_zero(&mut self, most: i32) -> i32 {
        let bound = usize::try_from(most).unwrap_or(0) + 1;
        self.below(bound) as i32 - self.below(bound) as i32
    }

    /// Puts the entries in an order by chance.
    pub(crate) fn shuffle<T>(&mut self, entries: &mut [T]) {
        for last in (1..entries.len()).rev() {
            entries.swap(last, self.below(last + 1));
        }
    }
}
