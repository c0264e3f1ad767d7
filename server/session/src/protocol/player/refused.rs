//! Body of the HTTP response to a request that is refused, and the reasons that it gives to people.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue::{CreationError, GambitError};
use crate::house_rules::HouseRulesError;

/// Body of the response to a refused request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequestRefused {
    /// Cause, for a program.
    #[schemars(with = "String")]
    pub code: Cow<'static, str>,
    /// Cause in English, for a developer.
    #[schemars(with = "String")]
    pub message: Cow<'static, str>,
    /// Reason that a page says in the language of its user. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RefusalReason")]
    pub reason: Option<RefusalReason>,
    /// Ids of the house rules that clash or lack others, sorted, as the message names them. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub overlays: Option<Vec<String>>,
    /// Ids of the house rules that these require and that are not chosen, sorted. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub required: Option<Vec<String>>,
    /// Name of the bound that a guest's ruleset exceeds. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub bound: Option<Cow<'static, str>>,
    /// Diagnostics of a guest's ruleset. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub diagnostics: Option<Vec<serde_json::Value>>,
}

/// Reason why a request is refused, for a page to say in its own words. It tells no more than the message beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// There is no such ruleset, or not any more.
    UnknownRuleset,
    /// The ruleset has faults.
    FaultyRuleset,
    /// There is no such mode, or no such moderator.
    UnknownTerms,
    /// There is no such house rule.
    UnknownHouseRule,
    /// The house rules exclude each other, or do not go with the ruleset.
    HouseRulesClash,
    /// The house rules lack one that they require.
    HouseRuleMissing,
    /// The house rules make no valid ruleset together.
    UnsoundHouseRules,
    /// There is no such way to play with bids.
    UnknownBids,
    /// The way to play with bids does not go with the ruleset: it is made for others, or bids do not go with such a game.
    BidsOfAnotherRuleset,
    /// The way to play with bids does not know the pieces that the house rules bring.
    UnfitBids,
    /// Games by sight have no bids.
    BidsBySight,
    /// Correspondence games have no bids.
    BidsByDays,
    /// Games of this mode have no chat.
    NoChat,
    /// Games that show every piece have no aids.
    NoAids,
    /// The pieces of the game are covered, and the mode hides more than that.
    CoveredPieces,
    /// The game cannot be played before that moderator.
    UnfitModerator,
    /// The machine does not play that game.
    UnfitMachine,
    /// The time control is out of its bounds.
    InvalidClock,
    /// Another setting is out of its bounds, or the server does not know it.
    InvalidSetting,
    /// The server has as many games as it may have.
    ServerFull,
    /// The machine plays as many games as it may.
    MachineBusy,
    /// Games have as many different choices of house rules as there may be.
    HouseRulesFull,
    /// Games use as many rulesets of guests as there may be.
    GuestGamesFull,
    /// The address has asked for too much of late.
    TooOften,
    /// The address has as many games as it may have.
    TooManyGames,
    /// The address has as many games with several house rules as it may have.
    TooManyHouseRuleGames,
    /// The address has as many games by rulesets of guests as it may have.
    TooManyGuestGames,
    /// The server takes no rulesets of guests.
    GuestRulesOff,
    /// A guest's ruleset exceeds a bound.
    BeyondBound,
    /// As many rulesets of guests wait for their check as may.
    ChecksBusy,
    /// The server keeps as many rulesets of guests as it may, and games use all of them.
    GuestRulesetsFull,
    /// The server lists no rulesets of guests.
    PublishingOff,
    /// The address has published too many rulesets of late.
    PublishedTooOften,
    /// The server lists as many rulesets of guests as it may.
    PublishedFull,
    /// The name is too short or too long.
    NameLength,
    /// The time to come to a board of a tournament is too short or too long.
    NoShowTime,
    /// Tournaments are not played like that.
    UnfitForTournament,
    /// The address has as many tournaments as it may have.
    TooManyTournaments,
    /// The name is not accepted here.
    NameRefused,
    /// A player of the tournament has the name, or one that is much like it.
    NameTaken,
    /// The tournament has as many players as it may have.
    TournamentFull,
    /// The director has closed the entry.
    EntryClosed,
    /// The tournament has fewer than two players.
    TooFewPlayers,
    /// The present round is not over.
    RoundRuns,
    /// The round has been paired, or the tournament has no such round.
    WrongRound,
    /// Nobody can be paired now.
    NoPairing,
    /// No game waits for the player.
    NoBoard,
    /// It is too early or too late for this.
    NotNow,
    /// It is so already.
    NothingToChange,
    /// No more changes of this kind are taken.
    TooManyChanges,
    /// The token is not of a player or the director of the tournament, or not enough for this.
    NotAMember,
    /// There is no such tournament, or not any more.
    UnknownTournament,
    /// The server has as many tournaments as it may have, or keeps none.
    TournamentsFull,
    /// The server that is needed does not answer now.
    Unavailable,
}

