//! Terms of a game, for everybody who has its link: nothing of them is secret, and nothing of the game is in them.

use ggn_core::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::domain::{Color, GameId, Mode};
use crate::game::Game;
use crate::moderator::ModeratorSummary;
use crate::terms::Aids;

/// The answer to `GET /api/games/{id}`: the terms of a game, before anybody takes a seat. An addition to the design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicTerms {
    /// The id of the game.
    pub game_id: GameId,
    /// True if a seat is open.
    pub waiting: bool,
    /// Side of the open seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Color")]
    pub side: Option<Color>,
    /// Visibility of the board for the players.
    pub mode: Mode,
    /// The id of the moderator.
    pub moderator: String,
    /// Announcements of the moderator, in short.
    pub announcements: ModeratorSummary,
    /// The id of the ruleset.
    pub ruleset: String,
    /// Display name of the ruleset, without the house rules. Empty from a node of an earlier version.
    #[serde(default)]
    #[schemars(required)]
    pub ruleset_name: String,
    /// The ids of the house rules, in their order.
    pub overlays: Vec<String>,
    /// True if the clients mark where a piece may be tried.
    pub highlighting_enabled: bool,
    /// Aids to players, if the creator chose them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Aids")]
    pub aids: Option<Aids>,
    /// True if a touched piece must move.
    pub touch_move: bool,
    /// Time control; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TimeControl")]
    pub clock: Option<TimeControl>,
    /// Id of the gambit profile; left out in a game without duels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub gambit: Option<String>,
    /// True if there is chat.
    pub chat: bool,
    /// True if spectators are allowed.
    pub spectators: bool,
    /// Delay of spectators behind the players, in seconds.
    pub delay_seconds: u8,
    /// Time that an absent player may stay away before the game is lost, in seconds.
    pub absence_seconds: u64,
}

/// Returns the terms of a game. `open` is the side of its open seat, `absence_ms` the time that an absent player may stay away.
pub(crate) fn public_terms(game: &Game, open: Option<Side>, absence_ms: u64) -> PublicTerms {
    PublicTerms {
        game_id: game.id,
        waiting: open.is_some(),
        side: open.map(Color::from),
        mode: game.mode,
        moderator: game.moderator.id().to_string(),
        announcements: game.moderator.summary(),
        ruleset: game.data.id.to_string(),
        ruleset_name: game.data.name.to_string(),
        overlays: game.data.overlays.to_vec(),
        highlighting_enabled: game.highlighting_enabled,
        aids: game.aids,
        touch_move: game.touch_move,
        clock: game.clock.as_ref().map(crate::clock::Clock::control),
        gambit: game.gambit.as_ref().map(|gambit| gambit.terms.profile().id.clone()),
        chat: game.social.chat,
        spectators: game.social.spectators.allowed,
        delay_seconds: game.social.spectators.delay_seconds.seconds(),
        absence_seconds: absence_ms.div_ceil(1_000),
    }
}
