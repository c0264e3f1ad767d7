//! Game ends: the scripts beside each ruleset, and the endings that players bring about.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use std::sync::Arc;

use ggn_core::notation::cell::Cell;
use ggn_core::notation::cgsn::Status;
use ggn_core::notation::letter::Letter;
use ggn_core::{Counters, Ending, Game, Goal, IllegalMove, Rules, Side, Square};
use serde::Deserialize;

#[derive(Deserialize)]
struct Scripts {
    games: Vec<Script>,
}

#[derive(Deserialize)]
struct Script {
    name: String,
    start: Option<String>,
    #[serde(default)]
    halfmove: u32,
    moves: String,
    /// Status after the last ply; if there is none, and before the last ply, the game goes on.
    status: Option<String>,
    winner: Option<String>,
}

fn square(rules: &Rules, text: &str) -> Square {
    rules.shape().square(text.parse::<Cell>().unwrap()).unwrap()
}

fn play(game: &mut Game, text: &str) {
    let (from, to) = (square(game.rules(), &text[..2]), square(game.rules(), &text[2..4]));
    let promotion = text[4..].chars().next().and_then(Letter::new);
    let mv = game.find(from, to, promotion).unwrap_or_else(|why| panic!("{text}: {why}"));
    game.play(&mv).unwrap();
}

fn game(rules: &Arc<Rules>, start: &str) -> Game {
    Game::from_position(Arc::clone(rules), common::position(rules, start), Counters::default())
}

// Requirements sashite-43, sashite-47, sashite-48, sashite-49.
#[test]
fn every_script_ends_as_expected() {
    let rules = common::ruleset("chess");
    let scripts: Scripts = serde_json::from_str(&dev::files::text("rules/chess/games.json")).unwrap();
    assert!(scripts.games.len() >= 15);
    for script in scripts.games {
        let start =
            script.start.map_or_else(|| rules.initial().clone(), |feen| common::position(&rules, &feen));
        let counters = Counters { halfmove: script.halfmove, fullmove: 60 };
        let mut game = Game::from_position(Arc::clone(&rules), start, counters);
        for (ply, text) in script.moves.split(' ').enumerate() {
            assert_eq!(game.ending(), None, "{}: before ply {}", script.name, ply + 1);
            play(&mut game, text);
        }
        let winner = game.ending().and_then(|ending| ending.winner).map(|side| side.to_string());
        let status = game.ending().map(|ending| ending.status.to_string());
        assert_eq!((status, winner), (script.status, script.winner), "{}", script.name);
    }
}

// Requirements sashite-44, sashite-51.
#[test]
fn resignation_and_agreement_end_a_game_once() {
    let rules = common::ruleset("chess");
    let mut game = Game::new(Arc::clone(&rules));
    game.resign(Side::First);
    let resigned = Ending { status: Status::Resignation.into(), winner: Some(Side::Second) };
    assert_eq!(game.ending(), Some(resigned));
    game.agree();
    game.time_out(Side::Second);
    assert_eq!(game.ending(), Some(resigned), "a game ends once");
    assert!(game.legal_moves().is_empty());
    let (from, to) = (square(&rules, "e2"), square(&rules, "e4"));
    assert_eq!(game.find(from, to, None), Err(IllegalMove::Over));

    let mut game = Game::new(Arc::clone(&rules));
    game.agree();
    assert_eq!(game.ending(), Some(Ending { status: Status::Agreement.into(), winner: None }));
}

// Requirements sashite-45, sashite-46.
#[test]
fn timeout_loses_unless_the_opponent_cannot_win() {
    let rules = common::ruleset("chess");
    let lost = |start: &str| {
        let mut game = game(&rules, start);
        game.time_out(Side::First);
        game.ending().unwrap()
    };
    let win = Ending { status: Status::Timelimit.into(), winner: Some(Side::Second) };
    let draw = Ending { status: Status::Timelimit.into(), winner: None };
    assert_eq!(lost("4k^3/4+p3/8/8/8/8/8/Q3K^3 / C/c"), win);
    assert_eq!(lost("4k^3/8/8/8/8/8/8/Q3K^3 / C/c"), draw);
    assert_eq!(lost("4k^b2/8/8/8/8/8/8/Q3K^3 / C/c"), draw);
    assert_eq!(lost("4k^n2/8/8/8/8/8/8/Q3K^3 / C/c"), draw);
    assert_eq!(lost("4k^nn1/8/8/8/8/8/8/Q3K^3 / C/c"), win);
}

