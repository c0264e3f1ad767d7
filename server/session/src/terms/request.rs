//! The request for a game.

use ggn_core::Overlay;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::absence::Absence;
use super::aids::Aids;
use super::machine::MachineWish;
use super::spectators::SpectatorsWish;
use crate::clock::TimeControl;
use crate::domain::limits::DATA_ID_CHARS_MAX;
use crate::domain::{Mode, SideChoice, present, read_object};

/// The body of `POST /api/games`.
// Requirement blind-108.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateGame {
    /// Visibility of the board for the players.
    pub mode: Mode,
    /// Side of the creator; random by default.
    #[serde(default = "by_lot")]
    pub side: SideChoice,
    /// True if the clients mark where a piece may be tried.
    #[serde(default)]
    pub highlighting_enabled: bool,
    /// Id of the ruleset; that of the mode's profile by default. An addition to the design.
    #[serde(default, deserialize_with = "some_id", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    pub ruleset: Option<String>,
    /// A moderator other than the one of the mode's profile.
    #[serde(default, deserialize_with = "some_id", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    pub moderator: Option<String>,
    /// The ids of the house rules, no more than 16 and in any order; none when left out. An addition to the design.
    #[serde(default, deserialize_with = "overlays", skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(length(min = 1, max = 64)))]
    pub overlays: Vec<String>,
    /// Time control; none by default. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TimeControl")]
    pub clock: Option<TimeControl>,
    /// Id of the gambit profile; no duels by default. An addition to the design.
    #[serde(default, deserialize_with = "some_id", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(min = 1, max = 64))]
    pub gambit: Option<String>,
    /// True if a touched piece must move; as in the gambit profile, or else in the mode's profile, by default. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub touch_move: Option<bool>,
    /// Time in seconds that an absent player may stay away; as in the mode's profile by default. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Absence")]
    pub absence_seconds: Option<Absence>,
    /// Aids to players in a game that does not show every piece; marks by default. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Aids")]
    pub aids: Option<Aids>,
    /// Terms on spectators; those of the mode's profile by default. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SpectatorsWish")]
    pub spectators: Option<SpectatorsWish>,
    /// True if there is chat; as in the mode's profile by default. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub chat: Option<bool>,
    /// The machine as the other player; a person by default. An addition to the design.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "MachineWish")]
    pub machine: Option<MachineWish>,
}

/// Reads ids of house rules, at most as many as a game can have.
fn overlays<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let ids = Vec::<String>::deserialize(deserializer)?;
    let most = Overlay::COUNT_MAX;
    let too_many = || serde::de::Error::custom(format!("a game has at most {most} house rules"));
    if ids.len() > most { Err(too_many()) } else { ids.into_iter().map(data_id).collect() }
}

/// Reads the id of something in the data.
fn some_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    data_id(String::deserialize(deserializer)?).map(Some)
}

/// Checks the form of an id of the data. The existence of the data is checked elsewhere.
fn data_id<E: serde::de::Error>(id: String) -> Result<String, E> {
    if (1..=DATA_ID_CHARS_MAX).contains(&id.chars().count()) {
        Ok(id)
    } else {
        Err(E::custom(format!("an id has 1 to {DATA_ID_CHARS_MAX} characters")))
    }
}

impl CreateGame {
    /// Reads the body of a request.
    ///
    /// # Errors
    ///
    /// Returns an error unless the body is exactly an object of these fields.
    pub fn read(body: &[u8]) -> Result<CreateGame, serde_json::Error> {
        read_object(body)
    }

    /// Returns the game with the clock of another one, and what absence costs there.
    #[must_use]
    pub fn with_clock_of(self, other: &CreateGame) -> CreateGame {
        CreateGame { clock: other.clock, absence_seconds: other.absence_seconds, ..self }
    }
}

// Requirement blind-14.
fn by_lot() -> SideChoice {
    SideChoice::Random
}

#[cfg(test)]
mod tests {
    use super::*;

    // Requirements blind-14, blind-33, blind-108.
    #[test]
    fn a_request_is_read_strictly() {
        let read = |text: &str| CreateGame::read(text.as_bytes());
        let request = read(r#"{"mode":"blind","side":"w","highlightingEnabled":true}"#).unwrap();
        assert_eq!(request.side, SideChoice::White);
        let least = read(r#"{"mode":"vanilla"}"#).unwrap();
        assert_eq!((least.side, least.highlighting_enabled), (SideChoice::Random, false));
        for wrong in [
            r#"{"side":"white"}"#,
            r#"{"mode":"blind","highlighting":true}"#,
            r#"{"mode":"blind","side":"green"}"#,
            r#"{"mode":"blind","moderator":null}"#,
            r#"{"mode":"blind","moderator":""}"#,
            r#"{"mode":"blind","gambit":""}"#,
            r#"{"mode":"blind","overlays":[""]}"#,
            r#"{"mode":"blind","moderator":"12345678901234567890123456789012345678901234567890123456789012345"}"#,
            r#"{"mode":"blind","highlightingEnabled":"yes"}"#,
            r#"["blind"]"#,
            r#"["blind","white",true]"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
