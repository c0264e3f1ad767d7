//! The one source of random numbers of all tests.

use std::time::Duration;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

/// A seeded source of random numbers (ChaCha20). A seed gives the same numbers on every machine and in every run, so that what it
/// found can be played again.
///
/// The documented seeds of `make secrecy` and `make simulate` are streams of this generator: a change here changes which games they are.
#[derive(Clone, Debug)]
pub struct Random(ChaCha20Rng);

impl Random {
    /// Returns the source for a seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Random {
        Random::for_purpose(seed, "")
    }

    /// Returns the source for a seed and one purpose. Each purpose has its own stream, so that one more number drawn for one does not
    /// change those drawn for another.
    #[must_use]
    pub fn for_purpose(seed: u64, purpose: &str) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for (index, byte) in purpose.bytes().enumerate() {
            let mixed = &mut key[8 + index % 24];
            *mixed = mixed.rotate_left(3) ^ byte;
        }
        Random(ChaCha20Rng::from_seed(key))
    }

    /// Draws any number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.number() % bound.max(1) as u64).unwrap()
    }

    /// Draws a number from `least` to `most`, both included.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.number() % (most - least + 1)
    }

    /// Draws a length of time from `least` to `most` milliseconds, both included.
    pub fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.between(least, most))
    }

    /// Returns true in `chance` of a hundred draws.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.number() % 100 < chance
    }

    /// Returns true in `chance` of a thousand draws.
    pub fn permille(&mut self, chance: u64) -> bool {
        self.number() % 1000 < chance
    }

    /// Draws one of the items, `None` if there are none.
    pub fn choose<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Draws one of the items, of which there is at least one.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// Brings the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Fills bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that every machine and every release has to draw: documented seeds are replayed by them.
    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        let drawn = |mut random: Random| [random.number(), random.number(), random.between(0, 999)];
        assert_eq!(drawn(Random::seeded(4711)), [10_471_684_055_272_200_206, 8_162_512_413_699_665_071, 333]);
        assert_eq!(
            drawn(Random::for_purpose(4711, "net")),
            [11_808_608_256_274_081_731, 15_507_952_208_562_412_373, 478]
        );
    }

    #[test]
    fn numbers_stay_within_their_bounds() {
        let mut random = Random::seeded(0);
        for _ in 0..1000 {
            assert!(random.below(6) < 6);
            assert!((3..=5).contains(&random.between(3, 5)));
            assert!(!random.percent(0) && random.percent(100));
        }
        assert_eq!(random.choose::<u8>(&[]), None);
        let mut items: Vec<u8> = (0..100).collect();
        random.shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<u8>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<u8>>());
    }
}
