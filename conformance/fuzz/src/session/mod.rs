//! Whole sessions: whatever comes in, in whatever order and at whatever time, the two players are told what is so, and no more than they may know.
//!
//! An input is a byte for the terms and then four bytes for each deed: so the fuzzer can cut, repeat and splice deeds. Two or three bytes that are left
//! behind the last deed say what is bid and who may watch; then some deeds are other ones (`company_deeds`).

mod book;
mod company;
mod company_deeds;
mod deeds;
mod judge;
mod table;
mod told;
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
    let deeds = rest.chunks_exact(4);
    let more = match *deeds.remainder() {
        [bids, company, ..] => Some([bids, company]),
        [_] | [] => None,
    };
    let mut table = Table::new(terms, more);
    for deed in deeds.take(DEEDS) {
        deeds::act(&mut table, [deed[0], deed[1], deed[2], deed[3]]);
    }
    table.finish()
}

/// Games that go somewhere: openings, draws, disputes, absences and restarts, under each of some terms; and the like with bids and company.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    [plain(), fought()].concat()
}

/// Both players take their seats.
const SEATED: [[u8; 4]; 2] = [[0, 23, 0, 1], [0, 23, 1, 0]];

fn plain() -> Vec<Vec<u8>> {
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
        let deeds = SEATED.into_iter().chain(moves(5 * terms)).chain(tail.iter().copied()).flatten();
        std::iter::once(terms).chain(deeds).collect()
    };
    (0u8..14).zip(tails.into_iter().cycle()).map(game).collect()
}

/// Games with each way to play with bids, in which captures are tried wherever there are any, in company.
fn fought() -> Vec<Vec<u8>> {
    let company = [[0, 53, 2, 0], [0, 53, 20, 1], [0, 57, 0, 0], [0, 57, 2, 1], [0, 60, 0, 1]];
    let turn = |number: u8| {
        let (choice, bid) = (number.wrapping_mul(37), number.wrapping_mul(29));
        let lateness = if number % 7 == 6 { 50 } else { 32 };
        [
            [1, 1, choice, 0],
            [1, 40 + number % 4, choice, 0],
            [0, 32, bid, 0],
            [0, lateness, bid / 3, 1],
            [2, 46, choice, 0],
        ]
    };
    let tails: [&[[u8; 4]]; 5] = [
        &[[0, 53, 3, 2], [0, 26, 2, 0], [0, 61, 0, 1], [0, 19, 4, 0]],
        &[[0, 28, 0, 0], [0, 23, 0, 1], [0, 23, 1, 2], [0, 53, 4, 2], [0, 32, 5, 0], [0, 51, 0, 0]],
        &[[0, 29, 0, 0], [3, 52, 0, 0], [0, 19, 8, 1], [0, 52, 0, 0]],
        &[[0, 26, 0, 0], [0, 50, 0, 0], [4, 59, 0, 0], [0, 52, 0, 0]],
        &[[0, 57, 131, 0], [0, 57, 131, 0], [0, 61, 130, 4], [0, 20, 0, 0], [0, 21, 1, 1]],
    ];
    let game = |(number, tail): (u8, &[[u8; 4]])| {
        let turns = (0..3 + number).flat_map(|at| turn(number.wrapping_mul(11).wrapping_add(at)));
        let deeds = SEATED.into_iter().chain(company).chain(turns).chain(tail.iter().copied()).flatten();
        std::iter::once(number).chain(deeds).chain([number, number.wrapping_mul(7)]).collect()
    };
    (0u8..12).zip(tails.into_iter().cycle()).map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_begins_with_goes_somewhere() {
        let played: Vec<(usize, bool)> = seeds().iter().map(|seed| play(seed)).collect();
        assert!(played.iter().map(|(moves, _)| moves).sum::<usize>() > 100, "{played:?}");
        assert!(played.iter().filter(|(_, is_over)| *is_over).count() > 3, "{played:?}");
        let fought: usize = fought().iter().map(|seed| play(seed).0).sum();
        assert!(fought > 40, "{played:?}");
    }
}
