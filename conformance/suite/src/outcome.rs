//! Results of cases.

use std::time::Duration;

use super::case::Case;

/// One thing that is not as the case says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Place in the case: `step 3, black hears`.
    pub at: String,
    /// Expectation of the case.
    pub expected: String,
    /// Result found.
    pub found: String,
}

impl Difference {
    /// Returns a difference at a place.
    pub fn new(at: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Difference {
        Difference { at: at.into(), expected: expected.into(), found: found.into() }
    }
}

/// Verdict on a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as the case says.
    Passed,
    /// Something is not.
    Failed(Vec<Difference>),
    /// The case was not played, for this reason.
    Skipped(String),
}

impl Verdict {
    /// Returns the verdict of these differences.
    #[must_use]
    pub fn of(differences: Vec<Difference>) -> Verdict {
        if differences.is_empty() { Verdict::Passed } else { Verdict::Failed(differences) }
    }
}

/// A case and its result.
#[derive(Clone, Debug)]
pub struct Outcome<'c> {
    /// The case.
    pub case: &'c Case,
    /// Verdict.
    pub verdict: Verdict,
    /// Time that it took.
    pub took: Duration,
}

/// Returns the differences between two lists of words in which order does not matter.
#[must_use]
pub fn compare_sets(at: &str, expected: &str, found: &[String]) -> Option<Difference> {
    let sorted = |words: Vec<&str>| {
        let mut words = words;
        words.sort_unstable();
        words.join(" ")
    };
    let expected = sorted(expected.split_whitespace().collect());
    let found = sorted(found.iter().map(String::as_str).collect());
    (expected != found).then(|| Difference::new(at, named(&expected), named(&found)))
}

fn named(words: &str) -> String {
    if words.is_empty() { "none".to_owned() } else { words.to_owned() }
}

/// Returns the difference between two values that can be written, if they are not the same.
#[must_use]
pub fn compare<T: PartialEq + ToString + ?Sized>(at: &str, expected: &T, found: &T) -> Option<Difference> {
    (expected != found).then(|| Difference::new(at, expected.to_string(), found.to_string()))
}
