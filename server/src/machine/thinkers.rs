//! Threads on which the machine thinks. They have the lowest priority: players and their sockets come first.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use bot::{Rules, Thought, Values};
use tokio::sync::oneshot;

/// Number of rulesets whose values are kept.
const VALUES_KEPT: usize = 32;

/// Least priority of a thread.
const NICE: i32 = 19;

/// Values of pieces, by the rules that they were found from.
type KnownValues = Vec<(Weak<Rules>, Arc<Values>)>;

/// Threads on which the machine thinks.
#[derive(Debug)]
pub(super) struct Thinkers {
    /// None where no thread can be started: the machine does not move then.
    threads: Option<rayon::ThreadPool>,
    /// Longest time for one thought.
    time: Duration,
    values: Mutex<KnownValues>,
}

impl Thinkers {
    /// Starts as many threads as there are processors to spare, one at least.
    pub(super) fn new(time: Duration) -> Thinkers {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads((processors / 2).max(1))
            .thread_name(|index| format!("machine-{index}"))
            .start_handler(|_| {
                // A thread of usual priority thinks as well.
                let _ = rustix::process::nice(NICE);
            });
        let threads =
            threads.build().inspect_err(|error| tracing::error!(%error, "the machine has no threads"));
        Thinkers { threads: threads.ok(), time, values: Mutex::default() }
    }

    /// Returns the message that comes of a thought.
    pub(super) async fn think(&self, thought: Box<Thought>) -> Option<String> {
        let time = self.time;
        let think = move || {
            let begun = Instant::now();
            // Half of the time for what it believes, so that some is left to choose.
            thought.message_within(&|| begun.elapsed() >= time / 2, &|| begun.elapsed() >= time)
        };
        self.run(think).await.flatten()
    }

    /// Returns the values of pieces by these rules; they are found on a thread, which takes up to seconds.
    pub(super) async fn values(&self, rules: &Arc<Rules>) -> Option<Arc<Values>> {
        let is_it = |known: &Weak<Rules>| known.as_ptr() == Arc::as_ptr(rules);
        if let Some((_, values)) = self.known().iter().find(|(known, _)| is_it(known)) {
            return Some(Arc::clone(values));
        }
        let of = Arc::clone(rules);
        let values = self.run(move || Arc::new(Values::of(&of))).await?;
        let mut known = self.known();
        known.retain(|(rules, _)| rules.strong_count() > 0);
        if known.len() >= VALUES_KEPT {
            known.remove(0);
        }
        known.push((Arc::downgrade(rules), Arc::clone(&values)));
        Some(values)
    }

    /// Runs work on one of the threads; `None` if it panicked, or there is no thread.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (done, result) = oneshot::channel();
        self.threads.as_ref()?.spawn(move || {
            // Nobody waits after the end of the game.
            let _ = done.send(work());
        });
        result.await.ok()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, KnownValues> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
