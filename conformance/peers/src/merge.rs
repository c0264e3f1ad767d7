//! Merging of reports of several processes of one build. A whole process can be slow, so the median over processes is reported.

use std::collections::BTreeMap;

use crate::report::{Build, Figure, Line, Report, median};

/// Merges reports into one per build, in order of first appearance.
pub(crate) fn merge_builds(reports: Vec<Report>) -> Vec<Report> {
    let mut order: Vec<Build> = Vec::new();
    let mut of_build: BTreeMap<Build, Vec<Report>> = BTreeMap::new();
    for report in reports {
        if !order.contains(&report.build) {
            order.push(report.build.clone());
        }
        of_build.entry(report.build.clone()).or_default().push(report);
    }
    order.iter().filter_map(|build| merge(&of_build.remove(build)?)).collect()
}

/// Returns the medians of the reports of one build.
fn merge(reports: &[Report]) -> Option<Report> {
    let first = reports.first()?;
    let line = |line: &Line| {
        let same = |other: &&Line| {
            (&other.position, other.mode, other.depth) == (&line.position, line.mode, line.depth)
        };
        let of = |part: fn(&Line) -> f64| {
            median(reports.iter().filter_map(|report| Some(part(report.lines.iter().find(same)?))).collect())
        };
        Line {
            ours: of(|line| line.ours),
            theirs: of(|line| line.theirs),
            ratio: of(|line| line.ratio),
            ..line.clone()
        }
    };
    let figure = |figure: &Figure| {
        let same = || {
            reports.iter().filter_map(|report| report.figures.iter().find(|other| other.name == figure.name))
        };
        let theirs: Vec<f64> = same().filter_map(|figure| figure.theirs).collect();
        Figure {
            ours: median(same().map(|figure| figure.ours).collect()),
            theirs: (!theirs.is_empty()).then(|| median(theirs)),
            ..figure.clone()
        }
    };
    Some(Report {
        processes: u32::try_from(reports.len()).unwrap_or(u32::MAX),
        lines: first.lines.iter().map(line).collect(),
        figures: first.figures.iter().map(figure).collect(),
        ..first.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Mode;

    fn report(processor: &str, ratio: f64) -> Report {
        Report {
            build: Build {
                target: "plain".to_owned(),
                processor: processor.to_owned(),
                detected: "wide".to_owned(),
                tables: "magic".to_owned(),
            },
            machine: "a machine".to_owned(),
            rounds: 5,
            processes: 1,
            lines: vec![Line {
                position: "start".to_owned(),
                mode: Mode::Bulk,
                depth: 3,
                nodes: 8_902,
                ours: 100.0 * ratio,
                theirs: 100.0,
                ratio,
            }],
            figures: vec![Figure { name: "f".to_owned(), unit: "ns".to_owned(), ours: ratio, theirs: None }],
        }
    }

    #[test]
    fn reports_of_one_build_become_their_median() {
        let runs = [("wide", 1.0), ("plain", 0.5), ("wide", 4.0), ("wide", 1.5)];
        let merged_reports = merge_builds(runs.map(|(processor, ratio)| report(processor, ratio)).to_vec());
        let summary: Vec<_> = merged_reports
            .iter()
            .map(|report| (report.build.processor.as_str(), report.processes, report.mean(Mode::Bulk)))
            .collect();
        let expected = [("wide", 3, 1.5), ("plain", 1, 0.5)];
        assert_eq!(summary.len(), 2);
        for (merged, expected) in summary.iter().zip(expected) {
            assert_eq!((merged.0, merged.1), (expected.0, expected.1));
            assert!((merged.2 - expected.2).abs() < 1e-9, "{merged:?}");
        }
        assert_eq!(merged_reports[0].figures[0].ours, 1.5);
    }
}
