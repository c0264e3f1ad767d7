//! The seat of the machine.

use std::sync::Arc;

use ggn_core::Side;

use super::Session;
use crate::domain::Color;
use crate::hearing::Hearing;
use crate::terms::{Creation, Creator, MachineSeat};

impl Session {
    /// Returns the side of the creator.
    #[must_use]
    pub fn creator_side(&self) -> Color {
        self.creator_side
    }

    /// Returns the seat of the machine, if it plays.
    #[must_use]
    pub fn machine(&self) -> Option<&MachineSeat> {
        self.machine.as_ref()
    }

    /// Returns the seat of the machine if it is due there: the other player is connected, the machine is not, and they have not agreed on a rematch.
    #[must_use]
    pub fn due_machine(&self) -> Option<&MachineSeat> {
        let seat = self.machine().filter(|_| self.agreed_rematch().is_none())?;
        let side = Side::from(seat.side);
        (self.conn_of(side).is_none() && self.conn_of(side.opponent()).is_some()).then_some(seat)
    }

    /// Returns the terms by which both players hear of the game, and both know.
    #[must_use]
    pub fn hearing(&self) -> Hearing {
        let game = &self.game;
        let (moderator, profile) = (Arc::clone(&game.moderator), Arc::clone(&game.profile));
        Hearing::new(moderator, profile, Arc::clone(&game.data), game.touch_move)
    }

    /// Returns the terms by which captures are contested, in a game with bids: both players know them.
    #[must_use]
    pub fn duel_terms(&self) -> Option<&Arc<crate::gambit::Terms>> {
        self.game.gambit.as_ref().map(|gambit| &gambit.terms)
    }

    /// Returns the rules of the game, which both players know.
    #[must_use]
    pub fn rules(&self) -> &Arc<ggn_core::Rules> {
        &self.game.data.ruleset
    }
}

/// Returns the seat of the machine, which is that of `side`; `None` if both players are people.
pub(super) fn seat(creation: &Creation, side: Side) -> Option<MachineSeat> {
    let level = creation.request.machine?.level;
    let tokens = match &creation.creator {
        Creator::Machine(tokens) | Creator::Rematch(tokens) => tokens,
        Creator::Player(_) | Creator::Paired(_) | Creator::Room { .. } => return None,
    };
    Some(MachineSeat { side: side.into(), level, token: tokens.of(side.into()).clone() })
}
