//! Bodies of the HTTP responses of the player protocol.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue::{Gambit, HouseRule, ModeDefaults, PublicRuleset, RulesetDescription};
use crate::clock::ClockPreset;
use crate::domain::{GameId, Token, UnixMs};
use crate::moderator::ModeratorSummary;

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameCreated {
    /// The id of the new game.
    pub game_id: GameId,
    /// The token of the creator's seat.
    pub creator_token: Token,
    /// The link for the other player, relative to the address of the request unless the server knows its own.
    pub join_url: String,
    /// Link for spectators; left out if none are allowed. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub watch_url: Option<String>,
}

/// The answer to `GET /api/health`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// False if something fails that players need; the status is 503 then.
    pub ok: bool,
    /// Number of games.
    pub active_games: u64,
    /// Uptime in seconds.
    pub uptime: u64,
    /// The part that fails; left out if none does. An addition to the design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "HealthFault")]
    pub fault: Option<HealthFault>,
}

/// A part of the server that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum HealthFault {
    /// No input can be stored, so no move can be made and no game created.
    Journal,
}

/// The answer to `GET /api/push`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSettings {
    /// The server's public key, for which a browser makes its push subscription (`applicationServerKey`): an uncompressed point of P-256 in base64url.
    pub public_key: String,
}

/// The answer to `GET /api/overlays`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseRules {
    /// All house rules by id.
    pub overlays: Vec<HouseRule>,
}

/// The answer to `GET /api/clocks`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    /// The time controls that are offered, in the order in which they are shown.
    pub clocks: Vec<ClockPreset>,
}

/// The answer to `GET /api/modes`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Modes {
    /// Defaults of each mode.
    pub modes: Vec<ModeDefaults>,
    /// True if guests may bring rulesets (`POST /api/rulesets`); left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest_rules: bool,
    /// True if guests may publish rulesets (`POST /api/rulesets?publish=true`); left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub publishing: bool,
}

/// The answer to `GET /api/moderators`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Moderators {
    /// All moderators by id.
    pub moderators: Vec<ModeratorSummary>,
}

/// The answer to `GET /api/gambits`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gambits {
    /// All gambit profiles by id.
    pub gambits: Vec<Gambit>,
}

/// The answer to `GET /api/rulesets`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesetDescriptions {
    /// All rulesets: that of the open mode first, the others by id.
    pub rulesets: Vec<RulesetDescription>,
}

/// The answer to `GET /api/rulesets/guests`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedRulesets {
    /// Rulesets that guests have published, the latest first.
    pub published: Vec<PublishedRuleset>,
    /// The `before` of the rulesets that follow; left out with the last ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub next: Option<String>,
}

/// A ruleset that a guest has published. Nothing tells whose it is, or whether anybody plays by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedRuleset {
    /// The name by which games ask for it.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Description in a few sentences; left out if the ruleset has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub about: Option<String>,
    /// Time at which it was published.
    pub published_at: UnixMs,
}

/// The answer to `GET /api/rules`. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rulesets {
    /// All rulesets: that of the open mode first, the others by id.
    pub rulesets: Vec<PublicRuleset>,
}
