//! Games in which pieces are hidden: `cargo run --release -p bot-tests --example blind -- --moderator wild16 --games 100`, against tries of chance.
//!
//! With `--gambit standard` captures are contested, in open games too (`--mode vanilla`), and `--bids-alone` has the machine play against itself with
//! bids by chance. With `--ending KQ` or `KR` the machine mates a bare king that it does not see: both kings and the piece stand by chance, and it knows no more than
//! that it is to move and gives no check.
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
use std::time::{Duration, Instant};

use arena::{Ended, Player, Terms, catalogue_from, ending, play};
use bot::{Level, Values};
use clap::Parser;
use dev::Random;
use ggn_core::Side;
use rayon::prelude::*;
use serde_json::json;

/// Plays the machine against tries of chance.
#[derive(Parser)]
struct Options {
    /// Moderator, in a game without bids
    #[arg(long, default_value = "wild16")]
    moderator: String,
    /// Way to play with bids
    #[arg(long)]
    gambit: Option<String>,
    /// The opponent is the machine too, and its bids alone are by chance
    #[arg(long)]
    bids_alone: bool,
    /// Ruleset
    #[arg(long, default_value = "chess")]
    ruleset: String,
    /// Mode of the games
    #[arg(long, default_value = "blind")]
    mode: String,
    /// Level of the machine
    #[arg(long, default_value_t = 8)]
    level: u8,
    /// Number of games
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// First seed
    #[arg(long, default_value_t = 1)]
    from: u64,
    /// A game that is longer is given up as drawn
    #[arg(long, default_value_t = 400)]
    plies: usize,
    /// Pieces beside the king, against a bare king
    #[arg(long)]
    ending: Option<String>,
    /// Prints each game
    #[arg(long)]
    each: bool,
}

fn level(number: u8) -> Level {
    Level::try_from(number).unwrap_or_else(|fault| panic!("{fault}"))
}

fn game(
    catalogue: &Arc<session::Catalogue>,
    values: &Arc<Values>,
    options: &Options,
    seed: u64,
) -> (Ended, Duration, bool) {
    let mut random = Random::seeded(seed);
    let start = Instant::now();
    let request = match &options.gambit {
        Some(gambit) => json!({ "mode": options.mode, "gambit": gambit, "ruleset": options.ruleset }),
        None => {
            json!({ "mode": options.mode, "moderator": options.moderator, "ruleset": options.ruleset })
        }
    };
    let machine = if options.ending.is_some() || seed.is_multiple_of(2) { Side::First } else { Side::Second };
    let rules = dev::ruleset(&format!("rules/{}", options.ruleset));
    let ending = options.ending.as_ref().map(|pieces| ending(&rules, pieces, &mut random));
    let (feen, starts) = ending.unzip();
    let terms = Terms { request, seed, plies: options.plies, looks: false, limit: None };
    let own = feen.map(|feen| catalogue_from(&feen));
    let ended = play(own.as_ref().unwrap_or(catalogue), &terms, |side, session, token| {
        if side != machine && options.bids_alone {
            return Player::wild(session, values, level(options.level), token, seed);
        }
        if side != machine {
            return Player::random(session, seed);
        }
        match &starts {
            Some(starts) => {
                Player::starting_from(session, values, level(options.level), token, starts.clone())
            }
            None => Player::machine(session, values, level(options.level), token),
        }
    });
    let has_won = ended.winner == Some(machine) && ended.plies < options.plies;
    (ended, start.elapsed(), has_won)
}

fn main() {
    let options = Options::parse();
    let catalogue = arena::catalogue();
    let rules = dev::ruleset(&format!("rules/{}", options.ruleset));
    let values = Arc::new(Values::of(&rules));
    let numbers = options.from..options.from + options.games;
    let played: Vec<(Ended, Duration, bool)> = numbers
        .into_par_iter()
        .map(|seed| {
            let (ended, time, has_won) = game(&catalogue, &values, &options, seed);
            if options.each {
                let tries = ended.messages.iter().map(Vec::len).max().unwrap_or(0);
                println!(
                    "{seed}: {} {:?} by {:?}, {} plies, {tries} messages, {} s, longest thought {} ms",
                    if has_won { "won" } else { "not won" },
                    ended.winner,
                    ended.reason,
                    ended.plies,
                    time.as_secs(),
                    ended.longest.as_millis()
                );
            }
            (ended, time, has_won)
        })
        .collect();
    let games = played.len() as f64;
    let won = played.iter().filter(|(_, _, has_won)| *has_won).count() as f64;
    let lost = played
        .iter()
        .filter(|(ended, _, has_won)| !has_won && ended.winner.is_some() && ended.plies < options.plies)
        .count();
    // Wilson's interval.
    let (share, z) = (won / games, 1.96_f64);
    let middle = (share + z * z / (2.0 * games)) / (1.0 + z * z / games);
    let half =
        z * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt() / (1.0 + z * z / games);
    let plies = played.iter().map(|(ended, _, _)| ended.plies).sum::<usize>() / played.len().max(1);
    let errors: usize = played.iter().map(|(ended, _, _)| ended.errors.len()).sum();
    let seconds = played.iter().map(|(_, time, _)| time.as_secs_f64()).sum::<f64>() / games;
    println!("| moderator | level | games from seed | won | 95 % | lost | plies | errors | seconds a game |");
    println!("|---|---:|---|---:|---|---:|---:|---:|---:|");
    println!(
        "| {} {} {} | {} | {} from {} | {:.0} % | {:.0} to {:.0} % | {lost} | {plies} | {errors} | {seconds:.1} |",
        options.ruleset,
        options
            .gambit
            .as_ref()
            .map_or(options.moderator.clone(), |gambit| format!("{} {gambit}", options.mode)),
        options.ending.as_deref().unwrap_or(""),
        options.level,
        options.games,
        options.from,
        100.0 * share,
        100.0 * (middle - half).max(0.0),
        100.0 * (middle + half).min(1.0),
    );
}
