//! Small random games: built from bytes, repaired where they do not load, and played.

mod draw;
mod mend;

use ggn_core::Counters;

use crate::walk::{walk, ways};

/// Maximum number of repairs of a game.
const MENDINGS: usize = 8;

/// Maximum number of plies.
const PLIES: usize = 24;

/// Builds a game from the bytes; the remaining bytes choose among its moves.
pub fn target(data: &[u8]) {
    play(data);
}

/// Returns whether the bytes gave a game that loads.
fn play(data: &[u8]) -> bool {
    let mut bytes = draw::Bytes::new(data);
    let mut drawn = draw::game(&mut bytes);
    for _ in 0..MENDINGS {
        match drawn.load() {
            Ok(rules) => {
                let choices = bytes.rest();
                let choices = &choices[..choices.len().min(PLIES)];
                walk(&rules, &ways(&rules), rules.initial().clone(), Counters::default(), choices);
                return true;
            }
            Err(faults) if !mend::mend(&mut drawn, &faults) => return false,
            Err(_) => {}
        }
    }
    false
}

/// Returns bytes of all kinds, as seeds.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let stretch = |seed: u64| {
        let mut bytes = vec![0; 160];
        dev::Random::seeded(seed).fill(&mut bytes);
        bytes
    };
    (1..40).map(stretch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_often_a_game() {
        let seeds = seeds();
        let games = seeds.iter().filter(|seed| play(seed)).count();
        assert!(games * 4 > seeds.len(), "{games} of {} load", seeds.len());
    }
}
