//! Terms on spectators and chat: those of the profile, changed by the creator of a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::limits::WATCHING_DELAY_SECONDS_MAX;
use crate::domain::{number_type, present};

/// Delay of spectators behind the players, in whole seconds up to [`WATCHING_DELAY_SECONDS_MAX`].
// Requirement gambit-110.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Delay(u8);

/// Error for a delay beyond the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("spectators are told 0 to {WATCHING_DELAY_SECONDS_MAX} seconds later")]
pub struct WrongDelay;

impl Delay {
    /// Makes a delay; `None` beyond the limit.
    #[must_use]
    pub fn new(seconds: u8) -> Option<Delay> {
        Delay::try_from(seconds).ok()
    }

    /// Returns the delay in seconds.
    #[must_use]
    pub fn seconds(self) -> u8 {
        self.0
    }

    /// Returns the delay in milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        u64::from(self.0) * 1_000
    }
}

number_type!(Delay: u8, 0..=WATCHING_DELAY_SECONDS_MAX, WrongDelay);

/// View of spectators during a game. Afterwards they see everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum SpectatorView {
    /// Every piece.
    Board,
    /// No piece, only announcements to both players.
    Announcements,
    /// Nothing but the presence of people.
    After,
}

/// Terms on spectators of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(deny_unknown_fields)]
pub struct SpectatorTerms {
    /// True if spectators are allowed, unless the creator of a game changes it.
    pub allowed: bool,
    /// Delay of spectators in seconds, unless the creator of a game changes it.
    pub delay_seconds: Delay,
    /// View of spectators during a game.
    pub watching: SpectatorView,
}

/// Changes of the terms on spectators by the creator of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpectatorsWish {
    /// True if spectators are allowed.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub allowed: Option<bool>,
    /// Delay behind the players, in seconds.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Delay")]
    pub delay_seconds: Option<Delay>,
}

/// Chat in the games of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum ChatTerms {
    /// There is chat, unless the creator of a game wants none.
    On,
    /// There is no chat, unless the creator of a game wants it.
    Off,
    /// There is no chat, and no creator can have it.
    Never,
}

impl ChatTerms {
    /// Returns whether a game has chat, by the wish of its creator.
    #[must_use]
    pub fn agreed(self, wish: Option<bool>) -> bool {
        match self {
            ChatTerms::On => wish.unwrap_or(true),
            ChatTerms::Off => wish.unwrap_or(false),
            ChatTerms::Never => false,
        }
    }
}

/// Terms of a game on chat and spectators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocialTerms {
    /// True if there is chat.
    pub chat: bool,
    /// Terms on spectators.
    pub spectators: SpectatorTerms,
}
