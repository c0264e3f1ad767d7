//! Push messages: carries them from games and tournaments to the push services of browsers (RFC 8030), signed by the server's key (RFC 8292).
//!
//! The address of a push service comes from a client. So requests go to public addresses alone, by TLS, with bounds on their number and their time, and
//! nothing of an answer is read but its status.

mod key;
mod request;
mod target;

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use session::domain::{PushEndpoint, PushSubscription};
use session::{Frame, GameId, SeatId, UnixMs};
use tokio::sync::{Mutex, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tournament::PlayerNumber;

use crate::clock::Clock;
use crate::limits::PushLimits;
use crate::log_name::LogName;

pub use key::{PushKeyError, ServerKey};
pub use request::PushError;
use request::{Recipient, Tls};
pub use target::PushReach;
use target::Target;

/// Time for which a push service keeps a message that loses its meaning at no certain time, as in a game without a clock.
const LIFETIME: Duration = Duration::from_secs(24 * 3600);
/// Shortest time for which a push service keeps a message.
const SHORTEST_LIFETIME: Duration = Duration::from_secs(60);
/// Longest time for which a push service keeps a message.
const LONGEST_LIFETIME: Duration = Duration::from_secs(14 * 24 * 3600);

/// Settings of a server that sends push messages.
#[derive(Debug, Clone)]
pub struct PushSettings {
    /// The key that signs requests. Browsers make their subscriptions for it.
    pub key: ServerKey,
    /// Address at which the operators of push services reach the server's operator: `mailto:…` or `https://…`.
    pub contact: Option<String>,
    /// Addresses to which requests may go.
    pub reach: PushReach,
}

/// The owner of a push subscription, from whom it is taken if it is gone.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PushOwner {
    /// A seat of a game.
    Seat { game: GameId, seat: SeatId },
    /// A player of a tournament.
    Player { tournament: GameId, player: PlayerNumber },
}

impl PushOwner {
    fn log_name(self) -> LogName {
        match self {
            PushOwner::Seat { game, .. } => LogName::of(&game),
            PushOwner::Player { tournament, .. } => LogName::of(&tournament),
        }
    }
}

/// A push message on its way to the push service.
#[derive(Debug)]
pub(crate) struct PushJob {
    pub(crate) owner: PushOwner,
    pub(crate) subscription: PushSubscription,
    /// The content.
    pub(crate) frame: Frame,
    /// Time until which the message has a meaning, where that is known.
    pub(crate) until: Option<UnixMs>,
}

/// Result of a push message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The push service has it.
    Accepted,
    /// The subscription is gone.
    Gone,
    /// The push service refused it.
    Refused,
    /// The push service did not answer, or could not be reached.
    Failed,
    /// Too many messages waited, or the player was sent too many.
    Dropped,
}

impl Outcome {
    const ALL: [Outcome; 5] =
        [Outcome::Accepted, Outcome::Gone, Outcome::Refused, Outcome::Failed, Outcome::Dropped];

    fn name(self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::Gone => "gone",
            Outcome::Refused => "refused",
            Outcome::Failed => "failed",
            Outcome::Dropped => "dropped",
        }
    }

    fn of_status(status: u16) -> Outcome {
        match status {
            200..=299 => Outcome::Accepted,
            404 | 410 => Outcome::Gone,
            _ => Outcome::Refused,
        }
    }
}

/// Sender of push messages. Games and tournaments put them into its queue; one task sends them, several at a time.
#[derive(Debug)]
pub(crate) struct PushSender {
    settings: PushSettings,
    limits: PushLimits,
    clock: Arc<dyn Clock>,
    tls: Tls,
    queue: mpsc::Sender<PushJob>,
    jobs: Mutex<mpsc::Receiver<PushJob>>,
    counts: Family<[(&'static str, &'static str); 1], Counter>,
}

impl PushSender {
    pub(crate) fn new(settings: PushSettings, limits: PushLimits, clock: Arc<dyn Clock>) -> PushSender {
        let (queue, jobs) = mpsc::channel(limits.push_queue.max(1));
        let counts = Family::default();
        for outcome in Outcome::ALL {
            drop(counts.get_or_create(&[("result", outcome.name())]));
        }
        PushSender { settings, limits, clock, tls: Tls::default(), queue, jobs: Mutex::new(jobs), counts }
    }

    /// Returns the public key for which browsers make subscriptions, in base64url.
    pub(crate) fn public_key(&self) -> String {
        self.settings.key.public()
    }

    /// Checks a subscription that a client sends. Where its name leads is looked up for each message.
    pub(crate) fn accepts(&self, subscription: &PushSubscription) -> bool {
        Target::parse(subscription.endpoint.as_str(), self.settings.reach).is_ok()
            && Recipient::of(subscription).is_some()
    }

