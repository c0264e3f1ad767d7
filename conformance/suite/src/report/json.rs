//! The report for programs: one JSON object.

use serde::Serialize;

use super::counted;
use crate::outcome::{Outcome, Verdict};

#[derive(Serialize)]
struct Report<'r> {
    format: u32,
    engine: &'static str,
    server: Option<&'r str>,
    passed: usize,
    failed: usize,
    skipped: usize,
    cases: Vec<CaseReport<'r>>,
}

#[derive(Serialize)]
struct CaseReport<'r> {
    file: String,
    kind: &'static str,
    name: &'r str,
    truth: &'r str,
    shows: &'r str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<DifferenceReport<'r>>,
    ms: f64,
}

#[derive(Serialize)]
struct DifferenceReport<'r> {
    at: &'r str,
    expected: &'r str,
    found: &'r str,
}

/// Returns the report; `file` maps a case to its file, and `server` is the server against which it was played.
///
/// # Errors
/// Never for what cases hold; a serializer may always refuse.
pub fn json(
    outcomes: &[Outcome<'_>],
    file: impl Fn(&Outcome<'_>) -> String,
    server: Option<&str>,
) -> Result<String, serde_json::Error> {
    let (_, all) = counted(outcomes);
    let cases = outcomes.iter().map(|outcome| {
        let (verdict, reason, differences) = match &outcome.verdict {
            Verdict::Passed => ("passed", None, &[][..]),
            Verdict::Skipped(why) => ("skipped", Some(why.as_str()), &[][..]),
            Verdict::Failed(differences) => ("failed", None, differences.as_slice()),
        };
        let differences = differences.iter().map(|difference| DifferenceReport {
            at: &difference.at,
            expected: &difference.expected,
            found: &difference.found,
        });
        CaseReport {
            file: file(outcome),
            kind: outcome.case.body.kind().name(),
            name: &outcome.case.name,
            truth: &outcome.case.truth,
            shows: &outcome.case.shows,
            verdict,
            reason,
            differences: differences.collect(),
            ms: outcome.took.as_secs_f64() * 1_000.0,
        }
    });
    serde_json::to_string(&Report {
        format: 1,
        engine: env!("CARGO_PKG_VERSION"),
        server,
        passed: all.passed,
        failed: all.failed,
        skipped: all.skipped,
        cases: cases.collect(),
    })
}
