//! Freed memory, given back to the operating system after a peak.
//!
//! The C library keeps freed memory between allocations that live on, and the few long-lived allocations of a server lie
//! between very many short-lived ones: after a siege twice the memory stayed resident (`HARDENING.md`). Neither the
//! library's own thresholds nor fewer arenas changed that; `malloc_trim` does.

/// Gives free pages back to the operating system. Takes some milliseconds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    // SAFETY: the function takes a number and touches no memory that is in use; it may be called at any time from any
    // thread.
    unsafe { libc::malloc_trim(0) };
}

/// Does nothing with other C libraries.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
