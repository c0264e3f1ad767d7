//! Chance from a seed: everything random about a pair of worlds follows from one number.

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// A source of choices.
pub(crate) struct Chance(TestRng);

impl Chance {
    /// The choices that follow from a seed.
    pub(crate) fn of(seed: u64) -> Chance {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Chance(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    /// A number below `bound`, which is more than 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.0.next_u64() % u64::try_from(bound).unwrap()).unwrap()
    }

    /// Whether something happens that happens so many times in a hundred.
    pub(crate) fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    /// One of them; none of nothing.
    pub(crate) fn one<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Puts them in any order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
