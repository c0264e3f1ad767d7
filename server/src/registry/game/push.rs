//! Push messages of a game: subscriptions are checked before they reach the session, and messages go to the sender.

use session::PushMessage;
use session::protocol::player::{Action, Command, ErrorCode};

use super::GameTask;
use crate::push::{PushJob, PushOwner};
use crate::rate;

impl GameTask {
    /// Returns the error for a subscription that the server takes not at all: it sends no push messages, or none to there.
    pub(super) fn refused_subscription(&self, command: &Command) -> Option<ErrorCode> {
        let Action::Subscribe { subscription } = &command.action else { return None };
        match &self.context.push {
            None => Some(ErrorCode::Unavailable),
            Some(push) if !push.accepts(subscription) => Some(ErrorCode::Malformed),
            Some(_) => None,
        }
    }

    /// Hands a push message to the sender, which never waits for a push service.
    pub(super) fn push(&mut self, message: PushMessage) {
        // The server sent such messages when the browser subscribed.
        let Some(sender) = &self.context.push else { return };
        let limits = &self.context.limits.push;
        let new = || rate::slow_bucket(limits.push_rate, limits.push_burst, &self.context.clock);
        let PushMessage { seat, subscription, frame, until } = message;
        if self.push_buckets.take(seat, new) {
            let owner = PushOwner::Seat { game: self.id, seat };
            sender.send(PushJob { owner, subscription, frame, until });
        } else {
            sender.drop_message();
        }
    }
}
