//! Time and memory that it takes to have every game loaded.

use std::error::Error;
use std::fs;

use crate::clock;

/// Loads the games whose folders are named, or all, keeps them, and prints the processor time of each, the longest first, and of all.
pub(crate) fn print(only: &[String]) -> Result<(), Box<dyn Error>> {
    let named = |folder: &String| {
        let name = folder.strip_prefix("rules/");
        name.is_some_and(|name| only.is_empty() || only.iter().any(|asked| asked == name))
    };
    let (mut times, mut loaded) = (Vec::new(), Vec::new());
    let at_start = memory_at_most();
    for folder in dev::files::ruleset_folders().into_iter().filter(named) {
        let files = dev::files::read(&folder);
        let (seconds, rules) = clock::time(|| pattern::load(&files));
        loaded.push(rules.map_err(|faults| format!("{folder}: {faults:?}"))?);
        times.push((seconds, folder));
    }
    times.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (seconds, folder) in &times {
        println!("{:8.1} ms  {folder}", seconds * 1e3);
    }
    let sum: f64 = times.iter().map(|(seconds, _)| seconds).sum();
    println!("{:8.1} ms  all {}", sum * 1e3, times.len());
    if let (Some(at_start), Some(at_end)) = (at_start, memory_at_most()) {
        println!("{at_end} KiB of memory at most, {at_start} KiB before the first");
    }
    Ok(())
}

/// Returns the most memory that this process has had, in KiB; `None` where the system does not say.
fn memory_at_most() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
