//! Failed captures: changes, unchanged state, and refusals.

use std::sync::Arc;

use ggn_core::notation::letter::Letter;
use ggn_core::{Counters, Game, IllegalMove, NotRepulsed, Played, Rules, Square};
use proptest::prelude::*;
use proptest::sample::Index;

use super::{game as start, happenings, house, play, points, position, square};
use crate::common;

/// Plays a failed capture given as source, destination and retreat square.
fn repulse(game: &mut Game, text: &str) -> Result<Played, NotRepulsed> {
    let at = |range: std::ops::Range<usize>| square(game.rules(), &text[range]);
    let (from, to, stands) = (at(0..2), at(2..4), at(4..6));
    let mv = *game.legal_from(from).find(|mv| mv.destination.square() == Some(to)).unwrap();
    game.repulse(&mv, stands).cloned()
}

fn spared(rules: &Rules, played: &Played) -> Vec<String> {
    let spared = &played.effect.repulsed.as_ref().unwrap().spared;
    let tell = |&(at, piece): &(Square, _)| {
        format!("{} {}", rules.piece(piece).unwrap().qpi, rules.shape().cell(at).unwrap())
    };
    spared.iter().map(tell).collect()
}

fn fen(game: &Game) -> String {
    let counters = game.counters();
    let feen = game.rules().feen(game.position());
    ggn_core::notation::fen::print(&feen, counters.halfmove, counters.fullmove).unwrap()
}

// Requirements gambit-38, gambit-113.
#[test]
fn failed_capture_captures_nothing_and_passes_the_turn() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "4k3/8/8/8/3p4/2B5/3P4/4K3 w - - 0 1");
    let played = repulse(&mut game, "c3d4c3").unwrap();
    assert_eq!(fen(&game), "4k3/8/8/8/3p4/2B5/3P4/4K3 b - - 1 1");
    assert_eq!(spared(&rules, &played), ["c:p d4"]);
    assert!(played.effect.captured.is_empty() && !played.effect.is_capture() && played.effect.is_repulsed());
    assert_eq!(
        (played.san.as_str(), &*played.pmn(&rules), &*played.uci(&rules)),
        ("Bxd4\u{2192}c3", "c3~d4", "c3d4")
    );
    let mut again = start(&rules, "4k3/8/8/8/3p4/2B5/3P4/4K3 w - - 0 1");
    assert_eq!(repulse(&mut again, "c3d4a1").unwrap().san, "Bxd4\u{2192}a1");
    assert_eq!(fen(&again), "4k3/8/8/8/3p4/8/3P4/B3K3 b - - 1 1");
}

#[test]
fn rights_are_kept_on_the_source_and_lost_elsewhere() {
    let rules = common::ruleset("chess");
    let corners = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut kept = start(&rules, corners);
    repulse(&mut kept, "h1h8h1").unwrap();
    assert_eq!(fen(&kept), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1");
    let mut lost = start(&rules, corners);
    repulse(&mut lost, "h1h8h3").unwrap();
    assert_eq!(fen(&lost), "r3k2r/8/8/8/8/7R/8/R3K3 b Qkq - 1 1");
    let mut king = start(&rules, "4k3/8/8/8/8/8/4n3/R3K2R w KQ - 0 1");
    repulse(&mut king, "e1e2e1").unwrap();
    assert_eq!(fen(&king), "4k3/8/8/8/8/8/4n3/R3K2R b KQ - 1 1");
}

#[test]
fn failed_en_passant_names_the_pawn_and_expires() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut game, "d7d5");
    let played = repulse(&mut game, "e5d6e5").unwrap();
    assert_eq!(spared(&rules, &played), ["c:-p d5"]);
    assert_eq!(played.san, "exd6\u{2192}e5");
    assert_eq!(fen(&game), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 2");
    play(&mut game, "e8e7 e1e2 e7e8");
    assert!(game.legal_moves().iter().all(|mv| mv.uci(&rules) != "e5d6"));
    // The destination of the attacker is empty, and is not a retreat square.
    let mut other = start(&rules, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut other, "d7d5");
    assert_eq!(repulse(&mut other, "e5d6d6"), Err(NotRepulsed::Retreat));
    assert_eq!(other.plies(), 1);
}

#[test]
fn failed_capture_neither_promotes_nor_counts_as_progress() {
    let rules = common::ruleset("chess");
    let position = position(&rules, "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1");
    let mut game = Game::from_position(Arc::clone(&rules), position, Counters { halfmove: 41, fullmove: 60 });
    let queen = game.find(square(&rules, "c7"), square(&rules, "d8"), Letter::new('Q'));
    let played = game.repulse(&queen.unwrap(), square(&rules, "c7")).unwrap().clone();
    assert_eq!(played.effect.promoted, None);
    assert_eq!(
        (played.san.as_str(), &*played.pmn(&rules), &*played.uci(&rules)),
        ("cxd8\u{2192}c7", "c7~d8", "c7d8q")
    );
    assert_eq!(fen(&game), "3rk3/2P5/8/8/8/8/8/4K3 b - - 42 60");
}

