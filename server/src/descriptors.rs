//! File handles: each connection needs one, and the journal must always have its own.

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::limits::Limits;

/// Handles reserved for everything but connections: the journal, the page's files, the runtime.
const RESERVED: u64 = 64;

/// Handles that one connection may need: its own, and that of a file that it is being sent.
const PER_CONNECTION: u64 = 2;

/// Raises the number of handles to the hard limit, and bounds the connections by it: a client beyond that is refused
/// instead of waiting for a handle that does not come.
pub fn raise_limit(limits: &mut Limits) {
    // Read from a file, since a service's system call filter may forbid `getrlimit`.
    let Some((soft, hard)) = std::fs::read_to_string("/proc/self/limits").ok().and_then(|text| bounds(&text))
    else {
        return;
    };
    let raised = soft < hard
        && setrlimit(Resource::Nofile, Rlimit { current: Some(hard), maximum: Some(hard) }).is_ok();
    let handles = if raised { hard } else { soft };
    let room = max_connections(handles);
    if room < limits.connections {
        tracing::warn!(connections = limits.connections, room, "too few file handles: raise `ulimit -n`");
        limits.connections = room;
    }
}

/// Returns the number of connections that there are always handles for.
fn max_connections(handles: u64) -> usize {
    usize::try_from((handles.saturating_sub(RESERVED) / PER_CONNECTION).max(1)).unwrap_or(usize::MAX)
}

/// Parses the soft and the hard limit of open files.
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
        assert_eq!([0, 65, 80, 65_536].map(max_connections), [1, 1, 8, 32_736]);
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
