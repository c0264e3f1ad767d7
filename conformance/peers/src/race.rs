//! The race: both libraries run perft on every position alternately, so that other load on the machine affects both.

use std::error::Error;
use std::fs;
use std::hint::black_box;

use ggn_core::Processor;

use crate::mode::Mode;
use crate::report::{Build, Line, Report, median};
use crate::{clock, ours, positions, theirs, timings};

/// Runs all measurements once in this process.
pub(crate) fn run(processor: Option<Processor>, rounds: u32, quick: bool) -> Result<Report, Box<dyn Error>> {
    let rules = ours::rules(processor)?;
    let mut lines = Vec::new();
    for mode in Mode::ALL {
        for counted in positions::perft_positions()? {
            let (depth, nodes) = counted
                .deepest(mode.nodes_max(quick))
                .ok_or("a position has no count that is small enough")?;
            let position = ours::position(&rules, &counted.feen)?;
            let board = theirs::board(&counted.feen)?;
            let sides: [&dyn Fn() -> u64; 2] =
                [&|| ours::nodes(&rules, &position, black_box(depth), mode), &|| {
                    theirs::nodes(&board, black_box(depth), mode)
                }];
            let [ours, theirs] = run_alternately(&sides, nodes, rounds)
                .map_err(|found| format!("{} at depth {depth}: {found} lines, not {nodes}", counted.name))?;
            let speed = |seconds: &[f64]| nodes as f64 / median(seconds.to_vec()) / 1e6;
            lines.push(Line {
                position: counted.name,
                mode,
                depth,
                nodes,
                ours: speed(&ours),
                theirs: speed(&theirs),
                // Ratio of two adjacent runs, so that a slow phase of the machine affects both or neither.
                ratio: median(ours.iter().zip(&theirs).map(|(ours, theirs)| theirs / ours).collect()),
            });
        }
    }
    Ok(Report {
        build: Build {
            target: if cfg!(target_feature = "bmi2") { "x86-64-v3" } else { "plain" }.to_owned(),
            processor: processor
                .map_or_else(|| "detected".to_owned(), |processor| processor.name().to_owned()),
            detected: Processor::detect().name().to_owned(),
            tables: theirs::TABLES.to_owned(),
        },
        machine: machine(),
        rounds,
        processes: 1,
        lines,
        figures: timings::measure(&rules, rounds, quick)?,
    })
}

/// Returns the seconds of each library in each round, or else a wrong node count. The first library alternates.
fn run_alternately(sides: &[&dyn Fn() -> u64; 2], nodes: u64, rounds: u32) -> Result<[Vec<f64>; 2], u64> {
    let mut seconds = [Vec::new(), Vec::new()];
    for round in 0..rounds {
        let mut turns: Vec<_> = sides.iter().zip(&mut seconds).collect();
        if round % 2 == 1 {
            turns.reverse();
        }
        for (perft, seconds) in turns {
            let (taken, found) = clock::time(perft);
            seconds.push(taken);
            if found != nodes {
                return Err(found);
            }
        }
    }
    Ok(seconds)
}

/// Returns the processor's model name, if the system provides it.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    match (field("model name"), field("cpu family"), field("model\t")) {
        (Some(name), Some(family), Some(model)) => format!("{name}, family {family} model {model}"),
        (Some(name), _, _) => name,
        _ => std::env::consts::ARCH.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_counts_agree_at_shallow_depths() {
        let rules = ours::rules(None).unwrap();
        for counted in positions::perft_positions().unwrap() {
            let (depth, nodes) = counted.deepest(10_000).unwrap();
            let position = ours::position(&rules, &counted.feen).unwrap();
            let board = theirs::board(&counted.feen).unwrap();
            for mode in Mode::ALL {
                assert_eq!(ours::nodes(&rules, &position, depth, mode), nodes, "{} {mode:?}", counted.name);
                assert_eq!(theirs::nodes(&board, depth, mode), nodes, "{} {mode:?}", counted.name);
            }
        }
    }

    #[test]
    fn wrong_count_is_an_error() {
        assert_eq!(run_alternately(&[&|| 20, &|| 21], 20, 3), Err(21));
        let [ours, theirs] = run_alternately(&[&|| 20, &|| 20], 20, 3).unwrap();
        assert_eq!((ours.len(), theirs.len()), (3, 3));
    }
}
