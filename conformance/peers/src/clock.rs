//! CPU time of this thread. Time spent by other work on the machine is not counted.

use rustix::time::{ClockId, clock_gettime};

/// Returns the CPU time of this thread in seconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Runs an operation and returns its CPU time in seconds and its result.
pub(crate) fn time<T>(operation: impl FnOnce() -> T) -> (f64, T) {
    let start = now();
    let result = operation();
    (now() - start, result)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn sleeping_takes_no_cpu_time() {
        let (waited, ()) = time(|| sleep(Duration::from_millis(200)));
        assert!(waited < 0.1, "{waited} s of work while asleep");
        let start = Instant::now();
        let (worked, sum) = time(|| (0..2_000_000u64).fold(0, |sum, one| black_box(sum ^ one)));
        assert!(worked > 0.0 && worked <= start.elapsed().as_secs_f64() + 0.05, "{worked} s for {sum}");
    }
}
