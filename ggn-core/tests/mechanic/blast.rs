//! Captures that destroy the pieces around them.

use ggn_core::{Side, Violation, perft};

use super::{game, happenings, house, play, position, square};

#[test]
fn explosive_rook_destroys_along_rank_and_file() {
    let rules = house(&["explosive-rook"]);
    let mut game = game(&rules, "7k/8/2p1p3/3p4/Rnp1nP2/2P1P3/2P5/K7 w - - 0 1");
    let blast = play(&mut game, "a4b4");
    // c4 is one square away, d4 is empty; the b-file is empty; e4 is three squares away.
    assert_eq!((happenings(&game, &blast), blast.san.as_str()), (vec!["!c4".to_owned()], "Rxb4"));
    assert!(game.position().piece_at(square(&rules, "b4")).is_some(), "the rook lands");
    assert!(game.position().piece_at(square(&rules, "c3")).is_some(), "diagonals are spared");
    assert_eq!(blast.effect.captured.len(), 1);
}

#[test]
fn only_rooks_set_off_the_blast() {
    let rules = house(&["explosive-rook"]);
    let mut game = game(&rules, "7k/8/8/8/Qnp5/8/8/K7 w - - 0 1");
    assert!(play(&mut game, "a4b4").effect.happenings.is_empty());
}

#[test]
fn blast_sets_off_no_further_blast() {
    let rules = house(&["explosive-rook"]);
    let mut game = game(&rules, "7k/8/8/8/Rnr1n3/8/8/K7 w - - 0 1");
    let blast = play(&mut game, "a4b4");
    assert_eq!(happenings(&game, &blast), ["!c4"]);
    assert!(game.position().piece_at(square(&rules, "e4")).is_some());
}

#[test]
fn destroying_the_enemy_king_wins_and_the_own_king_is_protected() {
    for id in ["explosive-rook", "atomic"] {
        let rules = house(&[id]);
        let mut won = game(&rules, "8/8/8/8/8/8/1R4nk/K5q1 w - - 0 1");
        assert!(won.in_check(), "{id}: White is in check, and wins all the same");
        let last = play(&mut won, "b2g2");
        let ending = won.ending().unwrap();
        assert_eq!((ending.status.as_str(), ending.winner), ("extinction", Some(Side::First)), "{id}");
        assert!(!last.check && rules.legal_moves(won.position()).is_empty(), "{id}");
        let own = game(&rules, "7k/8/8/8/8/8/1n6/KR6 w - - 0 1");
        let (from, to) = (square(&rules, "b1"), square(&rules, "b2"));
        let diagonal = own.find(from, to, None).is_ok();
        assert_eq!(diagonal, id == "explosive-rook", "a1 is diagonal of b2");
        if id == "atomic" {
            let mv = rules
                .pseudo_legal_moves(own.position())
                .into_iter()
                .find(|mv| mv.source.square() == Some(from) && mv.destination.square() == Some(to));
            let violations = rules.violations(own.position(), &mv.unwrap());
            assert!(
                matches!(violations[..], [Violation::RoyalDestroyed { square: at, .. }] if at == square(&rules, "a1"))
            );
        }
    }
}

#[test]
fn adjacent_kings_prevent_check() {
    let rules = house(&["atomic"]);
    let game = game(&rules, "8/8/8/8/3qk3/4K3/8/8 w - - 0 1");
    assert!(!game.in_check() && rules.threats(game.position(), Side::First).is_empty());
    // A step away from the other king would be check.
    let apart = super::game(&rules, "8/8/8/8/3q2k1/4K3/8/8 w - - 0 1");
    assert!(apart.in_check());
    // A king cannot capture, because it would destroy itself.
    assert!(apart.find(square(&rules, "e3"), square(&rules, "d4"), None).is_err());
}

#[test]
fn pawns_survive_blasts_except_the_capturing_one() {
    let rules = house(&["atomic"]);
    let mut game = game(&rules, "k7/8/2ppp3/2ppn3/3P4/8/8/K7 w - - 0 1");
    let blast = play(&mut game, "d4c5");
    assert_eq!(happenings(&game, &blast), ["!c5"]);
    let mut game = super::game(&rules, "k7/8/2ppp3/2pnp3/4P3/8/8/K7 w - - 0 1");
    let blast = play(&mut game, "e4d5");
    assert_eq!((happenings(&game, &blast), blast.effect.captured.len()), (vec!["!d5".to_owned()], 1));
}

/// Published counts of atomic chess: those in python-chess's own tests.
#[test]
fn atomic_perft_equals_published_counts() {
    let rules = house(&["atomic"]);
    for (fen, known) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_326][..]),
        ("rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", &[40, 1238, 45_237]),
        ("rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1", &[28, 833, 23_353]),
    ] {
        let position = position(&rules, fen);
        for (nodes, depth) in known.iter().zip(1..) {
            assert_eq!(perft(&rules, &position, depth), *nodes, "{fen} at depth {depth}");
        }
    }
}
