//! The seeded clock: tokio's paused time, which jumps to the next timer, and a wall clock that may be set wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use session::UnixMs;
use tabula::clock::{Alarm, Clock};
use tokio::time::Instant;

/// Time of the wall clock at the start.
const OPENING_MS: i64 = 1_800_000_000_000;

/// Maximum single wait while the wall clock may be set: the delay with which a real clock notices.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The clock of one simulation.
#[derive(Debug, Clone)]
pub(crate) struct SimClock {
    start: Instant,
    /// Total adjustment of the wall clock, forward or back.
    set_ms: Arc<AtomicI64>,
    /// Sum of the absolute adjustments.
    astray_ms: Arc<AtomicU64>,
}

impl SimClock {
    /// Creates a clock that starts now.
    pub(crate) fn new() -> Self {
        SimClock { start: Instant::now(), set_ms: Arc::default(), astray_ms: Arc::default() }
    }

    /// Returns the clock of another machine, which is wrong by so much.
    pub(crate) fn skewed(&self, by_ms: i64) -> Self {
        self.astray_ms.fetch_add(by_ms.unsigned_abs(), Ordering::Relaxed);
        SimClock { set_ms: Arc::new(AtomicI64::new(by_ms)), ..self.clone() }
    }

    /// Adjusts the wall clock; elapsed time is unaffected.
    pub(crate) fn set(&self, by_ms: i64) {
        self.set_ms.fetch_add(by_ms, Ordering::Relaxed);
        self.astray_ms.fetch_add(by_ms.unsigned_abs(), Ordering::Relaxed);
    }

    /// Returns the latest time by any clock that was once right.
    pub(crate) fn latest(&self) -> UnixMs {
        self.now().plus(self.astray_ms.load(Ordering::Relaxed))
    }

    /// Returns the elapsed time of the simulation.
    pub(crate) fn passed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Clock for SimClock {
    fn now(&self) -> UnixMs {
        let passed = i64::try_from(self.passed().as_millis()).unwrap();
        UnixMs(u64::try_from(OPENING_MS + passed + self.set_ms.load(Ordering::Relaxed)).unwrap())
    }

    fn elapsed(&self) -> Duration {
        self.passed()
    }

    fn alarm(&self, at: UnixMs) -> Alarm {
        let wait = Duration::from_millis(at.0.saturating_sub(self.now().0));
        let was_set = self.set_ms.load(Ordering::Relaxed) != 0;
        Box::pin(tokio::time::sleep(if was_set { wait.min(LONGEST_WAIT) } else { wait }))
    }
}
