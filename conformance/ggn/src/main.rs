//! `ggn`: what an author of rules, or anyone with a position, asks of the engine.

mod command;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// Allocator of the tool. Rules are read as many small lists, and with the allocator of the C library that takes twice the time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Board games from data: count, play and check positions under a ruleset.
#[derive(Parser)]
#[command(name = "ggn", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Tell everything that is wrong with rules, each fault at its place and with a way on.
    Check(command::check::Arguments),
    Conform(command::conform::Arguments),
    Deal(command::deal::Arguments),
    Diff(command::diff::Arguments),
    /// Play with a host that sends JSON messages, one a line, and is told where it may move.
    Engine(command::engine::Arguments),
    /// Write the movement tables that a ruleset's patterns come to.
    Expand(command::expand::Arguments),
    Explain(command::explain::Arguments),
    /// Print the canonical form of a FEEN position, or say what is wrong with it and where.
    Feen(command::feen::Arguments),
    Moderate(command::moderate::Arguments),
    Moves(command::moves::Arguments),
    /// Make a ruleset to start from.
    New(command::new::Arguments),
    Perft(command::perft::Arguments),
    Pgn(command::pgn::Arguments),
    Play(command::play::Arguments),
    Playtest(command::playtest::Arguments),
    /// Print or write the JSON Schemas by which editors complete and underline an author's files.
    Schema(command::schema::Arguments),
    See(command::see::Arguments),
    Show(command::show::Arguments),
    Starts(command::starts::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Check(arguments) => command::check::run(&arguments),
        Command::Conform(arguments) => command::conform::run(&arguments),
        Command::Deal(arguments) => command::deal::run(&arguments),
        Command::Diff(arguments) => command::diff::run(&arguments),
        Command::Engine(arguments) => command::engine::run(&arguments),
        Command::Expand(arguments) => command::expand::run(&arguments),
        Command::Explain(arguments) => command::explain::run(&arguments),
        Command::Feen(arguments) => command::feen::run(&arguments),
        Command::Moderate(arguments) => command::moderate::run(&arguments),
        Command::Moves(arguments) => command::moves::run(&arguments),
        Command::New(arguments) => command::new::run(&arguments),
        Command::Perft(arguments) => command::perft::run(&arguments),
        Command::Pgn(arguments) => command::pgn::run(&arguments),
        Command::Play(arguments) => command::play::run(&arguments),
        Command::Playtest(arguments) => command::playtest::run(&arguments),
        Command::Schema(arguments) => command::schema::run(&arguments),
        Command::See(arguments) => command::see::run(&arguments),
        Command::Show(arguments) => command::show::run(&arguments),
        Command::Starts(arguments) => command::starts::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is::<command::Reported>() => ExitCode::FAILURE,
        // The reader of the output has closed it.
        Err(failure) if is_broken_pipe(failure.as_ref()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("ggn: {failure}");
            if failure.is::<command::Unplayed>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

fn is_broken_pipe(failure: &(dyn std::error::Error + 'static)) -> bool {
    failure.downcast_ref::<std::io::Error>().is_some_and(|why| why.kind() == std::io::ErrorKind::BrokenPipe)
}
