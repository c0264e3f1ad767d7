//! Pauses of the test's own process, which tell nothing about the server.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;

/// Time between two ticks of a watch, unless its process is kept from them.
const TICK: Duration = Duration::from_millis(1);

/// Attempts, and how many times longer each of them takes than the one before.
const ATTEMPTS: u32 = 4;
const LONGER: u32 = 5;

/// A clock that stands still while its process does: a thread that does nothing else counts how often it wakes.
pub struct Watch(Arc<Mutex<Ticks>>);

struct Ticks {
    count: u32,
    last: Instant,
    longest_pause: Duration,
}

impl Watch {
    pub fn begin() -> Watch {
        let ticks = Ticks { count: 0, last: Instant::now(), longest_pause: Duration::ZERO };
        let ticks = Arc::new(Mutex::new(ticks));
        let watched = Arc::downgrade(&ticks);
        // It ends with the watch.
        std::thread::spawn(move || {
            while let Some(ticks) = watched.upgrade() {
                ticks.lock().unwrap().note();
                drop(ticks);
                std::thread::sleep(TICK);
            }
        });
        Watch(ticks)
    }

    /// Returns the number of ticks, about one each millisecond in which the process ran.
    pub fn ticks(&self) -> u32 {
        self.0.lock().unwrap().count
    }

    /// Returns the longest time for which the process stood still.
    pub fn longest_pause(&self) -> Duration {
        let ticks = self.0.lock().unwrap();
        ticks.longest_pause.max(ticks.last.elapsed())
    }
}

impl Ticks {
    fn note(&mut self) {
        let now = Instant::now();
        self.longest_pause = self.longest_pause.max(now - self.last);
        (self.count, self.last) = (self.count + 1, now);
    }
}

/// Makes attempts at something that lasts a certain time of the real clock, until one of them succeeds. One that fails is void if this process stood
/// still for a good part of that time, and the next takes longer; every other failure is one of the test.
pub async fn undisturbed(time: Duration, attempt: impl AsyncFn(Duration)) {
    let mut time = time;
    for _ in 0..ATTEMPTS {
        let watch = Watch::begin();
        let Err(failure) = AssertUnwindSafe(attempt(time)).catch_unwind().await else { return };
        let pause = watch.longest_pause();
        if pause < time / 4 {
            resume_unwind(failure);
        }
        eprintln!("void: this process stood still for {pause:?}");
        time *= LONGER;
    }
    panic!("this process stood still during each of {ATTEMPTS} attempts that failed");
}
