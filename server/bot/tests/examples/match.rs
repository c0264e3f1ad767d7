//! Matches of levels against each other: `cargo run --release -p bot-tests --example match -- chess --games 200`; with
//! `--engine /usr/games/fairy-stockfish --skill 0` against another program that speaks UCI and names squares and moves alike.
//!
//! Each pair of games begins with the same random plies, with sides changed. The table gives the share of points of the higher level, with the
//! interval in which it lies with a probability of 95 %.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a program of tests")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bot::{Bot, Level, Values};
use clap::Parser;
use dev::Random;
use ggn_core::{Game, Rules, Side};
use rayon::prelude::*;

/// Plays matches of each level against the one below it, or against another program.
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
    /// Program of somebody else, in place of the level below
    #[arg(long)]
    engine: Option<String>,
    /// Its `Skill Level`
    #[arg(long, default_value_t = 0)]
    skill: i32,
    /// Its nodes for a move
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
}

/// A player of a match.
enum Player<'a> {
    Level(&'a Bot),
    Engine(Engine),
}

/// A program that speaks UCI, in a process of its own.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    nodes: u64,
}

impl Engine {
    fn start(path: &str, variant: &str, options: &Options) -> Engine {
        let pipes = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = pipes.unwrap_or_else(|fault| panic!("{path}: {fault}"));
        let (input, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let mut engine = Engine { process, input, output: BufReader::new(output), nodes: options.nodes };
        engine.say("uci");
        let known = engine.until("uciok");
        // A program for one game has no such option.
        if known.iter().any(|line| line.starts_with("option name UCI_Variant")) {
            engine.say(&format!("setoption name UCI_Variant value {variant}"));
        }
        engine.say(&format!("setoption name Skill Level value {}", options.skill));
        engine.say("isready");
        engine.until("readyok");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Returns the lines up to one that begins so.
    fn until(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended before {end}");
            let is_last = line.starts_with(end);
            lines.push(line.trim().to_owned());
            if is_last {
                return lines;
            }
        }
    }

    fn choose(&mut self, game: &Game) -> ggn_core::Move {
        let rules = game.rules();
        let moves: Vec<String> = game.history().iter().map(|played| played.uci(rules)).collect();
        self.say(&format!("position startpos moves {}", moves.join(" ")));
        self.say(&format!("go nodes {}", self.nodes));
        let lines = self.until("bestmove");
        let text = lines.last().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
        let found = game.legal_moves().iter().find(|mv| mv.uci(rules) == text);
        *found.unwrap_or_else(|| panic!("{text} after {}", moves.join(" ")))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Result of a game for the stronger bot in half points, its plies, and the longest thought.
struct Played {
    half_points: u64,
    plies: usize,
    longest: Duration,
}

/// Plays a game of a bot against a weaker one or another program.
fn play(rules: &Arc<Rules>, strong: &Bot, mut weak: Player<'_>, options: &Options, number: u64) -> Played {
    let mut random = Random::seeded(options.from + number / 2);
    let mut game = Game::new(rules.clone());
    dev::play::random_game(&mut game, &mut random, options.opening);
    // The stronger one has the first side in even games.
    let side_of_strong = if number.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut longest = Duration::ZERO;
    while game.ending().is_none() && game.plies() < options.plies {
        let side = game.position().turn();
        let seed = options.from + number * 1_000 + game.plies() as u64;
        let start = Instant::now();
        let chosen = match &mut weak {
            _ if side == side_of_strong => strong.choose(&game, seed, &|| false).map(|choice| choice.mv),
            Player::Level(bot) => bot.choose(&game, seed, &|| false).map(|choice| choice.mv),
            Player::Engine(engine) => Some(engine.choose(&game)),
        };
        let Some(mv) = chosen else { break };
        if side == side_of_strong {
            longest = longest.max(start.elapsed());
        }
        game.play(&mv).unwrap();
    }
    let half_points = match game.ending().map(|ending| ending.winner) {
        Some(Some(winner)) => {
            if winner == side_of_strong {
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
    println!("| game | levels | games | from seed | share of points | 95 % | plies | longest thought, ms |");
    println!("|---|---|---:|---:|---:|---|---:|---:|");
    for id in &options.rulesets {
        let rules = dev::ruleset(&format!("rules/{id}"));
        let values = Arc::new(Values::of(&rules));
        for &low in &options.levels {
            let level =
                |number: u8| Level::try_from(number).unwrap_or_else(|fault| panic!("{number}: {fault}"));
            let high = if options.engine.is_some() { low } else { low + 1 };
            let (strong, weak) =
                (Bot::new(values.clone(), level(high)), Bot::new(values.clone(), level(low)));
            let other = || match &options.engine {
                Some(path) => Player::Engine(Engine::start(path, id, &options)),
                None => Player::Level(&weak),
            };
            let name = match options.engine.as_ref().map(|path| path.rsplit('/').next().unwrap_or(path)) {
                Some(name) => {
                    format!("{high} over {name}, skill {}, {} nodes", options.skill, options.nodes)
                }
                None => format!("{high} over {low}"),
            };
            let played: Vec<Played> = (0..options.games)
                .into_par_iter()
                .map(|number| play(&rules, &strong, other(), &options, number))
                .collect();
            let games = played.len() as f64;
            let scores: Vec<f64> = played.iter().map(|game| game.half_points as f64 / 2.0).collect();
            let mean = scores.iter().sum::<f64>() / games;
            let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / games;
            let error = 1.96 * (variance / games).sqrt();
            let plies = played.iter().map(|game| game.plies).sum::<usize>() / played.len().max(1);
            let longest = played.iter().map(|game| game.longest).max().unwrap_or_default();
            println!(
                "| {id} | {name} | {games} | {} | {:.0} % | {:.0} to {:.0} % | {plies} | {} |",
                options.from,
                100.0 * mean,
                100.0 * (mean - error).max(0.0),
                100.0 * (mean + error).min(1.0),
                longest.as_millis(),
            );
        }
    }
}
