//! Chance from a seed: everything random about a simulation follows from one number.

use std::time::Duration;

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// A source of choices.
#[derive(Debug)]
pub(crate) struct Chance(TestRng);

impl Chance {
    /// The choices that follow from a seed, for one purpose. Each purpose has its own, so that one more choice here does
    /// not change those made elsewhere.
    pub(crate) fn of(seed: u64, purpose: &str) -> Chance {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        for (at, byte) in purpose.bytes().enumerate() {
            let place = &mut bytes[8 + at % 24];
            *place = place.rotate_left(3) ^ byte;
        }
        Chance(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    /// A number below `bound`, which is more than 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    /// A number from `least` to `most`.
    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    /// A length of time between two numbers of milliseconds.
    pub(crate) fn ms(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.between(least, most))
    }

    /// Whether something happens that happens so many times in a thousand.
    pub(crate) fn permille(&mut self, often: u64) -> bool {
        self.below(1000) < often
    }

    /// One of them, of which there are some.
    pub(crate) fn one<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[usize::try_from(self.below(items.len() as u64)).unwrap()]
    }

    /// Fills bytes.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }
}
