//! Games that bots play by a ruleset, and what they tell its author: balance, draws, length, choice, unused pieces, and whether more thinking wins.

mod share;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bot::{Bot, Level, Values};
use ggn_core::{BySide, Game, PieceId, Rules, Side};
use rayon::prelude::*;
use serde::Serialize;

use crate::words;
pub use share::Share;

/// Number of plies after which a game counts as unfinished.
pub const PLIES_MAX: usize = 400;

/// Word for games that were not over by then.
const UNFINISHED: &str = "unfinished";

/// Settings of a playtest.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Number of games between equals, and of those between unequals.
    pub games: u64,
    /// Level of the equals, and of the weaker of the unequals.
    pub level: Level,
    /// Level of the stronger.
    pub stronger: Level,
    /// First seed.
    pub seed: u64,
    /// Time after which no further game begins, and games that are being played stay unfinished.
    pub time: Duration,
}

/// Results of a playtest.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The id of the ruleset.
    pub ruleset: String,
    /// Level of the equals.
    pub level: u8,
    /// First seed.
    pub seed: u64,
    /// Number of games between equals that were over, or long enough.
    pub games: usize,
    /// Wins of the first side, wins of the second, and draws.
    pub results: Results,
    /// Share of points of the first side.
    pub first_side: Share,
    /// Number of games by the reason of their end.
    pub ends: BTreeMap<String, usize>,
    /// Length of the games, in plies.
    pub plies: Range,
    /// Mean number of legal moves.
    pub choices: f64,
    /// Number of captures in a game, on average.
    pub captures: f64,
    /// Kinds of pieces, by name, with the share of moves that they make.
    pub moves_of: BTreeMap<String, f64>,
    /// Kinds that were on the board or in a hand and never moved.
    pub idle: Vec<String>,
    /// Games of the stronger level against the other.
    pub thinking: Thinking,
}

/// Numbers of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Wins of the first side.
    pub first: usize,
    /// Wins of the second side.
    pub second: usize,
    /// Draws, unfinished games among them.
    pub draws: usize,
}

/// Least, mean and greatest of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Range {
    /// The least.
    pub least: usize,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub greatest: usize,
}

/// Games between unequals.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Thinking {
    /// The stronger level.
    pub level: u8,
    /// The other level.
    pub over: u8,
    /// Number of games that were over, or long enough.
    pub games: usize,
    /// Share of points of the stronger.
    pub share: Share,
}

/// One game.
struct Played {
    winner: Option<Side>,
    end: String,
    plies: usize,
    choices: usize,
    captures: usize,
    moves_of: BTreeMap<PieceId, usize>,
    seen: BTreeMap<PieceId, ()>,
}

/// Plays the games of a playtest on all processors. `done` is called after each.
#[must_use]
pub fn playtest(rules: &Arc<Rules>, settings: &Settings, done: impl Fn() + Sync) -> Report {
    let values = Arc::new(Values::of(rules));
    let bot = |level| Bot::new(Arc::clone(&values), level);
    let (equal, strong) = (bot(settings.level), bot(settings.stronger));
    let until = Instant::now() + settings.time;
    let is_late = AtomicBool::new(false);
    let play = |number: u64, bots: BySide<&Bot>| {
        if is_late.load(Ordering::Relaxed) || Instant::now() >= until {
            is_late.store(true, Ordering::Relaxed);
            return None;
        }
        let played = play(rules, &bots, settings.seed + number, until);
        done();
        played
    };
    let equals: Vec<Played> = (0..settings.games)
        .into_par_iter()
        .filter_map(|number| play(number, BySide::from_fn(|_| &equal)))
        .collect();
    // The stronger has the first side in even games.
    let side_of = |number: u64| if number.is_multiple_of(2) { Side::First } else { Side::Second };
    let unequals: Vec<f64> = (0..settings.games)
        .into_par_iter()
        .filter_map(|number| {
            let bots = BySide::from_fn(|side| if side == side_of(number) { &strong } else { &equal });
            Some(points(play(number, bots)?.winner, side_of(number)))
        })
        .collect();
    let thinking = Thinking {
        level: settings.stronger.number(),
        over: settings.level.number(),
        games: unequals.len(),
        share: Share::of(&unequals),
    };
    report(rules, settings, &equals, thinking)
}

