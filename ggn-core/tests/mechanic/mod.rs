//! Named mechanics: what each does, and what holds of all of them together.

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
use ggn_core::{Counters, Game, Happening, Overlay, Played, Position, Ruleset, Square, compose};

use crate::common;

/// An overlay of the project.
pub(crate) fn overlay(id: &str) -> Overlay {
    let folder = common::folder("overlays").join(id);
    Overlay::read(&common::files_in(&folder)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Chess by house rules.
pub(crate) fn house(ids: &[&str]) -> Arc<Ruleset> {
    let overlays: Vec<Overlay> = ids.iter().map(|id| overlay(id)).collect();
    let overlays: Vec<&Overlay> = overlays.iter().collect();
    let composed =
        compose(&common::files("chess"), &overlays).unwrap_or_else(|clashes| panic!("{clashes:?}"));
    Ruleset::load(&composed.files).unwrap_or_else(|faults| panic!("{faults}"))
}

pub(crate) fn square(rules: &Ruleset, name: &str) -> Square {
    rules.shape().square(name.parse().unwrap()).unwrap()
}

/// A position from FEN.
pub(crate) fn position(rules: &Ruleset, text: &str) -> Position {
    let setup = fen::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    rules.position(&setup.feen).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// A game from a position in FEN.
pub(crate) fn game(rules: &Arc<Ruleset>, text: &str) -> Game {
    Game::from_position(Arc::clone(rules), position(rules, text), Counters::default())
}

/// Plays moves that are written as source and destination, and what a piece becomes; the last of them.
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

/// How many points the piece on a square has.
pub(crate) fn points(game: &Game, name: &str) -> Option<u8> {
    game.position().points_at(square(game.rules(), name))
}

/// What happened, in short: `e5*1` for a hit that leaves one point, `d4~1` for poison, `e1+3` for healing, `!f6` for what was destroyed.
pub(crate) fn told(game: &Game, played: &Played) -> Vec<String> {
    let name = |square: Square| game.rules().shape().cell(square).unwrap().to_string();
    let mut told: Vec<String> = played
        .deed
        .happenings
        .iter()
        .map(|happening| match *happening {
            Happening::Hit { square, left, .. } => format!("{}*{left}", name(square)),
            Happening::Poisoned { square, left, .. } => format!("{}~{left}", name(square)),
            Happening::Healed { square, points, .. } => format!("{}+{points}", name(square)),
            Happening::Destroyed { square, .. } => format!("!{}", name(square)),
        })
        .collect();
    told.sort();
    told
}
