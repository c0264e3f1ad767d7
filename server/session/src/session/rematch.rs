//! Commands about a rematch.

use super::Session;
use crate::domain::{Color, ConnId, GameId, SideChoice};
use crate::protocol::player::{Action, Command};
use crate::rematch::{Rematch, RematchIntent};
use crate::seat::player::RequestKey;
use crate::terms::CreateGame;

impl Session {
    /// Returns the request for the game of a rematch, if this command accepts one: then the caller creates that game, and passes it with the command as
    /// [`Input::Rematch`](crate::Input::Rematch). Its seats are taken by tokens ([`Creator::Rematch`](crate::Creator::Rematch)), so the requested side has no meaning
    /// but with the machine, which has the other one.
    #[must_use]
    pub fn rematch_request(&self, conn: ConnId, command: &Command) -> Option<CreateGame> {
        let side = self.side_of(conn)?;
        let is_new = RequestKey::of(command)
            .is_none_or(|key| !self.seats[side].as_ref().is_some_and(|seat| seat.knows(&key)));
        let is_for_this = command.game.is_none_or(|game| game == self.game.id);
        let intent = intent(&command.action)?;
        let is_accepted = is_new && is_for_this && self.game.rematch.would_accept(side, intent);
        is_accepted.then(|| CreateGame { side: self.next_side(), ..self.request.clone() })
    }

    /// Returns the side that the creator of the game has in its rematch, where that is known: the machine is the other player again.
    fn next_side(&self) -> SideChoice {
        match self.machine().map(|machine| machine.side) {
            None => self.request.side,
            Some(Color::W) => SideChoice::White,
            Some(Color::B) => SideChoice::Black,
        }
    }

    /// Returns the game of the rematch that both players have agreed on.
    #[must_use]
    pub fn agreed_rematch(&self) -> Option<GameId> {
        match &self.game.rematch {
            Rematch::Agreed(next) => Some(next.id),
            Rematch::Open | Rematch::Offered(_) | Rematch::Declined(_) => None,
        }
    }
}

/// Returns the intent of an action about a rematch.
pub(super) fn intent(action: &Action) -> Option<RematchIntent> {
    match action {
        Action::OfferRematch {} => Some(RematchIntent::Offer),
        Action::RespondRematch { accept } => Some(RematchIntent::Respond { accept: *accept }),
        Action::Commit { .. }
        | Action::Choose { .. }
        | Action::Drop { .. }
        | Action::Pass {}
        | Action::Ask { .. }
        | Action::Move { .. }
        | Action::Allocate { .. }
        | Action::Retreat { .. }
        | Action::SetName { .. }
        | Action::Resign
        | Action::OfferDraw
        | Action::RespondDraw { .. }
        | Action::ShareMarks { .. }
        | Action::Subscribe { .. }
        | Action::Unsubscribe { .. }
        | Action::Identify { .. } => None,
    }
}
