//! Undo: a game from which moves were taken back equals the game in which they were never played.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::{Arc, LazyLock};

use ggn_core::{Counters, Ending, Game, Move, Played, Position, Rules, Side};
use proptest::prelude::*;
use proptest::sample::Index;

type All = (Position, Counters, Vec<Move>, bool, Option<Ending>, Vec<Played>);

/// Returns the complete observable state of a game.
fn all(game: &Game) -> All {
    let (legal, history) = (game.legal_moves().to_vec(), game.history().to_vec());
    (game.position().clone(), game.counters(), legal, game.in_check(), game.ending(), history)
}

fn chess() -> &'static Arc<Rules> {
    static RULES: LazyLock<Arc<Rules>> = LazyLock::new(|| common::ruleset("chess"));
    &RULES
}

/// Plays as many of the chosen moves as the game allows.
fn play(rules: &Arc<Rules>, choices: &[Index]) -> (Game, Vec<Move>) {
    let mut game = Game::new(Arc::clone(rules));
    let mut line = Vec::new();
    for choice in choices {
        if game.legal_moves().is_empty() {
            break;
        }
        let mv = *choice.get(game.legal_moves());
        game.play(&mv).unwrap();
        line.push(mv);
    }
    (game, line)
}

fn replay(rules: &Arc<Rules>, line: &[Move]) -> Game {
    let mut game = Game::new(Arc::clone(rules));
    for mv in line {
        game.play(mv).unwrap();
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn undone_moves_leave_no_trace(choices in prop::collection::vec(any::<Index>(), 1..80), plies in any::<Index>()) {
        let rules = chess();
        let (mut game, line) = play(rules, &choices);
        let plies = 1 + plies.index(line.len());
        let history = game.history().to_vec();
        prop_assert_eq!(game.undo(plies), &history[line.len() - plies..]);
        prop_assert_eq!(all(&game), all(&replay(rules, &line[..line.len() - plies])));
        // Repetition counts are not observable; playing the same moves again shows them.
        for mv in &line[line.len() - plies..] {
            game.play(mv).unwrap();
        }
        prop_assert_eq!(all(&game), all(&replay(rules, &line)));
    }

    #[test]
    fn predicted_effects_equal_played_effects(choices in prop::collection::vec(any::<Index>(), 1..80)) {
        let rules = chess();
        let (game, _) = play(rules, &choices);
        for mv in game.legal_moves() {
            prop_assert_eq!(game.preview(mv), game.clone().play(mv).cloned());
        }
    }
}

fn shuffle(game: &mut Game, squares: &[&str]) {
    let at = |name: &str| game.rules().shape().square(name.parse().unwrap()).unwrap();
    let squares: Vec<_> = squares.iter().map(|pair| (at(&pair[..2]), at(&pair[2..]))).collect();
    for (from, to) in squares {
        let mv = game.find(from, to, None).unwrap();
        game.play(&mv).unwrap();
    }
}

#[test]
fn undone_moves_do_not_count_for_repetition() {
    let mut game = Game::new(Arc::clone(chess()));
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    shuffle(&mut game, &round);
    for _ in 0..3 {
        shuffle(&mut game, &round[..3]);
        assert_eq!(game.ending(), None);
        assert_eq!(game.undo(3).len(), 3);
    }
    shuffle(&mut game, &round);
    assert!(game.ending().is_some(), "the first position stands for the third time");
    assert_eq!(game.undo(1).len(), 1);
    assert_eq!(game.ending(), None);
    shuffle(&mut game, &round[3..]);
    assert!(game.ending().is_some());
}

#[test]
fn undo_removes_the_ending_and_stops_at_the_start() {
    let mut game = Game::new(Arc::clone(chess()));
    assert!(game.undo(1).is_empty());
    shuffle(&mut game, &["e2e4"]);
    game.resign(Side::Second);
    let resigned = all(&game);
    assert!(game.undo(2).is_empty() && game.undo(0).is_empty());
    assert_eq!(all(&game), resigned);
    assert_eq!(game.undo(1).len(), 1);
    assert_eq!(all(&game), all(&Game::new(Arc::clone(chess()))));
}