#[test]
fn refused_move_leaves_the_game_unchanged() {
    let rules = common::ruleset("chess");
    let mut game = Game::new(Arc::clone(&rules));
    let mv = game.find(square(&rules, "e2"), square(&rules, "e4"), None).unwrap();
    let find = |game: &Game, from: &str, to: &str| game.find(square(&rules, from), square(&rules, to), None);
    assert_eq!(find(&game, "e2", "e5"), Err(IllegalMove::Illegal));
    assert_eq!(find(&game, "e7", "e5"), Err(IllegalMove::NoPiece));
    assert_eq!(find(&game, "e4", "e5"), Err(IllegalMove::NoPiece));
    game.play(&mv).unwrap();
    let before = rules.feen(game.position()).to_string();
    assert_eq!(game.play(&mv), Err(IllegalMove::Illegal), "the move belongs to an earlier position");
    assert_eq!(rules.feen(game.position()).to_string(), before);
    assert_eq!(game.plies(), 1);
}

// Requirements sashite-24, sashite-29, sashite-31, sashite-33, sashite-35, sashite-36, sashite-37,
// sashite-38, sashite-39, sashite-41.
#[test]
fn played_move_reports_its_effects() {
    let rules = common::ruleset("chess");
    let played = |start: &str, text: &str| {
        let mut game = game(&rules, start);
        play(&mut game, text);
        let played = game.history()[0].clone();
        let pmn = played.pmn(&rules);
        (played.san, pmn, played.tag, rules.feen(&played.after).to_string())
    };
    let expected = |san: &str, pmn: &str, tag: Option<&str>, feen: &str| {
        (san.to_owned(), pmn.to_owned(), tag.map(str::to_owned), feen.to_owned())
    };
    let corners = "+r3+k^2+r/8/8/8/8/8/8/+R3+K^2+R";
    assert_eq!(
        played(&format!("{corners} / C/c"), "e1g1"),
        expected("O-O", "e1~g1", Some("castle_kingside"), "+r3+k^2+r/8/8/8/8/8/8/+R4RK^1 / c/C")
    );
    assert_eq!(
        played(&format!("{corners} / C/c"), "e1c1"),
        expected("O-O-O", "e1~c1", Some("castle_queenside"), "+r3+k^2+r/8/8/8/8/8/8/2K^R3+R / c/C")
    );
    assert_eq!(
        played(&format!("{corners} / c/C"), "e8g8"),
        expected("O-O", "e8~g8", Some("castle_kingside"), "+r4rk^1/8/8/8/8/8/8/+R3+K^2+R / C/c")
    );
    assert_eq!(
        played(&format!("{corners} / c/C"), "e8c8"),
        expected("O-O-O", "e8~c8", Some("castle_queenside"), "2k^r3+r/8/8/8/8/8/8/+R3+K^2+R / C/c")
    );
    assert_eq!(
        played("4k^3/8/8/4P-p2/8/8/8/4K^3 / C/c", "e5f6"),
        expected("exf6", "e5~f6", Some("en_passant"), "4k^3/8/5P2/8/8/8/8/4K^3 / c/C")
    );
    assert_eq!(
        played("3rk^3/4P3/8/8/8/8/8/4K^3 / C/c", "e7d8q"),
        expected("exd8=Q+", "e7+d8/Q", None, "3Qk^3/8/8/8/8/8/8/4K^3 / c/C")
    );
    assert_eq!(
        played("4k^3/8/8/8/8/8/+P7/4K^3 / C/c", "a2a4"),
        expected("a4", "a2-a4", None, "4k^3/8/8/8/-P7/8/8/4K^3 / c/C")
    );
    assert_eq!(played("4k^3/8/8/8/8/8/8/R3K^2R / C/c", "h1f1").0, "Rf1", "only one rook can go there");
    assert_eq!(played("4k^3/8/8/8/8/4K^3/8/R6R / C/c", "a1d1").0, "Rad1");
    assert_eq!(played("R7/4k^3/8/8/8/4K^3/8/R7 / C/c", "a1a4").0, "R1a4");
    assert_eq!(played("8/7k^/8/Q7/8/8/8/Q3Q1K^1 / C/c", "a1c3").0, "Qa1c3");
}

