//! File handles: each connection is one, and the journal must always get its own.

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::limits::Limits;

/// Handles that are kept for everything but connections: the journal, the page's files, the runtime.
const KEPT: u64 = 64;

/// Handles that one connection may need: its own, and that of a file of the page that it is being sent.
const OF_A_CONNECTION: u64 = 2;

/// Asks for as many handles as this process may have, and bounds the connections by them: who finds no place is then
/// told so, instead of waiting for a handle that does not come.
pub fn make_room(limits: &mut Limits) {
    // Read, not asked for by a call: a service's filter may know no such calls.
    let Some((soft, hard)) = std::fs::read_to_string("/proc/self/limits").ok().and_then(|text| bounds(&text))
    else {
        return;
    };
    let raised = soft < hard
        && setrlimit(Resource::Nofile, Rlimit { current: Some(hard), maximum: Some(hard) }).is_ok();
    let handles = if raised { hard } else { soft };
    let room = room(handles);
    if room < limits.connections {
        tracing::warn!(
            connections = limits.connections,
            room,
            "there are not enough file handles: raise `ulimit -n`"
        );
        limits.connections = room;
    }
}

/// Connections that there are always handles for.
fn room(handles: u64) -> usize {
    usize::try_from((handles.saturating_sub(KEPT) / OF_A_CONNECTION).max(1)).unwrap_or(usize::MAX)
}

/// The soft and the hard bound of open files.
fn bounds(text: &str) -> Option<(u64, u64)> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    let mut numbers = line.split_whitespace().map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_can_be_sent_a_file_and_some_handles_are_left() {
        assert_eq!([0, 65, 80, 65_536].map(room), [1, 1, 8, 32_736]);
    }

    #[test]
    fn the_bounds_are_read_from_the_systems_table() {
        let text = "Limit                     Soft Limit           Hard Limit           Units\n\
            Max processes             95865                95865                processes\n\
            Max open files            1024                 524288               files\n";
        assert_eq!(bounds(text), Some((1024, 524_288)));
        assert_eq!(bounds("Max open files            unlimited            unlimited            files"), None);
    }
}
