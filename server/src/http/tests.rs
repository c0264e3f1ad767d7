//! Tests of refusals: every reason is given by one of them.

use std::collections::BTreeSet;

use guest_ruleset::Beyond;
use session::protocol::player::{CreateGame, RefusalReason};
use session::{CreationError, GambitError, HouseRulesError};
use tournament::Refusal;

use super::{games, guests, tournaments};
use crate::admission::CreationLimit;
use crate::api_error::ApiError;
use crate::guest::GuestError;
use crate::registry::CreateError;
use crate::tournaments::TournamentError;

/// Returns the refusal of a body that is no request for a game.
fn unread(body: &str) -> ApiError {
    games::unread(body.as_bytes(), &CreateGame::read(body.as_bytes()).unwrap_err())
}

/// Returns a refusal for each reason that is not of tournaments alone, with the code of its answer.
fn refusals() -> Vec<(ApiError, &'static str, RefusalReason)> {
    let id = || "x".to_owned();
    let terms = |error: CreationError| games::creation_error(CreateError::Refused(error));
    let house = |error: HouseRulesError| terms(CreationError::House(error));
    let bids = |error: GambitError| terms(CreationError::Bids(error));
    let beyond = Beyond::new("guest_squares", "too many squares");
    vec![
        (terms(CreationError::UnknownRuleset(id())), "unknown_ruleset", RefusalReason::UnknownRuleset),
        (terms(CreationError::FaultyRuleset(id())), "unknown_ruleset", RefusalReason::FaultyRuleset),
        (terms(CreationError::UnknownTerms), "malformed", RefusalReason::UnknownTerms),
        (house(HouseRulesError::Unknown(vec![id()])), "malformed", RefusalReason::UnknownHouseRule),
        (house(HouseRulesError::Clash(Vec::new())), "malformed", RefusalReason::HouseRulesClash),
        (house(HouseRulesError::Missing([].into())), "malformed", RefusalReason::HouseRuleMissing),
        (house(HouseRulesError::Unsound(id())), "malformed", RefusalReason::UnsoundHouseRules),
        (bids(GambitError::Unknown(id())), "malformed", RefusalReason::UnknownBids),
        (
            bids(GambitError::Ruleset { id: id(), rulesets: vec![id()] }),
            "malformed",
            RefusalReason::BidsOfAnotherRuleset,
        ),
        (bids(GambitError::Unbound { id: id(), unbound: Vec::new() }), "malformed", RefusalReason::UnfitBids),
        (bids(GambitError::BySight), "malformed", RefusalReason::BidsBySight),
        (bids(GambitError::ByDays), "malformed", RefusalReason::BidsByDays),
        (terms(CreationError::NoChat), "malformed", RefusalReason::NoChat),
        (terms(CreationError::NoAids), "malformed", RefusalReason::NoAids),
        (terms(CreationError::CoveredPieces), "malformed", RefusalReason::CoveredPieces),
        (
            terms(CreationError::UnfitModerator { id: id(), why: "it has passes" }),
            "malformed",
            RefusalReason::UnfitModerator,
        ),
        (terms(CreationError::UnfitMachine("")), "malformed", RefusalReason::UnfitMachine),
        (unread(r#"{"mode":"blind","clock":{"initial":0}}"#), "malformed", RefusalReason::InvalidClock),
        (
            unread(r#"{"mode":"blind","clock":{"initial":60},"side":"green"}"#),
            "malformed",
            RefusalReason::InvalidSetting,
        ),
        (unread("[]"), "malformed", RefusalReason::InvalidSetting),
        (games::creation_error(CreateError::Full), "server_full", RefusalReason::ServerFull),
        (games::creation_error(CreateError::NoMachine), "server_full", RefusalReason::MachineBusy),
        (house(HouseRulesError::TooMany), "server_full", RefusalReason::HouseRulesFull),
        (terms(CreationError::TooManyGuestRulesets), "server_full", RefusalReason::GuestGamesFull),
        (games::limited(CreationLimit::Rate), "rate_limited", RefusalReason::TooOften),
        (games::limited(CreationLimit::Games), "rate_limited", RefusalReason::TooManyGames),
        (games::limited(CreationLimit::HouseRules), "rate_limited", RefusalReason::TooManyHouseRuleGames),
        (games::limited(CreationLimit::GuestGames), "rate_limited", RefusalReason::TooManyGuestGames),
        (guests::refusal(GuestError::Off), "guest_rules_off", RefusalReason::GuestRulesOff),
        (guests::refusal(GuestError::Beyond(beyond)), "beyond_bound", RefusalReason::BeyondBound),
        (guests::refusal(GuestError::Faulty(Vec::new())), "faulty_ruleset", RefusalReason::FaultyRuleset),
        (guests::refusal(GuestError::Busy), "server_full", RefusalReason::ChecksBusy),
        (guests::refusal(GuestError::Full), "server_full", RefusalReason::GuestRulesetsFull),
        (guests::refusal(GuestError::PublishingOff), "publishing_off", RefusalReason::PublishingOff),
        (guests::published_too_often(), "rate_limited", RefusalReason::PublishedTooOften),
        (guests::refusal(GuestError::PublishedFull), "server_full", RefusalReason::PublishedFull),
        (ApiError::unavailable(), "unavailable", RefusalReason::Unavailable),
    ]
}

/// Returns the refusal of a body that is no request for a tournament.
fn unread_tournament(body: &str) -> ApiError {
    let fault = serde_json::from_str::<BTreeSet<u8>>(body).unwrap_err();
    tournaments::unread(body.as_bytes(), &fault)
}

/// Returns the refusals of tournaments with the codes of their answers, one for each reason that only they have.
fn refusals_of_tournaments() -> Vec<(ApiError, &'static str, RefusalReason)> {
    let rules = |refusal: Refusal| tournaments::failed(TournamentError::Refused(refusal));
    vec![
        (unread_tournament("{}"), "malformed", RefusalReason::InvalidSetting),
        (unread_tournament(r#"{"game":{"clock":{"initial":0}}}"#), "malformed", RefusalReason::InvalidClock),
        (tournaments::wrong_format(), "malformed", RefusalReason::InvalidSetting),
        (tournaments::wrong_name("a name"), "malformed", RefusalReason::NameLength),
        (tournaments::wrong_no_show(600), "malformed", RefusalReason::NoShowTime),
        (tournaments::wrong_game(), "malformed", RefusalReason::UnfitForTournament),
        (tournaments::too_many(), "rate_limited", RefusalReason::TooManyTournaments),
        (tournaments::name_refused(), "name_refused", RefusalReason::NameRefused),
        (rules(Refusal::NameTaken), "name_taken", RefusalReason::NameTaken),
        (rules(Refusal::Full), "tournament_full", RefusalReason::TournamentFull),
        (rules(Refusal::EntryClosed), "entry_closed", RefusalReason::EntryClosed),
        (rules(Refusal::TooFewPlayers), "too_few_players", RefusalReason::TooFewPlayers),
        (rules(Refusal::RoundRuns), "round_runs", RefusalReason::RoundRuns),
        (rules(Refusal::WrongRound), "not_now", RefusalReason::WrongRound),
        (rules(Refusal::NoPairing), "no_pairing", RefusalReason::NoPairing),
        (tournaments::no_board(), "no_board", RefusalReason::NoBoard),
        (rules(Refusal::WrongPhase), "not_now", RefusalReason::NotNow),
        (rules(Refusal::NothingToChange), "not_now", RefusalReason::NothingToChange),
        (rules(Refusal::TooManyCorrections), "not_now", RefusalReason::TooManyChanges),
        (tournaments::forbidden(), "not_a_member", RefusalReason::NotAMember),
        (
            tournaments::failed(TournamentError::Unknown),
            "tournament_not_found",
            RefusalReason::UnknownTournament,
        ),
        (tournaments::failed(TournamentError::Full), "server_full", RefusalReason::TournamentsFull),
    ]
}

#[test]
fn every_reason_is_given_by_a_refusal_and_stands_beside_its_message() {
    let mut given = BTreeSet::new();
    for (error, code, reason) in refusals().into_iter().chain(refusals_of_tournaments()) {
        let body = error.body();
        assert_eq!((&*body.code, body.reason), (code, Some(reason)));
        assert!(!body.message.is_empty(), "{reason:?}");
        let is_repeated = matches!(
            reason,
            RefusalReason::FaultyRuleset | RefusalReason::InvalidSetting | RefusalReason::InvalidClock
        );
        assert!(given.insert(reason) || is_repeated, "{reason:?}");
    }
    assert_eq!(given, BTreeSet::from(RefusalReason::ALL));
}

#[test]
fn an_error_of_the_server_or_of_a_program_has_no_reason() {
    for error in [
        ApiError::internal(),
        ApiError::not_found(),
        ApiError::malformed("no JSON"),
        games::game_not_found(),
        tournaments::refused(Refusal::NoSuchPlayer),
        games::creation_error(CreateError::Refused(CreationError::ImpossibleStart)),
    ] {
        assert_eq!(error.body().reason, None);
        let body = serde_json::to_value(error.body()).unwrap();
        assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["code", "message"]);
    }
}
