//! Why overlays do not go together, or not with a ruleset.

use crate::json::JsonPath;

/// One reason why a ruleset cannot be played with these overlays.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Clash {
    /// It is made for other rulesets.
    #[error("{overlay} is not made for {ruleset}, but for {}", .over.join(", "))]
    NotOver {
        /// The overlay.
        overlay: String,
        /// The ruleset.
        ruleset: String,
        /// What it is made for.
        over: Vec<String>,
    },
    /// The data says that the two do not go together.
    #[error("{one} cannot be combined with {other}")]
    NotWith {
        /// One.
        one: String,
        /// The other.
        other: String,
    },
    /// The data says that it needs another, which was not named.
    #[error("{overlay} cannot be played without {required}")]
    Requires {
        /// The overlay.
        overlay: String,
        /// What it needs.
        required: String,
    },
    /// It was named more than once.
    #[error("{0} is named twice")]
    Twice(String),
    /// Both say what is to be there, and say it differently.
    #[error("{one} and {other} both change {path} in {file}")]
    Both {
        /// One.
        one: String,
        /// The other.
        other: String,
        /// The file of the ruleset.
        file: &'static str,
        /// Where in it.
        path: JsonPath,
    },
    /// What is to be taken away is not there.
    #[error("{overlay} takes away what {ruleset} does not have: {path} in overlay.json")]
    NotThere {
        /// The overlay.
        overlay: String,
        /// The ruleset.
        ruleset: String,
        /// Where in `overlay.json` it says so.
        path: JsonPath,
    },
    /// A piece cannot become another side's or another style's.
    #[error("{overlay} renames a piece to one of another side or style: {path} in overlay.json")]
    Renamed {
        /// The overlay.
        overlay: String,
        /// Where in `overlay.json` it says so.
        path: JsonPath,
    },
    /// There are more than a game can have.
    #[error("{found} overlays; a game has at most {most}")]
    TooMany {
        /// How many were named.
        found: usize,
        /// How many there may be.
        most: usize,
    },
}
