//! The subcommands, one file each.

pub(crate) mod feen;
pub(crate) mod perft;
pub(crate) mod play;
mod start;

/// Why a subcommand fails; printed as it stands, and the exit status is 1.
pub(crate) type Failure = Box<dyn std::error::Error>;
