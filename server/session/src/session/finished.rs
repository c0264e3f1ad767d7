//! Record of the game at its end.

use ggn_core::Side;

use super::Session;
use crate::domain::{Color, EndReason, GameStatus, UnixMs};
use crate::finished::FinishedGame;
use crate::protocol::player::Stamp;
use crate::seat::SeatProtocol;
use crate::view::{Frame, LogPosition, Viewer, observe, summary};

/// End of a game, as a tournament counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner.
    pub winner: Option<Color>,
    /// True if both players left.
    pub is_abandoned: bool,
    /// Number of moves made by both sides together.
    pub plies: u32,
}

/// A game so far, as a tournament asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCourse {
    /// The end; `None` while the game goes on.
    pub end: Option<GameResult>,
    /// True if the player of white was ever connected.
    pub white_came: bool,
    /// True if the player of black was ever connected.
    pub black_came: bool,
}

impl Session {
    /// Returns how the game has gone so far. A tournament tells the end of it, which everybody who may know of the game may know, and who has not come in time.
    #[must_use]
    pub fn course(&self) -> GameCourse {
        let game = &self.game;
        let end = (game.status == GameStatus::Finished).then(|| GameResult {
            winner: game.outcome.and_then(|outcome| outcome.winner).map(Color::from),
            is_abandoned: game.outcome.and_then(|outcome| outcome.reason) == Some(EndReason::Abandoned),
            plies: game.plies(),
        });
        let [white_came, black_came] = Side::BOTH.map(|side| game.attendance.has_connected(side));
        GameCourse { end, white_came, black_came }
    }

    /// Returns the record of the game, which has ended at `at`; `None` for a game that goes on or had no move, and for a room: nothing of a room is stored,
    /// and its players know no address at which they would find it.
    // Requirement gambit-121.
    pub(super) fn finished_game(&self, at: UnixMs) -> Option<Box<FinishedGame>> {
        let game = &self.game;
        if game.status != GameStatus::Finished || game.plies() == 0 || self.is_room() {
            return None;
        }
        let seen = observe(game, Viewer::Spectator).among(Vec::new());
        let tokens = Side::BOTH.into_iter().filter_map(|side| match &self.seats[side].as_ref()?.protocol {
            SeatProtocol::Player(sent) => Some(sent.token().clone()),
            SeatProtocol::Room(_) => None,
        });
        let spectators = game.social.spectators;
        Some(Box::new(FinishedGame {
            id: game.id,
            summary: summary(game, self.machine.as_ref().map(|machine| machine.side), at)?,
            is_open: spectators.allowed,
            is_listed: spectators.allowed && !self.is_of_guest(),
            shown_at: at.plus(spectators.delay_seconds.ms()),
            readers: tokens.collect(),
            players: self.seat_players(),
            state: Frame::game_state(&seen, LogPosition::default(), Stamp { seq: 1, ack: None, at })?,
        }))
    }
}
