//! CPU time of this thread. Time spent by other work on the machine is not counted.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

use crate::report::median;

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

/// Timer for operations much shorter than the resolution of the clock.
pub(crate) struct Timer {
    pub(crate) rounds: u32,
    /// Repetitions for each item between two readings of the clock.
    pub(crate) repeats: u32,
}

impl Timer {
    /// Returns the median over the rounds of the mean over the items.
    pub(crate) fn nanoseconds<T, R>(&self, items: &[T], mut operation: impl FnMut(&T) -> R) -> f64 {
        let mut once = || {
            let (seconds, ()) = time(|| {
                for _ in 0..self.repeats {
                    for item in items {
                        black_box(operation(black_box(item)));
                    }
                }
            });
            seconds * 1e9 / f64::from(self.repeats) / items.len() as f64
        };
        median((0..self.rounds).map(|_| once()).collect())
    }

    /// Returns the same timer with fewer repetitions, for longer operations.
    pub(crate) fn with_repeats(&self, repeats: u32) -> Timer {
        Timer { rounds: self.rounds, repeats }
    }
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
