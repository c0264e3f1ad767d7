//! The load generator (`make load`): processor time, latency and memory of the server under many games, beside a bare relay. `server/load.md` explains the
//! measurements and has the figures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(unreachable_pub)] // One program, in several files.

mod commits;
mod common;
mod figures;
mod generator;
mod memory_use;
mod page;
mod play;
mod processor_time;
mod programs;
mod restart;
mod storage;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, value_parser};
use tabula::descriptors;
use tabula::limits::Limits;
use tokio::net::TcpListener;

use figures::{Figures, OfJournal};
use generator::{moves, relay};
use play::Plan;
use programs::Programs;
use storage::{Place, Storage};

/// Handles of this process and of the programs that are no connections of the load.
const RESERVED_HANDLES: usize = 64;

/// Greatest number of games of a race, and of those whose memory is measured.
const RACE_GAMES: usize = 100;
const STORED_GAMES: usize = 500;

/// Measures the server under load, beside a bare relay.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    part: Option<Part>,
    /// Journals to be measured, one after another
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Storage::ALL)]
    journal: Vec<Storage>,
    /// Games at the fixed rate
    #[arg(long, default_value_t = 1_000, value_parser = value_parser!(u32).range(1..=20_000))]
    games: u32,
    /// Moves a second, in all these games together
    #[arg(long, default_value_t = 500, value_parser = value_parser!(u32).range(1..))]
    rate: u32,
    /// Length of a round at the fixed rate
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..))]
    seconds: u32,
    /// Rounds of each kind at each program
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games at the fixed rate that have a spectator, in hundredths
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u32).range(0..=50))]
    watched: u32,
    /// Games at the fixed rate that are played in rooms, in hundredths
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u32).range(0..=50))]
    rooms: u32,
    /// Idle sockets whose memory is measured, as far as there are file handles; 0 measures no memory
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u32).range(0..=60_000))]
    idle: u32,
    /// Finished games in the journal at a start, and then as many running ones besides; 0 measures no start
    #[arg(long, default_value_t = 0)]
    restart: u32,
    /// The server [default: the one that was built along with this program]
    #[arg(long, value_name = "PROGRAM")]
    server: Option<PathBuf>,
    /// Keep the programs under load on one processor, and this one on another
    #[arg(long)]
    pin: bool,
    /// Page whose tables are written anew
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Part {
    /// The bare relay
    #[command(hide = true)]
    Relay,
}

/// Returns a count of the command line as a number of things.
fn number(count: u32) -> usize {
    usize::try_from(count).unwrap()
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut limits = Limits { connections: usize::MAX, ..Limits::default() };
    // This process holds the other end of every connection, and the relay all ends of its own.
    descriptors::raise_limit(&mut limits);
    if matches!(args.part, Some(Part::Relay)) {
        tokio::runtime::Runtime::new().unwrap().block_on(serve_relay());
        return ExitCode::SUCCESS;
    }
    let plan = match plan(&args, limits.connections) {
        Ok(plan) => plan,
        Err(why) => {
            eprintln!("load: {why}");
            return ExitCode::FAILURE;
        }
    };
    let programs = Programs::new(args.server.clone(), args.pin);
    let sockets = number(args.idle).min(limits.connections.saturating_sub(RESERVED_HANDLES));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let figures = runtime.block_on(measure(&args, &programs, &plan, sockets));
    let tables = figures.tables();
    println!("\n{tables}");
    if let Some(file) = &args.page {
        let before =
            std::fs::read_to_string(file).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
        let after =
            page::fill(&before, &tables).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
        std::fs::write(file, after).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
    }
    ExitCode::SUCCESS
}

/// Returns the sizes of the rounds.
fn plan(args: &Args, connections: usize) -> Result<Plan, String> {
    let Args { games, rate, seconds, rounds, watched, rooms, .. } = *args;
    let plies = number(rate.saturating_mul(seconds).div_ceil(games));
    if plies > moves::PLIES {
        return Err(format!(
            "{plies} plies, and a recorded game has {}: more games are needed",
            moves::PLIES
        ));
    }
    let games = number(games);
    if 3 * games + RESERVED_HANDLES > connections {
        return Err(format!("{connections} connections are not enough for {games} games: raise `ulimit -n`"));
    }
    let (rounds, watched, rooms) = (number(rounds), number(watched), number(rooms));
    Ok(Plan { rounds, race_games: games.min(RACE_GAMES), games, rate, plies, watched, rooms })
}

/// Serves the relay until the standard input ends, with the process that started it at the latest.
async fn serve_relay() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    std::thread::spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        std::process::exit(0);
    });
    relay::serve(listener).await;
}

async fn measure(args: &Args, programs: &Programs, plan: &Plan, sockets: usize) -> Figures {
    let (games, is_measured) = (plan.games.min(STORED_GAMES), sockets >= 2);
    let mut relay_socket = None;
    if is_measured {
        relay_socket = Some(memory_use::of_relay(programs, sockets).await);
    }
    let relay = programs.relay();
    let mut journals = Vec::new();
    for &storage in &args.journal {
        if !storage.is_available() {
            println!("{storage} is left out: it is not installed (`make postgresql` installs it).");
            continue;
        }
        println!("journal: {storage}");
        let place = Place::new(storage);
        let server = place.start(programs);
        let comparison = play::compare(&relay, &server, plan).await;
        drop(server);
        let mut memory = None;
        if is_measured {
            memory = Some(memory_use::of_server(programs, storage, sockets, games).await);
        }
        let mut starts = Vec::new();
        if args.restart > 0 && storage.is_durable() {
            starts = restart::measure(programs, storage, number(args.restart)).await;
        }
        journals.push(OfJournal { storage, comparison, memory, starts });
    }
    let conditions = conditions(args, plan, sockets, games);
    Figures { conditions, relay_socket, journals }
}

/// Returns the machine and the sizes of the run.
fn conditions(args: &Args, plan: &Plan, sockets: usize, stored: usize) -> String {
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name"));
    let processor = model.map_or("unknown", |model| model.trim_start_matches([' ', '\t', ':']));
    let processors = information.lines().filter(|line| line.starts_with("processor")).count();
    let place =
        if args.pin { "server and relay on one of them, the players on another" } else { "shared by all" };
    let Plan { rounds, race_games, games, rate, plies, watched, rooms } = plan;
    format!(
        "{processors} processors ({processor}), {place}. Rounds of each kind: {rounds}. Races: {race_games} games of {} plies. At the fixed rate: {rate} moves \
         a second in {games} games, {plies} plies of each; {watched} % of them have a spectator, {rooms} % are in rooms. Idle sockets: {sockets}. Games whose \
         memory was measured: {stored}.",
        play::RACE_PLIES
    )
}
