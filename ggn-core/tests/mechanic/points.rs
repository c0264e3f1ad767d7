//! Hit points: hits, points that move with their piece, healing and poison.

use ggn_core::{Counters, Game, Happening};

use super::{game, happenings, house, play, points, position, square};
use crate::common;

#[test]
fn capture_survived_by_its_victim_is_a_hit() {
    let rules = house(&["piece-hp"]);
    let mut game = Game::new(rules.clone());
    assert!(rules.has_points() && rules.has_mechanics() && rules.initial_points() == Some(2));
    assert_eq!((points(&game, "e2"), points(&game, "e1"), points(&game, "e4")), (Some(2), Some(2), None));
    let hit = play(&mut game, "e2e4 d7d5 e4d5");
    assert_eq!((hit.san.as_str(), &*hit.pmn(&rules), &*hit.uci(&rules)), ("e*d5", "e4~d5", "e4d5"));
    assert!(hit.effect.captured.is_empty() && hit.effect.is_hit() && hit.effect.is_capture());
    assert_eq!(happenings(&game, &hit), ["d5*1"]);
    assert_eq!((points(&game, "d5"), points(&game, "e4"), game.counters().halfmove), (Some(1), Some(2), 0));
    assert_eq!(
        rules.feen(game.position()).to_string(),
        "+rnbq+k^bn+r/+p+p+p1+p+p+p+p/8/3p4/4P3/8/+P+P+P+P1+P+P+P/+RNBQ+K^BN+R / c/C"
    );
    // The piece that was hit hits back, and is captured.
    play(&mut game, "d5e4");
    assert_eq!(points(&game, "e4"), Some(1));
    let capture = play(&mut game, "e4d5");
    assert_eq!((capture.san.as_str(), &*capture.pmn(&rules)), ("exd5", "e4+d5"));
    assert_eq!((points(&game, "d5"), points(&game, "e4")), (Some(1), None));
}

#[test]
fn attacker_of_a_hit_has_not_moved() {
    let rules = house(&["piece-hp"]);
    // The rook keeps its right, so White may still castle with it.
    let mut game = game(&rules, "4k3/7r/8/8/8/8/8/4K2R w K - 0 1");
    play(&mut game, "h1h7");
    assert_eq!(rules.feen(game.position()).to_string(), "4k^3/7r/8/8/8/8/8/4+K^2+R / c/C");
    play(&mut game, "e8d8 e1g1");
    assert_eq!(points(&game, "f1"), Some(2));
}

#[test]
fn points_move_with_their_piece() {
    let rules = house(&["piece-hp"]);
    let mut game = game(&rules, "4k3/8/8/8/8/1n6/8/R3K3 b - - 0 1");
    play(&mut game, "b3a1 a1a7");
    assert_eq!((points(&game, "a7"), points(&game, "a1")), (Some(1), None));
}

#[test]
fn carried_piece_keeps_its_points() {
    let rules = house(&["piece-hp"]);
    let mut game = game(&rules, "r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - 0 1");
    let hit = play(&mut game, "g3h1");
    assert_eq!((happenings(&game, &hit), points(&game, "g3")), (vec!["h1*1".to_owned()], Some(2)));
    play(&mut game, "a1a2 g3h5 e1g1");
    assert_eq!((points(&game, "f1"), points(&game, "g1"), points(&game, "h1")), (Some(1), Some(2), None));
}

