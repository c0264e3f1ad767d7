//! Gambit profiles for any ruleset, on positions of games that none names.

use std::sync::Arc;

use ggn_core::{Counters, Game, Move, Rules, Side};

use super::values::Misfit;
use super::{Points, Regeneration, Terms};
use crate::catalogue::{CreationError, GambitError};
use crate::domain::Mode;
use crate::fixtures::{asked, catalogue};
use crate::terms::CreateGame;

fn request(ruleset: &str, gambit: &str) -> CreateGame {
    CreateGame {
        ruleset: Some(ruleset.to_owned()),
        gambit: Some(gambit.to_owned()),
        ..asked(Mode::Vanilla, None)
    }
}

fn terms(ruleset: &str, gambit: &str) -> Arc<Terms> {
    catalogue().terms(&request(ruleset, gambit)).unwrap().gambit.unwrap()
}

fn game(rules: &Arc<Rules>, feen: &str) -> Game {
    let position = rules.position(&feen.parse().unwrap()).unwrap_or_else(|faults| panic!("{feen}: {faults}"));
    Game::from_position(Arc::clone(rules), position, Counters::default())
}

fn find(game: &Game, text: &str) -> Move {
    *game.legal_moves().iter().find(|mv| mv.uci(game.rules()).starts_with(text)).unwrap()
}

/// Returns the values of the pieces of the first side in all their states, with their capacities checked, as `R 9`.
fn values(ruleset: &str) -> Vec<String> {
    let terms = terms(ruleset, "standard");
    let of_first = terms.rules().pieces().filter(|(_, piece)| piece.side() == Side::First);
    of_first
        .map(|(id, piece)| {
            assert_eq!(terms.piece(id).unwrap().capacity.0, terms.value(id), "{}", piece.qpi);
            format!("{} {}", piece.qpi.pin, terms.value(id))
        })
        .collect()
}

fn regained(ruleset: &str, feen: &str, mv: &str) -> Regeneration {
    let terms = terms(ruleset, "standard");
    let mut game = game(terms.rules(), feen);
    let mv = find(&game, mv);
    game.play(&mv).unwrap();
    terms.regeneration(game.start(), game.history())
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts
}

#[test]
fn pieces_of_any_game_have_values_in_each_state() {
    for (ruleset, expected) in [
        ("makruk", &["K^ 6", "M 2", "N 3", "P 1", "R 5", "S 3"][..]),
        ("minishogi", &["+B 10", "+P 5", "+R 11", "+S 5", "B 8", "G 5", "K^ 12", "P 1", "R 9", "S 5"]),
        ("minixiangqi", &["C 5", "G^ 10", "H 4", "R 9", "S 1"][..]),
        // Its lions are not royal: losing one loses the game by an ending.
        ("dobutsu", &["+C 3", "C 1", "E 2", "G 2", "L 10"][..]),
    ] {
        assert_eq!(sorted(values(ruleset)), expected, "{ruleset}");
    }
    // A king that becomes a divine lord is worth as much as before, although no divine lord stands there at the start.
    let chak = values("chak");
    assert!(["K^ 7", "D^ 7", "J 6"].iter().all(|value| chak.contains(&(*value).to_owned())), "{chak:?}");
    let capablanca = values("capablanca");
    for expected in ["A 7", "C 8", "Q 9", "+R 5", "+K^ 10", "K^ 10", "+P 1", "-P 1"] {
        assert!(capablanca.iter().any(|value| value == expected), "{expected} is not in {capablanca:?}");
    }
}

#[test]
fn initial_points_are_in_proportion_to_the_worth_of_the_army() {
    let initial = |ruleset: &str, gambit: &str| terms(ruleset, gambit).profile().initial;
    // Two pieces of 5, four of 3, one of 2, and eight of 1.
    assert_eq!(initial("makruk", "standard"), Points(32));
    assert_eq!(initial("makruk", "beginner"), Points(48));
    assert_eq!(initial("makruk", "risky"), Points(39));
    assert_eq!(initial("minishogi", "standard"), Points(28));
    assert_eq!(initial("breakthrough", "standard"), Points(16));
    // What no side can lose pays for nothing, whether it is royal or named by an ending; the greater of two armies counts.
    assert_eq!(initial("dobutsu", "standard"), Points(5));
    assert_eq!(initial("dark-chess", "standard"), Points(39));
    assert_eq!(initial("horde", "standard"), Points(39));
}

