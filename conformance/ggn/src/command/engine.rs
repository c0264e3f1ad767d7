//! `ggn engine`: the engine interface on standard input and output.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use authoring::engine;
use ggn_core::engine::Engine;

use super::Failure;
use super::rules::HouseRules;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the ruleset.
    #[arg(long, value_name = "FOLDER", default_value = "rules/chess")]
    rules: PathBuf,
    #[command(flatten)]
    house: HouseRules,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let engine = Engine::new(arguments.house.ruleset(&arguments.rules)?);
    match engine::serve(engine, io::stdin().lock(), io::stdout().lock()) {
        // The host has gone: that is how a conversation ends.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        served => Ok(served?),
    }
}