#[test]
fn hit_never_promotes() {
    let rules = house(&["piece-hp"]);
    let mut game = game(&rules, "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let between = game.legal_moves().iter().filter(|mv| mv.promotion.is_none()).count();
    // Five steps of the king, and one hit; a move to e8 needs a choice.
    assert_eq!((between, game.legal_moves().len()), (4, 8));
    let hit = play(&mut game, "e7d8q");
    assert_eq!((hit.san.as_str(), hit.mv.promotion, points(&game, "e7")), ("e*d8", None, Some(2)));
    let (from, to) = (square(&rules, "e7"), square(&rules, "d8"));
    play(&mut game, "h8h7");
    assert!(game.find(from, to, None).is_err(), "now it captures, and must become something");
    let capture = play(&mut game, "e7d8r");
    assert_eq!((capture.san.as_str(), points(&game, "d8")), ("exd8=R", Some(2)));
}

#[test]
fn en_passant_victim_may_survive() {
    let rules = house(&["piece-hp"]);
    let mut game = game(&rules, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    let hit = play(&mut game, "d7d5 e5d6");
    assert_eq!(
        (hit.san.as_str(), &*hit.pmn(&rules), happenings(&game, &hit)),
        ("e*d6", "e5~d6", vec!["d5*1".to_owned()])
    );
    assert_eq!((points(&game, "e5"), points(&game, "d6"), points(&game, "d5")), (Some(2), None, Some(1)));
    // Its mark has expired.
    assert_eq!(rules.feen(game.position()).to_string(), "4k^3/8/8/3pP3/8/8/8/4K^3 / c/C");
}

#[test]
fn hit_on_the_checker_does_not_end_check() {
    let rules = house(&["piece-hp"]);
    let mut game = game(&rules, "4k3/8/8/8/8/8/3q4/3RK3 w - - 0 1");
    assert!(game.in_check());
    assert!(game.find(square(&rules, "d1"), square(&rules, "d2"), None).is_err());
    assert!(game.find(square(&rules, "e1"), square(&rules, "d2"), None).is_err());
    play(&mut game, "e1f1 d2d1");
    // The rook on d1 was only hit, and the queen on d2 attacks no king; now White hits back.
    assert_eq!(points(&game, "d1"), Some(1));
    let mut worn = game.clone();
    assert!(worn.find(square(&rules, "d1"), square(&rules, "d2"), None).is_ok());
    play(&mut worn, "d1d2");
    assert_eq!(points(&worn, "d2"), Some(1));
}

#[test]
fn repetition_compares_points() {
    let rules = house(&["piece-hp"]);
    let fen = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1";
    let fresh = position(&rules, fen);
    let mut game = Game::from_position(rules.clone(), fresh.clone(), Counters::default());
    play(&mut game, "a1a8 e8d7");
    let undone = game.undo(2);
    assert_eq!((undone.len(), game.position() == &fresh, points(&game, "e8")), (2, true, Some(2)));
    let there_and_back = "a1a2 h8h7 a2a1 h7h8 ";
    play(&mut game, &there_and_back.repeat(2));
    assert_eq!(game.ending().map(|ending| ending.status.as_str()), Some("repetition"));
}

#[test]
fn king_heals_unless_in_check() {
    let rules = house(&["piece-hp", "king-heals"]);
    let mut game = game(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let first = play(&mut game, "e1e2");
    assert_eq!((happenings(&game, &first), points(&game, "e8")), (vec!["e8+3".to_owned()], Some(3)));
    let second = play(&mut game, "e8e7");
    assert_eq!(happenings(&game, &second), ["e2+3"]);
    let third = play(&mut game, "e2e1");
    assert!(third.effect.happenings.is_empty(), "three is the most");
    assert_eq!(points(&game, "e7"), Some(3));
    let mut checked = super::game(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let check = play(&mut checked, "a1a8");
    assert!(check.check && check.effect.happenings.is_empty());
    assert_eq!(points(&checked, "e8"), Some(2));
}

#[test]
fn poison_damages_every_piece_on_its_squares() {
    let rules = house(&["piece-hp", "poisoned-squares"]);
    let mut game = Game::new(rules.clone());
    let first = play(&mut game, "e2e4");
    assert_eq!(happenings(&game, &first), ["e4~1"]);
    let second = play(&mut game, "d7d5");
    assert_eq!(happenings(&game, &second), ["!e4", "d5~1"]);
    assert!(second.effect.captured.is_empty() && game.position().piece_at(square(&rules, "e4")).is_none());
    assert!(matches!(second.effect.happenings[0], Happening::Poisoned { .. } | Happening::Destroyed { .. }));
    assert_eq!((points(&game, "d5"), points(&game, "e4"), game.counters().halfmove), (Some(1), None, 0));
}

#[test]
fn king_destroyed_by_poison_loses() {
    let rules = house(&["piece-hp", "poisoned-squares"]);
    let mut game = game(&rules, "r6k/8/8/8/8/3K4/8/8 w - - 0 1");
    play(&mut game, "d3d4 h8h7");
    let ending = game.ending().unwrap();
    assert_eq!((ending.status.as_str(), ending.winner), ("extinction", Some(ggn_core::Side::Second)));
}

#[test]
fn rulesets_without_points_report_none() {
    let rules = common::ruleset("chess");
    assert!(!rules.has_points() && !rules.has_mechanics() && rules.moves_per_turn() == 1);
    let game = Game::new(rules);
    assert_eq!(points(&game, "e2"), None);
}
