//! Named mechanics: the effects of each, and properties of all of them together.

mod blast;
mod duel;
mod faults;
mod forced;
mod forfeit;
mod points;
mod properties;
mod repulse;
mod retreat;
mod royal;
mod tactics;
mod turns;

use std::sync::Arc;

use ggn_core::notation::fen;
use ggn_core::notation::letter::Letter;
use ggn_core::{Counters, Game, Happening, Overlay, Played, Position, Rules, Square, compose};

use crate::common;

/// Loads an overlay of the project.
pub(crate) fn overlay(id: &str) -> Overlay {
    let files = dev::files::read(&format!("rules/overlays/{id}"));
    Overlay::read(&files).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Loads chess with house rules.
pub(crate) fn house(ids: &[&str]) -> Arc<Rules> {
    let overlays: Vec<Overlay> = ids.iter().map(|id| overlay(id)).collect();
    let overlays: Vec<&Overlay> = overlays.iter().collect();
    let composed =
        compose(&common::files("chess"), &overlays).unwrap_or_else(|clashes| panic!("{clashes:?}"));
    Rules::load(&composed.files).unwrap_or_else(|faults| panic!("{faults}"))
}

pub(crate) fn square(rules: &Rules, name: &str) -> Square {
    rules.shape().square(name.parse().unwrap()).unwrap()
}

/// Parses a position from FEN.
pub(crate) fn position(rules: &Rules, text: &str) -> Position {
    let setup = fen::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    rules.position(&setup.feen).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Starts a game from a position in FEN.
pub(crate) fn game(rules: &Arc<Rules>, text: &str) -> Game {
    Game::from_position(Arc::clone(rules), position(rules, text), Counters::default())
}

/// Plays moves given as source, destination and promotion, and returns the last.
pub(crate) fn play(game: &mut Game, moves: &str) -> Played {
    let mut last = None;
    for text in moves.split_whitespace() {
        let (from, to) = (square(game.rules(), &text[..2]), square(game.rules(), &text[2..4]));
        let becomes = text[4..].chars().next().and_then(Letter::new);
        let mv = game.find(from, to, becomes).unwrap_or_else(|why| panic!("{text} of {moves}: {why}"));
        last = Some(game.play(&mv).unwrap().clone());
    }
    last.unwrap()
}

/// Returns the points of the piece on a square.
pub(crate) fn points(game: &Game, name: &str) -> Option<u8> {
    game.position().points_at(square(game.rules(), name))
}

/// Returns the effects of mechanics in short: `e5*1` for a hit that leaves one point, `d4~1` for poison, `e1+3` for healing, `!f6` for destruction.
pub(crate) fn happenings(game: &Game, played: &Played) -> Vec<String> {
    let name = |square: Square| game.rules().shape().cell(square).unwrap().to_string();
    let mut happenings: Vec<String> = played
        .effect
        .happenings
        .iter()
        .map(|happening| match *happening {
            Happening::Hit { square, left, .. } => format!("{}*{left}", name(square)),
            Happening::Poisoned { square, left, .. } => format!("{}~{left}", name(square)),
            Happening::Healed { square, points, .. } => format!("{}+{points}", name(square)),
            Happening::Destroyed { square, .. } => format!("!{}", name(square)),
        })
        .collect();
    happenings.sort();
    happenings
}
