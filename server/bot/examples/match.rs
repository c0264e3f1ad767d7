//! Matches of levels against each other: `cargo run --release -p bot --example match -- chess --games 200`.
//!
//! Each pair of games begins with the same random plies, with sides changed. The table gives the share of points of the higher level, with the
//! interval in which it lies with a probability of 95 %.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a program of tests")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use bot::{Bot, Level, Values};
use clap::Parser;
use dev::Random;
use ggn_core::{Game, Rules, Side};
use rayon::prelude::*;

/// Plays matches of each level against the one below it.
#[derive(Parser)]
struct Options {
    /// Rulesets, by their folders in `rules`
    #[arg(required = true)]
    rulesets: Vec<String>,
    /// Number of games of each match
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The lower levels
    #[arg(long, value_delimiter = ',', default_value = "1,2,3,4,5,6,7")]
    levels: Vec<u8>,
    /// First seed
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Random plies at the start
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// A game that is longer is a draw
    #[arg(long, default_value_t = 300)]
    plies: usize,
}

/// Result of a game for the stronger bot in half points, its plies, and the longest thought.
struct Played {
    half_points: u64,
    plies: usize,
    longest: Duration,
}

fn play(rules: &Arc<Rules>, bots: [&Bot; 2], options: &Options, number: u64) -> Played {
    let mut random = Random::seeded(options.from + number / 2);
    let mut game = Game::new(rules.clone());
    dev::play::random_game(&mut game, &mut random, options.opening);
    // The first of the bots is the stronger one; it has the first side in even games.
    let strong = if number.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut longest = Duration::ZERO;
    while game.ending().is_none() && game.plies() < options.plies {
        let side = game.position().turn();
        let bot = if side == strong { bots[0] } else { bots[1] };
        let start = Instant::now();
        let seed = options.from + number * 1_000 + game.plies() as u64;
        let Some(choice) = bot.choose(&game, seed, &|| false) else { break };
        longest = longest.max(start.elapsed());
        game.play(&choice.mv).unwrap();
    }
    let half_points = match game.ending().map(|ending| ending.winner) {
        Some(Some(winner)) => {
            if winner == strong {
                2
            } else {
                0
            }
        }
        _ => 1,
    };
    Played { half_points, plies: game.plies(), longest }
}

fn main() {
    let options = Options::parse();
    println!("| game | levels | games | share of points | 95 % | plies | longest thought, ms |");
    println!("|---|---|---:|---:|---|---:|---:|");
    for id in &options.rulesets {
        let rules = dev::ruleset(&format!("rules/{id}"));
        let values = Arc::new(Values::of(&rules));
        for &low in &options.levels {
            let level =
                |number: u8| Level::try_from(number).unwrap_or_else(|fault| panic!("{number}: {fault}"));
            let (strong, weak) =
                (Bot::new(values.clone(), level(low + 1)), Bot::new(values.clone(), level(low)));
            let played: Vec<Played> = (0..options.games)
                .into_par_iter()
                .map(|number| play(&rules, [&strong, &weak], &options, number))
                .collect();
            let games = played.len() as f64;
            let scores: Vec<f64> = played.iter().map(|game| game.half_points as f64 / 2.0).collect();
            let mean = scores.iter().sum::<f64>() / games;
            let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / games;
            let error = 1.96 * (variance / games).sqrt();
            let plies = played.iter().map(|game| game.plies).sum::<usize>() / played.len().max(1);
            let longest = played.iter().map(|game| game.longest).max().unwrap_or_default();
            println!(
                "| {id} | {} over {low} | {games} | {:.0} % | {:.0} to {:.0} % | {plies} | {} |",
                low + 1,
                100.0 * mean,
                100.0 * (mean - error).max(0.0),
                100.0 * (mean + error).min(1.0),
                longest.as_millis(),
            );
        }
    }
}
