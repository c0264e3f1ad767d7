//! The clock that the server is given: the system's in production, a manual one in tests.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use session::UnixMs;
use tokio::sync::watch;

/// A future that ends at a given time.
pub type Alarm = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Longest single wait of the system's clock. A wall clock may be set back or forth; this bounds how late that is noticed.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A source of time for games and rate limits.
pub trait Clock: Debug + Send + Sync + 'static {
    /// Returns the wall-clock time.
    fn now(&self) -> UnixMs;
    /// Returns the time since some fixed moment; it never runs backwards.
    fn elapsed(&self) -> Duration;
    /// Waits until [`Clock::now`] is `at` or later. May end early: the caller checks the clock again.
    fn alarm(&self, at: UnixMs) -> Alarm;
}

/// The clock of the machine.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// A clock whose `elapsed` counts from now.
    #[must_use]
    pub fn new() -> Self {
        SystemClock { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> UnixMs {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        UnixMs(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn alarm(&self, at: UnixMs) -> Alarm {
        let wait = Duration::from_millis(at.0.saturating_sub(self.now().0)).min(LONGEST_WAIT);
        Box::pin(tokio::time::sleep(wait))
    }
}

/// A clock that stands still until a test moves it.
#[derive(Debug, Clone)]
pub struct ManualClock {
    now_ms: Arc<watch::Sender<u64>>,
}

impl ManualClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn new(now: UnixMs) -> Self {
        ManualClock { now_ms: Arc::new(watch::Sender::new(now.0)) }
    }

    /// Advances the time, and ends every alarm that is due.
    pub fn advance(&self, by: Duration) {
        let by_ms = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.now_ms.send_modify(|now| *now = now.saturating_add(by_ms));
    }
}

impl Clock for ManualClock {
    fn now(&self) -> UnixMs {
        UnixMs(*self.now_ms.borrow())
    }

    fn elapsed(&self) -> Duration {
        Duration::from_millis(*self.now_ms.borrow())
    }

    fn alarm(&self, at: UnixMs) -> Alarm {
        let mut watcher = self.now_ms.subscribe();
        Box::pin(async move {
            // The sender lives as long as the clock; without it, no alarm may end.
            if watcher.wait_for(|now| *now >= at.0).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}
