//! Clashes between overlays, or of an overlay with a ruleset.

use super::needs::Need;
use crate::json::JsonPath;

/// Reason why a ruleset cannot be played with these overlays.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Clash {
    /// The overlay is made for other rulesets.
    #[error("{overlay} is not made for {ruleset}, but for {}", .over.join(", "))]
    NotOver {
        /// The overlay.
        overlay: String,
        /// The ruleset.
        ruleset: String,
        /// Rulesets that it is made for.
        over: Vec<String>,
    },
    /// The overlay is made for other rulesets, and this one does not have what it needs.
    #[error("{ruleset} does not meet the needs of {overlay}: {}", list(.needs))]
    Unmet {
        /// The overlay.
        overlay: String,
        /// The ruleset.
        ruleset: String,
        /// The needs that are not met.
        needs: Vec<Need>,
    },
    /// The data excludes the combination of the two.
    #[error("{one} cannot be combined with {other}")]
    NotWith {
        /// One overlay.
        one: String,
        /// The other overlay.
        other: String,
    },
    /// The overlay requires another one that was not named.
    #[error("{overlay} cannot be played without {required}")]
    Requires {
        /// The overlay.
        overlay: String,
        /// Required overlay.
        required: String,
    },
    /// The overlay was named more than once.
    #[error("{0} is named twice")]
    Twice(String),
    /// Both overlays set the same place to different values.
    #[error("{one} and {other} both change {path} in {file}")]
    Both {
        /// One overlay.
        one: String,
        /// The other overlay.
        other: String,
        /// The file of the ruleset.
        file: &'static str,
        /// Path in that file.
        path: JsonPath,
    },
    /// The overlay removes an entry that does not exist.
    #[error("{overlay} takes away what {ruleset} does not have: {path} in overlay.json")]
    NotThere {
        /// The overlay.
        overlay: String,
        /// The ruleset.
        ruleset: String,
        /// Path in `overlay.json`.
        path: JsonPath,
    },
    /// A renamed piece would change its side or style.
    #[error("{overlay} renames a piece to one of another side or style: {path} in overlay.json")]
    Renamed {
        /// The overlay.
        overlay: String,
        /// Path in `overlay.json`.
        path: JsonPath,
    },
    /// More overlays than a game can have.
    #[error("{found} overlays; a game has at most {most}")]
    TooMany {
        /// Number named.
        found: usize,
        /// Maximum number.
        most: usize,
    },
}

fn list(needs: &[Need]) -> String {
    needs.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
