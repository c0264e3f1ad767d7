//! `machine-moves RULES LEVEL PLIES SEED` plays a game of the machine with itself, as the server's processor plays it, and prints one message a line.
//! `web/e2e/machine-moves.test.mjs` compares these with the moves of the browser's machine.

use std::env;
use std::process::ExitCode;

use tabula_machine::Machine;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some(moves) = play(&arguments) else {
        eprintln!("usage: machine-moves RULES LEVEL PLIES SEED");
        return ExitCode::FAILURE;
    };
    print!("{moves}");
    ExitCode::SUCCESS
}

fn play(arguments: &[String]) -> Option<String> {
    let [folder, level, plies, seed] = arguments else { return None };
    let (level, plies, seed) = (level.parse().ok()?, plies.parse::<u32>().ok()?, seed.parse::<u32>().ok()?);
    let machine = Machine::new(&dev::ruleset(folder).into());
    let mut messages = String::new();
    for ply in 0..plies {
        let Some(message) = machine.choose_until(&messages, level, seed ^ ply, &|| false) else { break };
        messages.push_str(&message);
        messages.push('\n');
    }
    Some(messages)
}
