//! Seeded leaks in the list of a player's own games.

use ggn_core::Side;

use super::{Leak, SeededLeak};
use crate::game::Game;
use crate::game::gambit::Stage;
use crate::view::OwnGame;

impl SeededLeak {
    /// Puts the leak into the entry of a game in the list of the player of a side.
    pub(crate) fn inject_into_list(&self, game: &Game, side: Side, listed: &mut OwnGame) {
        match self.leak {
            Some(Leak::ListedTouch) => {
                let is_enemys = game.board.position().turn() != side;
                listed.your_turn |= is_enemys && game.touched.is_some();
            }
            Some(Leak::ListedBid) => {
                if let Some(Stage::Bids(bidding)) = game.gambit.as_deref().map(|gambit| &gambit.stage) {
                    listed.your_turn &= bidding.own[side.opponent()].is_none();
                }
            }
            _ => {}
        }
    }
}
