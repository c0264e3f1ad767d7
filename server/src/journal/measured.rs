//! Measures of a journal, for the operator.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use super::JournalError;

/// Counts and times of appends.
#[derive(Debug)]
pub(super) struct AppendMeasures {
    appends: Family<[(&'static str, &'static str); 1], Counter>,
    seconds: Histogram,
}

const RESULTS: [&str; 4] = ["stored", "taken", "fenced", "failed"];

impl Default for AppendMeasures {
    fn default() -> Self {
        let appends = Family::default();
        for result in RESULTS {
            drop(appends.get_or_create(&[("result", result)]));
        }
        // From half a millisecond to 16 seconds.
        AppendMeasures { appends, seconds: Histogram::new(exponential_buckets(0.0005, 2.0, 16)) }
    }
}

impl AppendMeasures {
    /// Counts an append that took so long.
    pub(super) fn note<T>(&self, result: &Result<T, JournalError>, time: Duration) {
        let [stored, taken, fenced, failed] = RESULTS;
        let result = match result {
            Ok(_) => stored,
            Err(JournalError::Taken { .. }) => taken,
            Err(JournalError::Fenced { .. }) => fenced,
            Err(_) => failed,
        };
        self.appends.get_or_create(&[("result", result)]).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "journal_appends",
            "Inputs that were to be stored, by what came of it",
            self.appends.clone(),
        );
        let help = "Time from the wish to store an input until its answer";
        registry.register_with_unit("journal_append", help, Unit::Seconds, self.seconds.clone());
    }
}

/// Sizes of the batches that a journal commits at once.
#[derive(Debug, Clone)]
pub(super) struct BatchMeasures {
    inputs: Histogram,
}

impl Default for BatchMeasures {
    fn default() -> Self {
        BatchMeasures { inputs: Histogram::new(exponential_buckets(1.0, 2.0, 11)) }
    }
}

impl BatchMeasures {
    /// Counts a batch of so many inputs.
    #[allow(clippy::cast_precision_loss)] // A batch has fewer inputs than a float counts exactly.
    pub(super) fn note(&self, inputs: usize) {
        self.inputs.observe(inputs as f64);
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register("journal_batch_inputs", "Inputs of one commit", self.inputs.clone());
    }
}
