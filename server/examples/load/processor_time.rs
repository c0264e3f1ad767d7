//! Processor time of a process, as the operating system counts it.

use std::time::Duration;

/// Length of the system's unit of processor time: a hundredth of a second for programs, on every Linux.
const TICK: Duration = Duration::from_millis(10);

/// Places of the user's and the system's time in `/proc/PID/stat`, after the name of the program.
const USER: usize = 11;
const SYSTEM: usize = 12;

/// Returns the processor time that a process has used, its own and the system's for it.
pub fn of(process: u32) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("the process is gone");
    TICK * ticks(&text).unwrap_or_else(|| panic!("no times in {text}"))
}

/// Returns the sum of both times. The name of the program may have any characters, but no field after it has a bracket.
fn ticks(stat: &str) -> Option<u32> {
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let time = |place: usize| fields.get(place)?.parse::<u32>().ok();
    Some(time(USER)? + time(SYSTEM)?)
}