// Requirement gambit-85.
#[test]
fn quiet_moves_cannot_fail_and_the_retreat_square_must_be_empty() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let at = |name: &str| square(&rules, name);
    let castles = game.find(at("e1"), at("g1"), None).unwrap();
    assert_eq!(game.repulse(&castles, at("e1")), Err(NotRepulsed::NoCapture));
    assert_eq!(rules.repulsed(game.position(), &castles, at("e1")), Err(NotRepulsed::NoCapture));
    let takes = game.find(at("h1"), at("h8"), None).unwrap();
    for occupied in ["e1", "h8", "a8"] {
        assert_eq!(game.repulse(&takes, at(occupied)), Err(NotRepulsed::Retreat), "{occupied}");
    }
    let beyond = ggn_core::Shape::new(&[20, 20]).unwrap().at(300).unwrap();
    assert_eq!(game.repulse(&takes, beyond), Err(NotRepulsed::Retreat));
    game.resign(ggn_core::Side::First);
    assert_eq!(game.repulse(&takes, at("h1")), Err(NotRepulsed::Move(IllegalMove::Over)));
    let mut other = start(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(other.repulse(&takes, at("h1")), Err(NotRepulsed::Move(IllegalMove::Illegal)));
    assert_eq!((game.plies(), other.plies()), (0, 0));
}

#[test]
fn failed_captures_count_for_repetition_and_move_limit() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "4k3/8/8/3r4/3R4/8/8/4K3 w - - 0 1");
    for _ in 0..2 {
        assert_eq!(game.ending(), None);
        repulse(&mut game, "d4d5d4").unwrap();
        repulse(&mut game, "d5d4d5").unwrap();
    }
    assert_eq!(game.ending().unwrap().status.as_str(), "repetition");
    game.undo(1);
    assert_eq!(game.ending(), None);

    let position = position(&rules, "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1");
    let mut game = Game::from_position(Arc::clone(&rules), position, Counters { halfmove: 99, fullmove: 60 });
    repulse(&mut game, "e4d5e4").unwrap();
    assert_eq!(game.ending().unwrap().status.as_str(), "movelimit");
}

#[test]
fn retreat_may_give_check_or_mate() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "6k1/5ppp/8/8/8/8/8/R2n2K1 w - - 0 1");
    let mv = game.find(square(&rules, "a1"), square(&rules, "d1"), None).unwrap();
    // The caller chooses the retreat square; the result is evaluated as after any move.
    let played = game.repulse(&mv, square(&rules, "a8")).unwrap().clone();
    assert_eq!((played.san.as_str(), played.check), ("Rxd1\u{2192}a8#", true));
    assert_eq!(game.ending().unwrap().status.as_str(), "checkmate");
}

#[test]
fn failed_capture_of_the_checker_leaves_the_check() {
    let rules = common::ruleset("chess");
    let mut game = start(&rules, "4k3/8/8/8/8/8/3q4/2N1K3 w - - 0 1");
    let played = repulse(&mut game, "e1d2e1").unwrap();
    assert!(!played.check && !game.in_check());
    assert_eq!(game.ending(), None);
    let (after, white) = (game.position().clone(), ggn_core::Side::First);
    assert!(rules.in_check(&after, white));
    assert_eq!(rules.threats(&after, white)[0].by, [square(&rules, "d2")]);
    // The reply is known even so: the other side can capture the king.
    assert_eq!(rules.legal_moves(&after), rules.interpreted_legal_moves(&after));
    assert!(game.legal_moves().iter().any(|mv| mv.uci(&rules) == "d2e1"));
}

