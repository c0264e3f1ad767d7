//! The deal of covered pieces: drawn by a seed, promised by a hash when the game is created, and opened when it is over.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use ggn_core::{Deal, Position, Rules};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Deal of covered pieces that a seed draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnDeal {
    /// The seed.
    pub seed: DealSeed,
    /// The deal as FEEN, written when the game is created: a later change of the rules does not change it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feen: Option<String>,
}

/// Seed of a deal: 32 random bytes, written in 64 hexadecimal digits. Nobody is told of it before the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DealSeed(pub [u8; 32]);

/// Text that is no seed of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the seed of a deal is 64 hexadecimal digits, in lower case")]
pub struct NoDealSeed;

impl fmt::Display for DealSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for DealSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DealSeed(..)")
    }
}

impl From<DealSeed> for String {
    fn from(seed: DealSeed) -> String {
        seed.to_string()
    }
}

impl FromStr for DealSeed {
    type Err = NoDealSeed;

    fn from_str(text: &str) -> Result<DealSeed, NoDealSeed> {
        let mut seed = [0; 32];
        let digits = text.as_bytes();
        if digits.len() != 2 * seed.len() {
            return Err(NoDealSeed);
        }
        for (byte, pair) in seed.iter_mut().zip(digits.chunks(2)) {
            for digit in pair {
                let value = match digit {
                    b'0'..=b'9' => digit - b'0',
                    b'a'..=b'f' => digit - b'a' + 10,
                    _ => return Err(NoDealSeed),
                };
                *byte = *byte << 4 | value;
            }
        }
        Ok(DealSeed(seed))
    }
}

impl TryFrom<String> for DealSeed {
    type Error = NoDealSeed;

    fn try_from(text: String) -> Result<DealSeed, NoDealSeed> {
        text.parse()
    }
}

impl DealSeed {
    /// Deals the covered pieces of a position; `None` in a game without covered pieces. The same seed always gives the same deal.
    #[must_use]
    pub fn deal(&self, rules: &Rules, position: &Position) -> Option<Deal> {
        let mut numbers = Numbers { seed: self.0, block: 0, left: Vec::new() };
        rules.deal(position, &mut |below| numbers.below(below))
    }
}

/// Random numbers that a seed gives: the SHA-256 of the seed and of a block's number (eight bytes, the highest first) is eight numbers of four bytes.
struct Numbers {
    seed: [u8; 32],
    block: u64,
    left: Vec<u32>,
}

impl Numbers {
    fn next(&mut self) -> u32 {
        if let Some(number) = self.left.pop() {
            return number;
        }
        let hash = Sha256::new().chain_update(self.seed).chain_update(self.block.to_be_bytes()).finalize();
        self.block += 1;
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
        // The first is taken first.
        self.left = hash.chunks(4).rev().map(number).collect();
        self.left.pop().unwrap_or_default()
    }

    /// Returns a number below `bound`, each with the same chance: numbers that would favour the lower ones are passed over.
    fn below(&mut self, bound: u32) -> u32 {
        let fair = u32::MAX - u32::MAX % bound.max(1);
        loop {
            let number = self.next();
            if number < fair {
                return number % bound.max(1);
            }
        }
    }
}

/// A deal with the text that promises it. It is a secret of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PromisedDeal {
    pub(crate) deal: Deal,
    pub(crate) seed: DealSeed,
    /// The deal as FEEN.
    pub(crate) feen: String,
}

/// Returns the hash that promises a deal: the SHA-256 of the seed, a blank and the FEEN, in hexadecimal digits. Who does not know the seed learns nothing from it.
#[must_use]
pub fn commitment(seed: &DealSeed, feen: &str) -> String {
    hex(&Sha256::digest(format!("{seed} {feen}")))
}

impl PromisedDeal {
    /// Returns the hash that promises the deal.
    pub(crate) fn commitment(&self) -> String {
        commitment(&self.seed, &self.feen)
    }
}

impl DrawnDeal {
    /// Draws the deal of a position; `None` where no pieces are covered.
    pub(crate) fn draw(self, rules: &Rules, position: &Position) -> Option<DrawnDeal> {
        let deal = self.seed.deal(rules, position)?;
        Some(DrawnDeal { seed: self.seed, feen: Some(rules.dealt_feen(position, &deal).to_string()) })
    }

    /// Returns the deal; `None` if it is none of the position.
    pub(crate) fn promised(&self, rules: &Rules, position: &Position) -> Option<PromisedDeal> {
        let feen = self.feen.clone()?;
        let deal = rules.read_deal(position, &feen.parse().ok()?).ok()?;
        Some(PromisedDeal { deal, seed: self.seed, feen })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_64_digits() {
        let text = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
        assert_eq!(text.parse::<DealSeed>().map(|seed| seed.to_string()), Ok(text.to_owned()));
        for wrong in ["", "00", &text.to_uppercase(), &format!("{text}0"), &text.replace('0', "g")] {
            assert_eq!(wrong.parse::<DealSeed>(), Err(NoDealSeed), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_fair_and_the_same_every_time() {
        let numbers = || Numbers { seed: [7; 32], block: 0, left: Vec::new() };
        let mut counts = [0; 6];
        let mut source = numbers();
        for _ in 0..6_000 {
            counts[source.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
        let (mut one, mut other) = (numbers(), numbers());
        assert!((1..50).all(|bound| one.below(bound) == other.below(bound)));
        assert_eq!(numbers().below(0), 0);
        // By another program: printf of the seed and eight zero bytes, through sha256sum.
        assert_eq!(
            numbers().next(),
            u32::from_be_bytes(
                Sha256::digest([[7; 32].as_slice(), &[0; 8]].concat())[..4].try_into().unwrap()
            )
        );
    }
}
