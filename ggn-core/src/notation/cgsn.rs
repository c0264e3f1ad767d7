//! CGSN: the status words of a game (`checkmate`, `resignation`).
//!
//! ```
//! use ggn_core::notation::cgsn::Status;
//! assert_eq!("checkmate".parse::<Status>()?, Status::Checkmate);
//! assert!(!Status::Resignation.is_inferable());
//! assert_eq!("time_limit".parse::<Status>().unwrap_err().to_string(),
//!     "expected `timelimit`, which replaced an older spelling, found `time_limit` at byte 0");
//! # Ok::<(), ggn_core::notation::cgsn::ParseStatusError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::error::ParseError;
use super::grammar::{self, Rule};

/// A status of a game. The ruleset's data says what it means for the result. Not every status is an ending that a ruleset can list: the endings
/// are in `ruleset/raw_endings.rs`.
// Requirement sashite-42.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// A terminal piece can be captured.
    Check,
    /// No terminal piece can be captured.
    Stale,
    /// In check, and no legal move.
    Checkmate,
    /// Not in check, and no legal move.
    Stalemate,
    /// No pseudo-legal move.
    Nomove,
    /// One side has nothing left but its terminal piece.
    Bareking,
    /// Both sides have nothing left but their terminal pieces, or as the ruleset says.
    Mareking,
    /// Mate is impossible with the material left.
    Insufficient,
    /// A side gave up.
    Resignation,
    /// A side made an illegal move.
    Illegalmove,
    /// A side ran out of time.
    Timelimit,
    /// Too many moves without progress.
    Movelimit,
    /// The same position too often.
    Repetition,
    /// Both sides agreed.
    Agreement,
}

impl Status {
    /// All statuses.
    pub const ALL: [Status; 14] = [
        Status::Check,
        Status::Stale,
        Status::Checkmate,
        Status::Stalemate,
        Status::Nomove,
        Status::Bareking,
        Status::Mareking,
        Status::Insufficient,
        Status::Resignation,
        Status::Illegalmove,
        Status::Timelimit,
        Status::Movelimit,
        Status::Repetition,
        Status::Agreement,
    ];

    /// Returns the status word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Check => "check",
            Status::Stale => "stale",
            Status::Checkmate => "checkmate",
            Status::Stalemate => "stalemate",
            Status::Nomove => "nomove",
            Status::Bareking => "bareking",
            Status::Mareking => "mareking",
            Status::Insufficient => "insufficient",
            Status::Resignation => "resignation",
            Status::Illegalmove => "illegalmove",
            Status::Timelimit => "timelimit",
            Status::Movelimit => "movelimit",
            Status::Repetition => "repetition",
            Status::Agreement => "agreement",
        }
    }

    /// Returns whether a position alone can show this status; the others must be announced.
    #[must_use]
    pub fn is_inferable(self) -> bool {
        self <= Status::Insufficient
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Error for a text that is not valid CGSN.
pub type ParseStatusError = ParseError<StatusErrorKind>;

/// Classes of CGSN errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatusErrorKind {
    /// Empty text.
    #[error("expected the word of a status")]
    Empty,
    /// A word of an older revision that has been replaced.
    #[error("expected `{now}`, which replaced an older spelling")]
    OldSpelling {
        /// The present word.
        now: Status,
    },
    /// An unknown word.
    #[error("expected the word of a status, in lower case and without blanks")]
    Unknown,
}

impl FromStr for Status {
    type Err = ParseStatusError;

    fn from_str(text: &str) -> Result<Status, ParseStatusError> {
        let status = grammar::parse(Rule::status_text, text, |word| {
            Status::ALL.into_iter().find(|status| status.as_str() == word.as_str())
        });
        status.ok_or_else(|| {
            let kind = match text {
                "" => StatusErrorKind::Empty,
                "bare_king" => StatusErrorKind::OldSpelling { now: Status::Bareking },
                "mare_king" => StatusErrorKind::OldSpelling { now: Status::Mareking },
                "staleturn" => StatusErrorKind::OldSpelling { now: Status::Nomove },
                "illegal_move" => StatusErrorKind::OldSpelling { now: Status::Illegalmove },
                "time_limit" => StatusErrorKind::OldSpelling { now: Status::Timelimit },
                "move_limit" => StatusErrorKind::OldSpelling { now: Status::Movelimit },
                _ => StatusErrorKind::Unknown,
            };
            ParseError::whole(kind, text)
        })
    }
}
