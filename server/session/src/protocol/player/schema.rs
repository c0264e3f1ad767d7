//! The wire as one JSON Schema, from which the types of the browser's client are generated.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;

use super::client::Wire;
use super::finished::{FinishedGames, GameRecord, Statistics};
use super::http::{
    Clocks, Gambits, GameCreated, Health, HouseRules, Moderators, Modes, PublishedRulesets, PushSettings,
    RulesetDescriptions, Rulesets,
};
use super::own::{OwnGames, OwnSeats};
use super::passkeys::{
    NewPasskeyRequest, PasskeyChallenge, PasskeySignInRequest, PasskeyTerms, RemovePasskeyRequest,
    SealedIdentity,
};
use super::refused::RequestRefused;
use super::results::PlayerResults;
use super::server::ServerMessage;
use super::settings::{BlockRequest, PlayerSettings, ReportRequest, UnblockRequest, VacationRequest};
use crate::protocol::events::{ClientEvent, ServerEvent};
use crate::protocol::lobby::{LobbyMessage, LobbyRequest};
use crate::protocol::push::PushNotice;
use crate::terms::CreateGame;
use crate::translation::Translation;
use crate::view::PublicTerms;

/// Every wire type of the player protocol and of the lobby, under `$defs` by its name. Roots are `ClientMessage`, `ServerMessage`, `ClientEvent`, `ServerEvent`, `CreateGame`, `GameCreated`, `RequestRefused`,
/// `OwnSeats`, `OwnGames`, `LobbyRequest`, `LobbyMessage`, `PushNotice`, `PushSettings`, `PublicTerms`, `GameRecord`, `FinishedGames`, `Statistics`, `PlayerResults`, `PlayerSettings`, `VacationRequest`, `ReportRequest`, `BlockRequest`, `UnblockRequest`, `NewPasskeyRequest`, `RemovePasskeyRequest`, `PasskeySignInRequest`, `PasskeyTerms`, `PasskeyChallenge`, `SealedIdentity`, `Health`, `HouseRules`, `Clocks`, `Gambits`, `Modes`, `Moderators`, `Rulesets`, `RulesetDescriptions`, `PublishedRulesets` and `Translation`.
///
/// ```
/// let schema = session::protocol::player::schema();
/// assert!(schema["$defs"]["ServerMessage"]["oneOf"].is_array());
/// ```
#[must_use]
pub fn schema() -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12();
    // Messages of clients are described as they are read, those of the server as they are written: there, a field that is always written is
    // required.
    let mut read: SchemaGenerator = settings.clone().for_deserialize().into_generator();
    read.subschema_for::<Wire>();
    read.subschema_for::<CreateGame>();
    read.subschema_for::<OwnSeats>();
    read.subschema_for::<VacationRequest>();
    read.subschema_for::<ReportRequest>();
    read.subschema_for::<BlockRequest>();
    read.subschema_for::<UnblockRequest>();
    read.subschema_for::<NewPasskeyRequest>();
    read.subschema_for::<RemovePasskeyRequest>();
    read.subschema_for::<PasskeySignInRequest>();
    read.subschema_for::<ClientEvent>();
    read.subschema_for::<LobbyRequest>();
    let mut written: SchemaGenerator = settings.for_serialize().into_generator();
    written.subschema_for::<ServerMessage>();
    written.subschema_for::<ServerEvent>();
    written.subschema_for::<LobbyMessage>();
    written.subschema_for::<PushNotice>();
    written.subschema_for::<PushSettings>();
    written.subschema_for::<GameCreated>();
    written.subschema_for::<RequestRefused>();
    written.subschema_for::<PublicTerms>();
    written.subschema_for::<OwnGames>();
    written.subschema_for::<GameRecord>();
    written.subschema_for::<FinishedGames>();
    written.subschema_for::<Statistics>();
    written.subschema_for::<PlayerResults>();
    written.subschema_for::<PlayerSettings>();
    written.subschema_for::<PasskeyTerms>();
    written.subschema_for::<PasskeyChallenge>();
    written.subschema_for::<SealedIdentity>();
    written.subschema_for::<Health>();
    written.subschema_for::<HouseRules>();
    written.subschema_for::<Clocks>();
    written.subschema_for::<Gambits>();
    written.subschema_for::<Rulesets>();
    written.subschema_for::<RulesetDescriptions>();
    written.subschema_for::<PublishedRulesets>();
    written.subschema_for::<Modes>();
    written.subschema_for::<Moderators>();
    written.subschema_for::<Translation>();
    let mut definitions = read.take_definitions(true);
    definitions.extend(written.take_definitions(true));
    definitions.sort_keys();
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of the player protocol",
        "$defs": definitions,
    })
}
