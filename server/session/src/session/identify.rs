//! Keys that players show: who has a seat, from game to game. Nobody is told, and a finished game's record keeps the id.

use ggn_core::Side;

use super::Session;
use crate::domain::{GameStatus, PlayerId, PlayerKey, Refusal, SeatPlayers};
use crate::protocol::player::ErrorCode;
use crate::seat::player::Response;

impl Session {
    /// Notes that the player of a side has a key, whose signature the caller has checked. This is done once, and before their first move: nobody waits to see
    /// how a game goes, and then decides whether it counts.
    pub(super) fn identify(&mut self, side: Side, key: &PlayerKey) -> Response {
        if self.game.status == GameStatus::Finished {
            return Refusal::GameOver.into();
        }
        let player = PlayerId::of(key);
        let has_moved = || self.game.board.history().iter().any(|played| played.by == side);
        match self.players[side] {
            Some(known) if known == player => Response::Update,
            None if !has_moved() => {
                self.players[side] = Some(player);
                Response::Update
            }
            Some(_) | None => Response::Error(
                ErrorCode::WrongPhase,
                "a seat is given one key, and that before its first move",
            ),
        }
    }

    /// Returns the ids of the players who have shown a key.
    #[must_use]
    pub fn seat_players(&self) -> SeatPlayers {
        SeatPlayers { w: self.players[Side::First], b: self.players[Side::Second] }
    }
}
