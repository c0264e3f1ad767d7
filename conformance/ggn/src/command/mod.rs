//! The subcommands, one file each.

pub(crate) mod check;
pub(crate) mod conform;
pub(crate) mod deal;
pub(crate) mod diff;
pub(crate) mod engine;
pub(crate) mod expand;
pub(crate) mod explain;
pub(crate) mod feen;
mod look;
pub(crate) mod moderate;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod playtest;
mod rules;
pub(crate) mod schema;
pub(crate) mod see;
pub(crate) mod show;
mod start;
pub(crate) mod starts;

/// Reason why a subcommand fails; printed as it stands, and the exit status is 1.
pub(crate) type Failure = Box<dyn std::error::Error>;

/// For whom a subcommand prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Lines of text for people.
    #[default]
    Text,
    /// JSON for machines.
    Json,
}

/// A failure that has been reported in full: only the exit status remains.
#[derive(Debug, thiserror::Error)]
#[error("faults were found")]
pub(crate) struct Reported;

/// So many of something.
pub(crate) fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Cases that could not be played at all: nothing is known of what they are about, and the exit status is 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unplayed(pub(crate) String);
