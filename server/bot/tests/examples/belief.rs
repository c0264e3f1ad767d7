//! Beliefs beside the truth: `cargo run --release -p bot-tests --example belief -- --games 4`, a table with a row for each kind of game.
//!
//! The machine plays against tries of chance. After every frame its belief is compared with the position that the end of the game tells: how often
//! every position is known, how often the truth is among those of a sample, and among the squares on which enemies may stand, and which share of
//! the enemies of a believed position stand where they are.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a program of tests"
)]

#[path = "../arena/mod.rs"]
mod arena;

use std::sync::Arc;
use std::time::Duration;

use arena::{Ended, Terms, play_levels};
use bot::{Level, Side};
use clap::Parser;
use ggn_core::{Position, Rules};
use rayon::prelude::*;
use serde_json::{Value, json};

/// Compares beliefs with the truth.
#[derive(Parser)]
struct Options {
    /// Level of the machine
    #[arg(long, default_value_t = 8)]
    level: u8,
    /// Number of games of each kind
    #[arg(long, default_value_t = 4)]
    games: u64,
    /// First seed
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// Plies of a game
    #[arg(long, default_value_t = 60)]
    plies: usize,
    /// Time for a turn, in milliseconds; no bound by default
    #[arg(long)]
    limit: Option<u64>,
}

/// Counts over the frames of games.
#[derive(Default)]
struct Counts {
    frames: usize,
    exact: usize,
    sampled: usize,
    in_sample: usize,
    in_squares: usize,
    squares: usize,
    /// Share of enemies that stand where they are, summed over samples.
    placed: f64,
}

fn game(
    catalogue: &Arc<session::Catalogue>,
    request: &Value,
    options: &Options,
    seed: u64,
    looks: bool,
) -> Ended {
    let terms = Terms {
        request: request.clone(),
        seed,
        plies: options.plies,
        looks,
        limit: options.limit.map(Duration::from_millis),
    };
    let level = Level::try_from(options.level).unwrap_or_else(|fault| panic!("{fault}"));
    play_levels(catalogue, &terms, [Some(level), None])
}

/// Returns the share of the enemies of `side` in `truth` that stand alike in another position.
fn placed(rules: &Rules, side: Side, truth: &Position, other: &Position) -> f64 {
    let is_enemy = |piece| rules.piece(piece).is_some_and(|piece| piece.side() != side && !piece.is_neutral);
    let role = |piece| rules.piece(piece).map(ggn_core::Piece::role);
    let enemies: Vec<_> = truth.pieces().filter(|(_, piece)| is_enemy(*piece)).collect();
    let stands = |(square, piece): &&(ggn_core::Square, ggn_core::PieceId)| {
        other.piece_at(*square).is_some_and(|there| is_enemy(there) && role(there) == role(*piece))
    };
    enemies.iter().filter(stands).count() as f64 / enemies.len().max(1) as f64
}

fn counts(played: &[Ended]) -> Counts {
    let mut counts = Counts::default();
    for ended in played {
        for believed in &ended.believed {
            let truth = &ended.positions[believed.ply];
            counts.frames += 1;
            if believed.is_exact {
                counts.exact += 1;
                continue;
            }
            counts.sampled += 1;
            counts.in_sample += usize::from(believed.positions.contains(truth));
            counts.in_squares += usize::from(believed.possible.holds_all(&ended.rules, believed.side, truth));
            counts.squares += believed.possible.squares();
            let all =
                believed.positions.iter().map(|other| placed(&ended.rules, believed.side, truth, other));
            counts.placed += all.sum::<f64>() / believed.positions.len().max(1) as f64;
        }
    }
    counts
}

fn main() {
    let options = Options::parse();
    let catalogue = arena::catalogue();
    let requests = [
        ("wild16", json!({ "mode": "blind", "moderator": "wild16", "ruleset": "chess" })),
        ("blind", json!({ "mode": "blind" })),
        ("fog", json!({ "mode": "sight", "ruleset": "dark-chess" })),
        ("bids", json!({ "mode": "blind", "gambit": "standard" })),
    ];
    println!(
        "| game | frames | exact | truth in the sample | enemies placed right | truth on possible squares | such squares | longest turn, ms |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for (name, request) in requests {
        let seeds = options.from..options.from + options.games;
        let play = |looks: bool| -> Vec<Ended> {
            seeds
                .clone()
                .into_par_iter()
                .map(|seed| game(&catalogue, &request, &options, seed, looks))
                .collect()
        };
        let counts = counts(&play(true));
        let longest = play(false).iter().map(|ended| ended.longest).max().unwrap_or_default();
        let percent = |part: f64, whole: usize| 100.0 * part / whole.max(1) as f64;
        println!(
            "| {name} | {} | {:.0} % | {:.1} % | {:.0} % | {:.1} % | {} | {} |",
            counts.frames,
            percent(counts.exact as f64, counts.frames),
            percent(counts.in_sample as f64, counts.sampled),
            percent(counts.placed, counts.sampled),
            percent(counts.in_squares as f64, counts.sampled),
            counts.squares / counts.sampled.max(1),
            longest.as_millis(),
        );
    }
}
