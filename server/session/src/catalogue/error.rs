//! Errors of the catalogue: faults of its data, and requests for games that it cannot serve.

use super::GambitError;
use crate::data::DataFault;
use crate::house_rules::HouseRulesError;

/// All faults of the data; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct CatalogueFaults(pub(super) Vec<DataFault>);

impl CatalogueFaults {
    /// Returns the faults, by file.
    #[must_use]
    pub fn faults(&self) -> &[DataFault] {
        &self.0
    }
}

/// Error of a request for a game that cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CreationError {
    /// The data has no moderator of that id.
    #[error("there is no such moderator, or no such mode")]
    UnknownTerms,
    /// The data has no ruleset of that id.
    #[error("there is no ruleset {0:?}")]
    UnknownRuleset(String),
    /// The ruleset of that id is faulty.
    #[error("the ruleset {0:?} has faults, and cannot be played")]
    FaultyRuleset(String),
    /// Chat was asked for, and games of that mode never have it.
    #[error("games of this mode have no chat")]
    NoChat,
    /// Aids were asked for, and every piece is shown.
    #[error("aids go with games that do not show every piece")]
    NoAids,
    /// The stored start is no position of the game's rules.
    #[error("the start of the game is no position of its rules")]
    ImpossibleStart,
    /// The stored deal is none of the game's rules.
    #[error("the deal of the game is none of its rules")]
    ImpossibleDeal,
    /// Some pieces of the game are covered, and the requested mode hides more than that.
    #[error("games with covered pieces are played in the open mode, and not in rooms")]
    CoveredPieces,
    /// Games by the requested terms cannot be played before the moderator.
    #[error("the moderator {id:?} does not go with this game: {why}")]
    UnfitModerator {
        /// The id of the moderator.
        id: String,
        /// Reason, as the rest of a sentence about the game.
        why: &'static str,
    },
    /// The machine does not play games by the requested terms.
    #[error("the machine does not play this game: {0}")]
    UnfitMachine(&'static str),
    /// Games use as many rulesets of guests as may be.
    #[error("too many games of guests are being played; play one of those, or try again later")]
    TooManyGuestRulesets,
    /// The house rules are not available.
    #[error(transparent)]
    House(#[from] HouseRulesError),
    /// The gambit profile is not available.
    #[error(transparent)]
    Bids(#[from] GambitError),
}