impl RefusalReason {
    /// All reasons.
    pub const ALL: [RefusalReason; 54] = [
        RefusalReason::UnknownRuleset,
        RefusalReason::FaultyRuleset,
        RefusalReason::UnknownTerms,
        RefusalReason::UnknownHouseRule,
        RefusalReason::HouseRulesClash,
        RefusalReason::HouseRuleMissing,
        RefusalReason::UnsoundHouseRules,
        RefusalReason::UnknownBids,
        RefusalReason::BidsOfAnotherRuleset,
        RefusalReason::UnfitBids,
        RefusalReason::BidsBySight,
        RefusalReason::BidsByDays,
        RefusalReason::NoChat,
        RefusalReason::NoAids,
        RefusalReason::CoveredPieces,
        RefusalReason::UnfitModerator,
        RefusalReason::UnfitMachine,
        RefusalReason::InvalidClock,
        RefusalReason::InvalidSetting,
        RefusalReason::ServerFull,
        RefusalReason::MachineBusy,
        RefusalReason::HouseRulesFull,
        RefusalReason::GuestGamesFull,
        RefusalReason::TooOften,
        RefusalReason::TooManyGames,
        RefusalReason::TooManyHouseRuleGames,
        RefusalReason::TooManyGuestGames,
        RefusalReason::GuestRulesOff,
        RefusalReason::BeyondBound,
        RefusalReason::ChecksBusy,
        RefusalReason::GuestRulesetsFull,
        RefusalReason::PublishingOff,
        RefusalReason::PublishedTooOften,
        RefusalReason::PublishedFull,
        RefusalReason::NameLength,
        RefusalReason::NoShowTime,
        RefusalReason::UnfitForTournament,
        RefusalReason::TooManyTournaments,
        RefusalReason::NameRefused,
        RefusalReason::NameTaken,
        RefusalReason::TournamentFull,
        RefusalReason::EntryClosed,
        RefusalReason::TooFewPlayers,
        RefusalReason::RoundRuns,
        RefusalReason::WrongRound,
        RefusalReason::NoPairing,
        RefusalReason::NoBoard,
        RefusalReason::NotNow,
        RefusalReason::NothingToChange,
        RefusalReason::TooManyChanges,
        RefusalReason::NotAMember,
        RefusalReason::UnknownTournament,
        RefusalReason::TournamentsFull,
        RefusalReason::Unavailable,
    ];

    /// Returns the reason why a game is not created; `None` for a fault of what is stored.
    #[must_use]
    pub fn of_creation(error: &CreationError) -> Option<RefusalReason> {
        Some(match error {
            CreationError::UnknownTerms => RefusalReason::UnknownTerms,
            CreationError::UnknownRuleset(_) => RefusalReason::UnknownRuleset,
            CreationError::FaultyRuleset(_) => RefusalReason::FaultyRuleset,
            CreationError::NoChat => RefusalReason::NoChat,
            CreationError::NoAids => RefusalReason::NoAids,
            CreationError::CoveredPieces => RefusalReason::CoveredPieces,
            CreationError::UnfitModerator { .. } => RefusalReason::UnfitModerator,
            CreationError::UnfitMachine(_) => RefusalReason::UnfitMachine,
            CreationError::TooManyGuestRulesets => RefusalReason::GuestGamesFull,
            CreationError::House(error) => RefusalReason::of_house_rules(error),
            CreationError::Bids(error) => RefusalReason::of_bids(error),
            CreationError::ImpossibleStart | CreationError::ImpossibleDeal => return None,
        })
    }

    /// Returns the reason why house rules are not played.
    #[must_use]
    pub fn of_house_rules(error: &HouseRulesError) -> RefusalReason {
        match error {
            HouseRulesError::Unknown(_) => RefusalReason::UnknownHouseRule,
            HouseRulesError::Clash(_) => RefusalReason::HouseRulesClash,
            HouseRulesError::Missing(_) => RefusalReason::HouseRuleMissing,
            HouseRulesError::Unsound(_) => RefusalReason::UnsoundHouseRules,
            HouseRulesError::TooMany => RefusalReason::HouseRulesFull,
        }
    }

