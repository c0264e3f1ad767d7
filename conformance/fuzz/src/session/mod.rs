//! Whole sessions: whatever comes in, in whatever order and at whatever time, the two players are told what is so, and no more than they may know.
//!
//! An input is a byte for the terms and then four bytes for each deed: so the fuzzer can cut, repeat and splice deeds.

mod deeds;
mod judge;
mod table;
mod world;

use table::Table;

/// The deeds of one input at most.
const DEEDS: usize = 96;

/// What happens to one game from its creation on.
pub fn target(data: &[u8]) {
    play(data);
}

/// How many moves were made, and whether the game came to its end.
fn play(data: &[u8]) -> (usize, bool) {
    let Some((&terms, rest)) = data.split_first() else { return (0, false) };
    let mut table = Table::new(terms);
    for deed in rest.chunks_exact(4).take(DEEDS) {
        deeds::act(&mut table, [deed[0], deed[1], deed[2], deed[3]]);
    }
    table.finish()
}

/// Games that go somewhere: openings, draws, disputes, absences and restarts, under each of some terms.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let seated = [[0, 23, 0, 1], [0, 23, 1, 0]];
    let moves = |count: u8| (0..count).map(|number| [2, number % 12, number.wrapping_mul(37), 0]);
    let tails: [&[[u8; 4]]; 7] = [
        &[[0, 20, 0, 0], [0, 21, 1, 1], [0, 22, 0, 0]],
        &[[0, 19, 4, 0], [0, 22, 1, 0], [0, 23, 2, 0]],
        &[[0, 26, 0, 0], [4, 27, 0, 0], [1, 27, 0, 0], [1, 27, 0, 0]],
        &[[0, 28, 0, 0], [0, 23, 0, 1], [0, 23, 1, 2], [0, 3, 9, 0]],
        &[[0, 15, 4, 0], [0, 12, 4, 1], [0, 16, 9, 30], [0, 12, 1, 3]],
        &[[0, 23, 3, 1], [0, 3, 1, 0], [0, 26, 0, 200], [0, 29, 0, 0], [0, 4, 8, 0]],
        &[[0, 18, 0, 0], [0, 18, 0, 2], [0, 30, 1, 1], [0, 30, 1, 1]],
    ];
    let game = |(terms, tail): (u8, &[[u8; 4]])| {
        let deeds = seated.into_iter().chain(moves(5 * terms)).chain(tail.iter().copied()).flatten();
        std::iter::once(terms).chain(deeds).collect()
    };
    (0u8..14).zip(tails.into_iter().cycle()).map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_begins_with_goes_somewhere() {
        let played: Vec<(usize, bool)> = seeds().iter().map(|seed| play(seed)).collect();
        assert!(played.iter().map(|(moves, _)| moves).sum::<usize>() > 100, "{played:?}");
        assert!(played.iter().filter(|(_, is_over)| *is_over).count() > 3, "{played:?}");
    }
}
