//! Players of random games.

use ggn_core::Game;

use crate::Random;

/// Plays a random legal move. Returns false where there is none.
pub fn random_move(game: &mut Game, random: &mut Random) -> bool {
    let Some(mv) = random.choose(game.legal_moves()).copied() else { return false };
    game.play(&mv).unwrap();
    true
}

/// Plays random legal moves until there is none, or the game has `plies` plies.
pub fn random_game(game: &mut Game, random: &mut Random, plies: usize) {
    while game.plies() < plies && random_move(game, random) {}
}

/// Plays the legal moves that the numbers choose, each modulo the count of moves, until there are no moves or no numbers left.
pub fn by_choices(game: &mut Game, choices: &[usize]) {
    for choice in choices {
        let moves = game.legal_moves();
        let Some(mv) = moves.get(choice % moves.len().max(1)).copied() else { break };
        game.play(&mv).unwrap();
    }
}
