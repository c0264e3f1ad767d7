//! Time that work takes.

use std::time::{Duration, Instant};

/// Does work, and returns its result with the time that it took: zero in a browser, where the standard library has no clock.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    if cfg!(target_family = "wasm") {
        return (work(), Duration::ZERO);
    }
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
