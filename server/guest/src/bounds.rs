//! Bounds on a guest's ruleset, each with the name under which an answer names it.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Bounds on a guest's ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Bytes of the folder as JSON (`guest_bytes`).
    pub bytes: usize,
    /// Number of files (`guest_files`).
    pub files: usize,
    /// Squares of the board (`guest_squares`).
    pub squares: usize,
    /// Pieces, of which each side and state counts (`guest_pieces`).
    pub pieces: usize,
    /// Rows of the movement tables: a piece, its source and a destination (`guest_rows`).
    pub rows: usize,
    /// Bytes of the tables in memory, roughly (`guest_table_bytes`).
    pub table_bytes: usize,
    /// Processor time of one move with everything that it makes a server do (`guest_move_time`).
    pub move_time: Duration,
}

/// A bound that a ruleset exceeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Beyond {
    /// Name of the bound, which is its flag: `guest_squares`.
    pub bound: Cow<'static, str>,
    /// Sentence for a person.
    pub message: String,
}

impl Beyond {
    /// Makes the answer for a bound.
    #[must_use]
    pub fn new(bound: &'static str, message: impl Into<String>) -> Beyond {
        Beyond { bound: Cow::Borrowed(bound), message: message.into() }
    }

    /// Checks a number against a bound; `what` names the things that are counted.
    pub(crate) fn check(bound: &'static str, what: &str, found: usize, most: usize) -> Result<(), Beyond> {
        if found <= most {
            return Ok(());
        }
        Err(Beyond::new(
            bound,
            format!("a game of a guest has {most} {what} at most on this server, and this one has {found}"),
        ))
    }
}
