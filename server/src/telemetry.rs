//! Logs: one JSON line per event, on standard error, without anything that a player may not know.
//!
//! The filter is an allow-list. Libraries log frames and headers at their finest levels, so below `warn` only the
//! events of this crate pass, at every level; and this crate logs games, sockets, counts and reasons only: no token, position, move,
//! square or announcement. The one exception is the text of a chat message that was reported to the operator.

use std::io;

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::{SubscriberInitExt as _, TryInitError};
use tracing_subscriber::{Layer as _, Registry, fmt};

/// Format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// One JSON object a line, for machines
    Json,
    /// One short line, for people
    Compact,
}

/// Starts logging for the whole process.
///
/// # Errors
/// Returns an error if another logger has been set in this process.
// Requirement blind-129.
pub fn start<W>(level: Level, format: LogFormat, writer: W) -> Result<(), TryInitError>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let allowed = Targets::new().with_default(Level::WARN).with_target("tabula", level);
    let lines = fmt::layer().with_writer(writer).with_ansi(false);
    match format {
        LogFormat::Json => {
            Registry::default().with(lines.json().flatten_event(true).with_filter(allowed)).try_init()
        }
        LogFormat::Compact => Registry::default().with(lines.compact().with_filter(allowed)).try_init(),
    }
}

/// Starts logging to standard error.
///
/// # Errors
/// As [`start`].
pub fn start_on_stderr(level: Level, format: LogFormat) -> Result<(), TryInitError> {
    start(level, format, io::stderr)
}
