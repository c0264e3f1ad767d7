//! Freed memory, given back to the operating system after a peak.
//!
//! The C library keeps freed memory between allocations that live on, and the few long-lived allocations of a server lie
//! between very many short-lived ones: after a siege twice the memory stayed resident. `malloc_trim` gives the pages
//! back that are free as a whole. There are more of them in fewer arenas: `HARDENING.md` has the figures of both.

/// Lets the C library keep one arena for each processor, where it would keep eight. To be called before other threads
/// begin: an arena that exists stays.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn limit_arenas() {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    // SAFETY: the function takes two numbers and changes a setting of the allocator; no other thread runs yet.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, processors.try_into().unwrap_or(libc::c_int::MAX)) };
}

/// Gives free pages back to the operating system. Takes some milliseconds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    // SAFETY: the function takes a number and touches no memory that is in use; it may be called at any time from any
    // thread.
    unsafe { libc::malloc_trim(0) };
}

/// Returns the resident memory of the process in bytes, where the operating system tells it.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.strip_suffix("kB"))?;
    Some(resident.trim().parse::<u64>().ok()? * 1024)
}

/// Does nothing with other C libraries.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn limit_arenas() {}

/// Does nothing with other C libraries.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
