//! Push subscriptions of the players of a tournament. They change neither its page nor its pairings, nor the time for which it is kept.

use std::collections::BTreeMap;

use session::GameId;
use session::domain::{PushEndpoint, PushSubscription, PushSubscriptions};
use tournament::{PlayerNumber, Refusal};

use super::{StoredEvent, TournamentError, TournamentRecord, Tournaments};
use crate::rate::Bucket;

/// Subscriptions that a player may ask for in one tournament, those taken back among them: each is an event that is kept.
const REQUESTS_MAX: u32 = 20;

/// Push subscriptions by player.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerPushes(BTreeMap<PlayerNumber, Pushes>);

/// Push subscriptions of one player.
#[derive(Clone, Debug, Default)]
struct Pushes {
    subscriptions: PushSubscriptions,
    /// Number of subscriptions that the player has asked for.
    requests: u32,
}

impl PlayerPushes {
    /// Adds a subscription of a player.
    pub(super) fn add(&mut self, player: PlayerNumber, subscription: PushSubscription) {
        let pushes = self.0.entry(player).or_default();
        pushes.subscriptions.add(subscription);
        pushes.requests = pushes.requests.saturating_add(1);
    }

    /// Removes a subscription of a player, if there is one.
    pub(super) fn remove(&mut self, player: PlayerNumber, endpoint: &PushEndpoint) {
        if let Some(pushes) = self.0.get_mut(&player) {
            pushes.subscriptions.remove(endpoint);
        }
    }

    /// Returns the subscriptions of a player, the oldest first.
    pub(super) fn of(&self, player: PlayerNumber) -> &[PushSubscription] {
        self.0.get(&player).map(|pushes| pushes.subscriptions.as_slice()).unwrap_or_default()
    }

    /// Returns an error for a subscription that is there already, or one more than a player may ask for.
    pub(super) fn check_new(
        &self,
        player: PlayerNumber,
        subscription: &PushSubscription,
    ) -> Result<(), Refusal> {
        if self.of(player).contains(subscription) {
            return Err(Refusal::NothingToChange);
        }
        let requests = self.0.get(&player).map_or(0, |pushes| pushes.requests);
        if requests >= REQUESTS_MAX { Err(Refusal::TooManyCorrections) } else { Ok(()) }
    }
}

impl Tournaments {
    /// Keeps a push subscription of a player.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn subscribe(
        &self,
        record: &mut TournamentRecord,
        player: PlayerNumber,
        subscription: &PushSubscription,
    ) -> Result<(), TournamentError> {
        let subscribed = self.change(record, |record| {
            record.check_subscription(player, subscription)?;
            Ok((StoredEvent::Subscribed { player, subscription: subscription.clone() }, ()))
        });
        accept_no_change(subscribed.await)
    }

    /// Removes a push subscription of a player, if there is one with that endpoint.
    ///
    /// # Errors
    /// See [`TournamentError`].
    pub(crate) async fn unsubscribe(
        &self,
        record: &mut TournamentRecord,
        player: PlayerNumber,
        endpoint: &PushEndpoint,
    ) -> Result<(), TournamentError> {
        let unsubscribed = self.change(record, |record| {
            if record.subscriptions_of(player).iter().all(|known| known.endpoint != *endpoint) {
                return Err(Refusal::NothingToChange);
            }
            Ok((StoredEvent::Unsubscribed { player, endpoint: endpoint.clone() }, ()))
        });
        accept_no_change(unsubscribed.await)
    }

    /// Removes a push subscription of a player, since its push service has said that it is gone.
    pub(crate) async fn note_unreachable(&self, id: &GameId, player: PlayerNumber, endpoint: &PushEndpoint) {
        let removed = match self.open(id).await {
            Ok(mut record) => self.unsubscribe(&mut record, player, endpoint).await,
            Err(error) => Err(error),
        };
        if let Err(error) = removed {
            // The next message finds out again.
            tracing::info!(%error, "a push subscription was not removed");
        }
    }

    /// Takes a token for a push message to a player; `new` makes the bucket. Returns whether there was one.
    pub(crate) fn take_push(&self, id: &GameId, player: PlayerNumber, new: impl FnOnce() -> Bucket) -> bool {
        self.known().push_buckets.entry(*id).or_default().take(player, new)
    }
}

/// Returns the result of a change that is also made if nothing had to be changed.
fn accept_no_change(changed: Result<(), TournamentError>) -> Result<(), TournamentError> {
    match changed {
        Err(TournamentError::Refused(Refusal::NothingToChange)) => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn subscription(name: &str) -> PushSubscription {
        let keys = json!({"p256dh": format!("B{}", "k".repeat(86)), "auth": "s".repeat(22)});
        serde_json::from_value(json!({"endpoint": format!("https://push.example/{name}"), "keys": keys}))
            .unwrap()
    }

    #[test]
    fn requests_of_a_player_have_a_bound_and_take_nothing_from_others() {
        let mut pushes = PlayerPushes::default();
        let (ann, bo) = (PlayerNumber(1), PlayerNumber(2));
        for number in 0..REQUESTS_MAX {
            let subscription = subscription(&number.to_string());
            assert_eq!(pushes.check_new(ann, &subscription), Ok(()), "{number}");
            pushes.add(ann, subscription.clone());
            assert_eq!(pushes.check_new(ann, &subscription), Err(Refusal::NothingToChange));
            pushes.remove(ann, &subscription.endpoint);
        }
        assert!(pushes.of(ann).is_empty());
        assert_eq!(pushes.check_new(ann, &subscription("more")), Err(Refusal::TooManyCorrections));
        assert_eq!(pushes.check_new(bo, &subscription("more")), Ok(()));
    }
}
