//! The other player of a game, as the server knows them: for reports, and for players who do not want to meet again. No player is sent any of it.

use super::Session;
use crate::domain::{Color, PersonName, PlayerId, Token};

/// The seat that a token holds, and who sits opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Side of the seat.
    pub you: Color,
    /// The player of the seat, if they have shown a key.
    pub own: Option<PlayerId>,
    /// The other player, if they have shown a key.
    pub theirs: Option<PlayerId>,
    /// Name of the other player.
    pub name: Option<PersonName>,
}

impl Session {
    /// Returns the other player of the seat that a token holds; `None` if it holds none, nobody has the other seat yet, or the machine has it.
    #[must_use]
    pub fn opponent_of(&self, token: &Token) -> Option<Opponent> {
        let side = self.side_of_token(token)?;
        let other = side.opponent();
        if self.machine().is_some() || self.seats[other].is_none() {
            return None;
        }
        Some(Opponent {
            you: side.into(),
            own: self.players[side],
            theirs: self.players[other],
            name: self.name_of(other).cloned(),
        })
    }
}
