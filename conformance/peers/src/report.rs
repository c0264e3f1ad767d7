//! Reports of measurements, as JSON and as text for a terminal.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::mode::Mode;

/// Measurements of one process, or the medians of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) build: Build,
    /// Model name of the processor.
    pub(crate) machine: String,
    /// Number of perft runs per position in a process.
    pub(crate) rounds: u32,
    pub(crate) processes: u32,
    pub(crate) lines: Vec<Line>,
    pub(crate) figures: Vec<Figure>,
}

/// Build of both libraries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Build {
    /// Target CPU of the build.
    pub(crate) target: String,
    /// Requested kind of lookup of our engine, or `detected`.
    pub(crate) processor: String,
    /// Kind of lookup that our engine chooses on this machine.
    pub(crate) detected: String,
    /// Lookup tables of cozy-chess.
    pub(crate) tables: String,
}

/// Result for one position; speeds in millions of nodes per second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) position: String,
    pub(crate) mode: Mode,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
    /// Our speed divided by theirs: the median of the rounds' ratios, which may differ from the ratio of the two medians.
    pub(crate) ratio: f64,
}

/// Another measurement, with that of cozy-chess if it has an equivalent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) ours: f64,
    pub(crate) theirs: Option<f64>,
}

impl Report {
    pub(crate) fn lines(&self, mode: Mode) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.mode == mode)
    }

    /// Returns the geometric mean of the ratios over all positions.
    pub(crate) fn mean(&self, mode: Mode) -> f64 {
        let (sum, count) =
            self.lines(mode).fold((0.0, 0.0), |(sum, count), line| (sum + line.ratio.ln(), count + 1.0));
        (sum / count).exp()
    }
}

/// Returns the median; of an even number of values, the mean of the middle two.
pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let at = |index: usize| numbers.get(index).copied().unwrap_or(f64::NAN);
    match numbers.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => at(odd / 2),
        even => (at(even / 2 - 1) + at(even / 2)) / 2.0,
    }
}

/// Formats a value with about three significant digits.
pub(crate) fn digits(value: f64) -> String {
    match value {
        small if small < 10.0 => format!("{small:.2}"),
        middle if middle < 100.0 => format!("{middle:.1}"),
        great => format!("{great:.0}"),
    }
}

/// Formats the report as tables for a terminal.
pub(crate) fn text(report: &Report) -> String {
    let Report { build, .. } = report;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} build, ours: {} (this machine: {}), cozy-chess: {}; {} round(s); {}",
        build.target, build.processor, build.detected, build.tables, report.rounds, report.machine
    );
    for mode in Mode::ALL {
        let _ = writeln!(out, "\n{:<12} depth        nodes   ours M/s   cozy M/s   ratio", mode.name());
        for line in report.lines(mode) {
            let Line { position, depth, nodes, ours, theirs, ratio, .. } = line;
            let _ = writeln!(
                out,
                "{position:<12} {depth:>5} {nodes:>12} {ours:>10.1} {theirs:>10.1} {ratio:>7.3}"
            );
        }
        let _ = writeln!(out, "{:<51} {:>7.3}", "geometric mean", report.mean(mode));
    }
    let _ = writeln!(out, "\n{:<44} {:>10} {:>10}", "", "ours", "cozy");
    for Figure { name, unit, ours, theirs } in &report.figures {
        let theirs = theirs.map_or_else(String::new, digits);
        let _ = writeln!(out, "{:<44} {:>10} {theirs:>10}", format!("{name}, {unit}"), digits(*ours));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle_value() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
    }
}