    /// Returns the reason why a game is not played with bids.
    fn of_bids(error: &GambitError) -> RefusalReason {
        match error {
            GambitError::Unknown(_) => RefusalReason::UnknownBids,
            GambitError::Ruleset { .. } | GambitError::Misfit { with_house_rules: false, .. } => {
                RefusalReason::BidsOfAnotherRuleset
            }
            GambitError::BySight => RefusalReason::BidsBySight,
            GambitError::ByDays => RefusalReason::BidsByDays,
            GambitError::Unbound { .. } | GambitError::Misfit { with_house_rules: true, .. } => {
                RefusalReason::UnfitBids
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::gambit::Misfit;

    #[test]
    fn every_reason_is_listed_once_and_spelt_as_the_schema_has_it() {
        let spelt = |reason: RefusalReason| {
            let word = serde_json::to_value(reason).unwrap().as_str().unwrap().to_owned();
            assert_eq!(serde_json::from_value::<RefusalReason>(word.as_str().into()).unwrap(), reason);
            word
        };
        let listed: BTreeSet<String> = RefusalReason::ALL.into_iter().map(spelt).collect();
        assert_eq!(listed.len(), RefusalReason::ALL.len());
        let schema = crate::protocol::player::schema();
        let words = schema["$defs"]["RefusalReason"]["oneOf"].as_array().unwrap();
        let words: BTreeSet<String> =
            words.iter().map(|word| word["const"].as_str().unwrap().to_owned()).collect();
        assert_eq!(listed, words);
    }

    #[test]
    fn every_error_of_a_creation_has_its_reason() {
        let id = || "x".to_owned();
        let house = |error: HouseRulesError| RefusalReason::of_creation(&CreationError::House(error));
        let bids = |error: GambitError| RefusalReason::of_creation(&CreationError::Bids(error));
        let other = |error: CreationError| RefusalReason::of_creation(&error);
        for (given, expected) in [
            (other(CreationError::UnknownTerms), RefusalReason::UnknownTerms),
            (other(CreationError::UnknownRuleset(id())), RefusalReason::UnknownRuleset),
            (other(CreationError::FaultyRuleset(id())), RefusalReason::FaultyRuleset),
            (other(CreationError::NoChat), RefusalReason::NoChat),
            (other(CreationError::NoAids), RefusalReason::NoAids),
            (other(CreationError::CoveredPieces), RefusalReason::CoveredPieces),
            (other(CreationError::UnfitModerator { id: id(), why: "" }), RefusalReason::UnfitModerator),
            (other(CreationError::UnfitMachine("")), RefusalReason::UnfitMachine),
            (other(CreationError::TooManyGuestRulesets), RefusalReason::GuestGamesFull),
            (house(HouseRulesError::Unknown(vec![id()])), RefusalReason::UnknownHouseRule),
            (house(HouseRulesError::Clash(Vec::new())), RefusalReason::HouseRulesClash),
            (house(HouseRulesError::Missing(BTreeSet::new())), RefusalReason::HouseRuleMissing),
            (house(HouseRulesError::Unsound(id())), RefusalReason::UnsoundHouseRules),
            (house(HouseRulesError::TooMany), RefusalReason::HouseRulesFull),
            (bids(GambitError::Unknown(id())), RefusalReason::UnknownBids),
            (
                bids(GambitError::Ruleset { id: id(), rulesets: vec![id()] }),
                RefusalReason::BidsOfAnotherRuleset,
            ),
            (bids(GambitError::BySight), RefusalReason::BidsBySight),
            (bids(GambitError::ByDays), RefusalReason::BidsByDays),
            (bids(GambitError::Unbound { id: id(), unbound: Vec::new() }), RefusalReason::UnfitBids),
            (
                bids(GambitError::Misfit { id: id(), why: Misfit::Neutral, with_house_rules: false }),
                RefusalReason::BidsOfAnotherRuleset,
            ),
            (
                bids(GambitError::Misfit { id: id(), why: Misfit::ForcedCaptures, with_house_rules: true }),
                RefusalReason::UnfitBids,
            ),
        ] {
            assert_eq!(given, Some(expected));
        }
        for stored in [CreationError::ImpossibleStart, CreationError::ImpossibleDeal] {
            assert_eq!(RefusalReason::of_creation(&stored), None);
        }
    }
}
