//! Whole sessions: for any inputs, in any order and at any time, the two players receive true facts, and no hidden ones.
//!
//! An input is a byte for the terms and then four bytes for each action, so that the fuzzer can cut, repeat and splice actions. Two or three remaining bytes
//! behind the last action choose bids, spectators and chat; then some actions are others (`group_actions`).

mod actions;
mod bid_oracle;
mod commands;
mod fixtures;
mod group_actions;
mod harness;
mod player_checks;
mod sent;
mod spectator_checks;

use harness::Harness;

/// Maximum number of actions of one input.
const ACTIONS_MAX: usize = 96;

/// Plays one game from its creation on.
pub fn target(data: &[u8]) {
    play(data);
}

/// Returns the number of moves, and whether the game ended.
fn play(data: &[u8]) -> (usize, bool) {
    let Some((&terms, rest)) = data.split_first() else { return (0, false) };
    let actions = rest.chunks_exact(4);
    let more = match *actions.remainder() {
        [bids, company, ..] => Some([bids, company]),
        [_] | [] => None,
    };
    let mut harness = Harness::new(terms, more);
    for action in actions.take(ACTIONS_MAX) {
        actions::act(&mut harness, [action[0], action[1], action[2], action[3]]);
    }
    harness.finish()
}

/// Returns games with openings, draws, disputes, absences and restarts, under several terms; and the same with bids, spectators and chat.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    [plain(), with_bids()].concat()
}

/// Seats both players.
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
        let actions = SEATED.into_iter().chain(moves(5 * terms)).chain(tail.iter().copied()).flatten();
        std::iter::once(terms).chain(actions).collect()
    };
    (0u8..14).zip(tails.into_iter().cycle()).map(game).collect()
}

/// Returns games with each gambit profile, with spectators, in which every possible capture is tried.
fn with_bids() -> Vec<Vec<u8>> {
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
        let actions = SEATED.into_iter().chain(company).chain(turns).chain(tail.iter().copied()).flatten();
        std::iter::once(number).chain(actions).chain([number, number.wrapping_mul(7)]).collect()
    };
    (0u8..12).zip(tails.into_iter().cycle()).map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_reach_moves_and_game_ends() {
        let played: Vec<(usize, bool)> = seeds().iter().map(|seed| play(seed)).collect();
        assert!(played.iter().map(|(moves, _)| moves).sum::<usize>() > 100, "{played:?}");
        assert!(played.iter().filter(|(_, is_over)| *is_over).count() > 3, "{played:?}");
        let with_bids: usize = with_bids().iter().map(|seed| play(seed).0).sum();
        assert!(with_bids > 40, "{played:?}");
    }
}
