//! Failed captures that cost the attacker: it is removed, enters no hand, and the result is evaluated as after any move.

use std::sync::Arc;

use ggn_core::notation::fen;
use ggn_core::{Counters, Game, IllegalMove, Move, NotRepulsed, Played, Side};

use super::{game as start, happenings, house, play, points, position, square};
use crate::common;

fn mv(game: &Game, text: &str) -> Move {
    *game.legal_moves().iter().find(|mv| mv.uci(game.rules()).starts_with(text)).unwrap()
}

fn forfeit(game: &mut Game, text: &str) -> Result<Played, NotRepulsed> {
    let mv = mv(game, text);
    game.forfeit(&mv).cloned()
}

fn written(game: &Game) -> String {
    let counters = game.counters();
    fen::print(&game.rules().feen(game.position()), counters.halfmove, counters.fullmove).unwrap()
}

#[test]
fn forfeited_piece_is_removed_and_nothing_is_captured() {
    let rules = common::ruleset("chess");
    let at = Counters { halfmove: 41, fullmove: 60 };
    let before = position(&rules, "4k3/8/8/8/3p4/2B5/3P4/4K3 w - - 0 1");
    let mut game = Game::from_position(Arc::clone(&rules), before.clone(), at);
    let expected = rules.forfeited(game.position(), &mv(&game, "c3d4")).unwrap();
    let played = forfeit(&mut game, "c3d4").unwrap();
    assert_eq!(game.position(), &expected);
    // One piece fewer is progress, as after a capture.
    assert_eq!(written(&game), "4k3/8/8/8/3p4/8/3P4/4K3 b - - 0 60");
    let repulse = played.effect.repulsed.as_ref().unwrap();
    assert!(repulse.is_lost() && played.effect.is_repulsed() && !played.effect.is_capture());
    assert_eq!(
        repulse.spared.to_vec(),
        [(square(&rules, "d4"), before.piece_at(square(&rules, "d4")).unwrap())]
    );
    assert_eq!(
        (played.san.as_str(), &*played.pmn(&rules), &*played.uci(&rules)),
        ("Bxd4\u{2192}\u{d7}", "c3~d4", "c3d4")
    );
    assert!(Side::BOTH.into_iter().all(|side| game.position().hand(side).is_empty()));

    let mut again = Game::from_position(rules, before.clone(), at);
    assert_eq!(again.replay(&played), Ok(&played));
    assert_eq!((again.position(), again.legal_moves()), (game.position(), game.legal_moves()));
    assert_eq!(game.undo(1), [played]);
    assert_eq!((game.position(), game.counters()), (&before, at));
}

