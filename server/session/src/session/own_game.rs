//! The game in the list of a player's own games.

use ggn_core::Side;

use super::Session;
use crate::domain::Token;
use crate::view::{OwnGame, Viewer, observe, own_game};

impl Session {
    /// Returns the entry of the game in the list of the player whose seat the token holds; `None` if it holds no seat, as in a room, whose tokens are others.
    ///
    /// The question is no input: it changes nothing, nobody else is sent anything, and no journal keeps it.
    #[must_use]
    pub fn own_game(&self, token: &Token) -> Option<OwnGame> {
        let side: Side = self.side_of_token(token)?;
        let seen = observe(&self.game, Viewer::Seat(side));
        let machine = self.machine().map(|machine| machine.level);
        #[cfg_attr(not(feature = "testing"), expect(unused_mut, reason = "a leak may be seeded into it"))]
        let mut listed = own_game(&seen, self.public_terms()?, machine, self.finished_at)?;
        #[cfg(feature = "testing")]
        self.seeded_leak.inject_into_list(&self.game, side, &mut listed);
        Some(listed)
    }
}
