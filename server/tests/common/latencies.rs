//! Latencies of many moves.

use std::fmt;
use std::time::Duration;

/// Latencies, in their order.
#[derive(Debug)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    /// Returns the latencies of at least one move.
    pub fn of(mut all: Vec<Duration>) -> Latencies {
        assert!(!all.is_empty(), "nobody made a move");
        all.sort_unstable();
        Latencies(all)
    }

    /// Returns the number of moves.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the latency that so many thousandths of the moves stay below.
    pub fn at(&self, thousandths: usize) -> Duration {
        self.0[(self.0.len() * thousandths / 1000).min(self.0.len() - 1)]
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (half, most, last) = (self.at(500), self.at(990), self.at(1000));
        write!(f, "{}, p50 {half:.1?}, p99 {most:.1?}, at most {last:.1?}", self.count())
    }
}
