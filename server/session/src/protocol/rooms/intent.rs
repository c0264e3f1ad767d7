//! Intents of players in a room, the tokens by which they show that a seat is theirs, and refusals.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use subtle::{Choice, ConstantTimeEq as _};

use super::words::ErrorCode;
use crate::catalogue::CreationError;
use crate::domain::{self, ChoiceWord, PieceName, RoomToken, SquareName};
use crate::house_rules::HouseRulesError;
use crate::protocol::player::RefusalReason;

/// Token shown by a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// No token.
    Nothing,
    /// A text that is not a token.
    Unreadable,
    /// A token.
    Token(RoomToken),
}

impl Claim {
    pub(super) fn of(text: Option<&str>) -> Claim {
        match text.map(str::parse) {
            None => Claim::Nothing,
            Some(Ok(token)) => Claim::Token(token),
            Some(Err(_)) => Claim::Unreadable,
        }
    }

    /// Returns whether this is the token.
    pub(crate) fn is(&self, token: &RoomToken) -> Choice {
        match self {
            Claim::Token(shown) => shown.ct_eq(token),
            Claim::Nothing | Claim::Unreadable => 0.into(),
        }
    }
}

/// Request of a socket for a seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrance {
    /// Token of the seat to return to; without one, an open seat is requested.
    pub claim: Claim,
    /// Highest number of a received message.
    pub ack: Option<u64>,
    /// Number of messages sent to the socket so far.
    pub sent: u64,
}

/// Message of the player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntentMessage {
    /// The shown token.
    pub claim: Claim,
    /// Highest number of a received message.
    pub ack: Option<u64>,
    /// The intent.
    pub intent: Intent,
}

/// Intent of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Move a piece.
    Move {
        /// The piece's square.
        from: SquareName,
        /// Its destination.
        to: SquareName,
        /// The promotion, or another choice.
        choice: MoveChoice,
    },
    /// Drop a piece from the hand.
    Drop {
        /// The piece.
        piece: PieceName,
        /// Its destination.
        to: SquareName,
        /// Choice that the drop needs.
        choice: Option<ChoiceWord>,
    },
    /// Pass.
    Pass,
    /// Resign and leave.
    Leave,
    /// Show a sign of life.
    Heartbeat,
    /// None: the message was refused before it reached the game, and the socket is closed.
    Refused(Refusal),
}

/// Choice in a move of a piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveChoice {
    /// None: in chess a move that promotes has the usual promotion.
    Usual,
    /// Name of the promoted piece.
    Promotion(String),
    /// The choice by its word.
    Exact(ChoiceWord),
}

/// A refused message, with the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The code of the error.
    pub code: ErrorCode,
    /// Message for a person.
    pub message: Cow<'static, str>,
    /// Rules that the refusal is about, where it knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Box<RefusedRules>>,
    /// Reason why a room is not created; `None` about the game of a room, and for a client that asks for no reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<RefusalReason>,
}

/// Rules that the refusal of a room is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedRules {
    /// Id of the ruleset.
    pub ruleset: Option<String>,
    /// Ids of the house rules.
    pub overlays: Vec<String>,
    /// Ids of the house rules that these require and that are not chosen.
    pub required: Vec<String>,
}

impl RefusedRules {
    /// Returns the rules that the error of a creation is about; `None` if it is about none, or does not know them.
    #[must_use]
    pub fn of_creation(error: &CreationError) -> Option<Box<RefusedRules>> {
        match error {
            CreationError::UnknownRuleset(id) | CreationError::FaultyRuleset(id) => {
                Some(Box::new(RefusedRules { ruleset: Some(id.clone()), ..RefusedRules::default() }))
            }
            CreationError::House(error) => RefusedRules::of_house_rules(error),
            _ => None,
        }
    }

    /// Returns the house rules that an error is about; `None` if it does not know them.
    #[must_use]
    pub fn of_house_rules(error: &HouseRulesError) -> Option<Box<RefusedRules>> {
        let mut overlays = match error {
            HouseRulesError::Unknown(ids) => ids.clone(),
            HouseRulesError::Clash(_)
            | HouseRulesError::Missing(_)
            | HouseRulesError::Unsound(_)
            | HouseRulesError::TooMany => error.clashing(),
        };
        overlays.sort_unstable();
        overlays.dedup();
        let rules = RefusedRules { ruleset: None, overlays, required: error.missing() };
        (rules != RefusedRules::default()).then(|| Box::new(rules))
    }
}

impl From<ErrorCode> for Refusal {
    fn from(code: ErrorCode) -> Refusal {
        Refusal { code, message: code.message().into(), rules: None, reason: None }
    }
}

impl From<domain::Refusal> for Refusal {
    fn from(refusal: domain::Refusal) -> Refusal {
        let (code, message) = ErrorCode::of(refusal);
        Refusal { code, message: message.into(), rules: None, reason: None }
    }
}

impl Refusal {
    /// Makes the refusal of a message that cannot be decoded.
    pub(crate) fn invalid(why: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { code: ErrorCode::InvalidMessage, message: why.into(), rules: None, reason: None }
    }
}
