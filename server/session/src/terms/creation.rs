//! The creation of a game: the first entry of its journal.

use ggn_core::{Position, Rules};
use serde::{Deserialize, Serialize};

use super::deal::DrawnDeal;
use super::request::CreateGame;
use crate::domain::{Color, GameId, RoomCode, RoomToken, Token, UnixMs};

/// Creation of a game: the first entry of its journal. It contains all results of chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Creation {
    /// The id of the game.
    pub id: GameId,
    /// Id in the link for spectators, from which the other cannot be known; the same id in journals of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_id: Option<GameId>,
    /// Protocol of the game, with the tokens of the seats that are taken.
    #[serde(flatten)]
    pub creator: Creator,
    /// The request.
    pub request: CreateGame,
    /// Side of the creator, if the request leaves it to chance.
    pub random_side: Color,
    /// Start that is drawn, in a game whose rules draw one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<DrawnStart>,
    /// Deal that is drawn, in a game whose rules cover pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<DrawnDeal>,
    /// Time.
    pub at: UnixMs,
    /// Changes of the profile by the server's configuration.
    #[serde(default)]
    pub limits: Limits,
}

/// Start that is drawn by a seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnStart {
    /// The seed.
    pub seed: u64,
    /// The position as FEEN, written when the game is created: a later change of the rules does not change it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feen: Option<String>,
}

impl DrawnStart {
    /// Draws the position; `None` where games always start from the initial one.
    pub(crate) fn draw(self, rules: &Rules) -> Option<DrawnStart> {
        let count = rules.start_count();
        let position = rules.start(rules.drawn_start(self.seed)).filter(|_| count > 1)?;
        Some(DrawnStart { seed: self.seed, feen: Some(rules.feen(&position).to_string()) })
    }

    /// Returns the position; `None` if it is not a position of these rules.
    pub(crate) fn position(&self, rules: &Rules) -> Option<Position> {
        rules.position(&self.feen.as_ref()?.parse().ok()?).ok()
    }
}

/// Protocol of a game, with the tokens of the seats that are taken from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Creator {
    /// The player protocol, and the token of the seat.
    #[serde(rename = "creator_token")]
    Player(Token),
    /// The player protocol, and the tokens of both seats: the game is a rematch.
    #[serde(rename = "rematch")]
    Rematch(SeatTokens),
    /// The player protocol, and the tokens of both seats: their players have found each other in the lobby.
    #[serde(rename = "paired")]
    Paired(SeatTokens),
    /// The player protocol, and the tokens of both seats: the machine has that of the other player.
    #[serde(rename = "machine")]
    Machine(SeatTokens),
    /// The room protocol.
    #[serde(rename = "room")]
    Room {
        /// Code of the room.
        code: RoomCode,
        /// The token of the seat.
        token: RoomToken,
    },
}

impl Creator {
    /// Returns whether the game is played in a room.
    pub(crate) fn is_room(&self) -> bool {
        match self {
            Creator::Player(_) | Creator::Rematch(_) | Creator::Paired(_) | Creator::Machine(_) => false,
            Creator::Room { .. } => true,
        }
    }
}

/// Tokens of both seats of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatTokens {
    /// Token of white's seat.
    pub w: Token,
    /// Token of black's seat.
    pub b: Token,
}

impl SeatTokens {
    /// Returns the token of a side's seat.
    #[must_use]
    pub fn of(&self, side: Color) -> &Token {
        match side {
            Color::W => &self.w,
            Color::B => &self.b,
        }
    }
}

/// The game that was created for a rematch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextGame {
    /// Its id.
    pub id: GameId,
    /// Id in its link for spectators; the same id in journals of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_id: Option<GameId>,
    /// The tokens of its seats.
    pub tokens: SeatTokens,
}

/// Changes of a profile by the server's configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Grace period of an absent player, in milliseconds.
    pub grace_ms: Option<u64>,
    /// Lifetime of a finished game, in milliseconds.
    pub finished_lifetime_ms: Option<u64>,
    /// Lifetime of a waiting game without connected players, in milliseconds.
    pub waiting_lifetime_ms: Option<u64>,
}
