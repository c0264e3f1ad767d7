//! The clock: what the processor spent on this thread. A turn that other work of the machine has in between is in no figure.

use rustix::time::{ClockId, clock_gettime};

/// The seconds that the processor has worked for this thread.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// How many seconds something took, and what came of it.
pub(crate) fn time<T>(doing: impl FnOnce() -> T) -> (f64, T) {
    let start = now();
    let result = doing();
    (now() - start, result)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn work_is_counted_and_waiting_is_not() {
        let (waited, ()) = time(|| sleep(Duration::from_millis(200)));
        assert!(waited < 0.1, "{waited} s of work while asleep");
        let start = Instant::now();
        let (worked, sum) = time(|| (0..2_000_000u64).fold(0, |sum, one| black_box(sum ^ one)));
        assert!(worked > 0.0 && worked <= start.elapsed().as_secs_f64() + 0.05, "{worked} s for {sum}");
    }
}
