//! A game unlike chess: a small board, hands and drops, optional promotion, and negated conditions.
//! The engine plays it without any code for it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::Arc;

use ggn_core::notation::letter::Letter;
use ggn_core::notation::uci::Uci;
use ggn_core::{Counters, Game, Location, Move, Rules};

/// Minishogi: five files and ranks; captured pieces change sides and return by drops.
fn minishogi() -> Arc<Rules> {
    dev::ruleset("conformance/fixtures/games/minishogi")
}

/// Node counts of Fairy-Stockfish from the initial position; lines of three plies already include captures, promotions and drops.
const NODES: [u64; 3] = [14, 181, 2_512];

#[test]
fn node_counts_equal_those_of_fairy_stockfish() {
    let rules = minishogi();
    for (nodes, depth) in NODES.into_iter().zip(1..) {
        assert_eq!(ggn_core::perft(&rules, rules.initial(), depth), nodes, "depth {depth}");
    }
}

#[test]
fn captured_piece_changes_sides_and_is_dropped() {
    let rules = minishogi();
    let mut game = Game::new(Arc::clone(&rules));
    let at = |text: &str| rules.shape().square(text.parse().unwrap()).unwrap();
    let rook = game.find(at("e1"), at("e4"), None).unwrap();
    assert_eq!(game.play(&rook).unwrap().pmn(&rules), "e1+e4");
    assert_eq!(rules.feen(game.position()).to_string(), "rbsgk^/4R/5/P4/K^GSB1 P/ s/S");
    let king = game.find(at("e5"), at("e4"), None).unwrap();
    game.play(&king).unwrap();
    assert_eq!(rules.feen(game.position()).to_string(), "rbsg1/4k^/5/P4/K^GSB1 P/r S/s");

    let pawn = Letter::new('P').unwrap();
    assert!(game.find_drop(pawn, at("a3")).is_err(), "a second pawn on the file");
    assert!(game.find_drop(pawn, at("e5")).is_err(), "no way on from the last rank");
    assert!(game.find_drop(pawn, at("d5")).is_err(), "not an empty square");
    let drop = game.find_drop(pawn, at("e3")).unwrap();
    let played = game.play(&drop).unwrap().clone();
    assert_eq!((played.san.as_str(), &*played.pmn(&rules), &*played.uci(&rules)), ("P@e3+", "P*e3", "P@e3"));
    assert_eq!(rules.feen(&played.after).to_string(), "rbsg1/4k^/4P/P4/K^GSB1 /r s/S");
    assert_eq!(rules.position(&rules.feen(&played.after)).as_ref(), Ok(&played.after));
}

#[test]
fn drop_with_a_choice_is_written_with_what_the_piece_becomes() {
    let rules = dev::ruleset("rules/kyoto-shogi");
    let feen = "4k^/5/5/5/K^4 N/ S/s".parse().unwrap();
    let game = Game::from_position(Arc::clone(&rules), rules.position(&feen).unwrap(), Counters::default());
    let drops: Vec<_> =
        game.legal_moves().iter().filter(|mv| mv.source == Location::Hand).map(|mv| (mv, *mv)).collect();
    assert_eq!(drops.len(), 2 * 23, "with either face up on every empty square");
    let written = |mv: &Move| (mv.pmn(&rules, game.position()), mv.uci(&rules));
    assert_eq!(
        drops.iter().take(2).map(|(mv, _)| written(mv)).collect::<Vec<_>>(),
        [("N*b1=N".to_owned(), "N@b1n".to_owned()), ("N*b1=G".to_owned(), "N@b1g".to_owned())]
    );
    for (mv, same) in drops {
        let (pmn, uci) = written(mv);
        assert_eq!(game.find_pmn(&pmn.parse().unwrap()), Ok(same), "{pmn}");
        assert_eq!(uci.parse::<Uci>().map(|uci| uci.to_string()), Ok(uci));
    }
}

#[test]
fn promotion_is_optional_or_forced_by_square() {
    let rules = minishogi();
    let count = |feen: &str, from: &str, to: &str| {
        let position = rules.position(&feen.parse().unwrap()).unwrap();
        let (from, to) =
            (rules.shape().square(from.parse().unwrap()), rules.shape().square(to.parse().unwrap()));
        let moves = rules.legal_moves(&position);
        let between = moves.iter().filter(|mv| (mv.source.square(), mv.destination.square()) == (from, to));
        between.map(|mv| mv.promotion.is_some()).collect::<Vec<_>>()
    };
    let feen = "4k^/PS3/5/5/K^4 / S/s";
    assert_eq!(count(feen, "b4", "c5"), [false, true]);
    assert_eq!(count(feen, "a4", "a5"), [true]);
    assert_eq!(
        count("1S2k^/5/5/5/K^4 / S/s", "b5", "c4"),
        [false, true],
        "leaving the last rank promotes as well"
    );
}

#[test]
fn notations_agree_before_and_after_the_move() {
    for rules in [minishogi(), common::ruleset("chess")] {
        let mut game = Game::new(Arc::clone(&rules));
        for ply in 0..60 {
            let legal = game.legal_moves().to_vec();
            for mv in &legal {
                let played = game.clone().play(mv).unwrap().clone();
                let san = mv.san(&rules, game.position(), &legal);
                assert_eq!(played.san.trim_end_matches(['+', '#']), san);
                assert_eq!(played.pmn(&rules), mv.pmn(&rules, game.position()));
            }
            let Some(mv) = legal.get(ply * 7 % legal.len().max(1)) else { break };
            game.play(mv).unwrap();
        }
        assert!(game.plies() > 20, "{}", rules.id());
    }
}
