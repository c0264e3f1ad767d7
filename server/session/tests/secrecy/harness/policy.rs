//! The rules about the audience of each fact, read from the same files as the session reads, by an independent reader.

use std::collections::BTreeMap;

use ggn_core::Side;
use serde::Deserialize;
use serde_json::Value;

/// A moderator's file. Unknown members are an error, because what they disclose must be modelled first.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Policy {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    pub(crate) id: String,
    pub(crate) wont_help_includes_blocked: bool,
    hearers: BTreeMap<String, RelativeAudience>,
    tags: BTreeMap<String, String>,
    /// Announced after the game, when everything is known.
    #[serde(rename = "endings")]
    _endings: BTreeMap<String, String>,
    #[serde(rename = "name", default)]
    _name: Option<String>,
    /// Answers to attempts, if players try until a move is legal.
    #[serde(default)]
    pub(crate) attempts: Option<AttemptRules>,
    #[serde(default)]
    pub(crate) forms: FormRules,
    #[serde(default)]
    pub(crate) tries: TryRules,
    #[serde(default)]
    pawns: Vec<String>,
    /// Endings of the game, which the board of the model has.
    #[serde(rename = "game", default)]
    _game: Value,
}

/// Answers to attempts that are not made.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttemptRules {
    pub(crate) hidden: Refusal,
    pub(crate) knowable: Refusal,
    pub(crate) repeated: Refusal,
    pub(crate) withheld: Refusal,
}

/// Answer to an attempt that is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Refusal {
    IllegalMove,
    Nonsense,
    Impossible,
}

impl Refusal {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Refusal::IllegalMove => "illegal_move",
            Refusal::Nonsense => "nonsense",
            Refusal::Impossible => "impossible",
        }
    }
}

/// Forms of announcements.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FormRules {
    pub(crate) capture_square: Option<CaptureSquare>,
    pub(crate) captured: Option<CapturedForm>,
    pub(crate) check: Option<CheckForm>,
    pub(crate) promotion: Option<PromotionForm>,
    pub(crate) drop: Option<DropForm>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CaptureSquare {
    Victim,
    Arrival,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CapturedForm {
    Class,
    Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CheckForm {
    Side,
    Directions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PromotionForm {
    Kind,
    Fact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DropForm {
    Fact,
    Kind,
}

/// Facts about pawn tries.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TryRules {
    pub(crate) before_turn: Option<BeforeTurn>,
    pub(crate) after_yes: Option<AfterYes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BeforeTurn {
    Whether,
    Count,
    Sources,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AfterYes {
    Free,
    OneTry,
    UntilMade,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RelativeAudience {
    Mover,
    Opponent,
    Both,
    Nobody,
}

impl Policy {
    pub(crate) fn read(bytes: &[u8]) -> Policy {
        serde_json::from_slice(bytes).unwrap_or_else(|fault| {
            panic!("a moderator has a member that the oracle does not model: {fault}")
        })
    }

    /// Returns whether `listener` receives an event of `mover`.
    pub(crate) fn includes(&self, event: &str, mover: Side, listener: Side) -> bool {
        match self.hearers[event] {
            RelativeAudience::Both => true,
            RelativeAudience::Mover => listener == mover,
            RelativeAudience::Opponent => listener != mover,
            RelativeAudience::Nobody => false,
        }
    }

    /// Returns whether the file has an event, which only some files have.
    pub(crate) fn has(&self, event: &str) -> bool {
        self.hearers.contains_key(event)
    }

    pub(crate) fn is_pawn(&self, name: &str) -> bool {
        self.pawns.iter().any(|pawn| pawn == name)
    }

    /// Returns whether everybody can follow what enters and leaves each hand.
    pub(crate) fn tells_hands(&self) -> bool {
        let is_public = |event: &str| self.hearers.get(event) == Some(&RelativeAudience::Both);
        self.forms.captured == Some(CapturedForm::Kind)
            && self.forms.drop == Some(DropForm::Kind)
            && is_public("dropped")
            && is_public("moved_captured")
            && self.tags.values().all(|event| is_public(event))
    }

    /// Returns the event that announces a move with the rules' tag.
    pub(crate) fn event_of(&self, tag: Option<&str>, captures: bool) -> &str {
        let plain = if captures { "moved_captured" } else { "moved" };
        tag.and_then(|tag| self.tags.get(tag)).map_or(plain, String::as_str)
    }
}

/// A profile's file, read as strictly.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfileRules {
    #[serde(rename = "$schema", default)]
    _schema: Option<String>,
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "ruleset")]
    _ruleset: String,
    pub(crate) moderator: String,
    pub(crate) view: PieceVisibility,
    #[serde(default)]
    pub(crate) sight: SightRules,
    pub(crate) touch_move: bool,
    /// Nobody talks in these games. What that includes is compared by paired runs of its own (`tests/session/spectators`).
    #[serde(rename = "chat")]
    _chat: ChatTerms,
    pub(crate) spectators: Spectators,
    /// Time from which the page warns: a number of the file, the same for everybody.
    #[serde(rename = "low_time_ms")]
    _low_time_ms: u64,
    pub(crate) grace_ms: u64,
    #[serde(rename = "finished_lifetime_ms")]
    _finished_lifetime_ms: u64,
    #[serde(rename = "waiting_lifetime_ms")]
    _waiting_lifetime_ms: u64,
}

/// Rules for chat.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ChatTerms {
    On,
    Off,
    Never,
}

/// Rules for spectators.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spectators {
    /// Overridden by the request of the game.
    #[serde(rename = "allowed")]
    _allowed: bool,
    #[serde(rename = "delay_seconds")]
    _delay_seconds: u8,
    pub(crate) watching: SpectatorView,
}

/// View of a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SpectatorView {
    Board,
    Announcements,
    After,
}

/// Pieces that a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PieceVisibility {
    OwnPieces,
    Sight,
    Everything,
}

/// Further squares that players see by sight.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SightRules {
    pub(crate) blockers: bool,
    pub(crate) attackers: bool,
}

impl ProfileRules {
    pub(crate) fn read(bytes: &[u8]) -> ProfileRules {
        serde_json::from_slice(bytes)
            .unwrap_or_else(|fault| panic!("a profile has a member that the oracle does not model: {fault}"))
    }
}
