//! All measurements of a run, and their tables.

use std::fmt::Write as _;
use std::time::Duration;

use crate::commits::Commits;
use crate::common::latencies::Latencies;
use crate::memory_use::Use;
use crate::play::{Comparison, Measured};
use crate::restart::Start;
use crate::storage::Storage;

/// Target of the processor time of a move, by that of the relay: in memory, and in a durable journal.
const COST_TARGETS: [f64; 2] = [3.0, 5.0];

/// Targets of the median and of the 99th percentile, by those of the relay.
const LATENCY_TARGETS: [f64; 2] = [1.3, 1.5];

/// Targets of memory: of an idle socket in KiB, and of the empty process in MiB.
const SOCKET_TARGET: f64 = 17.0;
const EMPTY_TARGET: f64 = 10.0;

/// Greatest sizes of batches, by which the table sorts them.
const BATCHES: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// Measurements with one journal.
pub struct OfJournal {
    /// The journal.
    pub storage: Storage,
    /// Rounds of moves.
    pub comparison: Comparison,
    /// Memory.
    pub memory: Option<Use>,
    /// Starts.
    pub starts: Vec<Start>,
}

/// All measurements.
pub struct Figures {
    /// The machine and the sizes of the run, in a sentence.
    pub conditions: String,
    /// Memory of an idle socket of the relay, in KiB.
    pub relay_socket: Option<f64>,
    /// The journals.
    pub journals: Vec<OfJournal>,
}

/// Returns the median, or the greater of two.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Returns the median of how many times the server's value is the relay's, round by round.
fn ratio(server: &[f64], relay: &[f64]) -> f64 {
    let ratios: Vec<f64> = server.iter().zip(relay).map(|(server, relay)| server / relay).collect();
    median(&ratios)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Figures {
    /// Writes the tables.
    #[must_use]
    pub fn tables(&self) -> String {
        let mut out = format!("{}\n", self.conditions);
        self.cost(&mut out);
        self.latency(&mut out);
        self.commits(&mut out);
        if let Some(relay) = self.relay_socket {
            self.memory(relay, &mut out);
        }
        self.starts(&mut out);
        out
    }

    fn cost(&self, out: &mut String) {
        let _ = writeln!(
            out,
            "\n### Processor time of a move\n\n\
             | journal | relay, µs | server, µs | × relay | target | moves/s | at the fixed rate: relay, µs | server, µs | × relay |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|"
        );
        for OfJournal { storage, comparison: Comparison { relay, server, .. }, .. } in &self.journals {
            let target = COST_TARGETS[usize::from(storage.is_durable())];
            let _ = writeln!(
                out,
                "| {storage} | {:.1} | {:.1} | **{:.1}** | ≤ {target} | {:.0} | {:.1} | {:.1} | {:.1} |",
                median(&relay.race_cost),
                median(&server.race_cost),
                ratio(&server.race_cost, &relay.race_cost),
                median(&server.race_speed),
                median(&relay.pace_cost),
                median(&server.pace_cost),
                ratio(&server.pace_cost, &relay.pace_cost),
            );
        }
    }

    fn latency(&self, out: &mut String) {
        let _ = writeln!(
            out,
            "\n### Time from a move to its arrival at the opponent\n\n\
             | journal | relay, ms: p50 | p90 | p99 | server, ms: p50 | p90 | p99 | p50, × relay | target | p99, × relay | target |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
        );
        let parts = |measured: &Measured| {
            let all = Latencies::of(measured.latencies.clone());
            [500, 900, 990].map(|part| milliseconds(all.at(part)))
        };
        for OfJournal { storage, comparison, .. } in &self.journals {
            let (theirs, ours) = (parts(&comparison.relay), parts(&comparison.server));
            let cells = |parts: [f64; 3]| parts.map(|part| format!("{part:.2}")).join(" | ");
            let [half, most] = LATENCY_TARGETS;
            let _ = writeln!(
                out,
                "| {storage} | {} | {} | **{:.2}** | ≤ {half} | **{:.2}** | ≤ {most} |",
                cells(theirs),
                cells(ours),
                ours[0] / theirs[0],
                ours[2] / theirs[2]
            );
        }
    }

    fn commits(&self, out: &mut String) {
        let with_batches = || self.journals.iter().filter(|one| one.comparison.commits.all() > 0);
        if with_batches().next().is_none() {
            return;
        }
        let _ = writeln!(
            out,
            "\n### Inputs of one commit, at the fixed rate\n\n\
             | journal | commits | 1 input | 2 | 3–4 | 5–8 | 9–16 | 17–32 | more |\n\
             |---|---:|---:|---:|---:|---:|---:|---:|---:|"
        );
        for OfJournal { storage, comparison, .. } in with_batches() {
            let _ = writeln!(
                out,
                "| {storage} | {} | {} |",
                comparison.commits.all(),
                shares(&comparison.commits)
            );
        }
    }

    fn memory(&self, relay: f64, out: &mut String) {
        let _ = writeln!(
            out,
            "\n### Resident memory\n\n\
             | journal | empty process, MiB | target | idle socket, KiB | target | of the relay, KiB | game of 100 plies, KiB |\n\
             |---|---:|---:|---:|---:|---:|---:|"
        );
        for OfJournal { storage, memory, .. } in &self.journals {
            let Some(Use { empty, socket, game }) = memory else { continue };
            let _ = writeln!(
                out,
                "| {storage} | {:.1} | ≤ {EMPTY_TARGET} | **{socket:.1}** | ≤ {SOCKET_TARGET} | {relay:.1} | {game:.1} |",
                empty / 1024.0
            );
        }
    }

    fn starts(&self, out: &mut String) {
        if self.journals.iter().all(|one| one.starts.is_empty()) {
            return;
        }
        let _ = writeln!(
            out,
            "\n### Start\n\n\
             | journal | finished games | running games | until the health is good, ms | until the first new game, ms |\n\
             |---|---:|---:|---:|---:|"
        );
        for OfJournal { storage, starts, .. } in &self.journals {
            for Start { finished, running, healthy, open } in starts {
                let [healthy, open] = [*healthy, *open].map(milliseconds);
                let _ = writeln!(out, "| {storage} | {finished} | {running} | {healthy:.0} | {open:.0} |");
            }
        }
    }
}

/// Returns the shares of batches by their sizes, as cells of a table.
fn shares(commits: &Commits) -> String {
    let bounds = BATCHES.into_iter().chain([u64::MAX]);
    let mut below = 0;
    let cells = bounds.map(|bound| {
        let count = commits.up_to(bound) - below;
        below += count;
        format!("{:.1} %", count as f64 * 100.0 / commits.all() as f64)
    });
    cells.collect::<Vec<_>>().join(" | ")
}