#[test]
fn castling_and_en_passant_rights_of_a_forfeited_piece_are_lost() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    forfeit(&mut game, "h1h8").unwrap();
    assert_eq!(written(&game), "r3k2r/8/8/8/8/8/8/R3K3 b Qkq - 0 1");
    let mut passing = start(&rules, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 7 1");
    play(&mut passing, "d7d5");
    let played = forfeit(&mut passing, "e5d6").unwrap();
    assert_eq!(written(&passing), "4k3/8/8/3p4/8/8/8/4K3 b - - 0 2");
    assert_eq!(played.effect.repulsed.unwrap().spared[0].0, square(&rules, "d5"));
    let mut promoting = start(&rules, "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1");
    let played = forfeit(&mut promoting, "c7d8q").unwrap();
    assert_eq!((played.san.as_str(), played.effect.promoted), ("cxd8\u{2192}\u{d7}", None));
    assert_eq!(written(&promoting), "3rk3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn terminal_pieces_and_quiet_moves_cannot_be_forfeited() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "4k3/8/8/8/8/8/4n3/R3K3 w - - 0 1");
    assert_eq!(forfeit(&mut game, "e1e2"), Err(NotRepulsed::Terminal));
    assert_eq!(rules.forfeited(game.position(), &mv(&game, "e1e2")), Err(NotRepulsed::Terminal));
    assert_eq!(forfeit(&mut game, "a1a8"), Err(NotRepulsed::NoCapture));
    let other = start(&rules, "4k3/8/8/8/8/8/8/R2rK3 w - - 0 1");
    assert_eq!(game.forfeit(&mv(&other, "a1d1")), Err(NotRepulsed::Move(IllegalMove::Illegal)));
    let takes = mv(&game, "e1e2");
    game.resign(Side::First);
    assert_eq!(game.forfeit(&takes), Err(NotRepulsed::Move(IllegalMove::Over)));
    assert_eq!(game.plies(), 0);
}

#[test]
fn forfeit_may_end_the_game() {
    let rules = common::ruleset("chess");
    let ended = |text: &str, mv: &str| {
        let mut game = start(&rules, text);
        forfeit(&mut game, mv).unwrap();
        game.ending().map(|ending| (ending.status.as_str(), ending.winner))
    };
    // Two kings and a bishop are left.
    assert_eq!(ended("4k3/8/8/8/3b4/8/8/3RK3 w - - 0 1", "d1d4"), Some(("insufficient", None)));
    // The piece before a rook is gone.
    let mate = ended("R3N1k1/5ppp/3p4/8/8/8/8/6K1 w - - 0 1", "e8d6");
    assert_eq!(mate, Some(("checkmate", Some(Side::First))));
    // The other side has no mobile piece.
    assert_eq!(ended("7k/5P2/6K1/1p6/1P6/2N5/8/8 w - - 0 1", "c3b5"), Some(("stalemate", None)));
    // Progress resets the limit of moves.
    let before = position(&rules, "4k3/8/8/3p4/4B3/8/8/R3K3 w - - 0 1");
    let mut game = Game::from_position(Arc::clone(&rules), before, Counters { halfmove: 99, fullmove: 60 });
    forfeit(&mut game, "e4d5").unwrap();
    assert_eq!((game.ending(), game.counters().halfmove), (None, 0));
}

#[test]
fn forfeit_of_a_pinned_piece_exposes_its_king() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "k3q3/8/8/8/4R3/8/8/4K3 w - - 0 1");
    assert!(!game.in_check());
    let played = forfeit(&mut game, "e4e8").unwrap();
    assert!(!played.check && !game.in_check() && game.ending().is_none());
    assert_eq!(rules.threats(game.position(), Side::First)[0].by, [square(&rules, "e8")]);
}

#[test]
fn mechanics_act_after_a_forfeit() {
    let rules = house(&["piece-hp", "poisoned-squares"]);
    let mut game = start(&rules, "4k3/8/8/8/2R4p/8/8/4K3 w - - 0 1");
    let played = forfeit(&mut game, "c4h4").unwrap();
    assert_eq!((points(&game, "c4"), points(&game, "h4")), (None, rules.initial_points()));
    assert!(happenings(&game, &played).is_empty());
    // A forfeited piece has destroyed nothing.
    let rules = house(&["atomic"]);
    let mut game = start(&rules, "4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1");
    let played = forfeit(&mut game, "e4d5").unwrap();
    assert!(happenings(&game, &played).is_empty());
    assert_eq!(written(&game), "4k3/8/8/3pp3/8/8/8/4K3 b - - 0 1");
}

#[test]
fn forfeit_of_the_last_piece_of_a_kind_counts_as_lost() {
    let rules = house(&["extinction"]);
    let army = common::position(&rules, "rnbqk3/p7/8/8/8/8/P7/RNBQK3 / C/c");
    let mut game = Game::from_position(rules, army, Counters::default());
    forfeit(&mut game, "d1d8").unwrap();
    let ending = game.ending().unwrap();
    assert_eq!((ending.status.as_str(), ending.winner), ("extinction", Some(Side::Second)));
    // No capture took place.
    let mut game = start(&house(&["capture-to-win"]), "rnbqk3/p7/8/8/8/8/P7/RNBQK3 w - - 0 1");
    forfeit(&mut game, "d1d8").unwrap();
    assert_eq!(game.ending(), None);
}
