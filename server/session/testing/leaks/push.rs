//! Seeded leaks in push messages.

use ggn_core::Side;
use serde_json::json;

use super::{Leak, SeededLeak};
use crate::game::Game;
use crate::view::Frame;

impl SeededLeak {
    /// Puts the leak into the push message to the player of a side; `None` if none is due.
    pub(crate) fn inject_into_push(&self, game: &Game, side: Side, notice: Option<Frame>) -> Option<Frame> {
        let tries = game.tries.iter().filter(|refused| refused.by == side.opponent()).count();
        match self.leak {
            Some(Leak::PushedTouch) => {
                let is_enemys = game.board.position().turn() != side;
                let early = || Frame::leaking(json!({"type": "your-turn", "gameId": game.id}).to_string());
                notice.or_else(|| (is_enemys && game.touched.is_some()).then(early))
            }
            Some(Leak::PushedTries) => notice.map(|_| {
                Frame::leaking(json!({"type": "your-turn", "gameId": game.id, "tries": tries}).to_string())
            }),
            _ => notice,
        }
    }
}