#[test]
fn points_follow_the_retreat_and_other_mechanics_act() {
    let rules = house(&["piece-hp", "poisoned-squares"]);
    let initial = rules.initial_points();
    let mut away = start(&rules, "4k3/8/7p/8/8/8/3B4/4K3 w - - 0 1");
    let played = repulse(&mut away, "d2h6e3").unwrap();
    assert_eq!((points(&away, "d2"), points(&away, "e3"), points(&away, "h6")), (None, initial, initial));
    assert!(happenings(&away, &played).is_empty());
    let mut poisoned = start(&rules, "4k3/8/8/8/2R4p/8/8/4K3 w - - 0 1");
    let played = repulse(&mut poisoned, "c4h4d4").unwrap();
    assert_eq!(happenings(&poisoned, &played), ["d4~1"]);
    assert_eq!(points(&poisoned, "d4"), Some(1));
    let mut home = start(&rules, "4k3/8/7p/8/8/8/3B4/4K3 w - - 0 1");
    repulse(&mut home, "d2h6d2").unwrap();
    assert_eq!(points(&home, "d2"), initial);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Games in which any capture may fail and its attacker goes to any offered retreat square.
    #[test]
    fn random_games_of_failing_captures(choices in prop::collection::vec((any::<Index>(), any::<Index>()), 1..90)) {
        let rules = chess();
        let mut game = Game::new(Arc::clone(rules));
        let mut line = Vec::new();
        for (choice, fate) in &choices {
            if game.legal_moves().is_empty() {
                break;
            }
            // Captures are rare, so half of the time one is selected.
            let captures: Vec<_> = game
                .legal_moves()
                .iter()
                .filter(|mv| rules.effect(game.position(), mv).is_capture())
                .copied()
                .collect();
            let mv = if captures.is_empty() || fate.index(2) == 0 {
                *choice.get(game.legal_moves())
            } else {
                *choice.get(&captures)
            };
            let before = game.clone();
            let offered = rules.retreats(game.position(), &mv, super::retreat::retreat_kind(rules, mv.piece));
            let is_capture = captures.contains(&mv);
            let place = fate.index(offered.len() + 1);
            if !is_capture || place == offered.len() {
                prop_assert!(is_capture || game.repulse(&mv, offered[0].square) == Err(NotRepulsed::NoCapture));
                game.play(&mv).unwrap();
            } else {
                let played = game.repulse(&mv, offered[place].square).unwrap().clone();
                check_repulsed(rules, &before, &game, &played)?;
                if !before.in_check() {
                    for retreat in &offered {
                        let after = rules.repulsed(before.position(), &mv, retreat.square).unwrap();
                        prop_assert!(
                            !rules.in_check(&after, before.position().turn()),
                            "{} {}",
                            rules.feen(before.position()),
                            played.san
                        );
                    }
                }
                if rules.in_check(game.position(), played.by) {
                    // A side left in check has lost by most rules; play after the capture of a king is undefined.
                    break;
                }
            }
            line.push((before, game.history().last().unwrap().clone()));
        }
        let mut again = Game::new(Arc::clone(rules));
        for (before, played) in &line {
            prop_assert_eq!(again.position(), before.position());
            prop_assert_eq!(again.replay(played), Ok(played));
        }
        for (before, _) in line.iter().rev() {
            again.undo(1);
            prop_assert_eq!(again.position(), before.position());
            prop_assert_eq!(again.counters(), before.counters());
            prop_assert_eq!(again.legal_moves(), before.legal_moves());
            prop_assert_eq!(again.history(), before.history());
        }
    }
}

fn chess() -> &'static Arc<Rules> {
    static RULES: std::sync::LazyLock<Arc<Rules>> = std::sync::LazyLock::new(|| common::ruleset("chess"));
    &RULES
}

/// Checks the invariants after a failed capture.
fn check_repulsed(rules: &Rules, before: &Game, after: &Game, played: &Played) -> Result<(), TestCaseError> {
    let (old, new) = (before.position(), after.position());
    prop_assert_eq!(old.pieces().count(), new.pieces().count());
    prop_assert_eq!(new.turn(), old.turn().opponent());
    prop_assert_eq!(after.counters().halfmove, before.counters().halfmove + 1);
    prop_assert_eq!(&rules.legal_moves(new), &rules.interpreted_legal_moves(new));
    let repulse = played.effect.repulsed.as_ref().unwrap();
    for &(square, _) in &repulse.spared {
        prop_assert!(new.piece_at(square).is_some());
    }
    let from = played.mv.source.square().unwrap();
    let stands = repulse.stands.unwrap();
    if stands == from {
        prop_assert_eq!(new.piece_at(from), old.piece_at(from));
    }
    // Everything but the attacker and the marks is unchanged.
    let role = |piece: Option<_>| {
        piece.and_then(|piece| rules.piece(piece)).map(|piece| (piece.side(), piece.role()))
    };
    for square in rules.shape().iter().filter(|&square| square != from && square != stands) {
        prop_assert_eq!(role(old.piece_at(square)), role(new.piece_at(square)));
    }
    prop_assert_eq!(role(old.piece_at(from)), role(new.piece_at(stands)));
    if !rules.in_check(new, old.turn()) {
        let again = rules.position(&rules.feen(new));
        prop_assert_eq!(again.as_ref(), Ok(new));
    }
    Ok(())
}
