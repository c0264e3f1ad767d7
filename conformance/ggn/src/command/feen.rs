//! `ggn feen`: the canonical form of a position.

use std::io::Write;

use ggn_core::notation::feen::Feen;

use super::Failure;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The position, its three fields in one argument.
    #[arg(allow_hyphen_values = true)]
    feen: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let feen: Feen = arguments.feen.parse()?;
    writeln!(std::io::stdout(), "{feen}")?;
    Ok(())
}
