//! Explanations against the engine: what is legal is explained as legal, what is not never is, and every place is in its file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::GAMES;

use std::collections::BTreeSet;

use authoring::explain::{Explainer, Explanation, Stage};
use authoring::rules::Folder;
use dev::Random;
use dev::play::random_move;
use ggn_core::json::JsonStep;
use ggn_core::{Game, Move};

/// Returns the stage that a move reaches, where every place is the one of its path in the file.
fn explained(folder: &Folder, explainer: &mut Explainer, game: &Game, text: &str) -> (Stage, Explanation) {
    let explanation = explainer.explain(game, text);
    let findings = explanation.judgements.iter().flat_map(|judgement| &judgement.findings);
    for place in findings.filter_map(|finding| finding.place.as_ref()) {
        let file = std::str::from_utf8(folder.file(&place.file).unwrap()).unwrap();
        let line = file.lines().nth(place.line - 1).unwrap();
        let there: String = line.chars().skip(place.column - 1).collect();
        let expected = match place.path.steps.last().unwrap() {
            JsonStep::Key(key) => format!("\"{key}\""),
            JsonStep::Index(_) => if place.file == "ruleset.json" { "\"" } else { "{" }.to_owned(),
        };
        assert!(there.starts_with(&expected), "{place:?}: {there}");
    }
    (explanation.judgements[0].stage, explanation)
}

/// Plies of a game, each with the game before it, chosen by a walk that is the same every time.
fn walk(folder: &Folder, plies: usize) -> Vec<Game> {
    let mut game = Game::new(folder.ruleset().unwrap());
    let mut games = vec![game.clone()];
    let mut random = Random::seeded(1);
    while games.len() < plies && random_move(&mut game, &mut random) {
        games.push(game.clone());
    }
    games
}

#[test]
fn every_pair_of_squares_is_explained_as_the_engine_plays_it() {
    let mut stages = BTreeSet::new();
    for name in GAMES {
        let folder = Folder::read(&dev::path(name)).unwrap();
        let mut explainer = Explainer::new(folder.clone());
        let games = walk(&folder, 16);
        // On a large board, squares at a stride: each position is asked about others.
        let squares = games[0].rules().shape().squares();
        let stride = squares.div_ceil(9);
        for (index, game) in games.iter().enumerate().filter(|(_, game)| game.ending().is_none()) {
            let rules = game.rules();
            let pseudo = rules.pseudo_legal_moves(game.position());
            let all: Vec<_> = rules.shape().iter().skip(index % stride).step_by(stride).collect();
            for (&from, &to) in all.iter().flat_map(|from| all.iter().map(move |to| (from, to))) {
                let between =
                    |mv: &&Move| mv.source.square() == Some(from) && mv.destination.square() == Some(to);
                let cell = |square| rules.shape().cell(square).unwrap();
                let text = format!("{} {}", cell(from), cell(to));
                let (stage, _) = explained(&folder, &mut explainer, game, &text);
                let legal = game.legal_moves().iter().find(between);
                let expected = match (legal, pseudo.iter().find(between)) {
                    (Some(mv), _) if mv.promotion.is_some() => vec![Stage::Promotion, Stage::Legal],
                    (Some(_), _) => vec![Stage::Legal],
                    (None, Some(mv)) if mv.promotion.is_some() => vec![Stage::Promotion, Stage::Constraint],
                    (None, Some(_)) => vec![Stage::Constraint],
                    (None, None) => vec![Stage::Piece, Stage::Row, Stage::Way],
                };
                assert!(
                    expected.contains(&stage),
                    "{name}: {text} is {stage:?}: {}",
                    rules.feen(game.position())
                );
                stages.insert(stage);
            }
        }
    }
    assert!(stages.len() >= 5, "only {stages:?} came up");
}

#[test]
fn every_legal_move_is_explained_as_legal_by_a_way_that_is_written() {
    for name in GAMES {
        let folder = Folder::read(&dev::path(name)).unwrap();
        let mut explainer = Explainer::new(folder.clone());
        for game in walk(&folder, 12) {
            for mv in game.legal_moves().iter().step_by(4) {
                let played = game.preview(mv).unwrap();
                let rules = game.rules();
                for text in [&played.san, &played.uci(rules), &played.pmn(rules)] {
                    let (stage, explanation) = explained(&folder, &mut explainer, &game, text);
                    assert_eq!(stage, Stage::Legal, "{text}");
                    let way = explanation.judgements[0].findings[0].place.as_ref().unwrap();
                    assert!(way.file.starts_with("ggn/"), "{way:?}");
                }
            }
        }
    }
}