#[test]
fn tactics_of_any_pieces_are_paid() {
    for (ruleset, feen, mv, points) in [
        // A knight forks two chariots: 5. A chariot pins a khon to the khun: 3 and 1.
        ("makruk", "4k^3/8/8/2r1r3/8/8/1N6/K^7 / M/m", "b2d3", 5),
        ("makruk", "4k^3/4s3/8/8/8/8/8/R6K^ / M/m", "a1e1", 4),
        // A chancellor leaps at king and queen: the lesser is worth 9, and the check 2.
        ("capablanca", "5k^4/2q7/10/10/10/10/10/K^3C5 / C/c", "e1e6", 11),
        // A cannon gives check over a soldier.
        ("minixiangqi", "3g^3/7/3s3/7/C6/7/4G^2 / X/x", "a3d3", 2),
        // A gold attacks a bishop and a promoted pawn: the promoted pawn is worth 5.
        ("minishogi", "4k^/5/b1+p2/5/K^G3 / S/s", "b1b2", 5),
        // A quiet move earns nothing besides the turn's own point.
        ("makruk", "4k^3/8/8/2r1r3/8/8/1N6/K^7 / M/m", "b2a4", 0),
    ] {
        let regained = regained(ruleset, feen, mv);
        assert_eq!(regained.base, Points(1), "{ruleset} {mv}");
        assert_eq!(regained.total, Points(1 + points), "{ruleset} {mv}: {:?}", regained.tactics);
    }
}

#[test]
fn retreats_of_any_pieces_are_offered_at_the_costs_of_the_profile() {
    let offered = |ruleset: &str, gambit: &str, feen: &str, mv: &str, pool: u32| -> Vec<String> {
        let terms = terms(ruleset, gambit);
        let game = game(terms.rules(), feen);
        let options = terms.retreat_options(game.position(), &find(&game, mv), Points(pool));
        let cell = |square| terms.rules().shape().cell(square).unwrap();
        options.iter().map(|option| format!("{} {}", cell(option.square), option.cost.total)).collect()
    };
    let chariot = "4k^3/8/2p5/8/2R5/8/8/4K^3 / M/m";
    assert_eq!(offered("makruk", "standard", chariot, "c4c6", 32), ["c4 0", "c1 3", "c2 2", "c3 1", "c5 1"]);
    assert_eq!(offered("makruk", "standard", chariot, "c4c6", 1), ["c4 0", "c3 1", "c5 1"]);
    assert_eq!(offered("makruk", "advanced", chariot, "c4c6", 3), ["c4 1", "c3 3", "c5 3"]);
    let knight = "4k^3/8/8/8/8/1p6/8/N3K^3 / M/m";
    assert_eq!(offered("makruk", "standard", knight, "a1b3", 32), ["a1 0", "b1 3", "a2 3", "b2 4", "a3 2"]);
    let pawn = "4k^3/8/8/3p4/2P5/8/8/4K^3 / M/m";
    assert_eq!(offered("makruk", "standard", pawn, "c4d5", 32), ["c4 0"]);
}

#[test]
fn kinds_of_games_that_do_not_fit_are_refused_by_their_reasons() {
    let refused = |ruleset: &str| match catalogue().terms(&request(ruleset, "standard")) {
        Err(CreationError::Bids(GambitError::Misfit { why, with_house_rules, .. })) => {
            Some((why, with_house_rules))
        }
        Ok(_) => None,
        Err(other) => panic!("{ruleset}: {other}"),
    };
    for (ruleset, why) in [
        ("ataxx", Misfit::Conversion),
        ("flipello", Misfit::Conversion),
        ("banqi", Misfit::Covered),
        ("jieqi", Misfit::Covered),
        ("duck", Misfit::Neutral),
        ("isolation", Misfit::Neutral),
        ("codrus", Misfit::ForcedCaptures),
        ("racing-kings", Misfit::NoChecks),
        ("misere", Misfit::MateWins),
        ("clobber", Misfit::OnlyCaptures),
    ] {
        assert_eq!(refused(ruleset), Some((why, false)), "{ruleset}");
    }
    assert_eq!(refused("berolina"), None);
    // A house rule can make such a game of one that fits.
    let with = |overlay: &str| {
        let request = CreateGame { overlays: vec![overlay.to_owned()], ..asked(Mode::Vanilla, None) };
        Misfit::of(&catalogue().terms(&request).unwrap().rules.ruleset)
    };
    assert_eq!(with("suicide-chess"), Some(Misfit::ForcedCaptures));
    assert_eq!(["piece-hp", "atomic", "double-move"].map(with), [None, None, None]);
}
