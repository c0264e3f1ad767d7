//! The report as JUnit XML, which build services show.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::outcome::{Outcome, Verdict};

/// Returns the report; each file is a suite. `file` maps a case to its file.
///
/// # Errors
/// Never for what cases hold; a serializer may always refuse.
pub fn junit(
    outcomes: &[Outcome<'_>],
    file: impl Fn(&Outcome<'_>) -> String,
) -> Result<String, quick_junit::SerializeError> {
    let mut suites: BTreeMap<String, TestSuite> = BTreeMap::new();
    for outcome in outcomes {
        let file = file(outcome);
        let mut case = TestCase::new(outcome.case.name.as_str(), status(outcome));
        case.set_classname(outcome.case.body.kind().name()).set_time(outcome.took);
        suites.entry(file.clone()).or_insert_with(|| TestSuite::new(file)).add_test_case(case);
    }
    let mut report = Report::new("ggn conform");
    report.add_test_suites(suites.into_values());
    report.to_string()
}

fn status(outcome: &Outcome<'_>) -> TestCaseStatus {
    match &outcome.verdict {
        Verdict::Passed => TestCaseStatus::success(),
        Verdict::Skipped(why) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(why.as_str());
            status
        }
        Verdict::Failed(differences) => {
            let lines = differences.iter().map(|difference| {
                format!(
                    "{}\n  expected: {}\n  found:    {}",
                    difference.at, difference.expected, difference.found
                )
            });
            let first = differences.first().map(|difference| difference.at.clone()).unwrap_or_default();
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let about = format!("shows {}\nby {}", outcome.case.shows, outcome.case.truth);
            let description: Vec<String> = [about].into_iter().chain(lines).collect();
            status.set_message(first).set_type("difference").set_description(description.join("\n"));
            status
        }
    }
}