    /// Puts a message into the queue. In a full queue there is no room: the message is dropped, and nothing waits.
    pub(crate) fn send(&self, job: PushJob) {
        if self.queue.try_send(job).is_err() {
            self.note(Outcome::Dropped);
        }
    }

    /// Counts a message that a player has to do without, since they were sent too many.
    pub(crate) fn drop_message(&self) {
        self.note(Outcome::Dropped);
    }

    /// Lists the counts among the metrics.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("push_messages", "Push messages, by what came of them", self.counts.clone());
    }

    fn note(&self, outcome: Outcome) {
        self.counts.get_or_create(&[("result", outcome.name())]).inc();
    }

    /// Sends what is in the queue, until shutdown. `gone` is called for a subscription that is gone, with its owner.
    pub(crate) async fn run<F>(
        self: Arc<Self>,
        shutdown: CancellationToken,
        gone: impl Fn(PushOwner, PushEndpoint) -> F + Clone + Send + 'static,
    ) where
        F: Future<Output = ()> + Send,
    {
        let mut jobs = self.jobs.lock().await;
        let turns = Arc::new(Semaphore::new(self.limits.push_requests.clamp(1, Semaphore::MAX_PERMITS)));
        // Requests that are under way end with this task.
        let mut requests = JoinSet::new();
        loop {
            let next = async {
                // Nobody closes the semaphore.
                let turn = Arc::clone(&turns).acquire_owned().await.ok()?;
                Some((turn, jobs.recv().await?))
            };
            let (turn, job) = tokio::select! {
                biased;
                () = shutdown.cancelled() => return,
                Some(_) = requests.join_next(), if !requests.is_empty() => continue,
                next = next => match next {
                    Some(next) => next,
                    None => return,
                },
            };
            let (sender, gone) = (Arc::clone(&self), gone.clone());
            requests.spawn(async move {
                let outcome = sender.carry(&job).await;
                // What its owner does then keeps no other message waiting.
                drop(turn);
                if outcome == Outcome::Gone {
                    gone(job.owner, job.subscription.endpoint).await;
                }
            });
        }
    }

    /// Sends one message. A failure is not tried again: the player finds the turn or the round when they come back, and long turns have a reminder.
    async fn carry(&self, job: &PushJob) -> Outcome {
        let name = job.owner.log_name();
        let sent = timeout(self.limits.push_timeout.0, self.request(job)).await;
        let outcome = match sent.unwrap_or(Err(PushError::Late)) {
            Ok(status) => Outcome::of_status(status),
            Err(error) => {
                // The error names neither the address nor the owner.
                tracing::info!(owner = %name, %error, "push message not sent");
                Outcome::Failed
            }
        };
        tracing::debug!(owner = %name, result = outcome.name(), "push message");
        self.note(outcome);
        outcome
    }

    async fn request(&self, job: &PushJob) -> Result<u16, PushError> {
        let target = Target::parse(job.subscription.endpoint.as_str(), self.settings.reach)?;
        let recipient = Recipient::of(&job.subscription).ok_or(PushError::Keys)?;
        let now = self.clock.now();
        let authorization =
            self.settings.key.authorization(&target.origin(), self.settings.contact.as_deref(), now);
        let lifetime = lifetime(job.until, now);
        let request = recipient.request(&target, job.frame.as_str(), &authorization, lifetime)?;
        request::send(&target, request, &self.tls).await
    }
}

/// Returns the time for which a push service keeps a message: until it has no meaning any more, as when the player's flag falls.
fn lifetime(until: Option<UnixMs>, now: UnixMs) -> Duration {
    let left = until.map_or(LIFETIME, |until| Duration::from_millis(until.0.saturating_sub(now.0)));
    left.clamp(SHORTEST_LIFETIME, LONGEST_LIFETIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_kept_until_the_flag_falls() {
        let now = UnixMs(5_000);
        assert_eq!(lifetime(None, now), LIFETIME);
        assert_eq!(lifetime(Some(UnixMs(305_000)), now), Duration::from_secs(300));
        assert_eq!(lifetime(Some(UnixMs(4_000)), now), SHORTEST_LIFETIME);
        assert_eq!(lifetime(Some(UnixMs(u64::MAX)), now), LONGEST_LIFETIME);
    }

    #[test]
    fn a_status_says_whether_the_subscription_is_gone() {
        for (status, outcome) in [
            (201, Outcome::Accepted),
            (404, Outcome::Gone),
            (410, Outcome::Gone),
            (301, Outcome::Refused),
            (429, Outcome::Refused),
            (500, Outcome::Refused),
        ] {
            assert_eq!(Outcome::of_status(status), outcome, "{status}");
        }
    }
}
