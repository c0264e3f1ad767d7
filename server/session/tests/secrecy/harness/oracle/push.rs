//! Push subscriptions, and what their owner may know by them. The oracle predicts no push messages: the pairs compare these between the worlds.

use ggn_core::Side;
use session::protocol::player::Action;

use super::{Answer, Model};

impl Model {
    /// Returns whether the game waits for a player, who is told so by push messages also while not connected; `None` without a subscription.
    pub(crate) fn waits_for(&self, side: Side) -> Option<bool> {
        let is_told = self.rest.seats[side].as_ref().is_some_and(|seat| !seat.subscriptions.is_empty());
        let is_due = match (self.bidding(), self.retreating()) {
            (Some(bidding), _) => bidding.bids[side].is_none(),
            (None, Some(retreating)) => retreating.fought.attacker == side,
            (None, None) => self.turn() == side,
        };
        is_told.then(|| self.is_active() && is_due)
    }

    /// Returns the answer to a subscription or its end, which a game takes until it is over; `None` to any other action.
    pub(super) fn subscribe(&mut self, side: Side, action: &Action) -> Option<Answer> {
        if self.rest.over {
            return None;
        }
        let seat = self.rest.seats[side].as_mut()?;
        match action {
            Action::Subscribe { subscription } => seat.subscriptions.push(subscription.endpoint.clone()),
            Action::Unsubscribe { endpoint } => seat.subscriptions.retain(|known| known != endpoint),
            _ => return None,
        }
        Some(Answer::Update)
    }
}
