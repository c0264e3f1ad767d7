//! Royal pieces exposed by a failed capture: they can be captured, or the game is decided.

use std::sync::Arc;

use ggn_core::{Counters, EndStatus, Ending, Game, Goal, Move, Side};

use super::{game as start, play, position};
use crate::common;

fn mv(game: &Game, text: &str) -> Move {
    *game.legal_moves().iter().find(|mv| mv.uci(game.rules()).starts_with(text)).unwrap()
}

fn back(game: &mut Game, text: &str) {
    let mv = mv(game, text);
    game.repulse(&mv, mv.source.square().unwrap()).unwrap();
}

fn royal(game: &Game) -> Vec<String> {
    game.royal_captures().map(|mv| mv.uci(game.rules())).collect()
}

/// Returns a game in which the king failed to capture the checking queen.
fn open() -> Game {
    let mut game = start(&common::ruleset("chess"), "4k3/8/8/8/8/8/P2q4/2N1K3 w - - 0 1");
    assert_eq!(royal(&game), Vec::<String>::new());
    back(&mut game, "e1d2");
    game
}

#[test]
fn capture_of_an_exposed_king_wins() {
    let mut game = open();
    assert_eq!(royal(&game), ["d2e1"]);
    let (before, legal) = (game.clone(), game.legal_moves().to_vec());
    let takes = mv(&game, "d2e1");
    let preview = game.preview(&takes).unwrap();
    let played = game.play(&takes).unwrap().clone();
    assert_eq!((played.san.as_str(), played.check), ("Qxe1", false));
    assert_eq!(preview, played);
    let won = Ending { status: EndStatus::Goal(Goal::Extinction), winner: Some(Side::Second) };
    assert_eq!(game.ending(), Some(won));
    assert!(game.legal_moves().is_empty() && game.royal_captures().next().is_none() && !game.in_check());
    let mut again = before.clone();
    assert_eq!(again.replay(&played), Ok(&played));
    assert_eq!(again.ending(), Some(won));
    assert_eq!(game.undo(1), [played]);
    assert_eq!((game.ending(), game.position()), (None, before.position()));
    assert_eq!((game.legal_moves(), game.counters()), (&*legal, before.counters()));
}

#[test]
fn capture_of_an_exposed_king_may_fail() {
    let mut game = open();
    back(&mut game, "d2e1");
    assert_eq!((game.ending(), game.in_check()), (None, true));
    assert_eq!(game.history().last().unwrap().san, "Qxe1\u{2192}d2+");
    // The first side is to move again, and its check is unchanged.
    assert_eq!(royal(&game), Vec::<String>::new());
    play(&mut game, "e1d2");
    let mut lost = open();
    let takes = mv(&lost, "d2e1");
    lost.forfeit(&takes).unwrap();
    assert_eq!((lost.ending(), lost.in_check()), (None, false));
    // A side that does not capture leaves the other side to end the check.
    let mut spared = open();
    play(&mut spared, "e8e7");
    assert!(spared.in_check() && royal(&spared).is_empty());
}

#[test]
fn capturing_an_exposed_king_must_not_expose_ones_own() {
    let rules = common::ruleset("chess");
    let text = "4k3/8/8/8/8/8/P3n3/4R1K1 w - - 0 1";
    let mut game = start(&rules, text);
    back(&mut game, "e1e2");
    // The knight stands before its own king.
    assert!(rules.in_check(game.position(), Side::First));
    assert_eq!(royal(&game), Vec::<String>::new());
    // Without the rook it can move.
    let mut game = start(&rules, text);
    let takes = mv(&game, "e1e2");
    game.forfeit(&takes).unwrap();
    assert_eq!(royal(&game), ["e2g1"]);
    // Unless the game has ended, as here by the remaining material.
    let mut game = start(&rules, "4k3/8/8/8/8/8/4n3/4R1K1 w - - 0 1");
    let takes = mv(&game, "e1e2");
    game.forfeit(&takes).unwrap();
    assert_eq!(game.ending().map(|ending| ending.status.as_str()), Some("insufficient"));
    assert_eq!(royal(&game), Vec::<String>::new());
}

#[test]
fn capture_of_an_exposed_king_may_promote() {
    let mut game = start(&common::ruleset("chess"), "4k3/8/8/8/8/8/1p6/K7 w - - 0 1");
    back(&mut game, "a1b2");
    let mut found = royal(&game);
    found.sort();
    assert_eq!(found, ["b2a1b", "b2a1n", "b2a1q", "b2a1r"]);
    play(&mut game, "b2a1n");
    assert_eq!(game.ending().map(|ending| ending.winner), Some(Some(Side::Second)));
}

#[test]
fn mate_where_captures_cannot_be_attempted() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "7k/1R4pp/8/8/8/8/6K1/1r6 w - - 0 1");
    assert!(game.has_quiet_move());
    play(&mut game, "b7b8");
    // The only legal move captures the rook.
    assert_eq!(game.legal_moves().iter().map(|mv| mv.uci(&rules)).collect::<Vec<_>>(), ["b1b8"]);
    assert!(game.in_check() && !game.has_quiet_move() && game.ending().is_none());
    game.declare_mate(Side::First);
    assert_eq!(game.ending(), None, "nothing of that side stands open");
    game.declare_mate(Side::Second);
    let ending = game.ending().unwrap();
    assert_eq!((ending.status.as_str(), ending.winner), ("checkmate", Some(Side::First)));
    assert_eq!(game.history()[0].san, "Rb8#");
    assert!(game.legal_moves().is_empty());
    game.undo(1);
    assert_eq!((game.ending(), game.plies()), (None, 0));

    let mut other = start(&rules, "7k/1R4pp/8/8/8/8/7K/1r3r2 w - - 0 1");
    play(&mut other, "b7b8");
    assert!(other.in_check() && other.has_quiet_move(), "the other rook can stand between");
}

#[test]
fn en_passant_is_not_quiet_and_mate_needs_check() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "8/3p4/4k3/4P3/8/8/2q5/K7 b - - 0 1");
    play(&mut game, "d7d5");
    assert_eq!(game.legal_moves().iter().map(|mv| mv.uci(&rules)).collect::<Vec<_>>(), ["e5d6"]);
    assert!(!game.has_quiet_move() && !game.in_check());
    game.declare_mate(Side::First);
    assert_eq!(game.ending(), None);
}

#[test]
fn royal_verdict_precedes_other_endings_but_not_the_players() {
    let rules = common::ruleset("chess");
    let text = "4k3/8/8/8/8/8/3q4/2N1K3 w - - 0 1";
    let late = Counters { halfmove: 99, fullmove: 60 };
    let mut game = Game::from_position(Arc::clone(&rules), position(&rules, text), late);
    back(&mut game, "e1d2");
    assert_eq!(game.ending().unwrap().status.as_str(), "movelimit");
    game.declare_mate(Side::First);
    let ending = game.ending().unwrap();
    assert_eq!((ending.status.as_str(), ending.winner), ("checkmate", Some(Side::Second)));
    // The mark is for giving check, which this move did not.
    assert_eq!(game.history()[0].san, "Kxd2\u{2192}e1");
    let mut resigned = open();
    resigned.resign(Side::Second);
    resigned.declare_mate(Side::First);
    assert_eq!(resigned.ending().unwrap().status.as_str(), "resignation");
}
