//! Runs of many seeds, and the report of a failure.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use session::Catalogue;

use super::plan::{Plan, Trouble};
use super::store::Sabotage;
use super::{Outcome, run};

/// Totals of many simulations.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) simulations: u64,
    pub(crate) games: u64,
    pub(crate) inputs: u64,
    /// Inputs that are bids.
    pub(crate) bids: u64,
    /// Records of finished games.
    pub(crate) records: u64,
    /// Games with a spectator.
    pub(crate) watched: u64,
    pub(crate) steps: u64,
    /// Starts of a server.
    pub(crate) lives: u64,
    pub(crate) passed: Duration,
}

impl Tally {
    fn of(outcome: &Outcome) -> Tally {
        let Outcome { steps, games, inputs, bids, records, watched, lives, passed, .. } = *outcome;
        Tally { simulations: 1, games, inputs, bids, records, watched, steps, lives, passed }
    }

    /// Adds two tallies.
    pub(crate) fn and(self, other: Tally) -> Tally {
        Tally {
            simulations: self.simulations + other.simulations,
            games: self.games + other.games,
            inputs: self.inputs + other.inputs,
            bids: self.bids + other.bids,
            records: self.records + other.records,
            watched: self.watched + other.watched,
            steps: self.steps + other.steps,
            lives: self.lives + other.lives,
            passed: self.passed + other.passed,
        }
    }
}

/// Plays a seed, and again if `twice`: the same seed must give the same trace, byte for byte.
pub(crate) fn play(catalogue: &Arc<Catalogue>, seed: u64, nodes: u64, twice: bool) -> Result<Tally, String> {
    let plan = Plan::with_nodes(seed, nodes);
    let outcome = run(catalogue, &plan, None, false);
    if outcome.wrong.is_some() {
        return Err(account(catalogue, &plan, None));
    }
    if twice {
        let again = run(catalogue, &plan, None, false);
        if (again.hash, again.steps) != (outcome.hash, outcome.steps) {
            return Err(format!(
                "seed {seed} gives two traces, of {} and of {} steps: something does not depend on the seed alone\n\
                 to see them: make simulate SEED={seed}{}",
                outcome.steps,
                again.steps,
                of_nodes(nodes)
            ));
        }
    }
    Ok(Tally::of(&outcome))
}

/// Removes what a failure does not need: kinds of trouble, tables, time.
fn shrink(catalogue: &Arc<Catalogue>, plan: &Plan, sabotage: Option<Sabotage>) -> Plan {
    let mut least = plan.clone();
    let keep_if_wrong = |least: &mut Plan, smaller: Plan| {
        if run(catalogue, &smaller, sabotage, false).wrong.is_some() {
            *least = smaller;
        }
    };
    for trouble in Trouble::ALL.into_iter().chain(Trouble::OF_NODES) {
        if least.has(trouble) {
            let mut smaller = least.clone();
            smaller.troubles.retain(|kept| *kept != trouble);
            keep_if_wrong(&mut least, smaller);
        }
    }
    for tables in 1..least.tables {
        let smaller = Plan { tables, ..least.clone() };
        keep_if_wrong(&mut least, smaller);
    }
    for eighths in [1, 2, 4] {
        let smaller = Plan { storm: plan.storm * eighths / 8, ..least.clone() };
        if smaller.storm < least.storm {
            keep_if_wrong(&mut least, smaller);
        }
    }
    least
}

/// Returns how a command names several nodes.
fn of_nodes(nodes: u64) -> String {
    if nodes > 1 { format!(" NODES={nodes}") } else { String::new() }
}

/// Reports a failing plan: the fault, the smallest plan that shows it, and its last steps.
pub(crate) fn account(catalogue: &Arc<Catalogue>, plan: &Plan, sabotage: Option<Sabotage>) -> String {
    let least = shrink(catalogue, plan, sabotage);
    let Some(wrong) = run(catalogue, &least, sabotage, false).wrong else {
        return format!("seed {} fails once and not again", plan.seed);
    };
    let mut text = format!("seed {}: {}\n", plan.seed, wrong.what);
    let seconds = wrong.after.as_secs_f64();
    let _ = writeln!(
        text,
        "at step {}, after {seconds:.3} s by its clock, with {} of {} tables, a storm of {:?}, and these troubles: {:?}",
        wrong.step, least.tables, plan.tables, least.storm, least.troubles
    );
    let _ = writeln!(text, "the last steps:");
    for line in &wrong.last {
        let short: String = line.chars().take(240).collect();
        let _ = writeln!(text, "  {short}");
    }
    let _ = write!(
        text,
        "to replay it with every step printed: make simulate SEED={}{}",
        plan.seed,
        of_nodes(plan.nodes)
    );
    text
}

/// Plays a seed with every step printed, shrunk if it fails.
pub(crate) fn tell(catalogue: &Arc<Catalogue>, seed: u64, nodes: u64) -> Result<Tally, String> {
    let plan = Plan::with_nodes(seed, nodes);
    if run(catalogue, &plan, None, false).wrong.is_some() {
        let least = shrink(catalogue, &plan, None);
        println!("{least:#?}");
        run(catalogue, &least, None, true);
        return Err(account(catalogue, &plan, None));
    }
    println!("{plan:#?}");
    Ok(Tally::of(&run(catalogue, &plan, None, true)))
}

/// Returns the first of the seeds that detects a sabotaged journal, and the report.
pub(crate) fn find(
    catalogue: &Arc<Catalogue>,
    sabotage: Sabotage,
    nodes: u64,
    mut seeds: impl Iterator<Item = u64>,
) -> Option<(u64, String)> {
    seeds.find_map(|seed| {
        let wrong = run(catalogue, &Plan::with_nodes(seed, nodes), Some(sabotage), false).wrong?;
        Some((seed, wrong.what))
    })
}
