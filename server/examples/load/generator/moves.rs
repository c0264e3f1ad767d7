//! Recorded games of chess: legal moves, chosen at random and seldom captures, without promotions and without an end.

/// The games, one a line, as UCI writes moves.
const GAMES: &str = include_str!("games.txt");

/// Plies of each game.
pub const PLIES: usize = 200;

/// Returns the moves of a game. Numbers beyond the last game begin again with the first.
pub fn of_game(number: usize) -> Vec<&'static str> {
    let games: Vec<&str> = GAMES.lines().collect();
    games[number % games.len()].split_whitespace().collect()
}