// Requirements sashite-39, sashite-41.
#[test]
fn pmn_parses_strictly() {
    let rules = common::ruleset("chess");
    let find = |start: &str, pmn: &str| {
        let game = game(&rules, start);
        let mv = game.find_pmn(&pmn.parse().unwrap())?;
        Ok(game.clone().play(&mv).unwrap().pmn(&rules))
    };
    let corners = "+r3+k^2+r/8/8/4P-p2/8/8/8/+R3+K^2+R / C/c";
    for pmn in ["e1~g1", "e1~c1", "e5~f6", "e5-e6", "e1-e2", "a1+a8"] {
        assert_eq!(find(corners, pmn), Ok(pmn.to_owned()));
    }
    for pmn in ["e1-g1", "e1+g1", "e5-f6", "e5+f6", "e1~e2", "e1+e2", "a1-a8", "a1~a8"] {
        assert_eq!(find(corners, pmn), Err(IllegalMove::Operator), "{pmn}");
    }
    assert_eq!(find(corners, "e1-e3"), Err(IllegalMove::Illegal));
    let promoting = "3r3k^/4P3/8/8/8/8/8/4K^3 / C/c";
    assert_eq!(find(promoting, "e7-e8/Q"), Ok("e7-e8/Q".to_owned()));
    assert_eq!(find(promoting, "e7-e8=N"), Ok("e7-e8/N".to_owned()), "the other spelling is read as well");
    assert_eq!(find(promoting, "e7+d8/R"), Ok("e7+d8/R".to_owned()));
    assert_eq!(find(promoting, "e7-e8"), Err(IllegalMove::PromotionMissing));
    for pmn in ["e7-e8/q", "e7-e8/+R", "e7-e8/K"] {
        assert_eq!(find(promoting, pmn), Err(IllegalMove::PromotionImpossible), "{pmn}");
    }
    for pmn in ["...", "+d8", "P*e5", "*e5", "e7=Q"] {
        assert_eq!(find(promoting, pmn), Err(IllegalMove::Illegal), "{pmn}");
    }
}

/// Returns the ruleset with goals in place of its own endings.
fn with_goals(goals: &str) -> Arc<Rules> {
    let mut files = common::files("chess");
    for (_, bytes) in files.iter_mut().filter(|(path, _)| path == "ruleset.json") {
        let mut manifest: serde_json::Value = serde_json::from_slice(bytes).unwrap();
        manifest["endings"] = serde_json::from_str(goals).unwrap();
        *bytes = manifest.to_string().into_bytes();
    }
    Rules::load(&files).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn goals_are_counted_per_side_and_undone() {
    let rules = with_goals(
        r#"[{ "status": "captures", "result": "win", "count": 2 }, { "status": "checks", "result": "loss", "count": 2 }]"#,
    );
    let mut game = Game::new(Arc::clone(&rules));
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "a2a3"] {
        play(&mut game, text);
    }
    assert_eq!(game.ending(), None, "each side has captured once");
    let before = game.clone();
    for _ in 0..2 {
        play(&mut game, "d5g2");
        let won = Ending { status: Goal::Captures.into(), winner: Some(Side::Second) };
        assert_eq!((game.ending(), game.legal_moves().len()), (Some(won), 0));
        game.undo(1);
        assert_eq!((game.ending(), game.legal_moves()), (None, before.legal_moves()));
    }
    for text in ["d5e5", "d1e2"] {
        play(&mut game, text);
    }
    let mv = *game.legal_moves().iter().find(|mv| mv.uci(&rules) == "e5e2").unwrap();
    assert!(game.preview(&mv).is_ok_and(|played| played.check));
    assert_eq!(game.ending(), None, "a move that is only looked at counts for nothing");
    play(&mut game, "e5e2");
    let won = Ending { status: Goal::Captures.into(), winner: Some(Side::Second) };
    assert_eq!(game.ending(), Some(won), "the goal that stands first is asked first");
}

#[test]
fn initial_check_is_not_counted() {
    let rules = with_goals(r#"[{ "status": "checks", "result": "win" }]"#);
    let mut game = game(&rules, "4k^3/8/8/8/8/8/8/K^6r / C/c");
    assert!(game.in_check());
    assert_eq!(game.ending(), None);
    play(&mut game, "a1a2");
    play(&mut game, "h1h2");
    assert_eq!(game.ending(), Some(Ending { status: Goal::Checks.into(), winner: Some(Side::Second) }));
}
