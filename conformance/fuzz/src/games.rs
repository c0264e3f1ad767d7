//! Small games that nobody would write: put together from bytes, mended where they do not load, and played.

mod draw;
mod mend;

use ggn_core::Counters;

use crate::walk::{walk, ways};

/// How often a game is mended.
const MENDINGS: usize = 8;

/// The plies that are played at most.
const PLIES: usize = 24;

/// The bytes draw a game; those that are left choose among its moves.
pub fn target(data: &[u8]) {
    play(data);
}

/// Whether what the bytes draw came to a game that loads.
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

/// Bytes of all kinds: what they come to is for the fuzzer to find out.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let stretch = |start: u32| {
        let next = |state: &mut u32| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some((*state >> 24) as u8)
        };
        std::iter::repeat_with(|| ()).scan(start, |state, ()| Some(next(state))).flatten().take(160).collect()
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