/// Plays one game; `None` if the time is over before its end.
fn play(rules: &Arc<Rules>, bots: &BySide<&Bot>, seed: u64, until: Instant) -> Option<Played> {
    let mut game = match rules.start_count() {
        0 | 1 => Game::new(Arc::clone(rules)),
        _ => Game::from_position(
            Arc::clone(rules),
            rules.start(rules.drawn_start(seed))?,
            ggn_core::Counters::default(),
        ),
    };
    let mut played = Played {
        winner: None,
        end: UNFINISHED.to_owned(),
        plies: 0,
        choices: 0,
        captures: 0,
        moves_of: BTreeMap::new(),
        seen: BTreeMap::new(),
    };
    while game.ending().is_none() && game.plies() < PLIES_MAX {
        let bot = bots[game.position().turn()];
        played.choices += game.legal_moves().len();
        played.seen.extend(game.position().pieces().map(|(_, piece)| (piece, ())));
        let choice =
            bot.choose(&game, seed.wrapping_mul(1_000) + game.plies() as u64, &|| Instant::now() >= until)?;
        *played.moves_of.entry(choice.mv.piece).or_default() += 1;
        played.captures += game.play(&choice.mv).ok()?.effect.captured.len();
        if Instant::now() >= until {
            return None;
        }
    }
    if let Some(ending) = game.ending() {
        played.winner = ending.winner;
        played.end = words::status_word(&game);
    }
    played.plies = game.plies();
    Some(played)
}

/// Returns the points of a side.
fn points(winner: Option<Side>, side: Side) -> f64 {
    winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 })
}

fn report(rules: &Rules, settings: &Settings, games: &[Played], thinking: Thinking) -> Report {
    let mut results = Results::default();
    let mut ends = BTreeMap::new();
    for game in games {
        *ends.entry(game.end.clone()).or_default() += 1;
        match game.winner {
            Some(Side::First) => results.first += 1,
            Some(Side::Second) => results.second += 1,
            None => results.draws += 1,
        }
    }
    let sum = |number: fn(&Played) -> usize| games.iter().map(number).sum::<usize>();
    let plies = sum(|game| game.plies);
    let mean = |sum: usize, of: usize| if of == 0 { 0.0 } else { sum as f64 / of as f64 };
    let name = |piece: &PieceId| rules.piece(*piece).map_or_else(String::new, |piece| piece.name.clone());
    let mut moves_of: BTreeMap<String, f64> = BTreeMap::new();
    for (piece, moves) in games.iter().flat_map(|game| &game.moves_of) {
        *moves_of.entry(name(piece)).or_default() += mean(*moves, plies);
    }
    let seen: BTreeMap<String, ()> =
        games.iter().flat_map(|game| game.seen.keys()).map(|piece| (name(piece), ())).collect();
    let idle = seen.into_keys().filter(|name| !moves_of.contains_key(name)).collect();
    let scores: Vec<f64> = games.iter().map(|game| points(game.winner, Side::First)).collect();
    Report {
        ruleset: rules.id().to_owned(),
        level: settings.level.number(),
        seed: settings.seed,
        games: games.len(),
        results,
        first_side: Share::of(&scores),
        ends,
        plies: Range {
            least: games.iter().map(|game| game.plies).min().unwrap_or(0),
            mean: mean(plies, games.len()),
            greatest: games.iter().map(|game| game.plies).max().unwrap_or(0),
        },
        choices: mean(sum(|game| game.choices), plies),
        captures: mean(sum(|game| game.captures), games.len()),
        moves_of,
        idle,
        thinking,
    }
}
