//! Forced captures.

use std::sync::Arc;

use ggn_core::{Counters, Game, Side, Violation, perft};

use super::{house, play, points, square};
use crate::common;

/// Published counts: those in python-chess's own tests.
#[test]
fn perft_equals_published_counts() {
    let rules = house(&["suicide-chess"]);
    for (feen, known) in [
        (
            "+rnbq+kbn+r/+p+p+p+p+p+p+p+p/8/8/8/8/+P+P+P+P+P+P+P+P/+RNBQ+KBN+R / C/c",
            &[20, 400, 8067, 153_299][..],
        ),
        ("8/1+p6/8/8/8/8/+P7/8 / C/c", &[2, 4, 4, 3, 1, 0]),
        ("8/2+p5/8/8/8/8/+P7/8 / C/c", &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312]),
    ] {
        let position = common::position(&rules, feen);
        for (nodes, depth) in known.iter().zip(1..) {
            assert_eq!(perft(&rules, &position, depth), *nodes, "{feen} at depth {depth}");
        }
    }
}

#[test]
fn captures_are_forced_and_refusals_say_so() {
    let rules = house(&["suicide-chess"]);
    let mut game = Game::new(Arc::clone(&rules));
    play(&mut game, "e2e4 d7d5");
    let moves: Vec<String> = game.legal_moves().iter().map(|mv| mv.uci(&rules)).collect();
    assert_eq!(moves, ["e4d5"]);
    let quiet = rules.pseudo_legal_moves(game.position()).into_iter().find(|mv| mv.uci(&rules) == "a2a3");
    let by = vec![square(&rules, "e4")];
    assert_eq!(rules.violations(game.position(), &quiet.unwrap()), [Violation::ForcedCapture { by }]);
    let capture = game.legal_moves()[0];
    assert!(rules.violations(game.position(), &capture).is_empty());
}

#[test]
fn side_without_pieces_or_moves_wins() {
    let rules = house(&["suicide-chess"]);
    let from = |feen: &str| {
        Game::from_position(Arc::clone(&rules), common::position(&rules, feen), Counters::default())
    };
    let mut bare = from("8/8/8/8/8/1q6/8/K7 / C/c");
    play(&mut bare, "a1a2 b3a2");
    let ending = bare.ending().unwrap();
    assert_eq!((ending.status.as_str(), ending.winner), ("extinction", Some(Side::First)));
    let mut stuck = from("8/8/8/8/8/p7/P6k/8 / c/C");
    play(&mut stuck, "h2g2");
    let ending = stuck.ending().unwrap();
    assert_eq!((ending.status.as_str(), ending.winner), ("stalemate", Some(Side::First)));
}

#[test]
fn pawn_may_promote_to_king() {
    let rules = house(&["suicide-chess"]);
    let position = common::position(&rules, "8/P6k/8/8/8/8/8/K7 / C/c");
    let mut game = Game::from_position(Arc::clone(&rules), position, Counters::default());
    assert_eq!(play(&mut game, "a7a8k").san, "a8=K");
}

#[test]
fn hit_satisfies_forced_capture() {
    let rules = house(&["suicide-chess", "piece-hp"]);
    let mut game = Game::new(Arc::clone(&rules));
    play(&mut game, "e2e4 d7d5");
    assert_eq!(game.legal_moves().len(), 1);
    assert_eq!(play(&mut game, "e4d5").san, "e*d5");
    assert_eq!(points(&game, "d5"), Some(1));
    // The piece that was hit must hit back; otherwise the queen's side would have to.
    assert!(game.legal_moves().iter().all(|mv| rules.effect(game.position(), mv).is_capture()));
}
