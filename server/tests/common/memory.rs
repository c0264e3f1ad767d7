//! Memory of a process, as the operating system reports it.

use std::fmt;
use std::time::{Duration, Instant};

use tokio::time::sleep;

/// Interval between two samples.
const EVERY: Duration = Duration::from_millis(100);

/// Memory of one process.
pub struct Memory {
    status: String,
}

/// Resident memory, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Resident {
    pub all: u64,
    /// Part of it that the process wrote itself: heaps and stacks. The rest is pages of files, mainly of the program.
    pub own: u64,
}

impl fmt::Display for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} KiB ({} of its own)", self.all, self.own)
    }
}

impl Memory {
    pub fn of(process: u32) -> Memory {
        Memory { status: format!("/proc/{process}/status") }
    }

    pub fn now(&self) -> Resident {
        let text = std::fs::read_to_string(&self.status).expect("the server is gone");
        let field = |name: &str| -> u64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
        };
        Resident { all: field("VmRSS"), own: field("RssAnon") }
    }

    async fn during(&self, time: Duration) -> Vec<Resident> {
        let end = Instant::now() + time;
        let mut seen = vec![self.now()];
        while Instant::now() < end {
            sleep(EVERY).await;
            seen.push(self.now());
        }
        seen.sort_unstable();
        seen
    }

    /// Returns the maximum of samples from now on.
    pub async fn highest_during(&self, time: Duration) -> Resident {
        *self.during(time).await.last().unwrap()
    }

    /// Returns the median of samples from now on.
    pub async fn median_during(&self, time: Duration) -> Resident {
        let seen = self.during(time).await;
        seen[seen.len() / 2]
    }
}
