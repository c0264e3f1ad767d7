//! Work of searches, by both libraries: lists of moves, and random games to their end.

use cozy_chess::{Board, Color, GameStatus, Piece};
use dev::Random;
use ggn_core::{MoveList, Position, Rules, SearchBoard};

use crate::clock::Timer;

/// Number of random games between two readings of the clock.
const GAMES: u32 = 200;

/// Returns the time of one list of our engine.
pub(crate) fn lists_ours(timer: &Timer, rules: &Rules, positions: &[Position]) -> f64 {
    let boards: Vec<_> = positions.iter().map(|position| SearchBoard::new(rules, position)).collect();
    let mut moves = MoveList::new();
    timer.nanoseconds(&boards, |board| {
        board.moves(&mut moves);
        moves.len()
    })
}

/// Returns the time of one list of cozy-chess.
pub(crate) fn lists_theirs(timer: &Timer, boards: &[Board]) -> f64 {
    let mut moves = Vec::with_capacity(256);
    timer.nanoseconds(boards, |board| {
        moves.clear();
        list(board, &mut moves);
        moves.len()
    })
}

/// Returns the time of one random game of our engine.
pub(crate) fn games_ours(timer: &Timer, rules: &Rules) -> f64 {
    let mut random = Random::seeded(1);
    let mut moves = MoveList::new();
    timer.with_repeats(GAMES).nanoseconds(&[()], |()| game_ours(rules, &mut random, &mut moves))
}

/// Returns the time of one random game of cozy-chess.
pub(crate) fn games_theirs(timer: &Timer) -> f64 {
    let mut random = Random::seeded(1);
    let mut moves = Vec::with_capacity(256);
    timer.with_repeats(GAMES).nanoseconds(&[()], |()| game_theirs(&mut random, &mut moves))
}

/// Plays one game to an end that is not by repetition. Returns its plies, and whether it is drawn.
fn game_ours(rules: &Rules, random: &mut Random, moves: &mut MoveList) -> (u32, bool) {
    let mut board = SearchBoard::new(rules, rules.initial());
    let mut plies = 0;
    loop {
        board.moves(moves);
        if let Some(ending) = board.ending(moves) {
            return (plies, ending.winner.is_none());
        }
        board.make(*random.pick(moves));
        plies += 1;
    }
}

/// Plays the same by cozy-chess.
fn game_theirs(random: &mut Random, moves: &mut Vec<cozy_chess::Move>) -> (u32, bool) {
    let mut board = Board::default();
    let mut plies = 0;
    loop {
        moves.clear();
        list(&board, moves);
        if moves.is_empty() || board.halfmove_clock() >= 100 || is_insufficient(&board) {
            // A mate comes before the limit of moves.
            return (plies, board.status() != GameStatus::Won);
        }
        board.play_unchecked(*random.pick(moves));
        plies += 1;
    }
}

fn list(board: &Board, moves: &mut Vec<cozy_chess::Move>) {
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
}

/// Returns whether neither side can win with what is left: a king against a king, with at most one light piece, or bishops on squares of one colour.
fn is_insufficient(board: &Board) -> bool {
    let pieces = board.occupied().len();
    if pieces > 4 {
        return false;
    }
    let bishops = board.pieces(Piece::Bishop);
    let light = (board.pieces(Piece::Knight) | bishops).len();
    let has_bishop = |color| board.colors(color).iter().any(|square| bishops.has(square));
    let on_dark = bishops & cozy_chess::BitBoard::DARK_SQUARES;
    pieces == 2
        || (pieces == 3 && light == 1)
        || (pieces == 4
            && bishops.len() == 2
            && has_bishop(Color::White)
            && has_bishop(Color::Black)
            && (on_dark.is_empty() || on_dark == bishops))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both choose other moves, as their lists have other orders, but their random games are alike.
    #[test]
    fn random_games_of_both_libraries_are_alike() {
        let rules = crate::ours::rules(None).unwrap();
        let (mut ours, mut theirs) = (Random::seeded(7), Random::seeded(7));
        let (mut our_moves, mut their_moves) = (MoveList::new(), Vec::new());
        let mut totals = [(0u32, 0u32); 2];
        for _ in 0..2_000 {
            let played =
                [game_ours(&rules, &mut ours, &mut our_moves), game_theirs(&mut theirs, &mut their_moves)];
            for ((plies, draws), played) in totals.iter_mut().zip(played) {
                (*plies, *draws) = (*plies + played.0, *draws + u32::from(played.1));
            }
        }
        // Some 350 plies with a deviation of 150, and some 84 games of 100 drawn: means of 2,000 differ by a few percent at most.
        let [(our_plies, our_draws), (their_plies, their_draws)] = totals;
        assert!(our_plies.abs_diff(their_plies) < our_plies / 15, "{our_plies} and {their_plies} plies");
        assert!(our_draws.abs_diff(their_draws) < our_draws / 10, "{our_draws} and {their_draws} draws");
    }
}
