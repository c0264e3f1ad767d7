//! The trace of a simulation: hashed always, printed on request, with the first failure.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::time::SimClock;

/// Lines kept for the report of a failure.
const KEPT: usize = 40;

/// The trace of one simulation.
#[derive(Debug, Clone)]
pub(crate) struct Trace {
    clock: SimClock,
    book: Arc<Mutex<Book>>,
    /// Cancelled at the first failure: later events do not matter.
    pub(crate) failed: CancellationToken,
    loud: bool,
}

#[derive(Debug, Default)]
struct Book {
    hasher: DefaultHasher,
    steps: u64,
    last: VecDeque<String>,
    wrong: Option<Wrong>,
}

/// A violated property.
#[derive(Debug, Clone)]
pub(crate) struct Wrong {
    pub(crate) what: String,
    pub(crate) step: u64,
    pub(crate) after: Duration,
    pub(crate) last: Vec<String>,
}

impl Trace {
    pub(crate) fn new(clock: &SimClock, loud: bool) -> Trace {
        Trace { clock: clock.clone(), book: Arc::default(), failed: CancellationToken::new(), loud }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap()
    }

    /// Records a step.
    pub(crate) fn note(&self, step: impl FnOnce() -> String) {
        let line = format!("{:>10.3} {}", self.clock.passed().as_secs_f64(), step());
        let mut book = self.book();
        book.steps += 1;
        line.hash(&mut book.hasher);
        if self.loud {
            println!("{line}");
        }
        if book.last.len() == KEPT {
            book.last.pop_front();
        }
        book.last.push_back(line);
    }

    /// Records a failure; the first one counts.
    pub(crate) fn fail(&self, what: &str) {
        self.note(|| format!("WRONG: {what}"));
        let mut book = self.book();
        if book.wrong.is_none() {
            book.wrong = Some(Wrong {
                what: what.to_owned(),
                step: book.steps,
                after: self.clock.passed(),
                last: book.last.iter().cloned().collect(),
            });
        }
        self.failed.cancel();
    }

    /// Returns the number of steps, their hash, and the failure if any.
    pub(crate) fn sum(&self) -> (u64, u64, Option<Wrong>) {
        let book = self.book();
        (book.steps, book.hasher.finish(), book.wrong.clone())
    }
}
