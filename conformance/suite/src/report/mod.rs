//! Reports of the results, for people and for machines.

mod json;
mod junit;
mod text;

use std::collections::BTreeMap;

use super::case::Kind;
use super::outcome::{Outcome, Verdict};

pub use json::json;
pub use junit::junit;
pub use text::text;

/// Number of cases of each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Cases that hold.
    pub passed: usize,
    /// Cases that do not.
    pub failed: usize,
    /// Cases that were not played.
    pub skipped: usize,
}

impl Count {
    /// Returns all of them.
    #[must_use]
    pub fn all(&self) -> usize {
        self.passed + self.failed + self.skipped
    }

    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed(_) => self.failed += 1,
            Verdict::Skipped(_) => self.skipped += 1,
        }
    }
}

/// Counts outcomes by kind; the last count is that of all.
#[must_use]
pub fn counted(outcomes: &[Outcome<'_>]) -> (BTreeMap<Kind, Count>, Count) {
    let (mut kinds, mut all) = (BTreeMap::<Kind, Count>::new(), Count::default());
    for outcome in outcomes {
        kinds.entry(outcome.case.body.kind()).or_default().add(&outcome.verdict);
        all.add(&outcome.verdict);
    }
    (kinds, all)
}
