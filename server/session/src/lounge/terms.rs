//! What is agreed on about company: the profile says it, and who makes a game may say it otherwise.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::limits::WATCHING_DELAY_SECONDS_MAX;
use crate::profile::Profile;
use crate::protocol::player::CreateGame;

/// How much later than the players spectators are told: whole seconds, up to [`WATCHING_DELAY_SECONDS_MAX`]; 0 is at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Delay(u8);

/// A delay beyond the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("spectators are told 0 to {WATCHING_DELAY_SECONDS_MAX} seconds later")]
pub struct WrongDelay;

impl Delay {
    /// So many seconds, if they are within the bound.
    #[must_use]
    pub fn new(seconds: u8) -> Option<Delay> {
        (seconds <= WATCHING_DELAY_SECONDS_MAX).then_some(Delay(seconds))
    }

    /// The seconds.
    #[must_use]
    pub fn seconds(self) -> u8 {
        self.0
    }

    /// The same in milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.0) * 1_000
    }
}

impl TryFrom<u8> for Delay {
    type Error = WrongDelay;

    fn try_from(seconds: u8) -> Result<Delay, WrongDelay> {
        Delay::new(seconds).ok_or(WrongDelay)
    }
}

impl From<Delay> for u8 {
    fn from(delay: Delay) -> u8 {
        delay.0
    }
}

impl JsonSchema for Delay {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Delay".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 0, "maximum": WATCHING_DELAY_SECONDS_MAX })
    }
}

/// What spectators see while a game is on. When it is over they see all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum Watching {
    /// Every piece.
    Board,
    /// No piece: what the moderator says to both players.
    Announcements,
    /// Nothing: that there is a game, and who is there.
    After,
}

/// Who may watch a game, how much later than its players, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(deny_unknown_fields)]
pub struct Spectators {
    /// Whether anybody may, unless the creator of a game says otherwise.
    pub allowed: bool,
    /// How many seconds later spectators are told, unless the creator of a game says otherwise.
    pub delay_seconds: Delay,
    /// What spectators see while a game is on.
    pub watching: Watching,
}

/// What the creator of a game says about spectators; what is left out is as the profile says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpectatorsWish {
    /// Whether anybody may watch.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub allowed: Option<bool>,
    /// How many seconds later than the players they are told.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Delay")]
    pub delay_seconds: Option<Delay>,
}

/// Reads a field that is there; `null` is not a way of leaving it out.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// What was agreed on about company at one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Company {
    /// Whether those who are there can talk.
    pub chat: bool,
    /// Who may watch.
    pub spectators: Spectators,
}

impl Company {
    /// What comes of a profile and a request. What spectators see is the profile's alone to say: a request cannot open a blind game.
    #[must_use]
    pub fn agreed(profile: &Profile, request: &CreateGame) -> Company {
        let wish = request.spectators.unwrap_or_default();
        let Spectators { allowed, delay_seconds, watching } = profile.spectators;
        Company {
            chat: request.chat.unwrap_or(profile.chat),
            spectators: Spectators {
                allowed: wish.allowed.unwrap_or(allowed),
                delay_seconds: wish.delay_seconds.unwrap_or(delay_seconds),
                watching,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::player::Mode;
    use crate::testing::{asked, catalogue};

    fn agreed(request: &str) -> Company {
        let request = CreateGame::read(request.as_bytes()).unwrap();
        let profile = catalogue().terms(&request).unwrap().profile;
        Company::agreed(&profile, &request)
    }

    #[test]
    fn a_request_says_what_the_profile_leaves_open_and_no_more() {
        let open = agreed(r#"{"mode":"vanilla"}"#);
        assert!(open.chat && open.spectators.allowed);
        assert_eq!((open.spectators.delay_seconds.seconds(), open.spectators.watching), (0, Watching::Board));
        let blind = agreed(r#"{"mode":"blind"}"#);
        assert!(!blind.chat);
        assert_eq!(blind.spectators.watching, Watching::Announcements);
        let chosen =
            agreed(r#"{"mode":"blind","chat":true,"spectators":{"allowed":true,"delaySeconds":60}}"#);
        assert!(chosen.chat && chosen.spectators.allowed);
        assert_eq!(chosen.spectators.delay_seconds.ms(), 60_000);
        assert_eq!(chosen.spectators.watching, Watching::Announcements);
        assert!(!agreed(r#"{"mode":"vanilla","spectators":{"allowed":false}}"#).spectators.allowed);
        assert_eq!(agreed(r#"{"mode":"vanilla","spectators":{}}"#), open);
    }

    #[test]
    fn nobody_watches_a_room() {
        let profile = catalogue().terms(&asked(Mode::Vanilla, None)).unwrap().profile;
        assert!(profile.spectators.allowed);
        for room in ["room", "room-blind"] {
            let profile = catalogue().profile(room).unwrap().clone();
            assert!(!profile.spectators.allowed && !profile.chat, "{room}");
        }
    }

    #[test]
    fn what_is_not_to_the_letter_is_no_wish() {
        for wrong in [
            r#"{"mode":"vanilla","spectators":{"delaySeconds":61}}"#,
            r#"{"mode":"vanilla","spectators":{"delaySeconds":-1}}"#,
            r#"{"mode":"vanilla","spectators":{"delaySeconds":1.5}}"#,
            r#"{"mode":"vanilla","spectators":{"watching":"board"}}"#,
            r#"{"mode":"vanilla","spectators":null}"#,
            r#"{"mode":"vanilla","spectators":true}"#,
            r#"{"mode":"vanilla","chat":null}"#,
            r#"{"mode":"vanilla","chat":"yes"}"#,
        ] {
            assert!(CreateGame::read(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
