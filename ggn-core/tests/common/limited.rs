//! Tests that run again as a process of their own, in a limited address space.

use std::process::Command;

/// Variable that the run in a limited address space has in its environment.
const LIMITED: &str = "GGN_LIMITED_ADDRESS_SPACE";

/// Runs a test of this program again in an address space of so many kibibytes. Returns whether the caller is that second run.
///
/// Memory that runs out aborts a process, so that only another one can tell.
pub fn is_limited(test: &str, kibibytes: u32) -> bool {
    if std::env::var_os(LIMITED).is_some() {
        return true;
    }
    let program = std::env::current_exe().unwrap();
    let limited = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    let run = Command::new("sh")
        .args(["-c", &limited])
        .arg(program)
        .args(["--exact", test, "--nocapture"])
        .env(LIMITED, "1")
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&run.stdout);
    let faults = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && output.contains("1 passed"), "{}: {output}{faults}", run.status);
    print!("{output}");
    false
}

/// Returns the greatest address space that this process has had, in kibibytes.
pub fn greatest_address_space() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmPeak:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
